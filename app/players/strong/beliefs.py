"""Beliefs about the others: in which style each plays, by what it ordered in this game, and which plans follow from that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log
from random import Random

from adjudicator.order import Order
from adjudicator.position import Position
from adjudicator.resolution import Resolution
from adjudicator.variant import Variant
from app.players.strong.plans import Plans, PowerPlan
from app.players.styles import Style, drawn_by_style

_PRIOR = {Style.STEADY: 0.3, Style.SPREADING: 0.22, Style.EASY: 0.12, Style.CAUTIOUS: 0.12, Style.HOARDER: 0.09, Style.BOOK: 0.15}
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


def likelihood(variant: Variant, seen: SeenOrders, power: str) -> dict[Style, float]:
    """Return the logarithm of how likely each style would have ordered what *power* ordered."""
    given = {order.piece.location.province: order for order in seen.orders.get(power, ()) if hasattr(order, "piece")}
    found: dict[Style, float] = {}
    for style, plans in drawn_by_style(variant, seen.position, power).items():
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

    def styles(self, position: Position, power: str) -> dict[Style, float]:
        """Return the probability of each style that *power* may have, before *position*."""
        logs = {style: log(prior) for style, prior in _PRIOR.items()}
        weight = 1.0
        for seen in reversed(self._seen):
            if seen.moment >= _moment(position):
                continue
            known = self._judged.get((id(seen), power))
            if known is None:
                known = self._judged[id(seen), power] = likelihood(self._variant, seen, power)
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


class Beliefs:
    """Probability of each plan of each power.

    Args:
        plans: the units of each power.
        power: who believes: its own plans are not among them.
        acquaintance: what it knows of the others.
        assumed: orders that others are known to give.
        dice: draws lots.
    """

    def __init__(self, plans: Plans, power: str, acquaintance: Acquaintance, assumed: Mapping[str, Sequence[Order]], dice: Random) -> None:
        self._plans, self._dice = plans, dice
        self.choices: dict[str, list[PowerPlan]] = {}
        self.weights: dict[str, list[float]] = {}
        """Power to the probability of each of its plans."""
        for other in plans.units:
            if other != power:
                weighed = {plans.of(other, assumed[other]): 1.0} if other in assumed else self._weighed(other, acquaintance)
                self.choices[other], self.weights[other] = list(weighed), list(weighed.values())

    def _weighed(self, power: str, acquaintance: Acquaintance) -> dict[PowerPlan, float]:
        plans, joint = self._plans, self._plans.joint
        if not plans.plays(power):
            return {tuple(0 for _ in plans.units[power]): 1.0}  # the first legal order is to hold
        drawn = drawn_by_style(joint.variant, joint.position, power)
        styles = acquaintance.styles(joint.position, power)
        whole = sum(styles[style] for style in drawn)
        found: dict[PowerPlan, float] = {}
        for style, sets in drawn.items():
            for orders, weight in sets:
                plan = plans.of(power, orders)
                found[plan] = found.get(plan, 0.0) + weight * styles[style] / whole
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
