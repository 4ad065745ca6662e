"""Work on disk in the background, done one piece after the other."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from enum import Enum, auto
from pathlib import Path

from app.game.storage.atomic import Failure, StorageError
from languages import tr

PATIENCE = 20.0
"""Seconds that anybody waits for a disk that does not answer."""


MOST_TROUBLES = 8
"""Different troubles that are kept until they are taken."""


class Work(Enum):
    """Kind of a piece of work: where one of a kind succeeds, what was wrong with that kind is mended."""

    JOURNAL = auto()
    BACKUP = auto()


class BackgroundWriter:
    """Does pieces of work in a thread of its own, which starts with the first of them and ends when there are none.

    Args:
        tell: called, on that thread, when something went wrong; ``pop_errors`` says what.
    """

    def __init__(self, tell: Callable[[], None] | None = None) -> None:
        self._work: deque[tuple[Callable[[], None], Work]] = deque()
        self._changed = threading.Condition()
        self._is_running = False
        self._wrong: dict[Work, StorageError] = {}
        self._troubles: dict[str, StorageError] = {}
        self.tell = tell

    def submit(self, piece: Callable[[], None], work: Work) -> None:
        """Do *piece* after all that was asked for before. Whatever it raises is kept for ``pop_errors``, and the next piece is done."""
        with self._changed:
            self._work.append((piece, work))
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

    @property
    def wrong(self) -> StorageError | None:
        """Error of the last kind of work that failed, and of which no later piece succeeded."""
        with self._changed:
            return next(reversed(self._wrong.values()), None)

    def mended(self, work: Work) -> None:
        """Take note that *work* was done in another way."""
        with self._changed:
            self._wrong.pop(work, None)

    def pop_errors(self) -> tuple[StorageError, ...]:
        """Return the different errors since the last call, mended by now or not, and clear them."""
        with self._changed:
            troubles = tuple(self._troubles.values())
            self._troubles.clear()
            return troubles

    def _run(self) -> None:
        while True:
            with self._changed:
                if not self._work:
                    self._is_running = False
                    self._changed.notify_all()
                    return
                piece, work = self._work.popleft()
            try:
                piece()
            except BaseException as error:  # noqa: BLE001 - a thread that dies of it would keep everybody waiting
                self._note(work, StorageError.of(error, Path(), tr("keeping the game safe")))
            else:
                self.mended(work)

    def _note(self, work: Work, trouble: StorageError) -> None:
        with self._changed:
            self._wrong.pop(work, None)
            self._wrong[work] = trouble
            if len(self._troubles) < MOST_TROUBLES:
                self._troubles[str(trouble)] = trouble
        if self.tell is not None:
            self.tell()


def unanswered(path: Path) -> StorageError:
    """Error of a disk that did not come to an end in ``PATIENCE`` seconds."""
    why = tr("keeping the game safe failed: the disk did not answer for {seconds} seconds", seconds=round(PATIENCE))
    return StorageError(Failure.OTHER, path, why)
