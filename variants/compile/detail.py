"""The three levels of detail of a board's outlines: borders stay shared where the drawing shares them."""

from __future__ import annotations

from collections.abc import Mapping

import shapely

from variants.compile.coverage import is_coverage
from variants.compile.regions import polygons_of
from variants.compiled import Polygon

TOLERANCES = (1 / 4000, 1 / 1000, 1 / 280)
"""Parts of the board's width. Even the finest leaves out what no screen shows: a quarter of a pixel at 1000 across."""


def levels_of(shapes: Mapping[str, shapely.Geometry], width: float, *, finest: bool = False) -> dict[str, tuple[tuple[Polygon, ...], ...]]:
    """The outlines of every province at each level, the finest first; the *finest* alone where that is enough."""
    codes = list(shapes)
    geometries = [shapes[code] for code in codes]
    shared = is_coverage(geometries)
    made: dict[str, list[tuple[Polygon, ...]]] = {code: [] for code in codes}
    for tolerance in TOLERANCES[:1] if finest else TOLERANCES:
        if shared:
            simple = list(shapely.coverage_simplify(geometries, tolerance * width))
        else:
            simple = list(shapely.simplify(geometries, tolerance * width * 0.5))
        least = (tolerance * width) ** 2 * 2
        for code, geometry, original in zip(codes, simple, geometries, strict=True):
            kept = geometry if not geometry.is_empty else original
            parts = polygons_of(kept) or polygons_of(original)
            parts = [part for part in parts if part.area >= least] or parts[:1]
            made[code].append(tuple(as_polygon(part) for part in parts))
    return {code: tuple(levels) for code, levels in made.items()}


def as_polygon(part: shapely.Geometry) -> Polygon:
    """A polygon as plain numbers, to a hundredth, rings not closed."""
    return tuple(
        tuple((round(x, 2), round(y, 2)) for x, y in shapely.get_coordinates(ring)[:-1].tolist())
        for ring in (part.exterior, *part.interiors)
    )
