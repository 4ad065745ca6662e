"""Sequence in which the civil disorder rule removes units (DATC 4.D.8)."""

from __future__ import annotations

from adjudicator.board import Terrain
from adjudicator.board_tables import BoardTables, spread
from adjudicator.position import Position
from adjudicator.rule_choices import RemovalDistance
from adjudicator.unit import Unit
from adjudicator.variant_tables import VariantTables

FAR_AWAY = 1 << 30


def removal_sequence(tables: VariantTables, position: Position, power: str) -> list[Unit]:
    """The units of *power*, those that civil disorder removes first coming first (DATC 4.D.8).

    The farthest goes first, fleets before armies, then by the province's name.
    """
    board = tables.board
    choice = tables.variant.rules.removal_distance
    provinces = board.board.provinces
    if choice is RemovalDistance.OWNED:
        goals = [code for code, owner in position.owners.items() if owner == power]
    elif choice is RemovalDistance.HOME:
        goals = [code for code, place in provinces.items() if place.home == power and place.centre]
    else:
        goals = [code for code, place in provinces.items() if power in (place.home, place.territory)]
    near = [board.province_index[code] for code in goals]
    on_foot = board.distances_from(near)
    by_sea = _fleet_distances(board, near) if choice is RemovalDistance.HOME else None

    def key(unit: Unit) -> tuple[int, int, str, str]:
        afloat = Terrain.SEA in board.board.kinds[unit.kind].terrains
        if afloat and by_sea is not None:
            location = unit.location
            steps = by_sea[board.spot_index[unit.kind, location.province, location.coast]]
        else:
            steps = on_foot[board.province_index[unit.province]]
        distance = FAR_AWAY if steps < 0 else steps
        return -distance, 0 if afloat else 1, provinces[unit.province].name, unit.province

    return sorted(position.units_of(power), key=key)


def _fleet_distances(board: BoardTables, goals: list[int]) -> list[int]:
    """Steps from each spot to the nearest of the provinces *goals*, by the moves that a unit there can make itself."""
    backwards: list[list[int]] = [[] for _ in board.pieces]
    for origin, target, _ in board.edges:
        backwards[target].append(origin)
    wanted = set(goals)
    return spread(backwards, [spot for spot, province in enumerate(board.province_of) if province in wanted])
