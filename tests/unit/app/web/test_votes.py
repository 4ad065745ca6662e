"""Votes of phones on the end of a game, which opponents and empty seats join where they may."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from app.hotseat.round import RoundStage
from tests.unit.app.session.table_desk import TableDesk
from tests.unit.app.web.phone_table import PhoneTable


@pytest.mark.slow
def test_votes_that_agree_end_the_game(table: PhoneTable) -> None:
    table.join_all()
    for phone in table.phones.values():
        table.say(phone, do="vote", choice="draw")
    assert table.seating.round.stage is RoundStage.OVER
    table.drive()
    assert "draw" in str(table.phones["AUSTRIA"].parts["sheet"]).lower()


BOTS = "table AUSTRIA=phone ENGLAND=phone FRANCE=bot:steady GERMANY=bot:holding ITALY=hold RUSSIA=bot:easy TURKEY=bot:steady"


def voted(table: PhoneTable, choice: str) -> str:
    """Both phones vote for *choice*; what the game ends in."""
    for power in ("AUSTRIA", "ENGLAND"):
        table.join(power)
    for power in ("AUSTRIA", "ENGLAND"):
        table.say(table.phones[power], do="vote", choice=choice)
    ending = table.laptop.game.branch("main").ending
    return "" if ending is None else str(ending)


def test_opponents_and_empty_seats_join_the_draw_that_all_people_vote_for(tmp_path: Path) -> None:
    table = PhoneTable(tmp_path, BOTS)
    ada, ben = table.join("AUSTRIA"), table.join("ENGLAND")
    table.say(ada, do="panel", name="vote")
    assert "Opponents join" in str(ada.parts["panel"])
    table.say(ada, do="vote", choice="draw")
    assert table.laptop.game.branch("main").ending is None, "one of two people has voted"
    table.say(ben, do="vote", choice="no")
    assert table.laptop.game.branch("main").ending is None
    table.say(ben, do="vote", choice="draw")
    assert table.seating.round.stage is RoundStage.OVER
    assert len(table.laptop.game.branch("main").ending.winners) == 7  # type: ignore[union-attr]
    table.drive()
    assert "draw" in str(ada.parts["sheet"]).lower()


@pytest.mark.parametrize("choice", ["draw AUSTRIA, ENGLAND", "concede to AUSTRIA", "concede to RUSSIA"])
def test_opponents_join_no_draw_without_them_and_no_concession_but_to_the_leader(tmp_path: Path, choice: str) -> None:
    ending = voted(PhoneTable(tmp_path, BOTS), choice)
    assert bool(ending) == (choice == "concede to RUSSIA"), "Russia alone begins with four centres"


def test_an_opponent_that_is_winning_joins_no_draw(tmp_path: Path) -> None:
    table = PhoneTable(tmp_path, BOTS)
    game = table.laptop.game
    cursor = game.last("main")
    position = game.turn(cursor).position
    owned = {**position.owners, **dict.fromkeys(("SPA", "POR", "BEL", "HOL", "MUN", "BER"), "FRANCE")}
    with table.seating.acting():
        changed = game.with_turn(cursor, replace(game.turn(cursor), position=replace(position, owners=owned)))
        table.laptop.session.document.perform("centres", changed)
    assert voted(table, "draw") == "", "France has nine of eighteen, and nobody else as many"


def test_votes_that_are_sealed_are_joined_at_the_reveal_alone(tmp_path: Path) -> None:
    table = PhoneTable(tmp_path, f"{BOTS} --secret-votes")
    assert voted(table, "draw") == ""
    table.seal_all()
    assert table.laptop.game.branch("main").ending is not None
    assert table.laptop.game.turn(table.laptop.game.last("main")).votes == ()


@pytest.mark.slow
def test_a_vote_at_the_laptop_is_joined_by_opponents_as_well(tmp_path: Path) -> None:
    desk = TableDesk(tmp_path)
    desk.run("table AUSTRIA=Ada:4711 ENGLAND=Ben FRANCE=bot:steady GERMANY=bot:holding ITALY=hold RUSSIA=bot:easy TURKEY=hold")
    desk.run("open-seat AUSTRIA 4711", "vote AUSTRIA draw", "close-seat")
    assert desk.game.branch("main").ending is None
    assert "The votes agree" in desk.run("open-seat ENGLAND", "vote ENGLAND draw")
    assert desk.seating.round.stage is RoundStage.OVER
