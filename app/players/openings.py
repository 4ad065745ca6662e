"""The opening book: what powers ordered in the first phases of real games, how often, and how many centres it led to.

`resources/openings/standard.json` holds the counts; `scripts/opening_book.py` makes them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any

from adjudicator import Hold, Move, Order, PhaseKind, Position, Variant, Waive, legal_orders
from adjudicator.notation import parse_order
from adjudicator.variant_tables import PositionTables, position_tables, variant_tables

_FIRST_YEAR, _LAST_YEAR = 1901, 1902
_FIRST = "S1901M"

_COUNTED = 0.8
"""Power of a line's count in its weight: rare lines are played a little more often than they were."""

_LED_TO = 2.0
"""Power of the centres that a line led to."""

_LEFT_OPEN = 0.15
"""Weight of a line that leaves a centre to a unit that stands beside it."""

_LEFT_BEHIND = 0.3
"""Weight of a first line after which no own unit can come to a neutral centre that is the power's alone to take in the first year."""


@dataclass(frozen=True, slots=True)
class BookLine:
    """Orders of one power."""

    orders: tuple[Order, ...]
    weight: float
    """The part of all lines that are possible here; together they are 1."""
    count: int
    """Number of games in which they were given."""


@cache
def _book() -> dict[str, dict[str, dict[str, list[dict[str, Any]]]]]:
    found: dict[str, dict[str, dict[str, list[dict[str, Any]]]]] = json.loads(
        (files("resources") / "openings" / "standard.json").read_text(encoding="utf-8")
    )
    return found


def book_lines(variant: Variant, position: Position, power: str) -> list[BookLine]:
    """The lines of the book that are possible for *power*, the likeliest first; none on other boards and later."""
    if variant.id != "standard" or position.phase.kind is not PhaseKind.MOVEMENT or not _FIRST_YEAR <= position.phase.year <= _LAST_YEAR:
        return []
    units = ", ".join(sorted(str(unit.piece) for unit in position.units_of(power)))
    lines = _book().get(power, {}).get(str(position.phase), {}).get(units, [])
    found: list[tuple[tuple[Order, ...], float, int]] = []
    for line in lines:
        orders = tuple(map(parse_order, line["orders"]))
        if all(_is_legal(variant, position, order) for order in orders):
            weight = line["count"] ** _COUNTED * max(0.5, line["centres"]) ** _LED_TO
            weight *= _LEFT_OPEN ** len(left_open(variant, position, power, orders))
            if str(position.phase) == _FIRST:
                if 2 * sum(isinstance(order, Hold) for order in orders) > len(orders):
                    continue  # of somebody who sent few orders; nobody opens so who plays
                weight *= _LEFT_BEHIND ** len(left_behind(variant, position, power, orders))
            found.append((orders, weight, line["count"]))
    whole = sum(weight for _, weight, _ in found)
    return sorted((BookLine(orders, weight / whole, count) for orders, weight, count in found), key=lambda line: -line.weight)


def book_orders(variant: Variant, position: Position, power: str, dice: Random) -> Sequence[Order] | None:
    """A line of the book by lot, each as often as it weighs; ``None`` where there is none."""
    lines = book_lines(variant, position, power)
    if not lines:
        return None
    return dice.choices(lines, [line.weight for line in lines])[0].orders


def _is_legal(variant: Variant, position: Position, order: Order) -> bool:
    return not isinstance(order, Waive) and order in legal_orders(variant, position, order.piece.location)


def left_open(variant: Variant, position: Position, power: str, orders: Sequence[Order]) -> list[str]:
    """Own centres that a unit of another power can step into, and in which no own unit stays or arrives by *orders*."""
    tables = variant_tables(variant)
    here, board = position_tables(tables, position), tables.board
    kept = {
        order.target.province if isinstance(order, Move) else order.piece.location.province for order in orders if hasattr(order, "piece")
    }
    others = [(rank, spot) for rank, spot in zip(here.powers, here.spots, strict=True) if tables.powers[rank] != power]
    found: list[str] = []
    for code, owner in position.owners.items():
        if owner != power or code in kept:
            continue
        place = board.province_index[code]
        reaches = [(here.open_edges.reaches[rank], spot) for rank, spot in others]
        if any(board.province_of[target] == place for reach, spot in reaches for target in reach.moves[spot]):
            found.append(code)
    return found


def left_behind(variant: Variant, position: Position, power: str, orders: Sequence[Order]) -> list[str]:
    """Neutral centres that units of *power* alone can come to in two moves, and to which none can go on after *orders*."""
    tables = variant_tables(variant)
    here, board, rank = position_tables(tables, position), tables.board, tables.power_rank[power]
    moves = here.open_edges.reaches[rank].moves
    near: set[int] = set()
    for order in orders:
        if not isinstance(order, Waive):
            goal = order.target if isinstance(order, Move) else order.piece.location
            spot = board.spot_index[order.piece.kind, goal.province, goal.coast]
            near.update(board.province_of[each] for each in (spot, *moves[spot]))
    alone = here.once(_alone_near, here)
    places = {code: board.province_index[code] for code in sorted(tables.centre_codes) if code not in position.owners}
    return [code for code, place in places.items() if alone.get(place) == rank and place not in near]


def _alone_near(here: PositionTables) -> dict[int, int]:
    """Province to the power, by rank, whose units can come there in two moves where those of no other can."""
    found: dict[int, int] = {}
    for spot, rank in zip(here.spots, here.powers, strict=True):
        moves = here.open_edges.reaches[rank].moves
        ends = {spot, *moves[spot], *(after for each in moves[spot] for after in moves[each])}
        for province in {here.tables.board.province_of[each] for each in ends}:
            found[province] = rank if found.get(province, rank) == rank else -1
    return found
