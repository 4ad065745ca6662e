"""Work behind outlives whatever its pieces raise, and nobody waits for it for ever."""

from __future__ import annotations

import threading

import pytest

from app.game.storage.behind import Behind


class Collapse(BaseException):
    """What no piece of work should raise."""


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
