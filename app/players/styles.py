"""Styles of play: the ways in which powers are taken to draw up their orders, each a bot of its own besides."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from enum import StrEnum
from random import Random

from adjudicator.order import Order
from adjudicator.position import Position
from adjudicator.variant import Variant
from app.players.board_bot import SeededBot
from app.players.easy import easy_movement
from app.players.openings import book_lines
from app.players.spreading import Values, spreading_orders
from app.players.steady.bot import steady_orders
from app.players.steady.campaign import Prospects, movement_orders
from app.players.steady.outlook import Outlook


class Style(StrEnum):
    """A way to draw up orders."""

    STEADY = "steady"
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


COUNTS = {Style.STEADY: 6, Style.SPREADING: 5, Style.EASY: 3, Style.CAUTIOUS: 2, Style.HOARDER: 2}
"""Number of times that each style draws up the orders of a power for a moves phase."""

_Drawn = dict[Style, tuple[tuple[tuple[Order, ...], float], ...]]
"""By style, sets of orders with their probability in that style."""

_KEPT = 40
"""Moments for which drawn orders are kept."""

_known: OrderedDict[object, _Drawn] = OrderedDict()


def drawn_by_style(variant: Variant, position: Position, power: str) -> _Drawn:
    """Return the orders that each style draws up for *power* in a movement phase; the same at each call."""
    key = (variant.id, position.phase, position.units, frozenset(position.owners.items()), power)
    found = _known.get(key)
    if found is None:
        found = _known[key] = {style: tuple(each) for style, each in _drawn(variant, position, power).items() if each}
        if len(_known) > _KEPT:
            _known.popitem(last=False)
    return found


def _drawn(variant: Variant, position: Position, power: str) -> dict[Style, list[tuple[tuple[Order, ...], float]]]:
    outlook, values = Outlook(variant, position, power), Values(variant, position, power)
    cautious, hoarder = CautiousOutlook(variant, position, power), HoardersOutlook(variant, position, power)
    prospects = Prospects(outlook)
    makers: dict[Style, Callable[[Random], Sequence[Order]]] = {
        Style.STEADY: lambda dice: movement_orders(outlook, dice, prospects),
        Style.SPREADING: lambda dice: spreading_orders(values, dice),
        Style.EASY: lambda dice: easy_movement(variant, position, power, dice),
        Style.CAUTIOUS: lambda dice: movement_orders(cautious, dice),
        Style.HOARDER: lambda dice: movement_orders(hoarder, dice),
    }
    found: dict[Style, list[tuple[tuple[Order, ...], float]]] = {}
    for style, make in makers.items():
        dice = Random(f"{power} {position.phase} {style}")  # noqa: S311 - dice, no secrets
        found[style] = [(tuple(make(dice)), 1 / COUNTS[style]) for _ in range(COUNTS[style])]
    found[Style.BOOK] = [(line.orders, line.weight) for line in book_lines(variant, position, power)[:8]]
    return found
