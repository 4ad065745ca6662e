"""Work on disk in the background, done one piece after the other."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from pathlib import Path

from app.game.storage.errors import StorageError
from languages import tr

PATIENCE = 20.0
"""Seconds that anybody waits for a disk that does not answer."""


class Behind:
    """Does pieces of work in a thread of its own, which starts with the first of them and ends when there are none.

    Args:
        tell: called, on that thread, when something went wrong; ``take_trouble`` says what.
    """

    def __init__(self, tell: Callable[[], None] | None = None) -> None:
        self._work: deque[Callable[[], None]] = deque()
        self._changed = threading.Condition()
        self._is_running = False
        self._trouble: StorageError | None = None
        self.tell = tell

    def do(self, piece: Callable[[], None]) -> None:
        """Do *piece* after all that was asked for before. Whatever it raises is kept for ``take_trouble``, and the next piece is done."""
        with self._changed:
            self._work.append(piece)
            if self._is_running:
                return
            self._is_running = True
        try:
            threading.Thread(target=self._run, name="behind", daemon=True).start()
        except RuntimeError:  # the system has no more threads: then it is done here and now
            self._run()

    def finish(self, patience: float = PATIENCE) -> bool:
        """Wait until all that was asked for is done, *patience* seconds at most; whether it is."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._is_running, timeout=patience)

    def take_trouble(self) -> StorageError | None:
        """Return the error since the last call, if any, and clear it."""
        with self._changed:
            trouble, self._trouble = self._trouble, None
            return trouble

    def _run(self) -> None:
        while True:
            with self._changed:
                if not self._work:
                    self._is_running = False
                    self._changed.notify_all()
                    return
                piece = self._work.popleft()
            try:
                piece()
            except BaseException as error:  # noqa: BLE001 - a thread that dies of it would keep everybody waiting
                with self._changed:
                    self._trouble = StorageError.of(error, Path(), tr("keeping the game safe"))
                if self.tell is not None:
                    self.tell()
