"""The orders of a movement phase, each given to its unit, and what could not be used."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.interpretation import interpret
from adjudicator.movement_order import ANY_COAST, MOVE, SUPPORT_HOLD, SUPPORT_MOVE, IndexedOrder, index_order, is_possible
from adjudicator.order import Move, MovementOrder, Order
from adjudicator.resolution import OrderOutcome, Reason, ReasonKind, Result
from adjudicator.rule_choices import CoastInSupport, ImplicitOrders, RepeatedOrder
from adjudicator.unit import Location
from adjudicator.variant_tables import PositionTables, VariantTables
from adjudicator.verdict import Refusal, Verdict

OrdersByPower = Mapping[str, Sequence[Order]]


class MatchedOrders:
    """The orders of a movement phase, each beside the unit it is for."""

    __slots__ = ("here", "illegal", "indexed_orders", "missing", "orders", "refused", "unmatched", "unsupportable")

    def __init__(self, here: PositionTables) -> None:
        count = len(here.spots)
        self.here = here
        self.indexed_orders: list[IndexedOrder | None] = [None] * count
        self.orders: list[Order | None] = [None] * count
        self.illegal: dict[int, tuple[str, Order, Verdict]] = {}
        """Units to the impossible order their power gave them, and why it is; they hold."""
        self.refused: list[OrderOutcome] = []
        self.unsupportable: set[int] = set()
        """Units that stay but cannot be supported to hold: their impossible move still counts as one (DATC 4.E.1)."""
        self.missing: set[int] = set()
        """Ranks of the powers that sent no orders at all."""
        self.unmatched: set[int] = set()
        """Units whose support or convoy matches no order."""


def read_orders(tables: VariantTables, here: PositionTables, orders_by_power: OrdersByPower) -> MatchedOrders:
    """Give every unit its order. What cannot be used is refused with its verdict."""
    matched = MatchedOrders(here)
    indexed_orders, orders = matched.indexed_orders, matched.orders
    at, spots, powers, ranks = here.at, here.spots, here.powers, tables.power_rank
    if not spots:
        spots = [-2]
    rules, limited = tables.variant.rules, here.open_edges.limited
    as_written = rules.repeated_order is RepeatedOrder.FIRST and rules.coast_in_support is not CoastInSupport.NEVER_MATCHED and not limited
    for power, given in orders_by_power.items():
        rank = ranks.get(power)
        if rank is None:
            matched.refused.extend(_refused(None, power, order, Verdict(Refusal.UNKNOWN_POWER, (power,))) for order in given)
            continue
        if not as_written:
            _read_with_care(matched, power, rank, given)
            continue
        reach = here.open_edges.reaches[rank]
        for order in given:
            try:
                indexed: IndexedOrder = order.cached
                if indexed.reach is not reach:
                    indexed = index_order(reach, order)
            except AttributeError:
                indexed = index_order(reach, order)
            # A loose order has no spot, and an empty province the last unit, which stands elsewhere: neither matches here.
            unit = at[indexed.province]
            if spots[unit] == indexed.spot and powers[unit] == rank and indexed_orders[unit] is None:
                kind = indexed.kind
                if kind == SUPPORT_MOVE or kind == SUPPORT_HOLD:  # noqa: SIM109 - measurably faster than a set
                    usable = spots[at[indexed.other]] == indexed.other_spot
                else:
                    usable = kind <= MOVE or is_possible(here, indexed)
                if usable:
                    indexed_orders[unit] = indexed
                    orders[unit] = order
                    continue
            _read_loosely(matched, power, rank, order)
    for unit, (power, order, verdict) in list(matched.illegal.items()):
        if indexed_orders[unit] is None:
            orders[unit] = order
        else:  # A legal order was there as well; that one counts.
            del matched.illegal[unit]
            matched.refused.append(_refused(here, power, order, verdict))
    if not ranks.keys() <= orders_by_power.keys():
        matched.missing = {rank for power, rank in ranks.items() if power not in orders_by_power}
    if tables.variant.rules.implicit_orders is ImplicitOrders.ALLOWED:
        _deduce_orders(matched)
    return matched


def _read_loosely(matched: MatchedOrders, power: str, rank: int, order: Order) -> None:
    """Read an order that is not exact, not possible, or not the first for its unit; the first legal one counts (DATC 4.D.3 a)."""
    here = matched.here
    meant = interpret(here, rank, order)
    if isinstance(meant, Verdict):
        unit = _own_unit(here, rank, order)
        if unit is None or meant.refusal is Refusal.WRONG_PHASE or unit in matched.illegal:
            matched.refused.append(_refused(here, power, order, meant))
        else:
            matched.illegal[unit] = (power, order, meant)
        return
    indexed, carried_out = meant
    unit = here.at[indexed.province]
    if matched.indexed_orders[unit] is not None:
        if matched.orders[unit] != carried_out:
            matched.refused.append(_refused(here, power, order, Verdict(Refusal.UNIT_ORDERED_TWICE, (str(carried_out.piece),))))
        return
    matched.indexed_orders[unit] = indexed
    matched.orders[unit] = carried_out


def _read_with_care(matched: MatchedOrders, power: str, rank: int, given: Sequence[Order]) -> None:
    """Read orders that may not be carried out as they are written.

    The last counts, or none of several (DATC 4.D.3 b, c); supports lose their coast (DATC 4.B.4); or edges depend on the power.
    """
    choice = matched.here.tables.variant.rules.repeated_order
    if choice is RepeatedOrder.LAST:
        given = given[::-1]
    elif choice is RepeatedOrder.NONE:
        kept: list[Order] = []
        meant = [interpret(matched.here, rank, order) for order in given]
        legal = [carried_out for _, carried_out in (each for each in meant if not isinstance(each, Verdict))]
        for order, each in zip(given, meant, strict=True):
            if not isinstance(each, Verdict):
                _, carried_out = each
                piece = carried_out.piece
                if any(other.piece == piece and other != carried_out for other in legal):
                    matched.refused.append(_refused(matched.here, power, order, Verdict(Refusal.UNIT_ORDERED_TWICE, (str(piece),))))
                    continue
            kept.append(order)
        given = kept
    for order in given:
        _read_loosely(matched, power, rank, order)


def _own_unit(here: PositionTables, rank: int, order: Order) -> int | None:
    """The unit of this power that *order* is for, if there is one."""
    if not isinstance(order, MovementOrder):
        return None
    province = here.open_edges.tables.province_index.get(order.piece.location.province)
    unit = -1 if province is None else here.at[province]
    return unit if unit >= 0 and here.powers[unit] == rank else None


def _refused(here: PositionTables | None, power: str, order: Order, verdict: Verdict) -> OrderOutcome:
    """The outcome of an order that could not be used."""
    unit = None
    if here is not None and isinstance(order, MovementOrder):
        province = here.open_edges.tables.province_index.get(order.piece.location.province)
        if province is not None and here.at[province] >= 0:
            unit = here.tables.units[here.numbers[here.at[province]]]
    reason = Reason(ReasonKind.REFUSED, "4.E.1", verdict=verdict)
    return OrderOutcome(unit, power, order, given=True, results=frozenset({Result.ILLEGAL}), reasons=(reason,))


def _deduce_orders(matched: MatchedOrders) -> None:
    """Give units without an order the move that a support or convoy of their own power implies (DATC 4.E.3 a)."""
    here = matched.here
    for unit, indexed in enumerate(list(matched.indexed_orders)):
        if indexed is None or indexed.kind <= SUPPORT_HOLD or indexed.target < 0:
            continue
        other = here.at[indexed.other]
        if matched.orders[other] is not None:
            continue
        tables = here.open_edges.tables
        spot = indexed.target_spot  # Where the support leaves the coast open, DATC 4.B.1 settles that of the move.
        target = Location(tables.codes[indexed.target]) if spot == ANY_COAST else tables.pieces[spot].location
        meant = interpret(here, here.powers[unit], Move(tables.pieces[indexed.other_spot], target))  # refused where the unit is foreign
        if not isinstance(meant, Verdict):
            matched.indexed_orders[other], matched.orders[other] = meant
