"""The first picture of a board on its way: the shapes as they were read, units where there is some room."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType

import shapely

from adjudicator.board import Board, Terrain
from variants.compile.area_operations import as_polygon
from variants.compile.drawn import Drawing
from variants.compile.elements import SMALLEST_SCALE
from variants.compile.memory import Memory
from variants.compile.regions import polygons_of
from variants.compiled import LEVELS, UNIT_RADIUS, Border, BorderKind, CompiledBoard, Point, Polygon, ProvinceShape

LARGEST_FITTED = 2.2
"""Units on a board of few provinces grow no further, unless its author says so."""

_DETAIL = 1 / 2000
"""Part of the board's width: smaller details are left out of a sketch."""


def draw_sketch(
    drawing: Drawing,
    rules: Board | None,
    sha256: str,
    shapes: Mapping[str, shapely.Geometry],
    terrains: Mapping[str, Terrain],
    memory: Memory,
) -> CompiledBoard:
    """A board of bare outlines: no names, no neighbours, no marks, overlaps and gaps as they are."""
    shown = {code: shape for code, shape in shapes.items() if terrains[code] is not Terrain.IMPASSABLE and not shape.is_empty}
    inside = shapely.point_on_surface(list(shown.values()))
    provinces: dict[str, ProvinceShape] = {}
    borders: list[Border] = []
    for (code, shape), mark, spot in zip(shown.items(), memory.marks(list(shown.values())), inside, strict=True):
        outline = memory.get(("sketch", mark, drawing.width), partial(_outline, shape, drawing.width * _DETAIL))
        coasts = rules.provinces[code].coasts if rules is not None and code in rules.provinces else ()
        somewhere = (round(spot.x, 1), round(spot.y, 1))
        units = {coast: drawing.anchors.get(("unit", code, coast), somewhere) for coast in ("", *coasts)}
        provinces[code] = _province(code, terrains[code], outline, units, shape.bounds)
        kind = BorderKind.SEA if terrains[code] is Terrain.SEA else BorderKind.LAND
        borders.append(Border(kind, (code, code), tuple((*ring, ring[0]) for polygon in outline for ring in polygon)))
    scale = symbol_scale(drawing, shown, memory) if shown else 1.0
    return CompiledBoard(sha256, drawing.width, drawing.height, MappingProxyType(provinces), tuple(borders), (), (), symbol_scale=scale)


def _outline(shape: shapely.Geometry, detail: float) -> tuple[Polygon, ...]:
    return tuple(as_polygon(part) for part in polygons_of(shapely.simplify(shape, detail)) or polygons_of(shape))


def _province(
    code: str, terrain: Terrain, outline: tuple[Polygon, ...], units: Mapping[str, Point], bounds: tuple[float, float, float, float]
) -> ProvinceShape:
    left, top, right, bottom = (round(each, 1) for each in bounds)
    return ProvinceShape(
        code,
        terrain,
        (outline,) * LEVELS,
        MappingProxyType(units),
        MappingProxyType(units),
        None,
        None,
        (),
        (),
        (left, top, right, bottom),
    )


def symbol_scale(drawing: Drawing, grounds: Mapping[str, shapely.Geometry], memory: Memory) -> float:
    """Return the scale that the author set; else one at which a unit fits into nine provinces of ten with some room."""
    if drawing.symbol_scale is not None:
        return drawing.symbol_scale
    parts = [polygons_of(ground)[0] for ground in grounds.values()]
    tolerance = drawing.width / 1000
    rooms = sorted(
        memory.get(("room", mark, tolerance), partial(_room_in, part, tolerance))
        for part, mark in zip(parts, memory.marks(parts), strict=True)
    )
    tight = rooms[len(rooms) // 10]
    return round(min(LARGEST_FITTED, max(SMALLEST_SCALE, tight / (drawing.width * UNIT_RADIUS * 1.25))), 2)


def _room_in(part: shapely.Geometry, tolerance: float) -> float:
    """Radius of the largest circle in *part*."""
    return float(shapely.maximum_inscribed_circle(part, tolerance=tolerance).length)
