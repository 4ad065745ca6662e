"""Thin gaps between provinces closed: drawings with thick strokes leave some, and borders would be drawn twice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
import shapely

from variants.compile.area_operations import Swelling, cleaned, is_scattered, joined_parts, opened
from variants.compile.regions import areas_of, polygons_of

WIDEST = 0.006
"""Wider gaps stay, as parts of the board's width: they are something that was left out on purpose."""
WORTH_IT = 2e-4
"""Gaps that together cover less of the board are left as they are."""
_STEPS = 4
_TILE = 4000
"""Points that a piece of the gaps has at most: each province is laid over the pieces near it alone."""
_AT_ONCE = 50
"""Shapes that are grown before anybody may stop it."""
_SMALL_TILE = 400
"""The same where islands by the thousand are laid over them one by one."""


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
        fixed: ground that no province grows into.
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
    codes = list(shapes)
    alone, owners = [shapes[code] for code in codes], np.arange(len(codes))
    if is_scattered(alone):
        # A province of islands all over the board would be laid over all of it; each of its islands is near little.
        alone, owners = shapely.get_parts(alone, return_index=True)
    grown = _grown(alone, _tiles(areas_of(narrow), _TILE if len(alone) == len(codes) else _SMALL_TILE), half, check_stop)
    parts = joined_parts(cleaned(grown, half, width / 20_000), owners, len(codes))
    found: dict[str, shapely.Geometry] = {}
    for code, shape in zip(codes, parts, strict=True):
        kept = [part for part in polygons_of(shape) if part.area > (width / 2000) ** 2]
        found[code] = shapely.MultiPolygon(kept) if len(kept) > 1 else kept[0] if kept else shapes[code]
    return found


def _grown(
    shapes: Sequence[shapely.Geometry], left: list[shapely.Geometry], half: float, check_stop: Callable[[], None]
) -> list[shapely.Geometry]:
    """The *shapes* grown in steps into the pieces of gaps that are *left*."""
    grown = np.array([*shapes, None], dtype=object)[:-1]
    whole = grown.copy()
    bounds = shapely.bounds(whole)
    swelling = Swelling(whole)
    for step in range(1, _STEPS + 1):
        reach = half * 1.2 * step / _STEPS
        boxes = shapely.box(*(bounds + np.array([-reach, -reach, reach, reach])).T)
        pieces = np.array([*left, None], dtype=object)[:-1]
        tree = shapely.STRtree(pieces)
        taken: list[list[shapely.Geometry]] = [[] for _ in left]
        for start in range(0, len(whole), _AT_ONCE):
            check_stop()
            who, where = tree.query(boxes[start : start + _AT_ONCE], predicate="intersects")
            order = np.lexsort((where, who))
            who, where = who[order] + start, where[order]
            near = shapely.intersection(pieces[where], boxes[who])
            some = ~shapely.is_empty(near)
            who, where, near = who[some], where[some], near[some]
            growing, of = np.unique(who, return_inverse=True)
            added = shapely.intersection(swelling.to(growing, reach)[of], near)
            more: dict[int, list[shapely.Geometry]] = {}
            for index, at, piece in zip(who.tolist(), where.tolist(), added, strict=True):
                part = areas_of(piece)
                if part.area > 0:
                    more.setdefault(index, []).append(part)
                    taken[at].append(part)
            for index, parts in more.items():
                grown[index] = areas_of(shapely.union_all([grown[index], *parts]))
        left = [areas_of(shapely.difference(each, _together(parts))) if parts else each for each, parts in zip(left, taken, strict=True)]
    return list(grown)


def _together(areas: Sequence[shapely.Geometry]) -> shapely.Geometry:
    return areas[0] if len(areas) == 1 else shapely.union_all(areas)


def _tiles(area: shapely.Geometry, most: int) -> list[shapely.Geometry]:
    """*area* in pieces of *most* points, each half of one before."""
    if area.is_empty or shapely.get_num_coordinates(area) <= most:
        return [area]
    left, top, right, bottom = area.bounds
    if right - left >= bottom - top:
        middle = (left + right) / 2
        halves = [shapely.box(left, top, middle, bottom), shapely.box(middle, top, right, bottom)]
    else:
        middle = (top + bottom) / 2
        halves = [shapely.box(left, top, right, middle), shapely.box(left, middle, right, bottom)]
    return [tile for half in halves for tile in _tiles(areas_of(shapely.intersection(area, half)), most)]
