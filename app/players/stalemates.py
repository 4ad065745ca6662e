"""Stalemate lines: units that no attack from outside drives away, so that no leader wins beyond them.

`resources/openings/stalemate_lines.json` holds the known ones of the standard board, each with where it was published.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from adjudicator import Hold, Location, Move, Order, PhaseKind, Position, Support, Unit, Variant, legal_orders
from adjudicator.notation import parse_order
from adjudicator.variant_tables import position_tables, variant_tables

_NEAR_VICTORY, _VERY_NEAR = 5, 3
"""Centres that a leader lacks at most when the others think of a line: of one that is enough, and of one that leaves it enough to win."""

_PHASES = 2
"""Movement phases in which empty stations are to be filled."""


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
    """Orders of the power that asked: its units on the line hold it, and others step into stations that are empty, or nearer to them."""
    missing: int
    """Number of stations that are empty now."""
    phases: int
    """Movement phases until none is empty."""
    is_enough: bool
    """True if the leader cannot win without what is behind it."""


def leader_beside(variant: Variant, position: Position, power: str, near: int = _NEAR_VICTORY) -> str | None:
    """The strongest of the others, where it has as much as *power* and lacks *near* centres at most; else ``None``."""
    counts = Counter(position.owners.values())
    own = counts.pop(power, 0)
    leader = min(counts, key=lambda each: (-counts[each], each), default=None)
    return leader if leader is not None and counts[leader] >= max(own, variant.victory - near) else None


def line_in_reach(variant: Variant, position: Position, power: str) -> LineInReach | None:
    """The line that stops the leader and that *power* holds its part of, or fills in two movement phases.

    Those come first without whose centres the leader cannot win, then those that are whole soonest and lack least. The others keep what is
    behind them while the leader still lacks something beyond them; they are looked at when it lacks three centres at most.
    """
    if position.phase.kind is not PhaseKind.MOVEMENT:
        return None
    found = [
        each
        for line, leader, is_enough in _useful(variant, position, power)
        if (each := _in_reach(variant, position, power, line, leader, is_enough)) is not None
    ]
    return min(found, key=lambda each: (not each.is_enough, each.phases, each.missing), default=None)


def stations_held(variant: Variant, position: Position, power: str) -> frozenset[str]:
    """Provinces in which units of *power* hold a line that is whole, in any phase; of a line that is enough where there is one."""
    own = {unit.province for unit in position.units_of(power)}
    whole = [
        (not is_enough, own.intersection(line.stations))
        for line, _, is_enough in _useful(variant, position, power)
        if all(position.unit_at(province) is not None for province in line.stations)
    ]
    return frozenset(min(whole, key=lambda each: each[0])[1]) if whole else frozenset()


def _useful(variant: Variant, position: Position, power: str) -> Iterator[tuple[StalemateLine, str, bool]]:
    """Yield the lines that stop a leader who has no unit and no centre behind them: with the leader, and whether it cannot win without."""
    leader = leader_beside(variant, position, power)
    if variant.id != "standard" or leader is None:
        return
    whole = sum(province.centre for province in variant.board.provinces.values())
    for line in stalemate_lines():
        behind = line.centres | line.between | line.stations.keys()
        is_enough = whole - len(line.centres) < variant.victory
        if not is_enough and leader_beside(variant, position, power, _VERY_NEAR) is None:
            continue
        if any(position.owners.get(centre) == leader for centre in line.centres):
            continue
        if not any(unit.power == leader and unit.province in behind for unit in position.units):
            yield line, leader, is_enough


def _in_reach(variant: Variant, position: Position, power: str, line: StalemateLine, leader: str, is_enough: bool) -> LineInReach | None:
    empty = [province for province in line.stations if position.unit_at(province) is None]
    marches = _marches(variant, position, power, line, empty)
    if marches is None:
        return None
    moves, phases = marches
    goals = {move.target.province: move for move in moves}
    held = [
        _held(variant, position, unit, line.stations[unit.province], goals) for unit in position.units if unit.province in line.stations
    ]
    if None in held:
        return None
    own = {unit.province for unit in position.units_of(power)}
    orders = [order for order in held if order is not None and order.piece.location.province in own]
    return LineInReach(line, leader, (*orders, *moves), len(empty), phases, is_enough) if orders or moves else None


def _marches(variant: Variant, position: Position, power: str, line: StalemateLine, empty: Sequence[str]) -> tuple[list[Move], int] | None:
    """Moves of units of *power* that are not on the line into its *empty* stations or nearer to them, and the phases until all are filled.

    ``None`` where they cannot be filled in time.
    """
    if not empty:
        return [], 0
    tables = variant_tables(variant)
    board, moves = tables.board, position_tables(tables, position).open_edges.reaches[tables.power_rank[power]].moves
    spots = {
        unit: spot
        for unit in position.units_of(power)
        if unit.province not in line.stations and (spot := board.spot_at(unit.kind, unit.location)) is not None
    }
    is_open = [position.unit_at(code) is None for code in board.codes]

    def steps_to(unit: Unit, province: str) -> list[list[str]]:
        """Provinces that the unit can step to first, by the number of phases until it is in *province*."""
        wanted = line.stations[province]
        first = [spot for spot in moves[spots[unit]] if is_open[board.province_of[spot]]]
        if isinstance(wanted, Support) and unit.kind != wanted.piece.kind:
            return [[] for _ in range(_PHASES)]
        now = [str(board.pieces[spot].location) for spot in first if board.codes[board.province_of[spot]] == province]
        then = [
            str(board.pieces[spot].location)
            for spot in first
            if any(board.codes[board.province_of[onward]] == province for onward in moves[spot])
        ]
        return [now, then]

    ways = {(unit, province): steps_to(unit, province) for unit in spots for province in empty}
    for phases in range(1, _PHASES + 1):
        able = {province: [unit for unit in spots if any(ways[unit, province][:phases])] for province in empty}
        filled = _matched(able)
        if filled is None:
            continue
        taken: set[str] = set()
        found: list[Move] = []
        for province, unit in sorted(filled.items(), key=lambda each: not ways[each[1], each[0]][0]):
            now, then = ways[unit, province]
            step = next((each for each in now or then if each.split("/")[0] not in taken), None)
            if step is not None:
                taken.add(step.split("/")[0])
                found.append(Move(unit.piece, Location.of(step)))
        return found, phases
    return None


def _matched(able: Mapping[str, Sequence[Unit]]) -> dict[str, Unit] | None:
    """A unit of its own for each station, of those that are able to come; ``None`` where there are too few."""
    holder: dict[Unit, str] = {}

    def find(station: str, tried: set[Unit]) -> bool:
        for unit in able[station]:
            if unit not in tried:
                tried.add(unit)
                if unit not in holder or find(holder[unit], tried):
                    holder[unit] = station
                    return True
        return False

    return {station: unit for unit, station in holder.items()} if all(find(station, set()) for station in able) else None


def _held(variant: Variant, position: Position, unit: Unit, wanted: Hold | Support, goals: Mapping[str, Move]) -> Hold | Support | None:
    """Return the order of a *unit* on the line, be it an army or a fleet; ``None`` where it cannot give the support that is *wanted*.

    Args:
        variant: what is played.
        position: in a movement phase.
        unit: where a station is.
        wanted: order of the station.
        goals: moves into empty stations, by where they lead: a support is for the move then.
    """
    if isinstance(wanted, Hold):
        return Hold(unit.piece)
    province = wanted.supported.location.province
    move = goals.get(province)
    if move is None and position.unit_at(province) is None:
        return Hold(unit.piece)
    for each in legal_orders(variant, position, unit.location):
        if not isinstance(each, Support):
            continue
        if each.target is None and each.supported.location.province == province and move is None:
            return each
        if move is not None and each.supported == move.piece and each.target is not None and each.target.province == province:
            return each
    return None
