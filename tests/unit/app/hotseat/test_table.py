"""Seats of a table, and their form in a game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.game.edits import new_game
from app.game.entries import KeyWork, Lock, LockKind, SeatedPlayer
from app.game.entries import SeatKind as Kind
from app.game.record import EditError, Game
from app.hotseat.table import Absence, Decider, Table, first_table, table_of, with_table
from languages import using
from variants import standard

LOCK = Lock(LockKind.PIN, KeyWork(2, 1, 1), b"salt", b"check")


def game() -> Game:
    return new_game(standard(), "Straits of Iron")


def test_the_lobby_begins_with_people_everywhere_and_those_whom_the_game_names() -> None:
    named = new_game(standard(), players={"AUSTRIA": SeatedPlayer("Ada"), "ENGLAND": SeatedPlayer("", "", Kind.BOT, "steady")})
    seats = first_table(named).seats
    assert [seat.power for seat in seats] == list(standard().powers)
    assert (seats[0].who, seats[1].who, seats[2].who) == ("Ada", "steady", "France")


def test_a_game_without_a_table_has_none() -> None:
    assert table_of(game()) is None


def test_what_is_put_together_in_the_lobby_is_what_the_game_has() -> None:
    made = first_table(game()).with_people({"AUSTRIA": "Ada", "ITALY": "Ada"})
    made = made.with_seat(replace(made.seat("AUSTRIA"), lock=LOCK))
    for power, absence in zip(("ENGLAND", "FRANCE", "GERMANY"), Absence, strict=True):
        made = made.with_seat(replace(made.seat(power), decider=Decider.ABSENT, absence=absence))
    made = made.with_seat(replace(made.seat("RUSSIA"), decider=Decider.OPPONENT, opponent="steady", person=""))
    made = made.with_seat(replace(made.seat("TURKEY"), decider=Decider.GAME_MASTER, person="Tom"))
    made = replace(made, game_master="Gil", game_master_lock=LOCK, secret_votes=True)
    kept = table_of(with_table(game(), made))
    expected = replace(made, seats=tuple(replace(seat, absence=seat.absence) for seat in made.seats))
    assert kept == expected


def test_a_person_with_two_powers_is_one_person() -> None:
    made = first_table(game()).with_people({"AUSTRIA": "Ada", "ITALY": "Ada", "ENGLAND": "Ben"})
    assert made.people["Ada"] == ("AUSTRIA", "ITALY")
    assert made.people["France"] == ("FRANCE",)


def test_who_swaps_seats_takes_the_lock_along() -> None:
    made = first_table(game()).with_people({"AUSTRIA": "Ada", "ITALY": "Ben"})
    made = made.with_seat(replace(made.seat("AUSTRIA"), lock=LOCK)).with_seats_swapped("AUSTRIA", "ITALY")
    assert (made.seat("ITALY").person, made.seat("ITALY").lock, made.seat("ITALY").name) == ("Ada", LOCK, "Italy")
    assert (made.seat("AUSTRIA").person, made.seat("AUSTRIA").lock) == ("Ben", None)


def test_a_mail_address_survives_a_seat_at_the_table() -> None:
    before = new_game(standard(), players={"AUSTRIA": SeatedPlayer("Ada", "ada@example.org", Kind.SCREEN)})
    made = first_table(before).with_people({"AUSTRIA": "Ada"})
    assert with_table(before, made).players["AUSTRIA"].address == "ada@example.org"


def test_a_table_that_is_ended_leaves_the_names_and_takes_the_locks() -> None:
    at_table = with_table(game(), first_table(game()).with_people({"AUSTRIA": "Ada"}))
    ended = with_table(at_table, None)
    assert ended.table is None
    assert ended.players["AUSTRIA"].name == "Ada"


@pytest.mark.parametrize("name", ["x" * 61, "GM", "Ada (bot)", "<ada>"])
def test_a_name_that_could_not_be_written_is_refused(name: str) -> None:
    made = first_table(game())
    with pytest.raises(EditError, match="name"):
        with_table(game(), made.with_seat(replace(made.seat("AUSTRIA"), person=name)))


def test_a_table_without_a_seat_for_each_power_is_refused() -> None:
    with pytest.raises(EditError, match="one seat for each power"):
        with_table(game(), Table(first_table(game()).seats[1:]))


def test_seats_are_called_by_the_names_that_powers_have_in_the_language_in_use() -> None:
    with using("de"):
        assert [seat.name for seat in first_table(game()).seats][:3] == ["Österreich-Ungarn", "England", "Frankreich"]
