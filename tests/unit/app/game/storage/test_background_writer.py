"""Work in the background outlives any error of its pieces, and waiting for it has an end."""

from __future__ import annotations

import shutil
import threading
from functools import partial
from pathlib import Path

import pytest

from app.game.document import Document
from app.game.edits import process
from app.game.file_store import FileStore
from app.game.library import Library
from app.game.storage.atomic import Failure, StorageError
from app.game.storage.journal import MOST_TROUBLES, BackgroundWriter, Work
from app.game.storage.places import Places
from app.game.versions import Change, Touched
from tests.unit.app.game.play import fresh_game, ordered


class Collapse(BaseException):
    """Exception that no piece of work should raise."""


@pytest.mark.parametrize("error", [Collapse("gone"), ValueError("embedded null byte"), MemoryError(), SystemExit(3)])
def test_the_next_piece_is_done_whatever_the_last_one_raised_and_it_is_told(error: BaseException) -> None:
    done: list[str] = []
    told: list[str] = []
    behind = BackgroundWriter(lambda: told.append("told"))

    def fails() -> None:
        raise error

    behind.submit(fails, Work.JOURNAL)
    behind.submit(lambda: done.append("second"), Work.BACKUP)
    assert behind.finish()
    assert (done, told) == (["second"], ["told"])
    (trouble,) = behind.pop_errors()
    assert "keeping the game safe failed" in str(trouble)
    assert behind.pop_errors() == ()


def test_waiting_for_a_disk_that_does_not_answer_has_an_end() -> None:
    behind, answers = BackgroundWriter(), threading.Event()
    behind.submit(lambda: (answers.wait(), None)[1], Work.JOURNAL)
    assert not behind.finish(patience=0.01)
    answers.set()
    assert behind.finish()


