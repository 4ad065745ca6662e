"""Budget of a search: an amount of work or a time, whichever ends first."""

from __future__ import annotations

import time
from collections.abc import Callable

WORK = 50_000
"""Joint orders that are weighed where no time is given: about half a second on one core. The same work gives the same orders."""


class Budget:
    """Budget of a search.

    Args:
        seconds: how long it may think; as long as *work* lasts unless given.
        work: how many joint orders it may weigh; as many as the time lasts where it is ``None``.
        clock: tells the time, in seconds that only go forward.
        is_stopped: asked again and again; nothing is left once it says yes.
    """

    def __init__(
        self,
        seconds: float | None = None,
        work: int | None = WORK,
        clock: Callable[[], float] = time.monotonic,
        is_stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        if seconds is None and work is None:
            raise ValueError("a search needs an end: seconds or work")
        self._clock, self._is_stopped = clock, is_stopped
        self._began = clock()
        self._seconds, self._work = seconds, work
        self.spent = 0
        """Joint orders weighed so far."""

    @property
    def seconds(self) -> float:
        """Seconds since it began."""
        return self._clock() - self._began

    def spend(self, count: int) -> None:
        """Note that *count* joint orders were weighed."""
        self.spent += count

    def holds(self, work: int, part: float = 1.0) -> bool:
        """Return True if this *part* of the whole budget is enough for so much *work*; time is taken to go as fast as it went so far."""
        if self._work is not None and self._work * part < work:
            return False
        if self._seconds is None:
            return True
        each = (self._clock() - self._began) / self.spent if self.spent else 0.0
        return each * work <= self._seconds * part

    def go_on(self, part: float = 1.0) -> bool:
        """Return True if there is anything left of this *part* of it, from 0 to 1, counted from the start."""
        if self._is_stopped() or (self._work is not None and self.spent >= self._work * part):
            return False
        return self._seconds is None or self._clock() - self._began < self._seconds * part
