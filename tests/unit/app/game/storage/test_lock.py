"""A lock is free for others as soon as it is let go of."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from app.game.storage.lock import FileLock


def test_a_lock_is_held_by_one_until_it_is_let_go_of(tmp_path: Path) -> None:
    first, second = FileLock(tmp_path / "game.lock"), FileLock(tmp_path / "game.lock")
    assert first.acquire()
    assert not second.acquire()
    first.release()
    assert second.acquire()
    second.release()


def test_a_lock_that_was_let_go_of_is_free_while_a_process_that_is_being_started_has_its_handle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between its fork and its own program it has a copy of every handle."""
    opened: list[int] = []
    really_open = os.open

    def opening(path: Path, flags: int, mode: int = 0o777) -> int:
        opened.append(really_open(path, flags, mode))
        return opened[-1]

    lock = FileLock(tmp_path / "game.lock")
    with monkeypatch.context() as patch:
        patch.setattr(os, "open", opening)
        assert lock.acquire()
    copies = [os.dup(handle) for handle in opened]
    try:
        lock.release()
        again = FileLock(tmp_path / "game.lock")
        assert again.acquire()
        again.release()
    finally:
        for copy in copies:
            os.close(copy)
