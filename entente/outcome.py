"""Outcome of a game: open, or its ending."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from adjudicator.resolution import Ending


class OutcomeKind(StrEnum):
    """Kind of outcome of a game."""

    OPEN = "open"
    SOLO = "solo"
    DRAW = "draw"
    ABANDONED = "abandoned"


@dataclass(frozen=True, slots=True)
class Outcome:
    """Outcome of a game. Text: ``open``, ``solo of FRANCE``, ``draw among ENGLAND, FRANCE``, ``abandoned``."""

    kind: OutcomeKind
    powers: tuple[str, ...] = ()
    """Powers that won, or that share the draw."""

    reason: str = ""
    """``centres``, ``draw``, ``concession``, ``year limit``, ``last year``, ``no captures`` or a hook's own words."""

    @classmethod
    def of(cls, ending: Ending | None) -> Outcome:
        """The outcome that *ending* means; ``None`` is an open game.

        >>> from adjudicator import Ending
        >>> print(Outcome.of(None))
        open
        >>> print(Outcome.of(Ending(("FRANCE",), "centres")))
        solo of FRANCE
        """
        if ending is None:
            return cls(OutcomeKind.OPEN)
        kind = (OutcomeKind.ABANDONED, OutcomeKind.SOLO, OutcomeKind.DRAW)[min(len(ending.winners), 2)]
        return cls(kind, ending.winners, ending.reason)

    def __str__(self) -> str:
        names = ", ".join(self.powers)
        return {OutcomeKind.SOLO: f"solo of {names}", OutcomeKind.DRAW: f"draw among {names}"}.get(self.kind, self.kind.value)
