"""Options of a DAIDE game, as far as HLO tells them, and the allowances of the server for its clients."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from adjudicator.phase import PhaseKind

PORT = 16713
"""The customary port."""

LEVELS = (0, 10)
"""The levels of press that are spoken: none, and peace, alliances, draws and solos."""


class TellOut(StrEnum):
    """Receivers of the message that a power is out. Strict Java clients leave at any OUT."""

    TOLERANT = "tolerant"
    """All but those that are known to leave at it."""
    ALL = "all"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class GameOptions:
    """The terms of a game."""

    level: int = 0
    """Level of press: 0 or 10."""

    movement_seconds: int | None = None
    retreat_seconds: int | None = None
    build_seconds: int | None = None
    """Time limit for a turn of each kind; ``None`` waits for everybody who is there."""

    press_seconds: int | None = None
    """Press ends so many seconds before the deadline."""

    partial_draws: bool = False
    """PDA: a draw may leave out powers that are still there."""

    no_press_in_retreats: bool = False
    no_press_in_builds: bool = False
    tell_out: TellOut = TellOut.TOLERANT

    def seconds(self, kind: PhaseKind) -> int | None:
        """Return the time limit for a turn of a kind."""
        match kind:
            case PhaseKind.MOVEMENT:
                return self.movement_seconds
            case PhaseKind.RETREAT:
                return self.retreat_seconds
            case PhaseKind.ADJUSTMENT:
                return self.build_seconds

    def has_press(self, kind: PhaseKind) -> bool:
        """Return True if press may be sent in a phase of a kind."""
        closed = {PhaseKind.RETREAT: self.no_press_in_retreats, PhaseKind.ADJUSTMENT: self.no_press_in_builds}
        return self.level > 0 and not closed.get(kind, False)

    def limits(self, level: int) -> Mapping[str, int]:
        """The terms that HLO tells a client of *level*, by their words."""
        limits = {"LVL": level, "MTL": self.movement_seconds, "RTL": self.retreat_seconds, "BTL": self.build_seconds}
        if level > 0:
            limits["PTL"] = self.press_seconds
        flags = {"PDA": self.partial_draws, "NPR": level > 0 and self.no_press_in_retreats, "NPB": level > 0 and self.no_press_in_builds}
        limits |= {word: 1 for word, is_set in flags.items() if is_set}
        return {word: number for word, number in limits.items() if number is not None}
