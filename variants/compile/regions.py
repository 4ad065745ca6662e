"""Outlines to areas, by SVG's two filling rules, mended where they cross themselves."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import shapely

from variants.compile.crossings import CrossingsLeft
from variants.compile.rings import laid_together
from variants.compiled import CompiledBoard

Point = tuple[float, float]

LONGEST_TANGLE = 400
"""Times its own diagonal: a longer outline that crosses itself is scribble, and only what it covers counts."""


def region(lines: Sequence[Sequence[Point]], evenodd: bool, left: CrossingsLeft | None = None) -> tuple[shapely.Geometry, int]:
    """The area that the closed *lines* enclose, and how many of them had to be mended.

    Args:
        left: how much may be mended yet. Of a line beyond it all that it could cover counts, and ``left.refused`` says so.
    """
    left = left or CrossingsLeft()
    rings: list[shapely.Geometry] = []
    turns: list[bool] = []
    repaired = 0
    usable = [line for line in lines if len(set(line)) >= 3]
    if not usable:
        return shapely.MultiPolygon(), 0
    points = [point for line in usable for point in line]
    drawn = shapely.polygons(shapely.linearrings(points, indices=np.repeat(np.arange(len(usable)), [len(line) for line in usable])))
    turned = shapely.is_ccw(shapely.get_exterior_ring(drawn)).tolist()
    for line, ring, turns_left, valid in zip(usable, drawn, turned, shapely.is_valid(drawn).tolist(), strict=True):
        made = ring
        if not valid:
            repaired += 1
            west, top, east, bottom = ring.bounds
            # Mending takes as long as there are crossings, and there may be as many as points squared.
            if ring.length > LONGEST_TANGLE * math.hypot(east - west, bottom - top) or not left.take(line):
                made = ring.convex_hull
            else:
                made = areas_of(shapely.make_valid(ring, method="structure", keep_collapsed=False))
        if not made.is_empty:
            rings.append(made)
            turns.append(turns_left)
    if len(rings) == 1:
        return rings[0], repaired
    return areas_of(laid_together(rings, turns, evenodd, left)) if rings else shapely.MultiPolygon(), repaired


def areas_of(shape: shapely.Geometry) -> shapely.Geometry:
    """*shape* without its points and lines."""
    if shape.geom_type == "Polygon" and not shape.is_empty:
        return shape
    parts = polygons_of(shape)
    return parts[0] if len(parts) == 1 else shapely.multipolygons(parts) if parts else shapely.MultiPolygon()


def polygons_of(shape: shapely.Geometry) -> list[shapely.Geometry]:
    """The polygons of *shape*, the largest first."""
    parts = shapely.get_parts(shapely.get_parts(shape))
    parts = parts[(shapely.get_type_id(parts) == shapely.GeometryType.POLYGON) & ~shapely.is_empty(parts)]
    if len(parts) < 2:
        return list(parts)
    west, south, east, north = shapely.bounds(parts).T
    return list(parts[np.lexsort((north, east, south, west, -shapely.area(parts)))])


def lines_of(shape: shapely.Geometry) -> list[shapely.Geometry]:
    """The lines of *shape*, joined where they meet end to end."""
    parts = [
        part for part in shapely.get_parts(shapely.get_parts(shape)) if part.geom_type in ("LineString", "LinearRing") and not part.is_empty
    ]
    if not parts:
        return []
    # What an overlay gives is cut where lines meet already, so that joining is all there is to do.
    merged = shapely.line_merge(
        shapely.multilinestrings([part if part.geom_type == "LineString" else shapely.LineString(part.coords) for part in parts])
    )
    return [part for part in shapely.get_parts(merged) if part.geom_type == "LineString" and part.length > 0]


def shapes_of(board: CompiledBoard) -> dict[str, shapely.Geometry]:
    """The provinces of a compiled board as areas, by code, at its finest level."""
    return {code: shapely.MultiPolygon([(rings[0], rings[1:]) for rings in shape.levels[0]]) for code, shape in board.provinces.items()}
