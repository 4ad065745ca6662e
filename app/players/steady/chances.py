"""Chances that others come, help and stay: the few numbers that a steady player believes about everybody else."""

from __future__ import annotations

from functools import cache
from math import comb

FULL = 2
"""The strength of a unit, in halves."""

LEAVES = 0.25
"""Probability that a unit of another power leaves its province."""

_HELPS = 0.35
"""Probability that a unit supports that could."""

_CUTS = 0.12
"""Probability that a unit attacks one particular neighbour."""

COVETED, WANTED, PASSED = 0.45, 0.3, 0.18
"""Probabilities that a unit steps into one particular province: a centre that is another's, a centre of its own, any other."""

SETTLED = 0.6
"""Eagerness of a unit that takes the neutral centre in which it stands by staying, relative to others."""

YIELDS = 0.3
"""Eagerness of a unit to step into a neutral centre that another power is to have, relative to others."""


@cache
def _at_least(helpers: int, wanted: int) -> float:
    """The chance that at least *wanted* of so many possible *helpers* help."""
    if wanted <= 0:
        return 1.0
    return sum(comb(helpers, many) * _HELPS**many * (1 - _HELPS) ** (helpers - many) for many in range(wanted, helpers + 1))


def comes_with(comes: float, units: int, strength: int) -> float:
    """The chance that one of *units* comes with a strength of at least *strength* halves, the others helping.

    Args:
        comes: the chance that one of them comes at all.
    """
    return comes * _at_least(units - 1, -(-strength // FULL) - 1)


@cache
def stands_with(helpers: int, strength: int) -> float:
    """The chance that a unit holds with a strength of at least *strength* halves."""
    return _at_least(helpers, -(-strength // FULL) - 1)


@cache
def uncut(foes: int) -> float:
    """The chance that a support is not cut by any of so many *foes* beside the supporter."""
    return float((1 - _CUTS) ** foes)
