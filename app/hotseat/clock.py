"""The table's clock as a value: it knows the time only from what it is given, and ends nothing by itself; and the time it had left, kept.

Times are seconds. ``now`` is of a monotonic clock; ``asleep`` is how long the machine has been suspended since it was started, where the
system counts that (``machine_sleep``). A machine that slept pauses the clock where it stood at the last tick; a busy one, whose ticks come
late, does not.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path

from app.game.storage.atomic import PrivateJson
from languages import tr

NAP = 2.0
"""Seconds of suspension between two ticks from which on the clock is paused."""
GAP = 60.0
"""Longest step between two ticks where the system does not say how long the machine was suspended."""

LAST_MINUTE = 60.0
MOST = 24 * 60 * 60.0
"""No clock is set to more than a day."""


def machine_sleep() -> float | None:
    """Seconds that the machine has been suspended since it was started; ``None`` where the system does not tell."""
    slept: float | None = None
    if sys.platform == "linux":
        slept = time.clock_gettime(time.CLOCK_BOOTTIME) - time.clock_gettime(time.CLOCK_MONOTONIC)
    elif sys.platform == "darwin":
        slept = time.clock_gettime(time.CLOCK_MONOTONIC) - time.clock_gettime(time.CLOCK_UPTIME_RAW)
    elif sys.platform == "win32":
        import ctypes

        awake = ctypes.c_ulonglong()  # 100 ns
        if ctypes.windll.kernel32.QueryUnbiasedInterruptTime(ctypes.byref(awake)):
            slept = time.monotonic() - awake.value / 1e7
    return slept


class Beat(StrEnum):
    """Event at a tick."""

    BELL = "bell"
    """The last minute begins. It comes once, also where time is added afterwards."""
    ENDED = "ended"
    GAP = "gap"
    """The clock was paused, since the machine was suspended."""


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
    """True if the last minute is announced."""
    running: bool = False
    has_rung: bool = False
    after_gap: bool = False
    """True if it stands because the machine was suspended; until it is started again."""
    now: float = 0.0
    """Monotonic time of the last tick."""
    asleep: float | None = None
    """Seconds of suspension at the last tick, where they are known."""

    @property
    def is_over(self) -> bool:
        """True if no time is left."""
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

    def started(self, now: float, asleep: float | None = None) -> Clock:
        """The clock running from *now* on; the same where it is over, or has no limit."""
        if self.left is None or self.is_over:
            return self
        return replace(self, running=True, after_gap=False, now=now, asleep=asleep)

    def paused(self, now: float, asleep: float | None = None) -> Clock:
        """The clock standing still."""
        return replace(self.tick(now, asleep).clock, running=False)

    def with_more(self, seconds: float) -> Clock:
        """The clock with *seconds* more (or fewer); a clock that was over stands until it is started."""
        if self.left is None:
            return self
        return replace(self, left=min(max(self.left, 0.0) + seconds, MOST) if seconds > 0 else max(self.left + seconds, 0.0))

    def tick(self, now: float, asleep: float | None = None) -> Ticked:
        """The clock at *now*, and what happened since the last tick."""
        if not self.running or self.left is None:
            return Ticked(self)
        passed = now - self.now
        has_slept = passed > GAP if asleep is None or self.asleep is None else asleep - self.asleep > NAP
        if has_slept or passed < 0:
            return Ticked(replace(self, running=False, after_gap=True, now=now, asleep=asleep), (Beat.GAP,))
        left = max(self.left - passed, 0.0)
        beats: list[Beat] = []
        rings = self.bell and not self.has_rung and 0 < left <= LAST_MINUTE < self.left
        if rings:
            beats.append(Beat.BELL)
        if left <= 0:
            beats.append(Beat.ENDED)
        return Ticked(replace(self, left=left, running=left > 0, has_rung=self.has_rung or rings, now=now, asleep=asleep), tuple(beats))


EVERY = 5.0
"""Seconds of a running clock between two writes: no more than that is given again after a kill."""
MOST_KEPT = 100
"""Games that are remembered."""


@dataclass(slots=True)
class KeptClocks:
    """Remembers by game and phase what the clock of the phase showed.

    Args:
        path: where it is kept; ``None`` keeps it in memory.
    """

    path: Path | None
    _left: dict[str, tuple[str, float, bool]] = field(default_factory=dict)
    """Phase, seconds left and state of the bell, by game."""
    _file: PrivateJson = field(init=False)

    def __post_init__(self) -> None:
        self._file = PrivateJson(self.path, 64 * 1024, tr("keeping the clock"))

    def keep(self, game_id: str, phase: str, clock: Clock) -> None:
        """Remember *clock* as that of *phase*, unless next to nothing has changed."""
        self._read()
        if clock.left is None:
            return
        before = self._left.get(game_id)
        if before is not None and before[0] == phase and abs(before[1] - clock.left) < EVERY and clock.left > 0:
            return
        if before == (phase, clock.left, clock.has_rung):
            return
        self._left.pop(game_id, None)
        self._left[game_id] = (phase, clock.left, clock.has_rung)
        for old in list(self._left)[:-MOST_KEPT]:
            del self._left[old]
        self._file.write(self._left)

    def resumed(self, game_id: str, phase: str, bell: bool) -> Clock | None:
        """The clock of *phase*, standing, with what was left; ``None`` where it is not known."""
        self._read()
        found = self._left.get(game_id)
        return Clock(found[1], bell, has_rung=found[2]) if found is not None and found[0] == phase else None

    def _read(self) -> None:
        """Take over what the file has, once."""
        for game_id, kept in list(self._file.read_once().items())[-MOST_KEPT:]:
            match kept:
                case [str(phase), int() | float() as left, bool(has_rung)] if 0 <= left <= MOST and game_id not in self._left:
                    self._left[game_id] = (phase, float(left), has_rung)
