"""Order of each unit: the first legal one, or the last, or none of several (DATC 4.D.3); without one it holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from adjudicator.order import Hold, Move, MovementOrder, Order, Support
from adjudicator.position import Position
from adjudicator.reference.meaning import Meaning
from adjudicator.rule_choices import DisorderSupport, ImplicitOrders, ImpossibleOrder, NoOrders, RepeatedOrder
from adjudicator.variant import Variant


@dataclass
class PlainOrders:
    """The order of every unit, by the province it stands in."""

    orders: dict[str, MovementOrder]
    not_supportable: set[str] = field(default_factory=set)
    """Provinces of units that stay, but cannot be supported to hold (DATC 4.E.1, 4.D.9)."""


def orders_of_units(variant: Variant, position: Position, orders_by_power: Mapping[str, Sequence[Order]]) -> PlainOrders:
    """Give every unit on the board its order."""
    meaning = Meaning(variant, position)
    chosen: dict[str, MovementOrder] = {}
    impossible: dict[str, Order] = {}
    for power, given in orders_by_power.items():
        for order in counting(meaning, power, given):
            if not isinstance(order, MovementOrder):
                continue
            province = order.piece.location.province
            unit = position.unit_at(province)
            if unit is None or unit.power != power:
                continue
            meant = meaning.movement(power, order)
            if meant is None:
                impossible.setdefault(province, order)
            else:
                chosen.setdefault(province, meant)
    found = PlainOrders(chosen)
    if variant.rules.implicit_orders is ImplicitOrders.ALLOWED:
        _deduce(meaning, position, found, impossible)
    rules = variant.rules
    for unit in position.units:
        province = unit.province
        if province not in found.orders:
            if rules.impossible_order is ImpossibleOrder.STILL_A_MOVE and isinstance(impossible.get(province), Move):
                found.not_supportable.add(province)
            found.orders[province] = Hold(unit.piece)
        missing = unit.power not in orders_by_power
        if missing and rules.no_orders is NoOrders.DISORDER and rules.disorder_support is DisorderSupport.FAILS:
            found.not_supportable.add(province)
    return found


def counting(meaning: Meaning, power: str, given: Sequence[Order]) -> Sequence[Order]:
    """The orders of a power so that the one that counts for a unit comes first (DATC 4.D.3)."""
    choice = meaning.rules.repeated_order
    if choice is RepeatedOrder.LAST:
        return given[::-1]
    if choice is RepeatedOrder.NONE:
        meant = {order: meaning.movement(power, order) for order in given}
        legal = [each for each in meant.values() if each is not None]
        return [
            order for order in given if (each := meant[order]) is None or all(other == each for other in legal if other.piece == each.piece)
        ]
    return given


def _deduce(meaning: Meaning, position: Position, found: PlainOrders, impossible: Mapping[str, Order]) -> None:
    """A unit without an order moves as a support or convoy of its own power implies (DATC 4.E.3)."""
    for unit in position.units:
        order = found.orders.get(unit.province)
        if order is None or isinstance(order, Hold | Move) or order.target is None:
            continue
        helped = order.supported if isinstance(order, Support) else order.army
        other = position.unit_at(helped.location.province)
        if other is None or other.province in found.orders or other.province in impossible:
            continue
        meant = meaning.movement(unit.power, Move(other.piece, order.target))
        if meant is not None:
            found.orders[other.province] = meant
