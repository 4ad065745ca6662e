"""Processor time that a worker has used, on every system: the load of a busy machine costs a hook nothing."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from enum import Enum, auto
from types import TracebackType

import psutil

LOOK_EVERY = 0.02
"""Seconds between two looks at a worker that is running. The system's own clock of a process ticks every 10 to 16 ms."""


class Ended(Enum):
    """Reason that a worker was ended while it ran."""

    NOT = auto()
    """Worker that was not ended."""
    SPENT = auto()
    """Worker that had used the processor for as long as it may."""
    CANCELLED = auto()
    """Worker that is no longer waited for."""


class Watch:
    """Watches one call in a worker: ends the worker when its processor time is used up, or when it is no longer waited for.

    Args:
        process: the worker's process id; ``None`` where the engine does not tell it, and then nothing is measured and nothing is ended.
        limit: seconds of processor time that the call may use.
        is_cancelled: whether the call is no longer waited for.
    """

    def __init__(self, process: int | None, limit: float, is_cancelled: Callable[[], bool]) -> None:
        self._worker = _found(process)
        self._limit = limit
        self._is_cancelled = is_cancelled
        self._before = _seconds(self._worker)
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look, name="hook watch", daemon=True)
        self.ended = Ended.NOT
        self.spent = 0.0
        """Seconds of processor time that the call used, known when it is over."""

    def __enter__(self) -> Watch:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._over.set()
        self._thread.join()
        self._measure()

    def _look(self) -> None:
        while not self._over.wait(LOOK_EVERY):
            self._measure()
            if self._is_cancelled():
                self._end(Ended.CANCELLED)
            elif self.spent > self._limit:
                self._end(Ended.SPENT)
            if self.ended is not Ended.NOT:
                return

    def _measure(self) -> None:
        """Measure the worker; of one that has ended the last measurement counts."""
        self.spent = max(self.spent, _seconds(self._worker) - self._before)

    def _end(self, why: Ended) -> None:
        self.ended = why
        if self._worker is not None:
            with suppress(psutil.Error):
                self._worker.kill()


def _found(process: int | None) -> psutil.Process | None:
    try:
        return None if process is None else psutil.Process(process)
    except psutil.Error:
        return None


def _seconds(worker: psutil.Process | None) -> float:
    if worker is None:
        return 0.0
    try:
        times = worker.cpu_times()
    except psutil.Error:
        return 0.0
    return float(times.user + times.system)
