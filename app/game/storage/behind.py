"""Work on disk that nobody needs to wait for, done one piece after the other behind the back of whoever asked."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable

from app.game.storage.errors import StorageError


class Behind:
    """Does pieces of work in a thread of its own, which starts with the first of them and ends when there are none."""

    def __init__(self) -> None:
        self._work: deque[Callable[[], None]] = deque()
        self._changed = threading.Condition()
        self._is_running = False
        self._trouble: StorageError | None = None

    def do(self, piece: Callable[[], None]) -> None:
        """Do *piece* after all that was asked for before; a ``StorageError`` of it is kept for ``take_trouble``."""
        with self._changed:
            self._work.append(piece)
            if not self._is_running:
                self._is_running = True
                threading.Thread(target=self._run, name="behind", daemon=True).start()

    def finish(self) -> None:
        """Wait until all that was asked for is done."""
        with self._changed:
            self._changed.wait_for(lambda: not self._is_running)

    def take_trouble(self) -> StorageError | None:
        """What went wrong since this was asked last, if anything."""
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
            except StorageError as error:
                with self._changed:
                    self._trouble = error
