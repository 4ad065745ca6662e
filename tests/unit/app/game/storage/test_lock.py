"""A lock is free for others as soon as it is let go of."""

from __future__ import annotations

import os
from pathlib import Path
from threading import Event, Thread

import pytest

from app.game.storage.lock import FileLock


def test_a_lock_is_held_by_one_until_it_is_let_go_of(tmp_path: Path) -> None:
    first, second = FileLock(tmp_path / "game.lock"), FileLock(tmp_path / "game.lock")
    assert first.acquire()
    assert not second.acquire()
    first.release()
    assert second.acquire()
    second.release()


def test_programs_that_look_at_a_lock_take_neither_it_nor_one_another_for_its_holder(tmp_path: Path) -> None:
    path = tmp_path / "judge.lock"
    assert not FileLock(path).is_held()
    assert not path.exists()
    path.touch()
    looked: list[bool] = []

    def look() -> None:
        looked.extend(FileLock(path).is_held() for _ in range(500))

    threads = [Thread(target=look) for _ in range(4)]
    for each in threads:
        each.start()
    lock = FileLock(path)
    for each in threads:
        each.join()
    assert looked == [False] * 2_000
    assert lock.acquire()
    assert FileLock(path).is_held()
    assert not FileLock(path).acquire(tries=2)
    lock.release()
    assert not FileLock(path).is_held()


def test_a_lock_is_had_while_others_look_at_it(tmp_path: Path) -> None:
    path = tmp_path / "judge.lock"
    path.touch()
    over = Event()

    def look() -> None:
        while not over.is_set():
            FileLock(path).is_held()

    watcher = Thread(target=look)
    watcher.start()
    try:
        for _ in range(50):
            lock = FileLock(path)
            assert lock.acquire(tries=200)
            lock.release()
    finally:
        over.set()
        watcher.join()


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
