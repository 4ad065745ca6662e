"""Orders that powers lack in an open phase, in words: units without an order, builds, removals."""

from __future__ import annotations

from adjudicator.variant import Variant
from app.game.readiness import builds_left, removals_left, unordered
from app.game.record import Turn
from entente.words.names import counted


def lacking_words(variant: Variant, turn: Turn, power: str) -> tuple[str, ...]:
    """``A BER``, ``F KIE``; ``2 builds``. Empty where nothing is missing."""
    found = [str(unit.piece) for unit in unordered(variant, turn, power)]
    if builds := builds_left(variant, turn, power):
        found.append(counted(builds, "build"))
    if removals := removals_left(variant, turn, power):
        found.append(counted(removals, "removal"))
    return tuple(found)
