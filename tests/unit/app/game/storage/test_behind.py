"""Work in the background outlives any error of its pieces, and waiting for it has an end."""

from __future__ import annotations

import threading
from functools import partial
from pathlib import Path

import pytest

from app.game.edits import process
from app.game.file_store import FileStore
from app.game.library import Library
from app.game.storage.behind import Behind
from app.game.storage.places import Places
from tests.unit.app.game.play import fresh_game, ordered


class Collapse(BaseException):
    """Exception that no piece of work should raise."""


@pytest.mark.parametrize("error", [Collapse("gone"), ValueError("embedded null byte"), MemoryError(), SystemExit(3)])
def test_the_next_piece_is_done_whatever_the_last_one_raised_and_it_is_told(error: BaseException) -> None:
    done: list[str] = []
    told: list[str] = []
    behind = Behind(lambda: told.append("told"))

    def fails() -> None:
        raise error

    behind.do(fails)
    behind.do(lambda: done.append("second"))
    assert behind.finish()
    assert (done, told) == (["second"], ["told"])
    trouble = behind.take_trouble()
    assert trouble is not None
    assert "keeping the game safe failed" in str(trouble)
    assert behind.take_trouble() is None


def test_waiting_for_a_disk_that_does_not_answer_has_an_end() -> None:
    behind, answers = Behind(), threading.Event()
    behind.do(lambda: (answers.wait(), None)[1])
    assert not behind.finish(patience=0.01)
    answers.set()
    assert behind.finish()


def test_where_no_thread_can_be_had_the_work_is_done_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def none_left(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", none_left)
    done: list[str] = []
    behind = Behind()
    behind.do(lambda: done.append("first"))
    assert done == ["first"]
    assert behind.finish()


def test_what_went_wrong_behind_is_said_with_an_edit(tmp_path: Path) -> None:
    document = Library(Places(tmp_path / "settings", tmp_path / "data", tmp_path / "cache")).new(fresh_game())
    store = document._store
    assert isinstance(store, FileStore)
    heard: list[str] = []
    document.when_trouble(lambda: heard.append("told"))
    (tmp_path / "data" / "backups").write_text("in the way of the folder")
    document.perform("Process", process(document.game))
    assert store.settle()
    assert heard == ["told"]
    said = [document.trouble]  # the disk may have been quicker than the edit itself
    document.perform("Order", ordered(document.game, "FRANCE", "A PAR - BUR"))
    said.append(document.trouble)
    assert ["backups" in str(each) for each in said if each is not None] == [True]
    document.close(discard=True)


def test_where_nobody_is_to_be_told_the_next_piece_is_done_and_the_trouble_kept() -> None:
    done: list[bool] = []
    behind = Behind()

    def fails() -> None:
        raise ValueError("embedded null byte")

    behind.do(fails)
    behind.do(lambda: done.append(threading.current_thread().daemon))
    assert behind.finish()
    assert done == [True], "a disk that never answers keeps no program from ending"
    assert "keeping the game safe failed" in str(behind.take_trouble())


def test_pieces_are_done_in_their_sequence_and_not_by_who_asks() -> None:
    done: list[tuple[int, int]] = []
    behind = Behind()
    assert behind.finish(patience=0), "nothing was asked for"
    for number in range(4):
        behind.do(partial(lambda at: done.append((at, threading.get_ident())), number))
    assert behind.finish()
    assert [number for number, _ in done] == [0, 1, 2, 3]
    assert threading.get_ident() not in {ident for _, ident in done}
