"""Thin gaps between provinces closed: drawings with thick strokes leave some, and borders would be drawn twice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import shapely

from variants.compile.regions import areas_of, polygons_of

WIDEST = 0.006
"""Wider gaps stay, as parts of the board's width: they are something that was left out on purpose."""
WORTH_IT = 2e-4
"""Gaps that together cover less of the board are left as they are."""
_STEPS = 4


def close_gaps(
    shapes: Mapping[str, shapely.Geometry], fixed: Sequence[shapely.Geometry], width: float, height: float
) -> dict[str, shapely.Geometry]:
    """The *shapes* grown into the thin gaps between them, evenly from all sides, so that neighbours share their borders vertex for vertex.

    Where two reach the same ground in one step, it falls to the one with the longer border there.

    Args:
        shapes: without overlaps.
        fixed: ground that nobody grows into.
        width: of the board.
        height: of the board.
    """
    board = shapely.box(0, 0, width, height)
    gap = shapely.difference(board, shapely.union_all([*shapes.values(), *fixed]))
    half = WIDEST * width / 2
    narrow = shapely.difference(gap, shapely.buffer(shapely.buffer(gap, -half), half * 1.05))
    if narrow.area < WORTH_IT * board.area:
        return dict(shapes)
    grown = dict(shapes)
    left = shapely.union_all(polygons_of(narrow))
    for step in range(1, _STEPS + 1):
        reach = half * 1.2 * step / _STEPS
        taken: list[shapely.Geometry] = []
        for code in grown:
            left_edge, top, right, bottom = shapes[code].bounds
            near = shapely.intersection(left, shapely.box(left_edge - reach, top - reach, right + reach, bottom + reach))
            if near.is_empty:
                continue
            part = areas_of(shapely.intersection(shapely.buffer(shapes[code], reach, quad_segs=2), near))
            if part.area > 0:
                grown[code] = areas_of(shapely.union(grown[code], part))
                taken.append(part)
        left = shapely.union_all(polygons_of(shapely.difference(left, shapely.union_all(taken))))
    codes = list(grown)
    cleaned = shapely.coverage_clean([grown[code] for code in codes], gap_width=half, snapping_distance=width / 20_000)
    found: dict[str, shapely.Geometry] = {}
    for code, shape in zip(codes, cleaned, strict=True):
        kept = [part for part in polygons_of(shape) if part.area > (width / 2000) ** 2]
        found[code] = shapely.MultiPolygon(kept) if len(kept) > 1 else kept[0] if kept else shapes[code]
    return found
