"""Context of hooks: the game's values as plain data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import assert_never

from adjudicator.board import Board
from adjudicator.location import Location
from adjudicator.order import Build, Convoy, Disband, Hold, Move, Order, Remove, Retreat, Support, Waive
from adjudicator.phase import PhaseKind
from adjudicator.position import Position
from adjudicator.resolution import OrderOutcome
from adjudicator.unit import Unit
from adjudicator.variant import PowerRole, Variant
from app.hooks.attached import RunningHook

_KINDS = {PhaseKind.MOVEMENT: "movement", PhaseKind.RETREAT: "retreat", PhaseKind.ADJUSTMENT: "adjustment"}


def common(variant: Variant, position: Position, running: RunningHook) -> dict[str, object]:
    """Return the context of every hook at every point."""
    phase = position.phase
    return {
        "phase": str(phase),
        "season": phase.season,
        "year": phase.year,
        "kind": _KINDS[phase.kind],
        "powers": [power.id for power in variant.powers.values() if power.role is PowerRole.PLAYING],
        "args": dict(running.arguments),
        "state": dict(running.state),
    }


def position_part(variant: Variant, position: Position) -> dict[str, object]:
    """Units, dislodged units, and centres with their owners."""
    return {
        "units": [unit_table(unit) for unit in position.units],
        "dislodged": [{**unit_table(each.unit), "from": each.attacker_origin} for each in position.dislodged],
        "centres": {code: position.owners.get(code) for code in variant.board.centres},
    }


def unit_table(unit: Unit) -> dict[str, object]:
    """One unit."""
    return {"power": unit.power, "kind": unit.kind, "at": unit.province, "coast": unit.location.coast}


class _BoardKey:
    """A board as a key of a cache, by identity."""

    __slots__ = ("board",)

    def __init__(self, board: Board) -> None:
        self.board = board

    def __hash__(self) -> int:
        return id(self.board)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _BoardKey) and other.board is self.board


def board_part(variant: Variant) -> Mapping[str, object]:
    """Return the part that never changes: neighbours, terrains, homes. Not to be changed by who gets it."""
    return _board_part(_BoardKey(variant.board))


@lru_cache(maxsize=8)
def _board_part(key: _BoardKey) -> Mapping[str, object]:
    board = key.board
    beside: dict[str, set[str]] = {code: set() for code in board.provinces}
    for edge in board.edges:
        beside[edge.origin.province].add(edge.target.province)
    return {
        "adjacent": {code: sorted(others) for code, others in beside.items()},
        "terrain": {code: province.terrain.value for code, province in board.provinces.items()},
        "homes": {code: province.home for code, province in board.provinces.items() if province.home is not None},
    }


def orders_part(orders: Mapping[str, Sequence[Order]]) -> dict[str, list[str]]:
    """Every power's orders as canonical text."""
    return {power: [str(order) for order in given] for power, given in sorted(orders.items())}


def order_table(order: Order) -> dict[str, object]:
    """One order: its text, kind, province and target."""
    target = target_of(order)
    return {
        "order": str(order),
        "kind": kind_of(order),
        "at": None if isinstance(order, Waive) else order.piece.location.province,
        "to": None if target is None else target.province,
    }


def results_part(outcomes: Iterable[OrderOutcome]) -> list[dict[str, object]]:
    """Return the outcomes of orders; waives, which have no place, are left out."""
    return [result_table(each) for each in outcomes if each.unit is not None]


def result_table(outcome: OrderOutcome) -> dict[str, object]:
    """Return the outcome of one order."""
    by = sorted({unit.province for reason in outcome.reasons for unit in reason.by})
    table = order_table(outcome.order)
    if outcome.unit is not None:
        table["at"] = outcome.unit.province
    return {**table, "power": outcome.power, "results": sorted(result.value for result in outcome.results), "by": by}


def kind_of(order: Order) -> str:
    """Return the kind of an order, in a word."""
    match order:
        case Hold():
            return "hold"
        case Move():
            return "move"
        case Support():
            return "support"
        case Convoy():
            return "convoy"
        case Retreat():
            return "retreat"
        case Disband():
            return "disband"
        case Build():
            return "build"
        case Remove():
            return "remove"
        case Waive():
            return "waive"
        case _:
            assert_never(order)


def target_of(order: Order) -> Location | None:
    """Return the target of an order, or of the order that it helps."""
    match order:
        case Move(_, target) | Retreat(_, target) | Convoy(_, _, target):
            return target
        case Support(_, supported, target):
            return supported.location if target is None else target
        case _:
            return None
