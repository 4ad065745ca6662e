"""Beliefs about the others: in which style each plays, by what it ordered in this game, and which plans follow from that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log
from random import Random

from adjudicator import Move, Order, Position, Resolution, Variant, Waive
from app.players.strong.plans import Plans, PowerPlan
from app.players.strong.search_task import Pledges, SearchTask
from app.players.strong.styles import Style, drawn_by_style

_PRIOR = {
    Style.STEADY: 0.22,
    Style.SEARCHING: 0.3,
    Style.SPREADING: 0.15,
    Style.EASY: 0.07,
    Style.CAUTIOUS: 0.07,
    Style.HOARDER: 0.06,
    Style.BOOK: 0.13,
}
"""Probability of each style before anything was ordered."""

_REMEMBERED = 8
"""Movement phases that are looked back on."""

_FADING = 0.9
"""Weight of a phase, relative to the one after it."""

_TEMPER = 0.5
"""Weight of an order: orders of one power in one phase hang together."""

_CHANCE = 0.15
"""Probability of an order that the style does not draw up, shared by all that are legal there."""

_OPTIONS = 25
"""Legal orders of a unit, about."""

_BREAKS = 0.25
"""Part of its probability that is left to a plan which breaks an agreement."""

_LEAST = 0.02
"""Probability that no style falls below: players change their ways."""


@dataclass(frozen=True, slots=True)
class SeenOrders:
    """A movement phase of the game: the position, and what every power that could be seen ordered."""

    position: Position
    orders: Mapping[str, tuple[Order, ...]]

    @property
    def moment(self) -> tuple[int, int]:
        """Year of the phase, and its place in it."""
        return _moment(self.position)


def seen_in(position: Position, resolution: Resolution) -> SeenOrders:
    """Orders given in *position*, as far as *resolution* says them."""
    orders: dict[str, list[Order]] = {}
    for outcome in resolution.outcomes:
        if outcome.unit is not None:
            orders.setdefault(outcome.power, []).append(outcome.order)
    return SeenOrders(position, {power: tuple(each) for power, each in orders.items()})


def likelihood(variant: Variant, seen: SeenOrders, power: str, has_time: Callable[[], bool] = lambda: True) -> dict[Style, float]:
    """Return the logarithm of how likely each style would have ordered what *power* ordered; of those alone that there is time for."""
    given = {order.piece.location.province: order for order in seen.orders.get(power, ()) if hasattr(order, "piece")}
    found: dict[Style, float] = {}
    for style, plans in drawn_by_style(variant, seen.position, power, has_time).items():
        total = 0.0
        by_unit: dict[str, Counter[Order]] = {}
        for orders, weight in plans:
            for order in orders:
                by_unit.setdefault(order.piece.location.province, Counter())[order] += weight  # type: ignore[union-attr,assignment]
        for province, order in given.items():
            chance = by_unit.get(province, Counter()).get(order, 0.0)
            total += log((1 - _CHANCE) * chance + _CHANCE / _OPTIONS)
        found[style] = total
    return found


class Acquaintance:
    """Knowledge of one player about the others, by their orders in this game."""

    def __init__(self, variant: Variant) -> None:
        self._variant = variant
        self._seen: list[SeenOrders] = []
        self._judged: dict[tuple[int, str], dict[Style, float]] = {}

    @property
    def seen(self) -> tuple[SeenOrders, ...]:
        """The phases that are remembered, the oldest first."""
        return tuple(self._seen)

    def remember(self, seen: SeenOrders) -> None:
        """Note a phase. One that was played before, and all after it, are forgotten: they were taken back."""
        moment = seen.moment
        kept = [each for each in self._seen if each.moment < moment]
        self._seen = [*kept, seen][-_REMEMBERED:]
        known = {id(each) for each in self._seen}
        self._judged = {key: each for key, each in self._judged.items() if key[0] in known}

    def styles(self, position: Position, power: str, has_time: Callable[[], bool] = lambda: True) -> dict[Style, float]:
        """Return the probability of each style that *power* may have, before *position*.

        Args:
            position: in a movement phase.
            power: one of the others.
            has_time: says whether there is time to look at styles that were not drawn up yet.
        """
        logs = {style: log(prior) for style, prior in _PRIOR.items()}
        weight = 1.0
        for seen in reversed(self._seen):
            if seen.moment >= _moment(position) or not seen.position.units_of(power):
                continue  # a power may build again that had lost its last unit
            known = self._judged.get((id(seen), power))
            if known is None:
                known = likelihood(self._variant, seen, power, has_time)
                if has_time():
                    self._judged[id(seen), power] = known
            average = sum(known.values()) / len(known)
            for style in logs:
                logs[style] += _TEMPER * weight * known.get(style, average)
            weight *= _FADING
        highest = max(logs.values())
        raw = {style: exp(each - highest) for style, each in logs.items()}
        whole = sum(raw.values())
        return {style: max(_LEAST, each / whole) for style, each in raw.items()}


def _moment(position: Position) -> tuple[int, int]:
    """Year of a movement phase, and its place in it."""
    seasons = ("S", "U", "F")
    season = position.phase.season
    return position.phase.year, seasons.index(season) if season in seasons else 0


class OpponentPlans:
    """Probability of each plan of each power.

    Args:
        plans: the units of each power.
        task: the power that believes, whose own plans are not among them, and what it knows of the others' orders and agreements.
            Plans of others are drawn up already, in at least one style.
        acquaintance: what it knows of the others by their orders so far.
        dice: draws lots.
        has_time: says whether there is time to draw up plans in more styles.
    """

    def __init__(
        self, plans: Plans, task: SearchTask, acquaintance: Acquaintance, dice: Random, has_time: Callable[[], bool] = lambda: True
    ) -> None:
        power, assumed, self._has_time = task.power, task.assumed, has_time
        self._plans, self._dice = plans, dice
        self.choices: dict[str, list[PowerPlan]] = {}
        self.weights: dict[str, list[float]] = {}
        """Power to the probability of each of its plans."""
        for other in plans.units:
            if other != power:
                known = {plans.of(other, assumed[other]): 1.0} if other in assumed else None
                weighed = known or self._agreeing(other, self._weighed(other, acquaintance), task.word)
                self.choices[other], self.weights[other] = list(weighed), list(weighed.values())

    def _weighed(self, power: str, acquaintance: Acquaintance) -> dict[PowerPlan, float]:
        plans, joint = self._plans, self._plans.joint
        if not plans.plays(power):
            return {tuple(0 for _ in plans.units[power]): 1.0}  # the first legal order is to hold
        drawn = drawn_by_style(joint.variant, joint.position, power, self._has_time)
        styles = acquaintance.styles(joint.position, power, self._has_time)
        whole = sum(styles[style] for style in drawn)
        found: dict[PowerPlan, float] = {}
        for style, sets in drawn.items():
            for orders, weight in sets:
                plan = plans.of(power, orders)
                found[plan] = found.get(plan, 0.0) + weight * styles[style] / whole
        return found

    def _agreeing(self, power: str, weighed: dict[PowerPlan, float], word: Pledges) -> dict[PowerPlan, float]:
        """The same plans, with those that break agreements of *power* less likely, and the supports that it promised."""
        closed = {province for other, provinces in word.spared if other == power for province in provinces}
        helped = [support for other, support in word.helped if other == power]
        if not closed and not helped:
            return weighed
        options, units = self._plans.joint.options, self._plans.units[power]
        found: dict[PowerPlan, float] = {}
        for plan, weight in weighed.items():
            orders = [options[unit][number] for unit, number in zip(units, plan, strict=True)]
            breaks = any(isinstance(each, Move) and each.target.province in closed for each in orders)
            found[plan] = found.get(plan, 0.0) + weight * (_BREAKS if breaks or helped else 1.0)
            if helped:
                places = {support.piece.location.province: support for support in helped}
                kept = self._plans.of(
                    power, [places.get(each.piece.location.province, each) for each in orders if not isinstance(each, Waive)]
                )
                found[kept] = found.get(kept, 0.0) + weight * (_BREAKS if breaks else 1 - _BREAKS)
        return found

    def sampled(self, count: int) -> list[list[int]]:
        """Joint orders of all powers but the own one, whose units have none; each plan about as often as it is likely."""
        joints = [[-1] * len(self._plans.joint.options) for _ in range(count)]
        for power, found in self.choices.items():
            picks = self._spread(self.weights[power], count)
            for joint, pick in zip(joints, picks, strict=True):
                self._plans.put(joint, power, found[pick])
        return joints

    def _spread(self, weights: Sequence[float], count: int) -> list[int]:
        """Return *count* places in *weights*, each as often as it weighs, by one lot for all; then shuffled."""
        whole = sum(weights)
        step, at = whole / count, self._dice.random() * whole / count
        picks: list[int] = []
        passed, place = weights[0], 0
        for _ in range(count):
            while at >= passed and place + 1 < len(weights):
                place += 1
                passed += weights[place]
            picks.append(place)
            at += step
        self._dice.shuffle(picks)
        return picks
