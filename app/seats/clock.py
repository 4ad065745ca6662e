"""The table's clock as a value: it knows the time only from what it is given, and ends nothing by itself.

Times are seconds. ``now`` is of a monotonic clock; ``wall`` is the time of day, which goes on while a closed lid stops the other one.
A step between two ticks that no table takes (lid closed, machine stopped, clock set) pauses the clock where it stood at the last tick.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from languages import tr

GAP = 10.0
"""Longest step between two ticks: a window ticks four times a second, and a busy machine may miss a few."""

LAST_MINUTE = 60.0
MOST = 24 * 60 * 60.0
"""No clock is set to more than a day."""


class Beat(StrEnum):
    """What happened at a tick."""

    BELL = "bell"
    """The last minute begins. It comes once, also where time is added afterwards."""
    ENDED = "ended"
    GAP = "gap"
    """The clock was paused, since time was missing."""


@dataclass(frozen=True, slots=True)
class Ticked:
    """A tick: the clock after it, and what happened."""

    clock: Clock
    beats: tuple[Beat, ...] = ()


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock that counts down. ``Clock(600)`` stands still until it is started."""

    left: float | None
    """Seconds that were left at the last tick; ``None`` where there is no limit."""
    bell: bool = True
    """Whether the last minute is announced."""
    running: bool = False
    has_rung: bool = False
    after_gap: bool = False
    """Whether it stands because time was missing; said until it is started again."""
    now: float = 0.0
    """Monotonic time of the last tick."""
    wall: float | None = None
    """Time of day at the last tick, where it is known."""

    @property
    def is_over(self) -> bool:
        """Whether no time is left."""
        return self.left is not None and self.left <= 0

    @property
    def words(self) -> str:
        """``6:40``, ``1:02:05``, or ``no limit``; a part of a second counts as a whole one."""
        if self.left is None:
            return tr("no limit")
        seconds = max(0, -int(-self.left // 1))
        hours, rest = divmod(seconds, 3600)
        minutes, seconds = divmod(rest, 60)
        return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"

    def started(self, now: float, wall: float | None = None) -> Clock:
        """The clock running from *now* on; the same where it is over, or has no limit."""
        if self.left is None or self.is_over:
            return self
        return replace(self, running=True, after_gap=False, now=now, wall=wall)

    def paused(self, now: float, wall: float | None = None) -> Clock:
        """The clock standing still."""
        return replace(self.tick(now, wall).clock, running=False)

    def with_more(self, seconds: float) -> Clock:
        """The clock with *seconds* more (or fewer); a clock that was over stands until it is started."""
        if self.left is None:
            return self
        return replace(self, left=min(max(self.left, 0.0) + seconds, MOST) if seconds > 0 else max(self.left + seconds, 0.0))

    def tick(self, now: float, wall: float | None = None) -> Ticked:
        """The clock at *now*, and what happened since the last tick."""
        if not self.running or self.left is None:
            return Ticked(self)
        passed = now - self.now
        by_day = passed if wall is None or self.wall is None else wall - self.wall
        if not 0 <= passed <= GAP or abs(by_day - passed) > GAP:
            return Ticked(replace(self, running=False, after_gap=True, now=now, wall=wall), (Beat.GAP,))
        left = max(self.left - passed, 0.0)
        beats: list[Beat] = []
        rings = self.bell and not self.has_rung and 0 < left <= LAST_MINUTE < self.left
        if rings:
            beats.append(Beat.BELL)
        if left <= 0:
            beats.append(Beat.ENDED)
        return Ticked(replace(self, left=left, running=left > 0, has_rung=self.has_rung or rings, now=now, wall=wall), tuple(beats))
