"""Stalemate lines: units that no attack from outside drives away, so that no leader wins beyond them.

`resources/openings/stalemate_lines.json` holds the known ones of the standard board, each with where it was published.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from adjudicator.legal import legal_orders
from adjudicator.notation import parse_order
from adjudicator.order import Hold, Move, Order, Support
from adjudicator.phase import PhaseKind
from adjudicator.position import Position
from adjudicator.unit import Unit
from adjudicator.variant import Variant

_NEAR_VICTORY = 5
"""Centres that a leader lacks at most when the others think of a line."""


@dataclass(frozen=True, slots=True)
class StalemateLine:
    """A line on the standard board."""

    name: str
    source: str
    """Place where it was published."""
    centres: frozenset[str]
    """Centres behind it, or on it."""
    between: frozenset[str]
    """Other provinces behind it."""
    orders: tuple[Hold | Support, ...]
    """Orders that hold it, one for each of its units."""

    @property
    def stations(self) -> Mapping[str, Hold | Support]:
        """Province of each of its units to the order that holds it."""
        return {order.piece.location.province: order for order in self.orders}


@cache
def stalemate_lines() -> tuple[StalemateLine, ...]:
    """The lines of the standard board, in the sequence of the file."""
    found = []
    for each in json.loads((files("resources") / "openings" / "stalemate_lines.json").read_text(encoding="utf-8")):
        orders = tuple(order for order in map(parse_order, each["orders"]) if isinstance(order, Hold | Support))
        found.append(
            StalemateLine(each["name"], each["source"], frozenset(each["centres"].split()), frozenset(each["between"].split()), orders)
        )
    return tuple(found)


@dataclass(frozen=True, slots=True)
class LineInReach:
    """A line that the powers beside a leader hold, or hold after their next moves."""

    line: StalemateLine
    leader: str
    orders: tuple[Order, ...]
    """Orders of the power that asked: its units on the line hold it, and others step into stations that are empty."""
    missing: int
    """Number of stations that are empty now."""


def leader_beside(variant: Variant, position: Position, power: str) -> str | None:
    """The strongest of the others, where it has as much as *power* and is near victory; ``None`` where there is no such one."""
    counts = Counter(position.owners.values())
    own = counts.pop(power, 0)
    leader = min(counts, key=lambda each: (-counts[each], each), default=None)
    return leader if leader is not None and counts[leader] >= max(own, variant.victory - _NEAR_VICTORY) else None


def line_in_reach(variant: Variant, position: Position, power: str) -> LineInReach | None:
    """The line that stops the leader and that *power* holds its part of, or fills in one move; the one that lacks least.

    A line is of no use where the leader has a unit or a centre behind it or could win without what is behind it.
    """
    leader = leader_beside(variant, position, power)
    if variant.id != "standard" or position.phase.kind is not PhaseKind.MOVEMENT or leader is None:
        return None
    found = [each for line in stalemate_lines() if (each := _in_reach(variant, position, power, leader, line)) is not None]
    return min(found, key=lambda each: each.missing, default=None)


def _in_reach(variant: Variant, position: Position, power: str, leader: str, line: StalemateLine) -> LineInReach | None:
    whole = sum(province.centre for province in variant.board.provinces.values())
    behind = line.centres | line.between | line.stations.keys()
    if whole - len(line.centres) >= variant.victory or any(position.owners.get(centre) == leader for centre in line.centres):
        return None
    if any(unit.power == leader and unit.province in behind for unit in position.units):
        return None
    empty = [province for province in line.stations if position.unit_at(province) is None]
    moves = _moves(variant, position, power, line, empty)
    if len(moves) < len(empty):
        return None
    goals = {move.target.province: move for move in moves}
    held = [
        _held(variant, position, unit, line.stations[unit.province], goals) for unit in position.units if unit.province in line.stations
    ]
    if None in held:
        return None
    own = {unit.province for unit in position.units_of(power)}
    orders = [order for order in held if order is not None and order.piece.location.province in own]
    return LineInReach(line, leader, (*orders, *moves), len(empty)) if orders or moves else None


def _moves(variant: Variant, position: Position, power: str, line: StalemateLine, empty: Sequence[str]) -> list[Move]:
    """Moves of units of *power* that are not on the line into its *empty* stations, one into each as far as there are any."""
    found: list[Move] = []
    free = [unit for unit in position.units_of(power) if unit.province not in line.stations]
    for province in empty:
        wanted = line.stations[province]
        for unit in free:
            orders = legal_orders(variant, position, unit.location)
            steps = (each for each in orders if isinstance(each, Move) and not each.via_convoy and each.target.province == province)
            step = next(steps, None) if isinstance(wanted, Hold) or unit.piece.kind == wanted.piece.kind else None
            if step is not None:
                found.append(step)
                free.remove(unit)
                break
    return found


def _held(variant: Variant, position: Position, unit: Unit, wanted: Hold | Support, goals: Mapping[str, Move]) -> Hold | Support | None:
    """Return the order of a *unit* on the line, be it an army or a fleet; ``None`` where it cannot give the support that is *wanted*.

    Args:
        goals: moves into empty stations, by where they lead: a support is for the move then.
    """
    if isinstance(wanted, Hold):
        return Hold(unit.piece)
    province = wanted.supported.location.province
    move = goals.get(province)
    for each in legal_orders(variant, position, unit.location):
        if not isinstance(each, Support):
            continue
        if each.target is None and each.supported.location.province == province and move is None:
            return each
        if move is not None and each.supported == move.piece and each.target is not None and each.target.province == province:
            return each
    return None
