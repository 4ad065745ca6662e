"""Phones, a person with a PIN, an opponent and programs that speak DAIDE in one game: each writes, and the phases go on."""

from __future__ import annotations

from pathlib import Path

from app.players.bots import OPPONENTS, Bot
from app.players.daide.remote import RemoteSeat
from app.players.daide.visitor import Visitor
from app.tables.table_players import clients_of, poll_clients
from tests.unit.app.players.daide.sockets import Plug
from tests.unit.app.session.table_desk import TableDesk
from tests.unit.app.web.phone_table import PhoneTable
from variants.catalogue import standard

SEATS = "table AUSTRIA=phone ENGLAND=Ben:4711 FRANCE=daide GERMANY=daide ITALY=bot:holding RUSSIA=phone TURKEY=hold"
PHASES = 4
MOST_TURNS = 4000
"""Turns of the loop in which a phase has to be over: what programs send is on its way for some of them."""


def test_programs_that_speak_daide_play_with_phones_a_pin_and_an_opponent(tmp_path: Path, quick_locks: None) -> None:
    laptop = TableDesk(tmp_path, screen=True)
    laptop.run(SEATS)
    clients = clients_of(laptop.session, laptop.seating)
    assert clients is not None
    plugs = [
        Plug(RemoteSeat(Visitor(f"Bot {number}", "1", known=[standard()]), OPPONENTS[Bot.RANDOM].make(number)), clients.port)
        for number in range(2)
    ]
    table = PhoneTable(tmp_path, laptop=laptop)
    ada, eva = table.join("AUSTRIA"), table.join("RUSSIA")
    stage = table.stage()
    table.desk.pace = 0.0
    for _ in range(PHASES):
        phase = table.seating.round.phase
        to_write = table.seating.round.to_seal
        if "ENGLAND" in to_write:
            laptop.run("open-seat ENGLAND 4711", "seal --anyway")
        if str(phase) == "S1901M":
            table.order("AUSTRIA", "A BUD - SER")
            assert all("Serbia" not in page.text for page in (eva, stage))
        for power in ("AUSTRIA", "RUSSIA"):
            if power in to_write:
                table.say(table.phones[power], do="seal")
        for _ in range(MOST_TURNS):
            if table.seating.round.phase != phase:
                break
            poll_clients(laptop.session, table.seating)
            for plug in plugs:
                plug.go_on()
            table.drive()
        assert table.seating.round.phase != phase, (phase, table.seating.thinking, table.seating.round)
    first = laptop.game.line()[0]
    assert [str(line.order) for line in first.orders["AUSTRIA"]] == ["A BUD - SER"]
    assert first.orders["FRANCE"], "what a program ordered stands in the game"
    assert first.orders["GERMANY"]
    assert not table.seating.misses
    assert "Serbia" in ada.text
    for plug in plugs:
        plug.close()
    laptop.session.tables.stand_up(table.seating.document)
    laptop.end()