def test_where_no_thread_can_be_had_the_work_is_done_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def none_left(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", none_left)
    done: list[str] = []
    behind = BackgroundWriter()
    behind.submit(lambda: done.append("first"), Work.JOURNAL)
    assert done == ["first"]
    assert behind.finish()


def in_the_way_of_backups(folder: Path) -> Path:
    """A file where the folder of backups should be."""
    blocked = folder / "data" / "backups"
    blocked.parent.mkdir(parents=True, exist_ok=True)
    blocked.write_text("in the way of the folder")
    return blocked


def kept(document: Document) -> None:
    store = document._store
    assert isinstance(store, FileStore)
    assert store._behind.finish()


def test_a_backup_that_fails_is_told_at_once_and_stays_true_until_a_later_one_is_made(tmp_path: Path) -> None:
    document = Library(Places(tmp_path / "settings", tmp_path / "data", tmp_path / "cache")).new(fresh_game())
    heard: list[str] = []
    document.when_trouble(lambda: heard.append("told"))
    blocked = in_the_way_of_backups(tmp_path)
    document.perform("Process", process(document.game))
    kept(document)
    assert heard == ["told"]
    document.perform("Order", ordered(document.game, "FRANCE", "A PAR - BUR"))
    assert "backups" in str(document.trouble), "an order that is kept makes no backup"
    document.save(tmp_path / "game.dpn")
    assert "backups" in str(document.trouble), "neither does saving the game"
    blocked.unlink()
    document.perform("Process", process(document.game))
    kept(document)
    assert document.trouble is None
    document.close(discard=True)


def test_listeners_hear_what_could_not_be_kept_behind_once(tmp_path: Path) -> None:
    document = Library(Places(tmp_path / "settings", tmp_path / "data", tmp_path / "cache")).new(fresh_game())
    in_the_way_of_backups(tmp_path)
    document.perform("Process", process(document.game))
    kept(document)
    heard: list[Change] = []
    document.subscribe(heard.append)
    document.hear_trouble()
    document.hear_trouble()
    assert [change.touched for change in heard] == [frozenset({Touched.TROUBLE})]
    assert document.settle() == (), "it was heard"
    document.close(discard=True)


def test_whoever_ends_with_a_game_is_told_all_that_failed_behind_and_nobody_heard(tmp_path: Path) -> None:
    library = Library(Places(tmp_path / "settings", tmp_path / "data", tmp_path / "cache"))
    for ending in (Document.settle, Document.close):
        document = library.new(fresh_game())
        blocked = in_the_way_of_backups(tmp_path)
        document.perform("Process", process(document.game))
        document.save(tmp_path / "game.dpn")
        kept(document)
        blocked.unlink()
        document.perform("Process", process(document.game))
        document.perform("Order", ordered(document.game, "FRANCE", "A PAR - BUR"))
        document.save()
        assert ["backups" in str(each) for each in ending(document)] == [True], "it is mended, yet a phase has no backup"
        document.close(discard=True)
        assert document.close() == ()
        shutil.rmtree(blocked)
        (tmp_path / "game.dpn").unlink()


def test_a_disk_that_does_not_answer_is_said_at_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    document = Library(Places(tmp_path / "settings", tmp_path / "data", tmp_path / "cache")).new(fresh_game())
    store = document._store
    assert isinstance(store, FileStore)
    monkeypatch.setattr(store._behind, "finish", lambda: False)
    (trouble,) = document.settle()
    assert "the disk did not answer for 20 seconds" in str(trouble)
    monkeypatch.undo()
    document.close(discard=True)


def test_of_many_different_troubles_a_few_are_kept_and_the_same_one_once() -> None:
    behind = BackgroundWriter()
    assert MOST_TROUBLES == 8
    for number in range(3 * MOST_TROUBLES):
        behind.submit(partial(fails_with, f"trouble {number // 2}"), Work.BACKUP)
    assert behind.finish()
    assert [str(each)[3:12] for each in behind.pop_errors()] == [f"trouble {at}" for at in range(MOST_TROUBLES)]
    assert str(behind.wrong).startswith(f".: trouble {3 * MOST_TROUBLES // 2 - 1}")
    assert behind.pop_errors() == ()


def test_what_is_wrong_with_one_kind_of_work_is_not_mended_by_another() -> None:
    behind = BackgroundWriter()
    behind.submit(partial(fails_with, "no journal"), Work.JOURNAL)
    behind.submit(partial(fails_with, "no backup"), Work.BACKUP)
    behind.submit(lambda: None, Work.BACKUP)
    assert behind.finish()
    assert "no journal" in str(behind.wrong)
    behind.mended(Work.BACKUP)
    assert "no journal" in str(behind.wrong)
    behind.mended(Work.JOURNAL)
    assert behind.wrong is None


def test_what_failed_last_is_said_before_what_failed_earlier() -> None:
    behind = BackgroundWriter()
    for words, work in (("no journal", Work.JOURNAL), ("no backup", Work.BACKUP), ("no journal again", Work.JOURNAL)):
        behind.submit(partial(fails_with, words), work)
    assert behind.finish()
    assert "no journal again" in str(behind.wrong)
    behind.mended(Work.JOURNAL)
    assert "no backup" in str(behind.wrong)


def fails_with(words: str) -> None:
    raise StorageError(Failure.OTHER, Path(), words)


def test_where_nobody_is_to_be_told_the_next_piece_is_done_and_the_trouble_kept() -> None:
    done: list[bool] = []
    behind = BackgroundWriter()

    def fails() -> None:
        raise ValueError("embedded null byte")

    behind.submit(fails, Work.JOURNAL)
    behind.submit(lambda: done.append(threading.current_thread().daemon), Work.JOURNAL)
    assert behind.finish()
    assert done == [True], "a disk that never answers keeps no program from ending"
    assert "keeping the game safe failed" in str(behind.pop_errors()[0])


def test_pieces_are_done_in_their_sequence_and_not_by_who_asks() -> None:
    done: list[tuple[int, int]] = []
    behind = BackgroundWriter()
    assert behind.finish(patience=0), "nothing was asked for"
    for number in range(4):
        behind.submit(partial(lambda at: done.append((at, threading.get_ident())), number), Work.BACKUP)
    assert behind.finish()
    assert [number for number, _ in done] == [0, 1, 2, 3]
    assert threading.get_ident() not in {ident for _, ident in done}
