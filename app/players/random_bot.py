"""The bot that plays at random."""

from __future__ import annotations

import random
from collections.abc import Sequence

from adjudicator.legal import adjustment, legal_orders, orderable
from adjudicator.order import Build, Disband, Order, Remove, Retreat, Waive
from adjudicator.phase import PhaseKind
from adjudicator.position import Position
from adjudicator.variant import Variant
from app.players.board_bot import BoardBot


class RandomBot(BoardBot):
    """Gives each unit one of its legal orders, all equally likely; retreats and builds where it can.

    Args:
        seed: the same seed plays the same game.
    """

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._random = random.Random(seed)  # noqa: S311 - dice, no secrets

    def _orders(self, variant: Variant, position: Position, power: str) -> Sequence[Order]:
        places = orderable(variant, position, power)
        if position.phase.kind is not PhaseKind.ADJUSTMENT:
            orders = [self._random.choice(legal_orders(variant, position, place)) for place in places]
            return [self._kept(variant, position, order) for order in orders]
        due = adjustment(variant, position, power)
        chosen = self._random.sample(list(places), min(abs(due), len(places)))
        options = [[order for order in legal_orders(variant, position, place) if isinstance(order, Build | Remove)] for place in chosen]
        given: list[Order] = [self._random.choice(each) for each in options if each]
        return [*given, *(Waive() for _ in range(due - len(given)))]

    def _kept(self, variant: Variant, position: Position, order: Order) -> Order:
        """A retreat in place of a disbanding, where there is one."""
        if not isinstance(order, Disband):
            return order
        retreats = [each for each in legal_orders(variant, position, order.piece.location) if isinstance(each, Retreat)]
        return self._random.choice(retreats) if retreats else order
