"""Confidence of figures of chance: intervals of shares and means, and a test of whether all seats are worth the same."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

SURE = 0.95
"""The part of all play-tests whose interval holds the true figure."""
FEWEST = 20
"""Number of games below which evenness is not judged."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A figure with the bounds between which the true one lies, 95 times of 100."""

    value: float
    low: float
    high: float


def _deviations(sure: float) -> float:
    return NormalDist().inv_cdf((1 + sure) / 2)


def share(count: int, total: int, sure: float = SURE) -> Interval:
    """*count* of *total* as a share. Source: E. B. Wilson, Probable Inference (1927), which holds for few games and for none of many."""
    if not total:
        return Interval(0.0, 0.0, 1.0)
    z, part = _deviations(sure), count / total
    middle = (part + z * z / (2 * total)) / (1 + z * z / total)
    half = z / (1 + z * z / total) * math.sqrt(part * (1 - part) / total + z * z / (4 * total * total))
    return Interval(part, max(0.0, middle - half) if count else 0.0, min(1.0, middle + half) if count < total else 1.0)


def mean(total: float, squares: float, count: int, sure: float = SURE, most: float = math.inf) -> Interval:
    """The mean of *count* figures that are 0 or more, from their sum and the sum of their squares."""
    if not count:
        return Interval(0.0, 0.0, most)
    middle = total / count
    spread = math.sqrt(max(0.0, squares / count - middle * middle) * count / max(1, count - 1))
    half = _deviations(sure) * spread / math.sqrt(count)
    return Interval(middle, max(0.0, middle - half), min(most, middle + half))


@dataclass(frozen=True, slots=True)
class Evenness:
    """Verdict of a play-test on the evenness of the seats."""

    p: float | None
    """Probability of differences as large as these where all seats are worth the same; ``None`` with too few games to say."""
    above: tuple[str, ...]
    """Powers that surely take more than an equal share."""
    below: tuple[str, ...]
    finest: float
    """The smallest difference of a share from the equal one that so many games would show."""

    @property
    def is_even(self) -> bool:
        """True if no difference shows."""
        return self.p is None or self.p >= 1 - SURE


def evenness(powers: Sequence[str], totals: Sequence[float], squares: Sequence[float], within: float, games: int) -> Evenness:
    """Test whether the seats are worth the same.

    Where they are, a game's points could as well have gone to the seats in any other sequence. The statistic is what this gives over
    many games: Friedman's, for points in place of ranks. Source: M. Friedman, The Use of Ranks (1937); Conover, Practical Nonparametric
    Statistics, 5.8.

    Args:
        totals: the points of each power over all games, of which each has one point.
        squares: the sums of the squares of these points.
        within: the sum over all games and powers of the squared difference from the equal share.
    """
    seats = len(powers)
    equal = 1 / max(1, seats)
    # Named are those that are sure all together, so that of twenty even boards at most one blames a power.
    each = [mean(total, square, games, 1 - (1 - SURE) / max(1, seats), 1.0) for total, square in zip(totals, squares, strict=True)]
    finest = max((interval.high - interval.low) / 2 for interval in each) if each else 1.0
    if games < FEWEST or seats < 2 or within <= 0:
        return Evenness(None, (), (), finest)
    even = math.fsum(totals) / seats
    statistic = (seats - 1) * math.fsum((total - even) ** 2 for total in totals) / within
    p = chance_above(statistic, seats - 1)
    named = p < 1 - SURE
    above = tuple(power for power, interval in zip(powers, each, strict=True) if named and interval.low > equal)
    below = tuple(power for power, interval in zip(powers, each, strict=True) if named and interval.high < equal)
    return Evenness(p, above, below, finest)


def chance_above(statistic: float, degrees: int) -> float:
    """Return the probability that a chi-square of so many *degrees* of freedom is *statistic* or more."""
    half, x = degrees / 2, statistic / 2
    if x <= 0:
        return 1.0
    front = math.exp(half * math.log(x) - x - math.lgamma(half))
    if x < half + 1:
        term = total = 1 / half
        at = half
        while term > total * 1e-14:
            at += 1
            term *= x / at
            total += term
        return max(0.0, 1.0 - front * total)
    # Lentz's way through the continued fraction of the upper part.
    b = x + 1 - half
    c, d = 1e300, 1 / b
    found = d
    for step in range(1, 500):
        a = -step * (step - half)
        b += 2
        d = 1 / (a * d + b)
        c = b + a / c
        found *= c * d
        if abs(c * d - 1) < 1e-14:
            break
    return min(1.0, front * found)
