"""A round of talk before the orders of a movement phase: models write to one another first, and order when all have ended it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from time import monotonic

SETTLING = 0.5
"""Seconds until every seat knows of a phase: the talk does not end before the others know that it has begun."""


class Talk:
    """The round of talk of one game.

    Args:
        seconds: how long it lasts at most.
        clock: seconds that only go forward.
    """

    def __init__(self, seconds: float, clock: Callable[[], float] = monotonic) -> None:
        self.seconds = seconds
        self._clock = clock
        self._lock = threading.Lock()
        self._phase = ""
        self._began = 0.0
        self._there: set[str] = set()
        self._done: set[str] = set()
        self._listeners: list[Callable[[], None]] = []

    def listen(self, listener: Callable[[], None]) -> None:
        """Call *listener* when a seat ended its talk: the time that is left may be another."""
        self._listeners.append(listener)

    def join(self, power: str, phase: str) -> None:
        """*power* is to order in the movement phase *phase*; the first of them begins the round."""
        with self._lock:
            if phase != self._phase:
                self._phase, self._began = phase, self._clock()
                self._there, self._done = set(), set()
            self._there.add(power)

    def left(self, phase: str) -> float:
        """Seconds of the round that are left; 0 where it is over, or none is held."""
        with self._lock:
            return self._left(phase)

    def end(self, power: str, phase: str) -> tuple[str, ...]:
        """End the talk of *power* in *phase*. Returns the powers that have not."""
        with self._lock:
            if phase == self._phase:
                self._done.add(power)
            waited_for = tuple(sorted(self._there - self._done))
        for listener in self._listeners:
            listener()
        return waited_for

    def _left(self, phase: str) -> float:
        if phase != self._phase:
            return 0.0
        passed = self._clock() - self._began
        most = SETTLING if self._there <= self._done else self.seconds
        return max(0.0, min(most, self.seconds) - passed)
