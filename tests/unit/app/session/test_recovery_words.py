"""Report on edits that a crash left behind: their number and times, the phase of the game, and the state of its file."""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from app.game.edits import new_game
from app.game.library import FileState, Library, Recoverable
from app.session.recovery import BOTH_SIDES, DROP, LEAVE, TAKE, day_part, file_words, left_words, newer_words, question, recovered_title
from tests.quick import one_by_one
from tests.unit.app.game.play import ordered
from tests.unit.app.game.saved_games import crash
from variants.catalogue import standard

MORNING = 1_790_000_000
"""21 September 2026, 14:13:20 UTC."""


@pytest.fixture(autouse=True)
def in_greenwich(monkeypatch: pytest.MonkeyPatch) -> None:
    import time

    monkeypatch.setenv("TZ", "UTC")
    time.tzset()


def left(path: Path | None = None, edits: int = 1) -> Recoverable:
    """A game with *edits* that are not saved, the first made at ``MORNING`` and each a minute after the last."""
    document = Library().new(new_game(standard(), "Straits of Iron"))
    if path is not None:
        document.save(path)
    for order in ("A PAR - BUR", "A MAR - SPA", "F BRE - MAO")[:edits]:
        document.perform(f"Order {order}", ordered(document.game, "FRANCE", order))
    crash(document)
    (found,) = Library().recoverable()
    return timed(found, MORNING, MORNING + 60 * (edits - 1))


def timed(found: Recoverable, begun: int, ended: int) -> Recoverable:
    return Recoverable(replace(found.recovered, begun=begun, ended=ended), found.data, found._shelf)


def test_one_edit_of_a_game_in_no_file_is_reported_with_its_moment_and_its_phase() -> None:
    assert left_words(left()) == (
        "1 change that is not saved, made on 21 September 2026, 14:13. The game is in Spring 1901, movement. It was never saved."
    )


def test_edits_of_one_day_are_reported_with_the_day_once() -> None:
    assert left_words(left(edits=3)).startswith("3 changes that are not saved, made on 21 September 2026, 14:13 to 14:15.")


def test_edits_of_two_days_are_reported_with_both() -> None:
    found = timed(left(), MORNING, MORNING + 24 * 60 * 60)
    assert "made on 21 September 2026, 14:13 to 22 September 2026, 14:13." in left_words(found)


@pytest.mark.parametrize(("begun", "ended"), [(0, MORNING), (0, 0), (10**30, MORNING), (-(10**30), 0)])
def test_a_moment_that_no_clock_shows_is_not_known(begun: int, ended: int) -> None:
    assert "made at a time that is not known." in left_words(timed(left(), begun, ended))


def test_an_end_that_no_clock_shows_leaves_the_beginning() -> None:
    assert "made on 21 September 2026, 14:13." in left_words(timed(left(), MORNING, 10**30))


def test_a_damaged_journal_is_said_to_be_damaged() -> None:
    found = left()
    assert "damaged" not in left_words(found)
    hurt = Recoverable(replace(found.recovered, damage="line 2 of 3 is damaged"), found.data, found._shelf)
    assert left_words(hurt).endswith("A part of it is damaged: line 2 of 3 is damaged.")


def test_a_file_that_is_as_it_was_is_named(tmp_path: Path) -> None:
    path = tmp_path / "g.dpn"
    found = left(path)
    assert found.file_state is FileState.AS_IT_WAS
    assert left_words(found).endswith(f"It was last saved in {path}.")
    text, answers = question(found, 0)
    assert text == f"The program ended while g.dpn was open. {left_words(found)}"
    assert answers == (TAKE, LEAVE, DROP)
    assert question(found, 1)[0].endswith("1 older version that was not saved is on the start page.")
    assert question(found, 2)[0].endswith("2 older versions that were not saved are on the start page.")


def test_a_file_that_is_gone_is_said_to_be_gone(tmp_path: Path) -> None:
    path = tmp_path / "g.dpn"
    left(path)
    path.unlink()
    (found,) = Library().recoverable()
    assert left_words(found).endswith(f"Its file {path} is not there or cannot be read.")
    assert "it was last written at a time that is not known and holds 0 phases." in file_words(found)


def test_a_file_that_was_changed_since_is_reported_beside_what_was_lost(tmp_path: Path) -> None:
    path = tmp_path / "g.dpn"
    left(path, edits=2)
    path.write_text(path.read_text() + "# by hand\n")
    os.utime(path, (MORNING + 3600, MORNING + 3600))
    (found,) = Library().recoverable()
    found = timed(found, MORNING, MORNING + 60)
    assert found.file_state is FileState.CHANGED
    of_file = "it was last written on 21 September 2026, 15:13 and holds 1 phase. The game is in Spring 1901, movement."
    assert file_words(found) == of_file
    assert f"{path} was changed since: {of_file}" in left_words(found)
    text, answers = question(found, 0)
    assert answers == (LEAVE, BOTH_SIDES, DROP)
    assert text.split("\n\n") == [
        "g.dpn was changed after the program ended with changes that were not saved, so there are two versions of this game.",
        f"The file: {of_file}",
        "What was not saved: 2 changes, made on 21 September 2026, 14:13 to 14:14; 1 phase. The game is in Spring 1901, movement.",
        "It comes back as a second game, to be saved under another name; the file stays as it is.",
    ]
    assert question(found, 2)[0].endswith("2 older versions that were not saved are on the start page.")


def test_a_game_in_no_file_goes_by_its_name() -> None:
    assert question(left(), 0)[0].startswith("The program ended while Straits of Iron was open.")
    assert "it was last written at a time that is not known" in file_words(left_again())


def left_again() -> Recoverable:
    (found,) = Library().recoverable()
    return found


@one_by_one(
    ("moment", "said"),
    [
        ("2026-11-28 19:30", "this evening"),
        ("2026-11-28 15:00", "this afternoon"),
        ("2026-11-28 09:00", "this morning"),
        ("2026-11-28 01:00", "last night"),
        ("2026-11-27 21:00", "yesterday evening"),
        ("2026-11-27 14:00", "yesterday afternoon"),
        ("2026-11-27 08:00", "yesterday morning"),
        ("2026-11-27 02:00", "27 November 2026"),
        ("2026-11-20 21:00", "20 November 2026"),
        ("2026-11-29 21:00", "29 November 2026"),
        (None, "an unknown day"),
    ],
)
def test_a_moment_is_told_as_people_tell_it(moment: str | None, said: str) -> None:
    now = datetime.fromisoformat("2026-11-28 20:00")
    assert day_part(None if moment is None else datetime.fromisoformat(moment), now) == said


def test_a_recovered_game_is_told_without_a_path(tmp_path: Path) -> None:
    path = tmp_path / "g.dpn"
    found = left(path, edits=2)
    now = datetime.fromtimestamp(MORNING).astimezone()
    assert newer_words(found, now) == "Your game of this afternoon, 2 changes newer than the file."
    assert recovered_title(found) == "Straits of Iron · Spring 1901, movement"
    path.write_text(path.read_text() + "# by hand\n")
    (found,) = Library().recoverable()
    assert "The file was changed since." in newer_words(timed(found, MORNING, MORNING), now)
    path.unlink()
    (found,) = Library().recoverable()
    assert newer_words(timed(found, MORNING, MORNING), now) == "Your game of this afternoon. Its file is not there any more."


def test_a_recovered_game_in_no_file_was_never_saved() -> None:
    assert newer_words(left(), datetime.fromtimestamp(MORNING).astimezone()) == "Your game of this afternoon, never saved."
