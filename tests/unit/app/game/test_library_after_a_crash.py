"""Games that a crash left behind: what comes back, and which journals are there for it."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest

from app.game.edits import process, rename_game
from app.game.library import Library
from app.game.record import MAIN, Cursor
from app.game.storage.atomic import Failure, StorageError
from tests.unit.app.game.play import fresh_game, ordered, played_game
from tests.unit.app.game.saved_games import crash, saved, store_of


def test_a_new_game_that_was_never_saved_comes_back_after_a_crash() -> None:
    document = Library().new(fresh_game())
    document.perform("Order A PAR - BUR", ordered(document.game, "FRANCE", "A PAR - BUR"))
    crash(document)
    (found,) = Library().recoverable()
    assert found.recovered.path is None
    assert found.recovered.labels == ("Order A PAR - BUR",)
    again = Library().recover(found)
    assert again.game == document.game
    assert again.is_modified
    again.close(discard=True)
    assert Library().recoverable() == ()


def test_a_crash_leaves_the_file_as_it_was_and_the_edits_are_offered(tmp_path: Path) -> None:
    path = tmp_path / "g.dpn"
    document = saved(path)
    before = path.read_bytes()
    processed = process(document.game)
    document.perform("Process", processed, processed.last())
    crash(document)
    (found,) = Library().recoverable()
    assert found.recovered.path == path
    again = Library().recover(found)
    assert path.read_bytes() == before
    assert again.game == document.game
    assert again.cursor == processed.last()
    again.save()
    again.close()
    assert Library().open(path).game == document.game


def test_a_crash_right_after_a_save_leaves_nothing_to_bring_back(tmp_path: Path) -> None:
    document = saved(tmp_path / "g.dpn")
    crash(document)
    assert Library().recoverable() == ()


def test_a_game_that_is_brought_back_and_lost_again_comes_back_again(tmp_path: Path) -> None:
    document = Library().new(fresh_game())
    document.perform("Rename", rename_game(document.game, "One"))
    crash(document)
    again = Library().recover(Library().recoverable()[0])
    crash(again)
    (found,) = Library().recoverable()
    assert found.opened.game is not None
    assert found.opened.game.name == "One"


def test_a_game_that_is_open_is_nothing_to_bring_back() -> None:
    document = Library().new(fresh_game())
    document.perform("Rename", rename_game(document.game, "One"))
    assert Library().recoverable() == ()
    document.close()
    assert len(Library().recoverable()) == 1


def test_what_a_person_throws_away_is_gone() -> None:
    document = Library().new(fresh_game())
    document.perform("Rename", rename_game(document.game, "One"))
    document.close(discard=True)
    assert Library().recoverable() == ()
    document = Library().new(fresh_game())
    document.perform("Rename", rename_game(document.game, "One"))
    document.close()
    Library().discard(Library().recoverable()[0])
    assert Library().recoverable() == ()


def test_edits_that_came_back_count_with_those_made_since() -> None:
    document = Library().new(fresh_game())
    document.perform("Order A PAR - BUR", ordered(document.game, "FRANCE", "A PAR - BUR"))
    crash(document)
    again = Library().recover(Library().recoverable()[0])
    again.perform("Order A MAR - SPA", ordered(again.game, "FRANCE", "A MAR - SPA"))
    crash(again)
    (found,) = Library().recoverable()
    assert found.recovered.labels == ("Recover", "Order A MAR - SPA")
    assert found.recovered.edits == 1 + len(found.recovered.labels)


def test_a_journal_without_edits_is_taken_away_when_it_is_looked_at() -> None:
    library = Library()
    assert library.how_many_journals() == 0
    crash(library.new(fresh_game()))
    assert library.how_many_journals() == 1
    assert library.recoverable() == ()
    assert library.how_many_journals() == 0


def test_where_the_journals_cannot_be_listed_there_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def barred(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    crash(Library().new(fresh_game()))
    monkeypatch.setattr(Path, "glob", barred)
    assert Library().how_many_journals() == 0


def test_the_journal_of_a_game_in_no_file_is_named_for_the_game_whatever_its_name_holds() -> None:
    document = Library(on_demand=False).new(replace(fresh_game(), id="7e57/../ö" + "x" * 60))
    journal = store_of(document).journal
    assert journal is not None
    assert journal.name == "7e57_____" + "x" * 31 + "-0.journal"
    document.close()


def test_a_game_whose_journal_cannot_be_begun_is_left_to_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise StorageError(Failure.DISK_FULL, tmp_path, "the disk is full")

    saved(tmp_path / "g.dpn").close()
    with monkeypatch.context() as patched:
        patched.setattr("app.game.file_store.Journal.begin", full)
        with pytest.raises(StorageError, match="disk is full"):
            Library().open(tmp_path / "g.dpn")
    Library().open(tmp_path / "g.dpn").close()
    assert Library().how_many_journals() == 0


def test_a_game_that_gets_a_file_leaves_no_journal_under_its_old_name(tmp_path: Path) -> None:
    document = Library().new(fresh_game())
    document.save(tmp_path / "g.dpn")
    assert Library().how_many_journals() == 1
    document.close()
    assert Library().how_many_journals() == 0


def test_a_file_that_holds_all_that_the_journal_has_leaves_nothing_to_bring_back(tmp_path: Path) -> None:
    """The program died after it had saved and before it began the new journal."""
    document = saved(tmp_path / "g.dpn")
    document.perform("Rename", rename_game(document.game, "B"))
    crash(document)
    (found,) = Library().recoverable()
    (tmp_path / "g.dpn").write_text(found.recovered.text)
    assert Library().recoverable() == ()
    assert Library().how_many_journals() == 0


def test_a_game_comes_back_at_the_moment_that_was_shown() -> None:
    document = Library().new(played_game(3))
    document.perform("Rename", rename_game(document.game, "B"), Cursor(MAIN, 1))
    crash(document)
    again = Library().recover(Library().recoverable()[0])
    assert again.cursor == Cursor(MAIN, 1)
    again.close()


def test_edits_are_reported_with_the_time_they_were_made() -> None:
    before = int(time.time())
    document = Library().new(fresh_game())
    document.perform("Rename", rename_game(document.game, "B"))
    crash(document)
    (found,) = Library().recoverable()
    assert before <= found.recovered.begun <= found.recovered.ended <= time.time()


def test_a_journal_that_cannot_be_read_at_all_is_put_aside_and_kept() -> None:
    document = Library().new(fresh_game())
    document.perform("Rename", rename_game(document.game, "One"))
    crash(document)
    (journal,) = [found.recovered.journal for found in Library().recoverable()]
    journal.write_bytes(b"no journal\n")
    assert Library().recoverable() == ()
    assert not journal.exists()
    assert journal.with_suffix(".damaged").read_bytes() == b"no journal\n"
