"""The steady opponent as a player."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from adjudicator import Order, PhaseKind, Position, Variant
from app.players.board_bot import SeededBot
from app.players.openings import book_orders
from app.players.steady.adjusting import adjustment_orders
from app.players.steady.campaign import movement_orders
from app.players.steady.outlook import Outlook
from app.players.steady.retreating import retreat_orders

_FROM_THE_BOOK, _AND_LATER = 0.85, 0.3
"""Probability of a line of the opening book in the first phase, and in those after it that have one.

Later lines know the own units only: one that takes fewer neutral centres than what the board suggests is left.
"""


class SteadyBot(SeededBot):
    """Opens as in real games, weighs centres, threats and neighbours, and has its units help one another."""

    def _orders_by(self, dice: Random, variant: Variant, position: Position, power: str) -> Sequence[Order]:
        is_start = position is variant.start or position == variant.start
        line = book_orders(variant, position, power, dice) if dice.random() < (_FROM_THE_BOOK if is_start else _AND_LATER) else None
        if line is not None and is_start:
            return line
        outlook = Outlook(variant, position, power)
        orders = steady_orders(outlook, dice)
        return orders if line is None or outlook.neutrals_of(line) < outlook.neutrals_of(orders) else line


def steady_orders(outlook: Outlook, dice: Random) -> Sequence[Order]:
    """Return the orders of a power that plays so: an order for each unit, or as many builds or removals as are due."""
    match outlook.position.phase.kind:
        case PhaseKind.MOVEMENT:
            return movement_orders(outlook, dice)
        case PhaseKind.RETREAT:
            return retreat_orders(outlook, dice)
        case PhaseKind.ADJUSTMENT:
            return adjustment_orders(outlook, dice)
