"""Retreats: each dislodged unit goes where it was ordered, unless another goes there too. Source: rulebook, Retreats; DATC 6.H."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from adjudicator.order import Disband, Order, Retreat
from adjudicator.position import Position
from adjudicator.reference.meaning import Meaning
from adjudicator.rule_choices import RepeatedOrder
from adjudicator.unit import Piece, Unit
from adjudicator.variant import Variant


def resolve_retreats(variant: Variant, position: Position, orders_by_power: Mapping[str, Sequence[Order]]) -> frozenset[Unit]:
    """The units on the board after a retreat phase."""
    meaning = Meaning(variant, position)
    chosen: dict[str, Retreat | Disband] = {}
    for power, given in orders_by_power.items():
        for order in given[::-1] if variant.rules.repeated_order is RepeatedOrder.LAST else given:
            meant = meaning.retreat(power, order)
            if meant is not None:
                chosen.setdefault(meant.piece.location.province, meant)
    goals = Counter(order.target.province for order in chosen.values() if isinstance(order, Retreat))
    arrived: set[Unit] = set()
    for each in position.dislodged:
        goal = chosen.get(each.unit.province)
        if isinstance(goal, Retreat) and goals[goal.target.province] == 1:
            arrived.add(Unit(each.unit.power, Piece(each.unit.kind, goal.target)))
    return frozenset(position.units) | arrived
