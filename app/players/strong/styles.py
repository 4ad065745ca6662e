"""Styles of play: the ways in which powers are taken to draw up their orders, each a bot of its own besides."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import lru_cache, partial
from random import Random
from typing import NamedTuple

import numpy as np

from adjudicator import Order, Position, Variant
from adjudicator.variant_tables import variant_tables
from app.players.board_bot import SeededBot
from app.players.easy import easy_movement
from app.players.openings import book_lines
from app.players.spreading import Values, spreading_orders
from app.players.steady.bot import steady_orders
from app.players.steady.campaign import Prospects, movement_orders
from app.players.steady.outlook import Outlook
from app.players.strong.plans import Alternatives, Plans, PowerPlan, changed, joined
from app.players.strong.weighing import DIGITS, Weighing


class Style(StrEnum):
    """A way to draw up orders."""

    STEADY = "steady"
    SEARCHING = "searching"
    SPREADING = "spreading"
    EASY = "easy"
    CAUTIOUS = "cautious"
    HOARDER = "hoarder"
    BOOK = "book"


class CautiousOutlook(Outlook):
    """Outlook of a power that attacks where little can go wrong, and guards what it has."""

    def wins(self, province: int, strength: int) -> float:
        """The chance that it believes in: less than there is."""
        chance = super().wins(province, strength)
        return chance * chance

    def standing(self, spot: int) -> float:
        """The worth of standing there: more where it is its own."""
        own = self.owner[self.board.province_of[spot]] == self.rank
        return super().standing(spot) * (1.6 if own else 0.8)


class HoardersOutlook(Outlook):
    """Outlook of a power that takes neutral centres and sits on them."""

    def _appeal(self, owner: int) -> float:
        return 1.1 if owner < 0 else 0.12


class CautiousBot(SeededBot):
    """Attacks where little can go wrong, and guards what it has."""

    def _orders_by(self, dice: Random, variant: Variant, position: Position, power: str) -> Sequence[Order]:
        return steady_orders(CautiousOutlook(variant, position, power), dice)


class HoardingBot(SeededBot):
    """Takes neutral centres and sits on them."""

    def _orders_by(self, dice: Random, variant: Variant, position: Position, power: str) -> Sequence[Order]:
        return steady_orders(HoardersOutlook(variant, position, power), dice)


COUNTS = {Style.STEADY: 6, Style.SEARCHING: 2, Style.SPREADING: 5, Style.EASY: 3, Style.CAUTIOUS: 2, Style.HOARDER: 2}
"""Number of times that each style draws up the orders of a power for a moves phase."""

PlansOfStyle = tuple[tuple[tuple[Order, ...], float], ...]
"""Sets of orders, each with its probability in the style."""

_KEPT = 80
"""Powers in a position for which drawn orders are kept: eight phases that are looked back on, and the present one."""

_LINES = 8
"""Lines of the opening book that are taken as plans."""

_LOOKS = 4
"""Joint orders of the others against which a searching power is taken to better its plan."""

_TRIED = 16
"""Changes of that plan that are tried together, the best first."""

_known: OrderedDict[object, _Drawing] = OrderedDict()


def drawn_by_style(variant: Variant, position: Position, power: str, go_on: Callable[[], bool] = lambda: True) -> dict[Style, PlansOfStyle]:
    """Return the orders that each style draws up for *power* in a movement phase; the same at each call.

    Args:
        variant: what is played.
        position: in a movement phase.
        power: whose orders.
        go_on: asked before each style but the first; where it says no only those are returned that were drawn up before.
    """
    drawing = _drawing(variant, position, power)
    for style in Style:
        if style not in drawing.found and (not drawing.found or go_on()):
            drawing.plans(style)
    return {style: drawing.found[style] for style in Style if drawing.found.get(style)}


def drawn_in(style: Style, variant: Variant, position: Position, power: str) -> PlansOfStyle:
    """Return the orders that one style draws up for *power* in a movement phase; the same at each call, and none where it has none."""
    return _drawing(variant, position, power).plans(style)


def _drawing(variant: Variant, position: Position, power: str) -> _Drawing:
    key = (variant.id, position.phase, position.units, frozenset(position.owners.items()), power)
    found = _known.get(key)
    if found is None:
        found = _known[key] = _Drawing(variant, position, power)
        if len(_known) > _KEPT:
            _known.popitem(last=False)
    return found


class _Drawing:
    """Orders that the styles draw up for one power in one position, each style when it is asked for."""

    def __init__(self, variant: Variant, position: Position, power: str) -> None:
        self._about = variant, position, power
        self.found: dict[Style, PlansOfStyle] = {}

    def plans(self, style: Style) -> PlansOfStyle:
        """The orders in one style."""
        if style not in self.found:
            self.found[style] = self._lines() if style is Style.BOOK else self._drawn(style)
        return self.found[style]

    def _lines(self) -> PlansOfStyle:
        return tuple((line.orders, line.weight) for line in book_lines(*self._about)[:_LINES])

    def _drawn(self, style: Style) -> PlansOfStyle:
        _, position, power = self._about
        make, count = self._maker(style), COUNTS[style]
        dice = Random(f"{power} {position.phase} {style}")  # noqa: S311 - dice, no secrets
        return tuple((tuple(make(dice)), 1 / count) for _ in range(count))

    def _maker(self, style: Style) -> Callable[[Random], Sequence[Order]]:
        if style is Style.SEARCHING:
            return partial(_searched, _bench(*self._about[:2]), self._about[2])
        if style is Style.SPREADING:
            return partial(spreading_orders, Values(*self._about))
        if style is Style.EASY:
            return partial(easy_movement, *self._about)
        outlook = {Style.CAUTIOUS: CautiousOutlook, Style.HOARDER: HoardersOutlook}.get(style, Outlook)(*self._about)
        prospects = Prospects(outlook)
        return lambda dice: movement_orders(outlook, dice, prospects)


class _Bench(NamedTuple):
    """Plans of all powers in one position, and their weighing."""

    variant: Variant
    position: Position
    weighing: Weighing
    plans: Plans


@lru_cache(1)
def _bench(variant: Variant, position: Position) -> _Bench:
    weighing = Weighing(variant, position)
    return _Bench(variant, position, weighing, Plans(weighing.joint))


def _searched(bench: _Bench, power: str, dice: Random) -> Sequence[Order]:
    """Return orders that *power* finds who takes all others to play as *steady*, and betters such orders of its own at a glance."""
    variant, position, weighing, plans = bench
    drawn = {each: drawn_in(Style.STEADY, variant, position, each) if plans.plays(each) else () for each in plans.units}
    looks = [[0] * len(weighing.joint.options) for _ in range(_LOOKS)]
    for look in looks:
        for other, sets in drawn.items():
            if other != power and sets:
                plans.put(look, other, plans.of(other, dice.choice(sets)[0]))
    samples, units = np.array(looks, dtype=np.int16), plans.units[power]
    rank = variant_tables(variant).power_rank[power]

    def worths(tried: Sequence[PowerPlan]) -> list[float]:
        rows = np.tile(samples, (len(tried), 1))
        rows[:, units] = np.repeat(np.array(tried, dtype=np.int16), _LOOKS, axis=0)
        found: list[float] = weighing.shares(weighing.expected(rows), rank).reshape(len(tried), _LOOKS).mean(axis=1).round(DIGITS).tolist()
        return found

    own = list(dict.fromkeys(plans.of(power, orders) for orders, _ in drawn[power]))
    first = worths(own)
    worth = max(first)
    before = plan = own[first.index(worth)]
    changes = list(dict.fromkeys(changed(plan, change) for change in Alternatives(weighing.joint, units).of(plan, frozenset())))
    better = [(found, each) for found, each in zip(worths(changes), changes, strict=True) if found > worth]
    for _, each in sorted(better, key=lambda found: -found[0])[:_TRIED]:
        both = joined(before, plan, each)
        if both is not None and (found := worths([both])[0]) > worth:
            plan, worth = both, found
    return [weighing.joint.options[unit][number] for unit, number in zip(units, plan, strict=True)]
