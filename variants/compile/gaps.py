"""Thin gaps between provinces closed: drawings with thick strokes leave some, and borders would be drawn twice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
import shapely

from variants.compile.growing import opened, swollen
from variants.compile.regions import areas_of, polygons_of

WIDEST = 0.006
"""Wider gaps stay, as parts of the board's width: they are something that was left out on purpose."""
WORTH_IT = 2e-4
"""Gaps that together cover less of the board are left as they are."""
_STEPS = 4
_TILE = 4000
"""Points that a piece of the gaps has at most: each province is laid over the pieces near it alone."""


def close_gaps(
    shapes: Mapping[str, shapely.Geometry],
    fixed: Sequence[shapely.Geometry],
    width: float,
    height: float,
    check_stop: Callable[[], None] = lambda: None,
) -> dict[str, shapely.Geometry]:
    """The *shapes* grown into the thin gaps between them, evenly from all sides, so that neighbours share their borders vertex for vertex.

    Where two reach the same ground in one step, it falls to the one with the longer border there.

    Args:
        shapes: without overlaps.
        fixed: ground that nobody grows into.
        width: of the board.
        height: of the board.
        check_stop: called often; raises where the work is to be given up.
    """
    board = shapely.box(0, 0, width, height)
    gap = shapely.difference(board, shapely.union_all([*shapes.values(), *fixed]))
    half = WIDEST * width / 2
    narrow = shapely.difference(gap, opened(gap, half))
    if narrow.area < WORTH_IT * board.area:
        return dict(shapes)
    grown = dict(shapes)
    left = _tiles(areas_of(narrow))
    for step in range(1, _STEPS + 1):
        reach = half * 1.2 * step / _STEPS
        tree = shapely.STRtree(left)
        taken: list[list[shapely.Geometry]] = [[] for _ in left]
        for code in grown:
            check_stop()
            left_edge, top, right, bottom = shapes[code].bounds
            box = shapely.box(left_edge - reach, top - reach, right + reach, bottom + reach)
            near = [(int(at), shapely.intersection(left[at], box)) for at in np.sort(tree.query(box, predicate="intersects"))]
            if all(each.is_empty for _, each in near):
                continue
            large = swollen(shapes[code], reach)
            added = [(at, areas_of(shapely.intersection(large, each))) for at, each in near]
            added = [(at, part) for at, part in added if part.area > 0]
            if added:
                grown[code] = areas_of(shapely.union_all([grown[code], *(part for _, part in added)]))
            for at, part in added:
                taken[at].append(part)
        left = [areas_of(shapely.difference(each, shapely.union_all(parts))) for each, parts in zip(left, taken, strict=True)]
    codes = list(grown)
    cleaned = shapely.coverage_clean([grown[code] for code in codes], gap_width=half, snapping_distance=width / 20_000)
    found: dict[str, shapely.Geometry] = {}
    for code, shape in zip(codes, cleaned, strict=True):
        kept = [part for part in polygons_of(shape) if part.area > (width / 2000) ** 2]
        found[code] = shapely.MultiPolygon(kept) if len(kept) > 1 else kept[0] if kept else shapes[code]
    return found


def _tiles(area: shapely.Geometry) -> list[shapely.Geometry]:
    """*area* in pieces of a few thousand points, each half of one before."""
    if area.is_empty or shapely.get_num_coordinates(area) <= _TILE:
        return [area]
    left, top, right, bottom = area.bounds
    if right - left >= bottom - top:
        middle = (left + right) / 2
        halves = [shapely.box(left, top, middle, bottom), shapely.box(middle, top, right, bottom)]
    else:
        middle = (top + bottom) / 2
        halves = [shapely.box(left, top, right, middle), shapely.box(left, middle, right, bottom)]
    return [tile for half in halves for tile in _tiles(areas_of(shapely.intersection(area, half)))]
