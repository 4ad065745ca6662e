"""Routes of moves by convoy: DAIDE names the fleets in every convoy, where our orders leave that to the fleets."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.convoy_routes import shortest_route
from adjudicator.order import Convoy, Move, Order
from adjudicator.position import Position
from adjudicator.position_tables import PositionTables, position_tables
from adjudicator.variant import Variant
from adjudicator.variant_tables import variant_tables


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
