"""A set of orders in which each unit has one, as DAIDE servers wait for it."""

from __future__ import annotations

from adjudicator.legal import adjustment
from adjudicator.order import Disband, Hold, Order, Remove, Waive
from adjudicator.phase import PhaseKind
from adjudicator.position import Position
from app.players.daide.board import DaideBoard
from app.players.daide.results import builds_due


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
