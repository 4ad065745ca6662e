"""Contents of a seat lie in a container that opens for it alone, in its phase alone, and whose length tells nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.phase import Phase, PhaseKind
from app.game.edits import new_game, process, set_lines
from app.game.entries import KeyWork
from app.game.mail_edits import keep_for_later
from app.game.record import MAIN, Cursor, EditError, Game
from app.game.table_edits import cast_vote
from app.hotseat.locks import new_lock
from app.hotseat.sealing import Contents, close, container_of, contents, kept_secret, open_up, read, sealed, with_notes, written
from tests.unit.app.game.play import seal_orders
from variants import standard

LOCK, KEY = new_lock("4711", KeyWork(2, 1, 1))
LINES = "A PAR - BUR\nf bre to the mid-atlantic\nwhat about Spain | really"


def game(lines: str | None = LINES, notes: str = "Ask Italy.\n\n| not a mark") -> Game:
    fresh = new_game(standard(), "Straits of Iron", game_id="7f3a0b21")
    written_in = fresh if lines is None else set_lines(fresh, MAIN, "FRANCE", lines)
    return with_notes(written_in, "FRANCE", notes)


@pytest.mark.parametrize("key", [KEY, None], ids=["locked", "plain"])
@pytest.mark.parametrize("is_draft", [True, False])
@pytest.mark.parametrize("lines", [LINES, "", None])
def test_a_seat_that_is_closed_and_opened_again_is_as_it_was(key: bytes | None, is_draft: bool, lines: str | None) -> None:
    before = cast_vote(game(lines), MAIN, "FRANCE", "draw")
    closed = close(before, MAIN, "FRANCE", key, is_draft=is_draft, with_vote=True)
    assert open_up(closed, MAIN, "FRANCE", key) == before


def test_lines_for_later_phases_are_the_seats_own_too() -> None:
    before = keep_for_later(game(), MAIN, "FRANCE", Phase.of("F1901M"), "A Bur - Mun")
    closed = close(before, MAIN, "FRANCE", KEY, is_draft=True, with_vote=False)
    assert closed.turn(closed.last()).later == ()
    assert open_up(closed, MAIN, "FRANCE", KEY) == before


def test_nothing_of_a_closed_seat_stands_in_the_game() -> None:
    closed = close(cast_vote(game(), MAIN, "FRANCE", "draw"), MAIN, "FRANCE", KEY, is_draft=False, with_vote=True)
    turn = closed.turn(closed.last())
    assert "FRANCE" not in turn.orders
    assert turn.votes == ()
    assert dict(closed.notes) == {}
    container = container_of(closed, closed.last(), "FRANCE")
    assert container is not None
    assert b"PAR" not in container.data


def test_the_length_of_a_container_tells_nothing() -> None:
    sizes = set()
    for lines in (None, "", "A PAR - BUR", LINES):
        container = container_of(close(game(lines, ""), MAIN, "FRANCE", KEY, is_draft=True, with_vote=False), Cursor(MAIN, 0), "FRANCE")
        assert container is not None
        sizes.add(len(container.data))
    assert len(sizes) == 1


def test_a_wrong_key_a_changed_state_another_power_and_another_game_open_nothing() -> None:
    closed = close(game(), MAIN, "FRANCE", KEY, is_draft=True, with_vote=False)
    container = container_of(closed, closed.last(), "FRANCE")
    assert container is not None
    with pytest.raises(EditError, match="cannot be opened here"):
        open_up(closed, MAIN, "FRANCE", None)
    moved = replace(container, power="ITALY")
    for other, power, key in (
        (closed, "FRANCE", bytes(32)),
        (seal_orders(closed, MAIN, replace(container, is_draft=False)), "FRANCE", KEY),
        (seal_orders(closed, MAIN, moved), "ITALY", KEY),
        (replace(closed, id="00000000"), "FRANCE", KEY),
    ):
        with pytest.raises(EditError, match="changed by another program"):
            open_up(other, MAIN, power, key)


def test_an_order_of_last_season_cannot_be_brought_back() -> None:
    closed = close(game(), MAIN, "FRANCE", KEY, is_draft=False, with_vote=False)
    container = container_of(closed, closed.last(), "FRANCE")
    assert container is not None
    later = process(closed)
    with pytest.raises(EditError, match="changed by another program"):
        open_up(seal_orders(later, MAIN, container), MAIN, "FRANCE", KEY)


def test_notes_follow_their_power_into_the_next_phase_and_orders_do_not() -> None:
    later = process(close(game(), MAIN, "FRANCE", KEY, is_draft=False, with_vote=False))
    opened = open_up(later, MAIN, "FRANCE", KEY)
    assert opened.notes["FRANCE"].startswith("Ask Italy.")
    assert "FRANCE" not in opened.turn(opened.last()).orders
    assert container_of(opened, Cursor(MAIN, 0), "FRANCE") is None


def test_what_reaches_a_disk_while_a_seat_is_open_has_its_container_in_its_place() -> None:
    whole = game()
    container = sealed(whole, whole.last(), "FRANCE", contents(whole, MAIN, "FRANCE", with_vote=False), KEY, is_draft=True)
    kept = kept_secret(whole, MAIN, "FRANCE", container, with_vote=False)
    assert "FRANCE" not in kept.turn(kept.last()).orders
    assert open_up(kept, MAIN, "FRANCE", KEY) == whole


def test_lines_that_nobody_could_read_come_back_as_they_were() -> None:
    lines = game().turn(Cursor(MAIN, 0)).orders["FRANCE"]
    assert lines[-1].order is None
    again = read(written(Contents(lines)).encode(), "FRANCE", PhaseKind.MOVEMENT)
    assert again is not None
    assert [line.text for line in again.lines or ()] == [line.text for line in lines]


@pytest.mark.parametrize("data", [b"\xff", b"> A PAR hop", b"hello", b"@ soon A PAR H", b"> A PAR - BUR\nwhat"])
def test_a_container_with_anything_else_in_it_is_refused(data: bytes) -> None:
    assert read(data, "FRANCE", PhaseKind.MOVEMENT) is None


def test_notes_that_are_too_long_to_be_kept_are_refused() -> None:
    with pytest.raises(EditError, match="at most 20,000"):
        with_notes(game(), "FRANCE", "x" * 20_001)
