"""A movement phase: plans for every power, beliefs about which of them the others follow, and the own plan bettered until time is up."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

from adjudicator.joint_orders import Following, JointOrders
from adjudicator.location import Location
from adjudicator.order import Move, Order, Support
from adjudicator.unit import Piece
from adjudicator.variant_tables import variant_tables
from app.players.strong.afterwards import Afterwards
from app.players.strong.beliefs import Beliefs
from app.players.strong.budget import Budget
from app.players.strong.judging import Judge
from app.players.strong.plans import Plans, PowerPlan
from app.players.strong.search_task import SearchTask

_OWN, _OTHERS = 14, 8
"""Numbers of times that the plans of the own power and of another are drawn up."""

_ROUNDS = 30
"""Rounds of regret matching."""

_SAMPLES, _MOST_SAMPLES = 14, 112
"""Joint orders of the others that plans are held against: at first, and at most. They are doubled where time is left."""

_KEPT = 6
"""Plans that are bettered again on more samples."""

_SEARCHING = 0.7
"""The part of the budget for finding plans; in the rest the game is gone on from the best of them."""

_FINALISTS = 3
"""Plans from which the game is gone on."""

_LEAST_ROUNDS = 4
"""Continuations of each of them without which they say nothing."""

_FIRST_LOOK = 8
"""Number of continuations that the first look, at the units after the moves, counts as much as."""

_CONTINUED = 150
"""Cost of a continuation, in judgements of joint orders."""

Change = tuple[tuple[int, int], ...]
"""Places in a plan, each with the number of another order."""


class Search:
    """The orders of one power in one position.

    Args:
        task: in a movement phase, for a power that has a unit.
        dice: draws lots.
        budget: how much may be weighed.
    """

    def __init__(self, task: SearchTask, dice: Random, budget: Budget) -> None:
        variant, position, power, assumed = task.variant, task.position, task.power, task.assumed
        self._power, self._dice, self._budget = power, dice, budget
        self.tried: dict[PowerPlan, float] = {}
        """Every plan that was held against joint orders of the others, and what it brought on average when that was last done."""
        self._joint = JointOrders(variant, position)
        self._judge = Judge(variant, position)
        self._afterwards = Afterwards(variant, power)
        self._rank = variant_tables(variant).power_rank[power]
        self._plans = Plans(self._joint, dice)
        self._own = self._plans.units[power]
        drawn = {
            each: [self._plans.of(each, assumed[each])] if each in assumed else self._plans.drawn(each, _OWN if each == power else _OTHERS)
            for each in self._plans.units
        }
        self._beliefs = Beliefs(self._plans, drawn, self._judge, dice)
        self._helpers = self._who_helps()
        self._samples: list[list[int]] = []

    def orders(self) -> list[Order]:
        """One order for each own unit."""
        plans = self.found(_SEARCHING if self._budget.holds(_FINALISTS * _LEAST_ROUNDS * _CONTINUED, 1 - _SEARCHING) else 1.0)
        return self.orders_of(self._gone_on(plans[:_FINALISTS]))

    def orders_of(self, plan: PowerPlan) -> list[Order]:
        """One order for each own unit, as *plan* says."""
        return [self._joint.options[unit][number] for unit, number in zip(self._own, plan, strict=True)]

    def plan_of(self, orders: Sequence[Order]) -> PowerPlan:
        """Own orders as a plan; units that are left out hold."""
        return self._plans.of(self._power, orders)

    def found(self, part: float) -> list[PowerPlan]:
        """Plans that serve well, those first that were bettered; looked for until that *part* of the budget is spent."""
        self._beliefs.match(_ROUNDS, self._budget)
        plans = list(self._beliefs.choices[self._power])
        samples = self._samples
        found: list[PowerPlan] = []
        while True:
            wanted = max(_SAMPLES, min(_MOST_SAMPLES, 2 * len(samples)))
            if len(samples) >= wanted:
                break
            samples += [self._beliefs.sampled(self._power) for _ in range(wanted - len(samples))]
            plans = sorted(plans, key=lambda plan: self._worth(plan, samples), reverse=True)[:_KEPT]
            found.insert(0, self._bettered(plans[0], samples, part))
            if not self._budget.go_on(part):
                break
            plans = list(dict.fromkeys([found[0], *plans]))
        return list(dict.fromkeys([*found, *plans]))

    def drawn(self) -> Callable[[PowerPlan], Following]:
        """Return the function from each own plan to the position after it and a joint order of the others, drawn by the beliefs."""
        joint = self._beliefs.sampled(self._power)

        def after(plan: PowerPlan) -> Following:
            self._plans.put(joint, self._power, plan)
            return self._joint.after(joint)

        return after

    def _gone_on(self, plans: Sequence[PowerPlan]) -> PowerPlan:
        """The one of *plans* after which the game goes on best."""
        if len(plans) < 2:
            return plans[0]
        sums = [self._worth(plan, self._samples) * _FIRST_LOOK for plan in plans]
        for _ in range(_MOST_SAMPLES):
            if not self._budget.go_on():
                break
            self._budget.spend(_CONTINUED * len(plans))
            after, seed = self.drawn(), self._dice.getrandbits(32)
            for at, plan in enumerate(plans):
                following = after(plan)
                sums[at] += self._afterwards.worth(following.position, following.ending, seed)
        return plans[sums.index(max(sums))]

    def _worth(self, plan: PowerPlan, samples: Sequence[list[int]]) -> float:
        """Return the average worth of *plan*."""
        self._budget.spend(len(samples))
        total = 0.0
        numbers_after, share, rank, own = self._joint.numbers_after, self._judge.share, self._rank, self._own
        for joint in samples:
            for unit, number in zip(own, plan, strict=True):
                joint[unit] = number
            total += share(numbers_after(joint), rank)
        self.tried[plan] = total / len(samples)
        return self.tried[plan]

    def _bettered(self, plan: PowerPlan, samples: Sequence[list[int]], part: float) -> PowerPlan:
        """*plan* after every change that makes it better, until none does or that part of the budget is spent."""
        worth = self._worth(plan, samples)
        found_one = True
        while found_one:
            found_one = False
            changes = list(self._changes(plan))
            self._dice.shuffle(changes)
            for change in changes:
                if not self._budget.go_on(part):
                    return plan
                tried = _changed(plan, change)
                found = self._worth(tried, samples)
                if found > worth + 1e-9:
                    plan, worth, found_one = tried, found, True
        return plan

    # ------------------------------------------------------------------ changes

    def _who_helps(self) -> dict[tuple[Piece, Location | None], list[tuple[int, int]]]:
        """A unit and where it goes, or ``None`` where it stays, to the own units that can support that: place in the plan and number."""
        found: dict[tuple[Piece, Location | None], list[tuple[int, int]]] = {}
        for at, unit in enumerate(self._own):
            for number, order in enumerate(self._joint.options[unit]):
                if isinstance(order, Support):
                    found.setdefault((order.supported, order.target), []).append((at, number))
        return found

    def _changes(self, plan: PowerPlan) -> Iterator[Change]:
        """Another order for one unit, and a move together with a support for it."""
        for at, unit in enumerate(self._own):
            for number, order in enumerate(self._joint.options[unit]):
                if number != plan[at] and (not isinstance(order, Support) or self._is_of_use(order, plan)):
                    yield ((at, number),)
                if isinstance(order, Move):
                    for helper in self._helpers.get((order.piece, order.target), ()):
                        if helper[0] != at:
                            yield (at, number), helper

    def _is_of_use(self, order: Support, plan: PowerPlan) -> bool:
        """Return True if a support is for an own unit that does so by *plan*."""
        units = self._joint.position.units
        for at, unit in enumerate(self._own):
            if units[unit].province == order.supported.location.province:
                ordered = self._joint.options[unit][plan[at]]
                return ordered.target == order.target if isinstance(ordered, Move) else order.target is None
        return False


def _changed(plan: PowerPlan, change: Change) -> PowerPlan:
    changed = list(plan)
    for at, number in change:
        changed[at] = number
    return tuple(changed)
