"""Time that the clocks of tables had left, in a small file of this machine: a restart in mid-round adds none."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from app.game.storage.atomic import PrivateJson
from app.hotseat.clock import MOST, Clock
from languages import tr

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
