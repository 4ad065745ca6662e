"""Results of a phase in the words of DAIDE: ORD messages, with the way of each convoy; and all orders of a phase as a server tells them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from adjudicator.convoy_routes import shortest_route
from adjudicator.legal import adjustment
from adjudicator.order import Build, Convoy, Disband, Hold, Move, Order, Remove, Retreat, Support, Waive
from adjudicator.phase import Phase, PhaseKind
from adjudicator.position import Position
from adjudicator.resolution import OrderOutcome, ReasonKind, Resolution, Result
from adjudicator.unit import Piece, Unit
from adjudicator.variant import PowerRole, Variant
from adjudicator.variant_tables import PositionTables, position_tables, variant_tables
from app.players.daide.board import DaideBoard
from app.players.daide.language import Message
from app.players.daide.message_table import SERVER, WrittenOrder

RouteOf = Callable[[Move], tuple[str, ...]]
"""The provinces of the fleets that carry a move; empty for one that goes by itself."""


def to_write(power: str, order: Order, owner_of: Callable[[Piece], str], route_of: RouteOf) -> WrittenOrder:
    """*order* of *power*, in canonical form, with the power of the unit that is supported or carried, and with the way of a move."""
    if isinstance(order, Move):
        return WrittenOrder(power, replace(order, route=route_of(order)))
    other = order.supported if isinstance(order, Support) else order.army if isinstance(order, Convoy) else None
    return WrittenOrder(power, order, None if other is None else Unit(owner_of(other), other))


class Routes:
    """The routes of a movement phase.

    Args:
        variant: the board.
        position: where the units stand.
        orders: all orders; fleets that were ordered to carry a move are named before others.
    """

    def __init__(self, variant: Variant, position: Position, orders: Iterable[Order] = ()) -> None:
        self._here: PositionTables = position_tables(variant_tables(variant), position)
        self._position = position
        self._carried: dict[tuple[str, str], int] = {}
        board = self._here.open_edges.tables
        for order in orders:
            if isinstance(order, Convoy):
                key = (order.army.location.province, order.target.province)
                spot = board.spot_index.get((order.piece.kind, order.piece.location.province, order.piece.location.coast))
                self._carried[key] = self._carried.get(key, 0) | (0 if spot is None else 1 << spot)

    def __call__(self, move: Move) -> tuple[str, ...]:
        """The provinces of the fleets that carry *move*, in sequence; empty where it goes by itself."""
        if move.route:
            return move.route
        origin, target = move.piece.location.province, move.target.province
        unit = self._position.unit_at(origin)
        if unit is None or (not move.via_convoy and self._is_next(unit.power, move)):
            return ()
        board = self._here.open_edges.tables
        reach = self._here.open_edges.reaches[self._here.tables.power_rank[unit.power]]
        ends = board.province_index[origin], board.province_index[target]
        for fleets in (self._carried.get((origin, target), 0), self._here.carriers):
            route = shortest_route(reach, *ends, fleets)
            if route:
                return route
        return ()

    def _is_next(self, power: str, move: Move) -> bool:
        """Return True if the unit can go there by itself."""
        board = self._here.open_edges.tables
        piece = move.piece
        spot = board.spot_index.get((piece.kind, piece.location.province, piece.location.coast))
        reach = self._here.open_edges.reaches[self._here.tables.power_rank[power]]
        return spot is not None and board.province_index[move.target.province] in reach.provinces[spot]


def results(board: DaideBoard, position: Position, resolution: Resolution) -> tuple[Message, ...]:
    """The ORD messages of the phase of *position*: strict clients count them.

    In movement there are as many as units, in retreats as many as dislodged units, in adjustments for each power the difference of
    its centres and its units.
    """
    outcomes = [each for each in resolution.outcomes if not (position.phase.kind is PhaseKind.ADJUSTMENT and isinstance(each.order, Waive))]
    route_of: RouteOf = _by_itself
    if position.phase.kind is PhaseKind.MOVEMENT:
        route_of = Routes(board.variant, position, [each.order for each in outcomes])

    def owner_of(piece: Piece) -> str:
        unit = position.unit_at(piece.location.province)
        return unit.power if unit is not None else next(iter(board.powers))

    told = [(to_write(each.power, each.order, owner_of, route_of), _words(position.phase, each)) for each in outcomes]
    if position.phase.kind is PhaseKind.ADJUSTMENT:
        told += [(WrittenOrder(power, Waive()), ("SUC",)) for power in _waived(board, position, outcomes)]
        told.sort(key=lambda each: board.powers.index(each[0].power))
    return tuple(SERVER.write(board, "ORD", position.phase, *each) for each in told)


def _by_itself(_move: Move) -> tuple[str, ...]:
    return ()


def _waived(board: DaideBoard, position: Position, outcomes: list[OrderOutcome]) -> Iterator[str]:
    """Each power as often as it had a build and made none, be it that no home centre is free for it."""
    built = Counter(each.power for each in outcomes if isinstance(each.order, Build))
    for power in board.powers:
        for _ in range(builds_due(board, position, power) - built[power]):
            yield power


def builds_due(board: DaideBoard, position: Position, power: str) -> int:
    """Centres less units, however many are free for them; never below 0."""
    if board.variant.powers[power].role is not PowerRole.PLAYING:
        return 0
    return max(0, len(position.centres_of(power)) - len(position.units_of(power)))


def _words(phase: Phase, outcome: OrderOutcome) -> tuple[str, ...]:
    """``SUC``, ``BNC RET``: what an order got."""
    results, order = outcome.results, outcome.order
    if phase.kind is PhaseKind.ADJUSTMENT:
        return ("SUC",)
    if phase.kind is PhaseKind.RETREAT:
        return ("BNC",) if isinstance(order, Retreat) and Result.OK not in results else ("SUC",)
    out = ("RET",) if results & {Result.DISLODGED, Result.DESTROYED} else ()
    own = _own_word(order, outcome)
    return out if out and own == "SUC" else (own, *out)


def _own_word(order: Order, outcome: OrderOutcome) -> str:
    """Return the result of the order itself, apart from that of the unit."""
    results = outcome.results
    if isinstance(order, Move):
        if Result.NO_CONVOY in results:
            broken = any(reason.kind in {ReasonKind.CONVOY_BROKEN, ReasonKind.PARADOX} for reason in outcome.reasons)
            return "DSR" if broken else "NSO"
        return "SUC" if Result.OK in results else "NSO" if Result.VOID in results else "BNC"
    if isinstance(order, Support) and Result.CUT in results:
        return "CUT"
    if Result.VOID in results:
        return "NSO"
    if Result.DISRUPTED in results and not results & {Result.DISLODGED, Result.DESTROYED}:
        return "NSO"  # a fleet in a paradox, that stays and carries nothing
    return "SUC"


def whole_orders(board: DaideBoard, position: Position, power: str, orders: list[Order]) -> list[Order]:
    """*orders* with what is missing in them, since a server waits for it."""
    given = {each.piece.location.province for each in orders if not isinstance(each, Waive)}
    match position.phase.kind:
        case PhaseKind.MOVEMENT:
            return orders + [Hold(unit.piece) for unit in position.units_of(power) if unit.province not in given]
        case PhaseKind.RETREAT:
            mine = [each.unit for each in position.dislodged if each.unit.power == power]
            return orders + [Disband(unit.piece) for unit in mine if unit.province not in given]
        case PhaseKind.ADJUSTMENT:
            removals = max(0, -adjustment(board.variant, position, power))
            if removals:
                others = [unit for unit in position.units_of(power) if unit.province not in given]
                return orders + [Remove(unit.piece) for unit in others[: removals - len(orders)]]
            return orders + [Waive()] * (builds_due(board, position, power) - len(orders))
