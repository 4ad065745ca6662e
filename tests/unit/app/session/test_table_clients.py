"""DAIDE programs in seats of a table: they come, order, get the results, and leave with the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from adjudicator.phase import PhaseKind
from app.players.bots import OPPONENTS, Bot
from app.players.daide.language import read
from app.players.daide.remote import RemoteSeat
from app.players.daide.visitor import Visitor
from app.tables.table_players import ask_one, clients_of, poll_clients, powers_of_clients
from tests.unit.app.players.daide.sockets import Plug
from tests.unit.app.session.table_desk import TableDesk
from variants.catalogue import standard

REPLY = "YES ( PRP ( PCE ( AUS %s ) ) )"
SEATS = "table AUSTRIA=Ada ENGLAND=hold FRANCE=daide GERMANY=daide ITALY=bot:holding RUSSIA=hold TURKEY=hold"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[TableDesk]:
    found = TableDesk(tmp_path, screen=True)
    yield found
    for document in list(found.session.documents):
        found.session.tables.stand_up(document)


def let_think(desk: TableDesk, plugs: list[Plug]) -> None:
    """Run the timers of a window, and the programs meanwhile."""
    for _ in range(400):
        if not desk.seating.thinking:
            return
        desk.clock.now += 0.01
        ask_one(desk.session, desk.seating)
        for plug in plugs:
            plug.go_on()
    raise AssertionError(f"still waiting for {desk.seating.thinking}")


def programs(desk: TableDesk, count: int) -> list[Plug]:
    clients = clients_of(desk.session, desk.seating)
    assert clients is not None
    made = [RemoteSeat(Visitor(f"Bot {number}", "1", known=[standard()]), OPPONENTS[Bot.RANDOM].make(number)) for number in range(count)]
    return [Plug(seat, clients.port) for seat in made]


@pytest.mark.slow
def test_programs_play_in_their_seats_beside_a_person_and_an_opponent(desk: TableDesk) -> None:
    desk.run(SEATS)
    assert powers_of_clients(desk.seating) == ("FRANCE", "GERMANY")
    plugs = programs(desk, 2)
    for _ in range(3):
        let_think(desk, plugs)
        assert not desk.seating.misses
        if "AUSTRIA" in desk.seating.round.writers:
            desk.write("AUSTRIA")
        desk.run("process")
        for plug in plugs:
            plug.go_on()
        desk.run("next-round")
    assert desk.seating.turn.phase.kind in set(PhaseKind)
    assert {plug.seat.visitor.power for plug in plugs} == {"FRANCE", "GERMANY"}
    for plug in plugs:
        following = plug.seat.visitor.following
        assert following is not None
        for _ in range(400):  # what was sent is on its way
            poll_clients(desk.session, desk.seating)
            plug.go_on()
            if following.position.phase == desk.seating.turn.phase:
                break
        ours, theirs = following.game.line(), desk.game.line()
        assert [turn.position.units for turn in ours] == [turn.position.units for turn in theirs]
        assert theirs[0].orders["FRANCE"], "what the program ordered stands in the game"
        plug.close()


@pytest.mark.slow
def test_nobody_waits_for_programs_that_have_not_come_when_orders_are_shown(desk: TableDesk) -> None:
    desk.run(SEATS)
    plugs = programs(desk, 1)
    assert "Waiting for 2 programs that speak DAIDE" in desk.services.said[-1]
    for _ in range(20):
        desk.clock.now += 0.01
        ask_one(desk.session, desk.seating)
        plugs[0].go_on()
    assert set(desk.seating.thinking) == {"FRANCE", "GERMANY"}
    desk.write("AUSTRIA")
    assert "did not send all orders in time" in desk.run("process")
    assert not desk.seating.thinking
    plugs[0].close()


def test_the_door_is_shut_when_the_table_is_left(desk: TableDesk) -> None:
    desk.run(SEATS)
    plugs = programs(desk, 2)
    let_think(desk, plugs)
    desk.run("close")
    for plug in plugs:
        plug.go_on()
        assert plug.seat.visitor.is_closed
        plug.close()


@pytest.mark.slow
def test_a_game_that_hides_something_lets_no_program_in(tmp_path: Path) -> None:
    desk = TableDesk(tmp_path, game=False, screen=True)
    desk.run("new fog-of-war", SEATS)
    before = len(desk.services.said)
    for _ in range(2):
        assert clients_of(desk.session, desk.seating) is None
    (said,) = desk.services.said[before:]
    assert said == desk.seating.misses[0]
    assert "hides something" in said


def test_press_of_level_10_goes_both_ways_between_people_and_clients(desk: TableDesk) -> None:
    desk.run(SEATS)
    plugs = programs(desk, 2)
    let_think(desk, plugs)
    power = plugs[0].seat.visitor.power
    assert power is not None
    board = plugs[0].seat.visitor.board
    assert board is not None
    plugs[0].seat.visitor.send_press(["AUSTRIA"], read(f"PRP ( PCE ( AUS {power[:3]} ) )", board.vocabulary))

    def gone_round(until: Callable[[], bool]) -> None:
        for _ in range(400):
            poll_clients(desk.session, desk.seating)
            for plug in plugs:
                plug.go_on()
            if until():
                return
        raise AssertionError("it never came")

    gone_round(lambda: bool(desk.game.line()[-1].press))
    (press,) = desk.game.line()[-1].press
    assert (press.sender, press.receivers, press.text) == (power, ("AUSTRIA",), f"PRP ( PCE ( AUS {power[:3]} ) )")
    heard: list[str] = []
    plugs[0].seat.visitor._on_press = lambda found: heard.append(found.sentence)
    desk.run(
        "open-seat AUSTRIA", f"press austria --to {power} {REPLY % power[:3]}", f"press austria --to {power} Nice weather", "close-seat"
    )
    gone_round(lambda: bool(heard))
    assert len(heard) == 1, "what is no press of DAIDE does not go there"
    assert heard[0].startswith("Austria-Hungary") or "agree" in heard[0].casefold() or "yes" in heard[0].casefold()
    for plug in plugs:
        plug.close()
