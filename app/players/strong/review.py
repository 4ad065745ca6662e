"""Lessons of a game: each phase's orders of one power beside those that the strong opponent would have given, and what both promised."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from adjudicator import Move, Order, Phase, Position, Variant, Waive
from app.players.strong.budget import Budget
from app.players.strong.movement import Search
from app.players.strong.opponent_plans import Acquaintance, SeenOrders
from app.players.strong.search_task import SearchTask

WORK = 5_000
"""Joint orders that are weighed for each phase."""

_ENTERED = 0.25
"""Part of the plans of others from which a centre that they enter was left open."""


@dataclass(frozen=True, slots=True)
class OpenCentre:
    """An own centre that another power enters."""

    province: str
    by: str
    part: float
    """Part of the joint orders of all others in which it does."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """One movement phase of one power."""

    index: int
    """Place of the phase among those that were looked at."""
    phase: Phase
    position: Position
    ordered: tuple[Order, ...]
    better: tuple[Order, ...]
    """Orders that the strong opponent would have given; those that were given, where it knows none that are better."""
    share: float
    """Share of the game that the given orders promised, ..."""
    best: float
    """... and that the better ones did."""
    open: tuple[OpenCentre, ...] = ()
    """Own centres that were left open, the most endangered first; none where no better orders are known."""

    @property
    def loss(self) -> float:
        """Share of the game that was given away by what could be known."""
        return max(0.0, self.best - self.share)


def lessons(variant: Variant, seen: Sequence[SeenOrders], power: str, work: int = WORK) -> list[Lesson]:
    """Return a lesson for each movement phase in which *power* ordered something, in sequence.

    Args:
        variant: what was played.
        seen: the movement phases of the game as the power saw them, the first one first.
        power: whose orders are looked at.
        work: joint orders that are weighed for each phase; the same number gives the same lessons.
    """
    acquaintance, found = Acquaintance(variant), list[Lesson]()
    for index, each in enumerate(seen):
        if each.position.units_of(power):
            found.append(_lesson(variant, index, each, power, work, acquaintance))
        acquaintance.remember(each)
    return found


def turning_lessons(found: Sequence[Lesson], count: int = 3) -> list[Lesson]:
    """The lessons of the phases in which most was given away, in their sequence."""
    worst = sorted((each for each in found if each.loss > 0), key=lambda each: -each.loss)[:count]
    return sorted(worst, key=lambda each: each.index)


def _lesson(variant: Variant, index: int, seen: SeenOrders, power: str, work: int, acquaintance: Acquaintance) -> Lesson:
    position = seen.position
    dice = Random(f"{power} {position.phase}")  # noqa: S311 - dice, no secrets
    search = Search(SearchTask(variant, position, power), dice, Budget(None, work), acquaintance)
    given = search.plan_of(seen.orders.get(power, ()))
    plan = search.found(1.0)[0]
    share, best = search.worth_of(given), search.worth_of(plan)
    if share >= best:
        plan, best = given, share
    ordered, better = tuple(search.orders_of(given)), tuple(search.orders_of(plan))
    opened = [each for each in _entered(search, ordered, position, power) if each.part >= _ENTERED and plan != given]
    return Lesson(index, position.phase, position, ordered, better, share, best, tuple(opened))


def _entered(search: Search, orders: Sequence[Order], position: Position, power: str) -> list[OpenCentre]:
    """Return the own centres into which others come where *orders* are given, the most endangered first."""
    held = {
        order.target.province if isinstance(order, Move) else order.piece.location.province
        for order in orders
        if not isinstance(order, Waive)
    }
    counts, entering = Counter[str](), dict[str, Counter[str]]()
    followings = search.positions_after(search.plan_of(orders))
    for after in followings:
        for unit in after.units:
            if unit.power != power and position.owners.get(unit.province) == power and unit not in position.units:
                counts[unit.province] += 1
                entering.setdefault(unit.province, Counter())[unit.power] += 1
    found = [
        OpenCentre(province, entering[province].most_common(1)[0][0], times / len(followings))
        for province, times in counts.items()
        if province not in held
    ]
    return sorted(found, key=lambda each: (-each.part, each.province))
