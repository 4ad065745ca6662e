"""How long a search goes on: until so much was weighed, or until its clock says so, whichever comes first."""

from __future__ import annotations

import time
from collections.abc import Callable

WORK = 9_000
"""Joint orders that are weighed where nobody says how long: about half a second on one core. The same work gives the same orders."""


class Budget:
    """What a search may spend.

    Args:
        seconds: how long it may think; as long as *work* lasts unless given.
        work: how many joint orders it may weigh; as many as the time lasts where it is ``None``.
        clock: tells the time, in seconds that only go forward.
    """

    def __init__(self, seconds: float | None = None, work: int | None = WORK, clock: Callable[[], float] = time.monotonic) -> None:
        if seconds is None and work is None:
            raise ValueError("a search needs an end: seconds or work")
        self._clock = clock
        self._until = None if seconds is None else clock() + seconds
        self._work = work
        self.spent = 0
        """Joint orders weighed so far."""

    def spend(self, count: int) -> None:
        """Note that *count* joint orders were weighed."""
        self.spent += count

    def go_on(self) -> bool:
        """Whether there is anything left."""
        if self._work is not None and self.spent >= self._work:
            return False
        return self._until is None or self._clock() < self._until
