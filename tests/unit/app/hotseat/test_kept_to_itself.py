"""Secrets of a seat: the parts that are taken out of the game, those that come back, and those of others, which stay."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from adjudicator.notation import parse_order
from adjudicator.phase import Phase, PhaseKind
from app.game.edits import new_game, process, set_lines
from app.game.entries import KeyWork, LaterLine, SealedOrders, TableTerms, Vote
from app.game.record import MAIN, Cursor, EditError, Game, OrderLine
from app.game.table_edits import cast_vote
from app.hotseat.locks import checked_kind, encrypted, new_lock
from app.hotseat.sealing import (
    BLOCK,
    LOCKED,
    LONGEST_NOTES,
    PLAIN,
    Contents,
    cleared,
    close,
    container_of,
    contents,
    last_kept,
    open_up,
    opened,
    read,
    restored,
    sealed,
    tidied,
    with_containers_of,
    with_notes,
    written,
)
from app.hotseat.table import PROGRAM, Decider, Seat, first_table, person_name, table_of, with_table
from tests.unit.app.game.play import seal_orders
from variants import standard

LOCK, KEY = new_lock("4711", KeyWork(2, 1, 1))
FALL = Phase.of("F1901M")
HERE = Cursor(MAIN, 0)


def game() -> Game:
    """France and Italy have both written, voted, noted and left a line for later."""
    made = new_game(standard(), "Straits of Iron", game_id="7f3a0b21")
    for power, order in (("FRANCE", "A PAR - BUR"), ("ITALY", "A VEN - TYR")):
        made = cast_vote(set_lines(made, MAIN, power, order), MAIN, power, "draw")
        made = with_notes(made, power, f"{power} thinks")
        turn = made.turn(HERE)
        made = made.with_turn(HERE, replace(turn, later=(*turn.later, LaterLine(power, FALL, "A TYR - MUN"))))
    return made


def texts(found: Game, power: str) -> list[str]:
    return [line.text for line in found.turn(found.last(MAIN)).orders.get(power, ())]


def test_only_what_is_the_seats_own_is_taken_out() -> None:
    left = cleared(game(), MAIN, "FRANCE", with_vote=True)
    turn = left.turn(HERE)
    assert (texts(left, "ITALY"), set(turn.orders)) == (["A VEN - TYR"], {"ITALY"})
    assert turn.votes == (Vote("ITALY", "draw"),)
    assert [each.power for each in turn.later] == ["ITALY"]
    assert dict(left.notes) == {"ITALY": "ITALY thinks"}


def test_an_open_vote_is_no_secret_of_the_seat() -> None:
    assert contents(game(), MAIN, "FRANCE", with_vote=False).vote == ""
    assert contents(game(), MAIN, "FRANCE", with_vote=True).vote == "draw"
    assert contents(game(), MAIN, "TURKEY", with_vote=True) == Contents()
    assert len(cleared(game(), MAIN, "FRANCE", with_vote=False).turn(HERE).votes) == 2


def test_what_comes_back_takes_the_place_of_what_stood_there_and_of_nothing_else() -> None:
    again = restored(game(), MAIN, "FRANCE", Contents((OrderLine("A PAR - PIC"),), "new", "no", (LaterLine("FRANCE", FALL, "A PIC H"),)))
    turn = again.turn(HERE)
    assert (texts(again, "FRANCE"), texts(again, "ITALY")) == (["A PAR - PIC"], ["A VEN - TYR"])
    assert sorted((each.power, each.choice) for each in turn.votes) == [("FRANCE", "no"), ("ITALY", "draw")]
    assert sorted((each.power, each.text) for each in turn.later) == [("FRANCE", "A PIC H"), ("ITALY", "A TYR - MUN")]
    assert dict(again.notes) == {"FRANCE": "new", "ITALY": "ITALY thinks"}


def test_what_was_not_written_leaves_what_stands_there() -> None:
    again = restored(game(), MAIN, "FRANCE", Contents(None, "FRANCE thinks"))
    assert texts(again, "FRANCE") == ["A PAR - BUR"]
    assert again.turn(HERE) == game().turn(HERE)


def test_notes_are_as_long_as_they_may_be_and_the_same_notes_change_nothing() -> None:
    whole = with_notes(game(), "FRANCE", "x" * LONGEST_NOTES)
    assert len(whole.notes["FRANCE"]) == LONGEST_NOTES
    assert with_notes(whole, "FRANCE", "x" * LONGEST_NOTES) is whole
    assert dict(with_notes(whole, "FRANCE", "").notes) == {"ITALY": "ITALY thinks"}


@pytest.mark.parametrize("length", [0, 1, BLOCK - 3, BLOCK - 2, BLOCK - 1])
def test_a_container_is_filled_up_to_whole_blocks(length: int) -> None:
    what = Contents(notes="x" * length)
    text = sealed(game(), HERE, "FRANCE", what, None, is_draft=True)
    assert text.scheme == PLAIN
    assert len(text.data) == max(BLOCK, -(-len(written(what).encode()) // BLOCK) * BLOCK)
    assert opened(game(), HERE, text, None) == what


def test_everything_in_a_container_reads_back() -> None:
    order = parse_order("A PAR - BUR")
    lines = (OrderLine("A PAR - BUR", order), OrderLine("paris to burgundy", order), OrderLine("what about Spain"))
    for what in (
        Contents(),
        Contents(()),
        Contents(lines),
        Contents(vote="draw"),
        Contents(read=12),
        Contents(read=123_456_789),
        Contents(notes="one\n\nthree"),
        Contents(later=(LaterLine("FRANCE", FALL, "A BUR - MUN"),)),
        Contents(lines, "note", "no", (LaterLine("FRANCE", FALL, "A BUR - MUN"),), 3),
    ):
        assert read(written(what).encode(), "FRANCE", PhaseKind.MOVEMENT) == what


@pytest.mark.parametrize("text", ["read: x", "read: -1", "read: 1234567890", "letter12", "> A PAR - BUR\n!", "@ F1901M", "note"])
def test_what_no_seat_wrote_is_not_read_as_something_else(text: str) -> None:
    found = read(text.encode(), "FRANCE", PhaseKind.MOVEMENT)
    assert found is None or found == Contents(later=(LaterLine("FRANCE", FALL, ""),))


def test_a_container_of_another_scheme_is_not_guessed_at() -> None:
    text = sealed(game(), HERE, "FRANCE", Contents(notes="x"), None, is_draft=True)
    with pytest.raises(EditError, match="What FRANCE has sealed cannot be opened here"):
        opened(game(), HERE, replace(text, scheme="rot13"), KEY)
    locked = sealed(game(), HERE, "FRANCE", Contents(notes="x"), KEY, is_draft=True)
    assert locked.scheme == LOCKED
    with pytest.raises(EditError, match="cannot be opened here"):
        opened(game(), HERE, locked, None)


def test_closing_a_seat_leaves_the_containers_of_others_and_replaces_its_own() -> None:
    italy = SealedOrders("ITALY", PLAIN, b"closed", True)
    before = seal_orders(seal_orders(game(), MAIN, italy), MAIN, SealedOrders("FRANCE", PLAIN, b"old", True))
    found = close(before, MAIN, "FRANCE", None, is_draft=False, with_vote=True, read=4).turn(HERE).sealed
    assert [(each.power, each.is_draft) for each in found] == [("ITALY", True), ("FRANCE", False)]
    assert found[0] == italy


def test_how_many_letters_were_read_is_known_from_the_last_container_of_any_phase() -> None:
    assert last_kept(game(), MAIN, "FRANCE", KEY).read == 0
    first = close(game(), MAIN, "FRANCE", KEY, is_draft=False, with_vote=False, read=4)
    assert last_kept(first, MAIN, "FRANCE", KEY).read == 4
    later = process(first)
    assert last_kept(later, MAIN, "FRANCE", KEY).read == 4
    second = close(later, MAIN, "FRANCE", KEY, is_draft=True, with_vote=False, read=6)
    assert last_kept(second, MAIN, "FRANCE", KEY).read == 6
    assert last_kept(second, MAIN, "ITALY", KEY).read == 0


def test_notes_left_behind_come_along_only_where_the_seat_has_nothing_here() -> None:
    later = process(close(game(), MAIN, "FRANCE", KEY, is_draft=False, with_vote=False))
    written_anew = set_lines(later, MAIN, "FRANCE", "A BUR H")
    assert open_up(written_anew, MAIN, "FRANCE", KEY) == written_anew
    noted = with_notes(later, "FRANCE", "fresh")
    assert open_up(noted, MAIN, "FRANCE", KEY) == noted
    come_along = open_up(later, MAIN, "FRANCE", KEY)
    assert come_along.notes["FRANCE"] == "FRANCE thinks"
    assert container_of(come_along, Cursor(MAIN, 0), "FRANCE") is None
    assert open_up(new_game(standard()), MAIN, "TURKEY", None).notes == {}


# ---------------------------------------------------------------------- what comes from outside


def at_table(found: Game, **seats: Seat) -> Game:
    made = first_table(found)
    for power, seat in seats.items():
        made = made.with_seat(replace(seat, name=made.seat(power).name))
    return with_table(found, replace(made, secret_votes=True))


def test_lines_put_into_a_file_are_drafts_of_their_seats_where_nothing_was_sealed() -> None:
    found = tidied(at_table(game()), MAIN, {"FRANCE": KEY})
    turn = found.turn(HERE)
    assert (turn.orders, dict(found.notes)) == ({}, {})
    containers = {each.power: each for each in turn.sealed}
    assert {power: (each.scheme, each.is_draft) for power, each in containers.items()} == {"FRANCE": (LOCKED, True), "ITALY": (PLAIN, True)}
    inside = opened(found, HERE, containers["FRANCE"], KEY)
    assert ([line.text for line in inside.lines or ()], inside.vote, inside.notes) == (["A PAR - BUR"], "draw", "FRANCE thinks")


def test_what_was_sealed_counts_and_not_what_stands_beside_it() -> None:
    closed = close(game(), MAIN, "FRANCE", KEY, is_draft=False, with_vote=True)
    container = container_of(closed, HERE, "FRANCE")
    beside = with_notes(set_lines(at_table(closed), MAIN, "FRANCE", "A PAR - PIC"), "FRANCE", "put there by hand")
    found = tidied(beside, MAIN, {})
    assert "FRANCE" not in found.turn(HERE).orders
    assert "FRANCE" not in found.notes
    assert container_of(found, HERE, "FRANCE") == container


def test_what_stands_beside_one_seal_costs_no_other_seat_its_notes() -> None:
    closed = close(game(), MAIN, "FRANCE", KEY, is_draft=False, with_vote=True)
    beside = with_notes(with_notes(at_table(closed), "FRANCE", "put there by hand"), "ITALY", "Italy's own")
    found = tidied(beside, MAIN, {})
    container = container_of(found, HERE, "ITALY")
    assert container is not None
    assert opened(found, HERE, container, None).notes == "Italy's own"


def test_notes_alone_are_put_away_too_and_an_opponents_lines_are_dropped() -> None:
    bare = with_notes(new_game(standard(), game_id="7f3a0b21"), "FRANCE", "alone")
    found = tidied(at_table(bare), MAIN, {})
    assert dict(found.notes) == {}
    assert container_of(found, HERE, "FRANCE") is not None
    assert container_of(found, HERE, "ITALY") is None
    machine = tidied(at_table(game(), ITALY=Seat("ITALY", decider=Decider.OPPONENT, opponent="steady")), MAIN, {})
    assert "ITALY" not in machine.turn(HERE).orders
    assert container_of(machine, HERE, "ITALY") is None


def test_a_game_without_a_table_is_left_as_it_is() -> None:
    assert tidied(game(), MAIN, {}) == game()


def test_the_seals_of_the_game_before_stand_in_one_read_again_in_the_same_phase_only() -> None:
    before = close(game(), MAIN, "FRANCE", None, is_draft=False, with_vote=False)
    own = container_of(before, HERE, "FRANCE")
    beside = SealedOrders("ITALY", PLAIN, b"x", True)
    forged = seal_orders(seal_orders(game(), MAIN, SealedOrders("FRANCE", PLAIN, b"forged", False)), MAIN, beside)
    found = with_containers_of(forged, before, MAIN)
    assert container_of(found, HERE, "FRANCE") == own
    assert container_of(found, HERE, "ITALY") == beside
    later = process(new_game(standard()))
    assert with_containers_of(later, before, MAIN) == later


# ---------------------------------------------------------------------- seats and locks


def test_who_decides_for_a_seat_in_a_word() -> None:
    assert [
        Seat("FRANCE", "France", Decider.PERSON, "Cleo").who,
        Seat("FRANCE", "France", Decider.PERSON).who,
        Seat("FRANCE").who,
        Seat("FRANCE", decider=Decider.OPPONENT, opponent="steady").who,
        Seat("FRANCE", decider=Decider.OPPONENT, opponent=f"{PROGRAM}zed").who,
        Seat("FRANCE", decider=Decider.OPPONENT).who,
        Seat("FRANCE", decider=Decider.GAME_MASTER, person="Tom").who,
        Seat("FRANCE", decider=Decider.GAME_MASTER).who,
        Seat("FRANCE", decider=Decider.ABSENT, person="Tom").who,
    ] == ["Cleo", "France", "FRANCE", "steady", "zed", "Opponent", "Tom", "Game master", "Absent"]
    assert Seat("FRANCE", opponent="steady").program == ""


def test_only_people_here_are_people_of_the_table() -> None:
    made = first_table(game()).with_people({"FRANCE": "Cleo"})
    for power, decider in (("ITALY", Decider.OPPONENT), ("RUSSIA", Decider.ABSENT), ("TURKEY", Decider.GAME_MASTER)):
        made = made.with_seat(replace(made.seat(power), decider=decider))
    assert [power for powers in made.people.values() for power in powers] == ["AUSTRIA", "ENGLAND", "FRANCE", "GERMANY"]
    assert made.person_of("FRANCE") == "Cleo"
    with pytest.raises(EditError, match="No seat of this table is called MARS"):
        made.seat("MARS")


def test_a_lock_is_kept_for_people_alone_and_the_game_masters_only_with_a_game_master() -> None:
    made = first_table(game())
    made = made.with_seat(replace(made.seat("FRANCE"), lock=LOCK))
    made = made.with_seat(replace(made.seat("ITALY"), decider=Decider.OPPONENT, opponent="steady", lock=LOCK))
    kept = with_table(game(), replace(made, game_master_lock=LOCK)).table
    assert kept is not None
    assert set(kept.locks) == {"FRANCE"}
    with_master = table_of(with_table(game(), replace(made, game_master="Gil", game_master_lock=LOCK)))
    assert with_master is not None
    assert (with_master.lock_of("GM"), with_master.lock_of("FRANCE"), with_master.lock_of("ITALY")) == (LOCK, LOCK, None)


def test_what_a_newer_program_wrote_of_the_table_is_kept() -> None:
    further = replace(with_table(game(), first_table(game())), table=TableTerms(further=(("lamp", "on"),)))
    kept = with_table(further, first_table(further)).table
    assert kept is not None
    assert kept.further == (("lamp", "on"),)


def test_people_put_at_seats_bring_no_lock_of_who_sat_there() -> None:
    made = first_table(game())
    made = made.with_seat(replace(made.seat("FRANCE"), decider=Decider.ABSENT, lock=LOCK))
    placed = made.with_people({"FRANCE": "  Cleo   Ray "}).seat("FRANCE")
    assert (placed.decider, placed.person, placed.lock) == (Decider.PERSON, "Cleo Ray", None)
    assert person_name("x" * 60) == "x" * 60


@pytest.mark.parametrize(("secret", "kind"), [("1234", "PIN"), ("abcdefgh", "passphrase"), ("x" * 200, "passphrase"), ("1" * 200, "PIN")])
def test_the_shortest_and_the_longest_secrets_are_taken(secret: str, kind: str) -> None:
    assert str(checked_kind(secret)) == kind


@pytest.mark.parametrize("secret", ["123", "abcdefg", "1" * 201, " 123 "])
def test_one_character_less_or_more_is_not(secret: str) -> None:
    with pytest.raises(EditError, match="at least 4 digits, a passphrase at least 8 characters and at most 200"):
        checked_kind(secret)


def test_the_same_text_is_never_encrypted_the_same_way_twice() -> None:
    one, two = (encrypted(KEY, b"A PAR - BUR", b"") for _ in range(2))
    assert one[:12] != two[:12]
    assert len(one) == 12 + len(b"A PAR - BUR") + 16


def test_notes_of_a_game_cannot_be_changed_behind_its_back() -> None:
    assert isinstance(cleared(game(), MAIN, "FRANCE", with_vote=True).notes, MappingProxyType)


def test_notes_that_end_with_an_empty_line_are_read() -> None:
    found = read(b"> A PAR - BUR\n| Ask Italy.\n|", "FRANCE", PhaseKind.MOVEMENT)
    assert found is not None
    assert found.notes == "Ask Italy.\n"
