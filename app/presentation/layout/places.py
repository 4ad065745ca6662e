"""Places of units: at their anchors, and beside them when they were driven out."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from adjudicator.board import Board
from adjudicator.location import Location
from adjudicator.position import Position
from app.presentation.kept_by_board import KeptByBoard
from app.presentation.layout.polyline import Point, distance
from variants.compiled import CompiledBoard, Polygon, ProvinceShape

_MOST_SIZES = 64
_CLEAR_STARS: KeptByBoard[dict[object, Mapping[str, Point]]] = KeptByBoard(lambda _board: {})
"""Places of stars clear of units, for the sizes a board was seen in."""


def anchor(board: CompiledBoard, location: Location, *, retreat: bool = False) -> Point | None:
    """Return the place of a unit at *location*; ``None`` where the board draws no such province.

    Args:
        board: the drawn board.
        location: the place; a coast without an anchor of its own uses its province's.
        retreat: the place of a dislodged unit instead.
    """
    shape = board.provinces.get(location.province)
    if shape is None:
        return None
    return _of(shape, location.coast, shape.retreats if retreat else shape.units)


def _of(shape: ProvinceShape, coast: str | None, places: Mapping[str, Point]) -> Point:
    for key in (coast or "", ""):
        if key in places:
            return places[key]
    if places:
        return next(iter(places.values()))
    if shape.units:
        return next(iter(shape.units.values()))
    left, top, right, bottom = shape.bounds
    return ((left + right) / 2, (top + bottom) / 2)


def unit_discs(at: Point, radius: float) -> tuple[tuple[float, float, float], ...]:
    """Centre and radius of discs that together cover the symbol of a unit at *at* with its rim: it is wider than it is high."""
    return ((at[0] - radius * 0.22, at[1], radius * 1.06), (at[0] + radius * 0.22, at[1], radius * 1.06))


def star_places(board: CompiledBoard, rules: Board, unit: float = 0.0, star: float = 0.0) -> Mapping[str, Point]:
    """Supply centre to the place of its star.

    Variants make centres of provinces that are none on the board they were drawn for; those have a spare place. Where symbols
    are so large for the board that a unit would touch the star, the star steps aside, whether a unit stands there or not.

    Args:
        board: the drawn board.
        rules: says which provinces are centres.
        unit: radius of a unit, in board units.
        star: outer radius of a star.
    """
    found: dict[str, Point] = {}
    for code, shape in board.provinces.items():
        province = rules.provinces.get(code)
        place = shape.supply if shape.supply is not None else shape.spare
        if province is not None and province.centre and place is not None:
            found[code] = place
    if unit <= 0:
        return found
    kept, asked = _CLEAR_STARS.of(board), (tuple(found.items()), unit, star)
    if asked not in kept:
        if len(kept) >= _MOST_SIZES:
            kept.clear()
        kept[asked] = _clear_of_units(board, found, unit, star)
    return kept[asked]


def _clear_of_units(board: CompiledBoard, places: Mapping[str, Point], unit: float, star: float) -> Mapping[str, Point]:
    found: dict[str, Point] = {}
    reach = unit * 1.3 + star * _STAR_REACH
    discs = [disc for shape in board.provinces.values() for place in shape.units.values() for disc in unit_discs(place, unit)]
    for code, place in places.items():
        near = [disc for disc in discs if abs(disc[0] - place[0]) < reach * 3 and abs(disc[1] - place[1]) < reach * 3]
        found[code] = _clear(place, near, star * _STAR_REACH, board.provinces[code])
    return found


_STAR_REACH = 1.18
"""Reach of a star with its edge, in its radii."""


def _clear(place: Point, near: Iterable[tuple[float, float, float]], star: float, home: ProvinceShape) -> Point:
    """The place nearest to *place* where a star of radius *star* touches none of the discs *near*, inside its province if there is one."""
    discs = tuple(near)

    def touched(point: Point) -> float:
        return sum(max(0.0, radius + star - distance(point, (x, y))) for x, y, radius in discs)

    best, lowest = place, touched(place)
    if lowest <= 0:
        return place
    for ring in range(1, 17):
        for turn in range(24):
            point = (
                place[0] + math.cos(turn * math.pi / 12) * star * ring * 0.2,
                place[1] + math.sin(turn * math.pi / 12) * star * ring * 0.2,
            )
            price = touched(point) + (0.0 if inside(home.levels[-1], point) else star * 0.35)
            if price < lowest - 1e-9:
                best, lowest = point, price
        if lowest <= 0:
            break
    return best


def displaced(board: CompiledBoard, position: Position, radius: float, star: float, stars: Mapping[str, Point]) -> Mapping[str, Point]:
    """Province to the place of its dislodged unit: beside the unit that took it, away from where that one came from.

    Of the places around the anchor, and the one the board's author chose, the one is taken that is free of other units,
    of stars and of names, and on the side that the attacker did not come from.
    """
    taken = [anchor(board, unit.location) for unit in position.units]
    units = [point for point in taken if point is not None]
    marks = tuple(stars.values())
    found: dict[str, Point] = {}
    for each in position.dislodged:
        own = anchor(board, each.unit.location)
        if own is None:
            continue
        winner = position.unit_at(each.unit.province)
        centre = own if winner is None else anchor(board, winner.location) or own
        origin = anchor(board, Location(each.attacker_origin)) or (centre[0], centre[1] + 1)
        came = math.atan2(origin[1] - centre[1], origin[0] - centre[0])
        author = anchor(board, each.unit.location, retreat=True) or own
        choices = [author] if distance(author, centre) > radius * 1.55 else []
        choices += [
            (centre[0] + math.cos(came + turn) * radius * reach, centre[1] + math.sin(came + turn) * radius * reach)
            for reach in (1.9, 2.2, 2.6)
            for turn in (math.pi, math.pi * 0.75, -math.pi * 0.75, math.pi * 0.55, -math.pi * 0.55)
        ]

        home = board.provinces.get(each.unit.province)

        others = [point for point in units if point != centre] + list(found.values())

        def badness(
            point: Point,
            *,
            centre: Point = centre,
            came: float = came,
            author: Point = author,
            home: ProvinceShape | None = home,
            others: list[Point] = others,
        ) -> float:
            turned = math.cos(math.atan2(point[1] - centre[1], point[0] - centre[0]) - came)
            total = max(0.0, turned + 0.3) * 2.2 + 0.12 * distance(point, author) / radius
            total += max(0.0, 1.95 - distance(point, centre) / radius) * 2.0
            if home is not None and not inside(home.levels[-1], point):
                total += 0.9
            total += sum(max(0.0, 2.0 - distance(point, other) / radius) * 3 for other in others)
            total += sum(max(0.0, 1.0 + star / radius - distance(point, other) / radius) * 2 for other in marks)
            if not (radius < point[0] < board.width - radius and radius < point[1] < board.height - radius):
                total += 10
            return total

        found[each.unit.province] = min(choices, key=badness)
    return found


def inside(polygons: Iterable[Polygon], point: Point) -> bool:
    """Return True if *point* lies in one of *polygons*; rings are counted by the odd-even rule."""
    x, y = point
    crossings = 0
    for rings in polygons:
        for ring in rings:
            (ax, ay) = ring[-1]
            for bx, by in ring:
                if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
                    crossings += 1
                ax, ay = bx, by
    return crossings % 2 == 1


def densest(board: CompiledBoard) -> float:
    """The distance of the two closest unit places of different provinces, in board units."""
    points = [(code, place) for code, shape in board.provinces.items() for place in shape.units.values()]
    points.sort(key=lambda each: each[1][0])
    best = board.width
    for index, (code, place) in enumerate(points):
        for other_code, other in points[index + 1 :]:
            if other[0] - place[0] > best:
                break
            if other_code != code:
                best = min(best, distance(place, other))
    return best
