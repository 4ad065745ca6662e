"""A movement phase: what the others may order, and the own plan bettered against it until time is up."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import partial
from math import exp
from random import Random

import numpy as np

from adjudicator import Convoy, Location, Move, Order, Piece, Position, Support
from adjudicator.joint_orders import Following
from adjudicator.variant_tables import variant_tables
from app.players.openings import book_lines
from app.players.steady.campaign import Prospects, movement_orders
from app.players.steady.outlook import Outlook
from app.players.strong.budget import Budget
from app.players.strong.lookahead import Lookahead
from app.players.strong.opponent_plans import Acquaintance, OpponentPlans
from app.players.strong.plans import Alternatives, Change, Plans, PowerPlan, changed, joined
from app.players.strong.search_task import SearchTask
from app.players.strong.styles import Style, drawn_by_style, drawn_in
from app.players.strong.weighing import DIGITS, Floats, Joints, Weighing

_OWN = 8
"""Number of times that the own plan is drawn up as *steady* does it."""

_SAMPLES, _MOST_SAMPLES = 16, 256
"""Joint orders of the others that plans are held against: at first, and at most. They are doubled where time is left."""

_GLANCE = 8
"""Samples for the first look at a change."""

_ROWS = 2048
"""Joint orders that are weighed in one go."""

_KEPT = 6
"""Plans that are bettered again on more samples."""

_TOGETHER = 5
"""Changes that are tried together with the best one."""

_DRAWING = 0.3
"""The part of the budget after which plans are drawn up in no other style: with little time a search among few beats none among many."""

_SEARCHING = 0.7
"""The part of the budget for finding plans; in the rest the game is gone on from the best of them."""

_FINALISTS = 3
"""Plans from which the game is gone on."""

_LEAST_ROUNDS = 6
"""Continuations of each of them without which they say nothing."""

_FIRST_LOOK = 12
"""Number of continuations that the first look, at the units after the moves, counts as much as."""

_CONTINUED = 2_000
"""Cost of a continuation, in judgements of joint orders."""

_ALIKE = 0.002
"""Difference in the share of the game below which plans are equally good: one of them is taken by lot."""

_REASONING, _SHARPNESS = 0.3, 40.0
"""Degree to which others are taken to see which of their plans serve them, and how much better ones draw them."""

_REASONING_SAMPLES = 6

_OPENING, _OPENING_SAMPLES = 30.0, 48
"""Weight of the worth of a line of the opening book, and number of joint orders of the others that it is held against."""


class Search:
    """The orders of one power in one position.

    Args:
        task: in a movement phase, for a power that has a unit.
        dice: draws lots.
        budget: how much may be weighed.
        acquaintance: what is known of the others by their orders in this game.
    """

    def __init__(self, task: SearchTask, dice: Random, budget: Budget, acquaintance: Acquaintance | None = None) -> None:
        variant, position, power = task.variant, task.position, task.power
        self._power, self._dice, self._budget = power, dice, budget
        self.tried: dict[PowerPlan, float] = {}
        """Every plan that was held against joint orders of the others, and what it brought on average when that was last done."""
        self.weighing = Weighing(variant, position)
        self._joint = self.weighing.joint
        self._lookahead = Lookahead(variant, power, task.word.enemies)
        ranks = variant_tables(variant).power_rank
        self._rank, self._enemies = ranks[power], tuple(ranks[each] for each in sorted(task.word.enemies))
        self._plans = Plans(self._joint)
        self._own = self._plans.units[power]
        self._columns = np.array(self._own, dtype=np.intp)
        self._draw_up(task)
        has_time = partial(budget.go_on, _DRAWING)
        self.opponent_plans = OpponentPlans(self._plans, task, acquaintance or Acquaintance(variant), dice, has_time)
        self._fixed = self._numbers_of(task.fixed)
        """Place in a plan to the number of the order that is given there in any case."""
        self._broken = self._against(task.word.closed)
        """Place in a plan and number of each order that breaks an agreement."""
        self._alternatives = Alternatives(self._joint, self._own)
        self._samples: Joints = np.zeros((0, len(self._joint.options)), dtype=np.int16)
        self._helped: set[tuple[Piece, Location | None]] = set()
        """Orders of others in some sample, in the words of a support."""
        outlook = Outlook(variant, position, power)
        prospects = Prospects(outlook)
        sets = [movement_orders(outlook, Random(dice.getrandbits(32)), prospects) for _ in range(_OWN)]  # noqa: S311 - dice, no secrets
        sets += [orders for each in drawn_by_style(variant, position, power, has_time).values() for orders, _ in each]
        self._drawn = list(dict.fromkeys(self.plan_of(orders) for orders in sets))
        self._reason()

    def _draw_up(self, task: SearchTask) -> None:
        """Have plans drawn up for everybody: in the first style in any case, in the others as far as that part of the budget lasts."""
        others = [power for power in self._plans.units if power not in task.assumed and self._plans.plays(power)]
        for style in Style:
            for power in dict.fromkeys([task.power, *others]):
                if style is not Style.STEADY and not self._budget.go_on(_DRAWING):
                    return
                drawn_in(style, task.variant, task.position, power)

    def orders(self) -> list[Order]:
        """One order for each own unit."""
        opening = None if self._fixed or self._enemies else self._opening()
        if opening is not None:
            return self.orders_of(opening)
        plans = self.found(_SEARCHING if self._budget.holds(_FINALISTS * _LEAST_ROUNDS * _CONTINUED, 1 - _SEARCHING) else 1.0)
        return self.orders_of(self._gone_on(plans[:_FINALISTS]) if self._budget.go_on() else self._by_lot(plans))

    def _opening(self) -> PowerPlan | None:
        """A line of the opening book by lot, the sooner the more it was played and the better it is; ``None`` but in the first phase."""
        if self._joint.position != self._joint.variant.start:
            return None
        lines = book_lines(self._joint.variant, self._joint.position, self._power)
        if not lines:
            return None
        self._draw_more(_OPENING_SAMPLES)
        plans = [self._plans.of(self._power, line.orders) for line in lines]
        kept = [at for at, plan in enumerate(plans) if self._broken.isdisjoint(enumerate(plan))]
        lines, plans = [lines[at] for at in kept], [plans[at] for at in kept]
        if not plans:
            return None
        worths = self._worths(plans, self._samples)
        weights = [line.weight * exp(_OPENING * each) for line, each in zip(lines, (worths - worths.max()).tolist(), strict=True)]
        return self._dice.choices(plans, weights)[0]

    def orders_of(self, plan: PowerPlan) -> list[Order]:
        """One order for each own unit, as *plan* says."""
        return [self._joint.options[unit][number] for unit, number in zip(self._own, plan, strict=True)]

    def plan_of(self, orders: Sequence[Order]) -> PowerPlan:
        """Own orders as a plan; units that are left out or break an agreement hold, and those whose orders are fixed give these."""
        plan = self._plans.of(self._power, orders)
        if self._broken:
            plan = tuple(0 if (at, number) in self._broken else number for at, number in enumerate(plan))
        return tuple(self._fixed.get(at, number) for at, number in enumerate(plan)) if self._fixed else plan

    def _against(self, closed: AbstractSet[str]) -> set[tuple[int, int]]:
        """Orders into *closed* provinces, and for others who go there."""
        found: set[tuple[int, int]] = set()
        for at, unit in enumerate(self._own if closed else ()):
            for number, order in enumerate(self._joint.options[unit]):
                if isinstance(order, Move | Support | Convoy) and order.target is not None and order.target.province in closed:
                    found.add((at, number))
        return found

    def _numbers_of(self, fixed: Mapping[str, Order]) -> dict[int, int]:
        places = {self._joint.position.units[unit].province: at for at, unit in enumerate(self._own)}
        found: dict[int, int] = {}
        for province, order in fixed.items():
            options = self._joint.options[self._own[places[province]]]
            if order in options:
                found[places[province]] = options.index(order)
        return found

    def found(self, part: float) -> list[PowerPlan]:
        """Plans that serve well, the best first; looked for until that *part* of the budget is spent."""
        plans, found = self._drawn, list[PowerPlan]()
        while len(self._samples) < _MOST_SAMPLES:
            self._draw_more(max(_SAMPLES, len(self._samples)))
            plans = self._ranked(plans, self._samples)[:_KEPT]
            for plan in plans[: 2 if found else 3]:
                found.append(self._bettered(plan, part))
                if not self._budget.go_on(part):
                    break
            plans = list(dict.fromkeys([*reversed(found), *plans]))[: 2 * _KEPT]
            if not self._budget.go_on(part):
                break
        return self._ranked(plans, self._samples)

    def worth_of(self, plan: PowerPlan) -> float:
        """Share of the game that *plan* promises against all that was drawn of the others so far."""
        return float(self._worths([plan], self._samples)[0])

    def positions_after(self, plan: PowerPlan, count: int = 100) -> list[Position]:
        """Positions after *plan* against at most *count* joint orders of the others, drawn by the beliefs."""
        found: list[Position] = []
        for joint in self.opponent_plans.sampled(count):
            self._plans.put(joint, self._power, plan)
            found.append(self._joint.after(joint).position)
        return found

    def drawn(self) -> Callable[[PowerPlan], Following]:
        """Return the function from each own plan to the position after it and a joint order of the others, drawn by the beliefs."""
        joint = self.opponent_plans.sampled(1)[0]

        def after(plan: PowerPlan) -> Following:
            self._plans.put(joint, self._power, plan)
            return self._joint.after(joint)

        return after

    def _draw_more(self, count: int) -> None:
        drawn = self.opponent_plans.sampled(count)
        self._samples = np.concatenate([self._samples, np.array(drawn, dtype=np.int16).reshape(count, -1)])
        units = self._joint.position.units
        for joint in drawn[:_SAMPLES]:
            for unit, number in enumerate(joint):
                if number >= 0:
                    order = self._joint.options[unit][number]
                    self._helped.add((units[unit].piece, order.target if isinstance(order, Move) else None))

    def _by_lot(self, plans: Sequence[PowerPlan]) -> PowerPlan:
        """One of the *plans*, which are ranked, that are as good as the first."""
        worth = [self.tried[plan] for plan in plans]
        return self._dice.choice([plan for plan, each in zip(plans, worth, strict=True) if each >= worth[0] - _ALIKE])

    def _gone_on(self, plans: Sequence[PowerPlan]) -> PowerPlan:
        """The one of *plans* after which the game goes on best."""
        if len(plans) < 2:
            return plans[0]
        sums = [self.tried[plan] * _FIRST_LOOK for plan in plans]
        for _ in range(_MOST_SAMPLES):
            if not self._budget.go_on():
                break
            self._budget.spend(_CONTINUED * len(plans))
            after, seed = self.drawn(), self._dice.getrandbits(32)
            for at, plan in enumerate(plans):
                following = after(plan)
                sums[at] += self._lookahead.worth(following.position, following.ending, seed)
        return plans[sums.index(max(sums))]

    # ------------------------------------------------------------------ worth

    def _worths(self, plans: Sequence[PowerPlan], samples: Joints) -> Floats:
        """Return the average worth of each of *plans*."""
        self._budget.spend(len(samples) * len(plans))
        if not self._own or not len(plans):
            return np.zeros(len(plans))
        at_once = max(1, _ROWS // len(samples))
        found = [self._some(plans[start : start + at_once], samples) for start in range(0, len(plans), at_once)]
        return np.concatenate(found)

    def _some(self, plans: Sequence[PowerPlan], samples: Joints) -> Floats:
        joints = np.tile(samples, (len(plans), 1))
        joints[:, self._columns] = np.repeat(np.array(plans, dtype=np.int16), len(samples), axis=0)
        shares = self.weighing.shares(self.weighing.expected(joints), self._rank, self._enemies)
        found: Floats = shares.reshape(len(plans), len(samples)).mean(axis=1).round(DIGITS)
        return found

    def _ranked(self, plans: Sequence[PowerPlan], samples: Joints) -> list[PowerPlan]:
        """*plans*, the best first."""
        worths = self._worths(plans, samples).tolist()
        self.tried.update(zip(plans, worths, strict=True))
        return [plans[at] for at in sorted(range(len(plans)), key=lambda each: (-worths[each], plans[each]))]

    def _bettered(self, plan: PowerPlan, part: float) -> PowerPlan:
        """*plan* after every change that makes it better, until none does or that part of the budget is spent."""
        samples = self._samples
        worth = float(self._worths([plan], samples)[0])
        self.tried[plan] = worth
        while self._budget.go_on(part):
            changes = list(dict.fromkeys(changed(plan, change) for change in self._changes(plan)))
            if not changes:
                break
            glance = samples[:: max(1, len(samples) // _GLANCE)]
            first = self._worths(changes, glance)
            best = [changes[at] for at in np.argsort(-first, kind="stable")[: max(10, len(changes) // 8)].tolist()]
            if not self._budget.go_on(part):
                break
            worths = self._worths(best, samples)
            self.tried.update(zip(best, worths.tolist(), strict=True))
            ranked = [at for at in np.argsort(-worths, kind="stable").tolist() if worths[at] > worth + 1e-9]
            if not ranked:
                break
            before, plan, worth = plan, best[ranked[0]], float(worths[ranked[0]])
            for at in ranked[1:_TOGETHER]:
                both = joined(before, plan, best[at])
                if both is not None:
                    found = float(self._worths([both], samples)[0])
                    self.tried[both] = found
                    if found > worth + 1e-9:
                        plan, worth = both, found
        return plan

    def _reason(self) -> None:
        """Have the beliefs lean to those plans of the others that serve these best, against what everybody else may do."""
        joints = np.array(self.opponent_plans.sampled(_REASONING_SAMPLES), dtype=np.int16).reshape(_REASONING_SAMPLES, -1)
        for at in range(_REASONING_SAMPLES):
            joints[at, self._columns] = self._dice.choice(self._drawn)
        ranks = variant_tables(self._joint.variant).power_rank
        for power, found in self.opponent_plans.choices.items():
            if len(found) < 2 or not self._budget.go_on(0.3):
                continue
            rows = np.tile(joints, (len(found), 1))
            rows[:, self._plans.units[power]] = np.repeat(np.array(found, dtype=np.int16), _REASONING_SAMPLES, axis=0)
            self._budget.spend(len(rows))
            shares = self.weighing.shares(self.weighing.expected(rows), ranks[power]).reshape(len(found), -1).mean(axis=1)
            weights = np.array(self.opponent_plans.weights[power])
            drawn = weights * np.exp(_SHARPNESS * (shares - shares.max())).round(DIGITS)
            leaning = (1 - _REASONING) * weights / weights.sum() + _REASONING * drawn / drawn.sum()
            self.opponent_plans.weights[power] = leaning.tolist()

    def _changes(self, plan: PowerPlan) -> Iterator[Change]:
        """Changes of *plan*: none for a unit whose order is fixed, and none that breaks an agreement."""
        for change in self._alternatives.of(plan, self._helped):
            if not any(at in self._fixed for at, _ in change) and self._broken.isdisjoint(change):
                yield change
