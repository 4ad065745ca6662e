"""Overlapping shapes to ground that belongs to one province each: what lies on top keeps it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np
import shapely

from languages import tr
from variants.compile.area_operations import near_parts, points_among
from variants.compile.drawn import DrawnProvince
from variants.compile.memory import Memory
from variants.compile.regions import areas_of

CONTAINED = 0.95
"""A shape with this much of its area inside another lies on it, whichever was drawn later."""

MOST_ENTANGLED = 8_000_000
"""Points of provinces that are compared with others whose frames meet theirs; 350 provinces of 3 MB have a sixth of it."""
MANY_AROUND = 20
"""Pairs of frames that meet, for each province; on maps they are three or four."""
MOST_SCATTERED = 600_000
"""Limit of scattered points, of that part of the pairs which is beyond these: where provinces lie side by side it is none."""


def too_entangled(shapes: Mapping[str, shapely.Geometry]) -> tuple[str, int] | None:
    """The province whose frame meets the frames of most others, and how many, where comparing all such *shapes* would take too long."""
    geometries = list(shapes.values())
    first, second = shapely.STRtree(geometries).query(geometries)
    first, second = first[first != second], second[first != second]
    others = np.bincount(first) if len(first) else np.zeros(1)
    among = points_among(geometries)
    beyond = max(0.0, 1 - 2 * MANY_AROUND * len(geometries) / max(1, len(first)))
    if among <= MOST_ENTANGLED and among * beyond <= MOST_SCATTERED:
        return None
    worst = int(np.argmax(others))
    return list(shapes)[worst], int(others[worst])


def without(areas: Sequence[shapely.Geometry], rest: Sequence[shapely.Geometry], *, is_redrawn: bool = False) -> list[shapely.Geometry]:
    """Each of *areas* without the ground that it shares with the *rest*; a border that they share is none.

    Those that share none are the same objects, or where *is_redrawn*, drawn again: with their points in the sequence that cut ones have.
    """
    over: dict[int, list[shapely.Geometry]] = {at: [] for at in range(len(areas))} if is_redrawn else {}
    if areas and rest:
        for area, other in zip(*shapely.STRtree(rest).query(areas, predicate="intersects"), strict=True):
            if shapely.intersection(rest[other], areas[area]).area > 1e-6 * areas[area].area:
                over.setdefault(int(area), []).append(rest[other])
    return [areas_of(shapely.difference(area, shapely.union_all(over[at]))) if at in over else area for at, area in enumerate(areas)]


def cut_overlaps(
    shapes: Mapping[str, shapely.Geometry], water: frozenset[str], crumb: float, memory: Memory | None = None
) -> tuple[dict[str, shapely.Geometry], list[tuple[str, str, float]]]:
    """The *shapes* without their overlaps, and the pairs that overlapped with the area and who lost it first.

    Land cuts *water*; a shape that lies inside another cuts it; else the later one cuts the earlier. Overlaps below *crumb* stay.
    """
    codes = list(shapes)
    geometries = [shapes[code] for code in codes]
    tree = shapely.STRtree(geometries)
    memory = memory or Memory()
    marks = memory.marks(geometries)
    losses: dict[int, list[int]] = {}
    found: list[tuple[str, str, float]] = []
    for first, second in zip(*tree.query(geometries, predicate="intersects"), strict=True):
        if first >= second:
            continue
        one, other = geometries[first], geometries[second]
        shared = memory.get(("overlap", marks[first], marks[second]), partial(_shared_area, one, other))
        if shared <= crumb:
            continue
        under = _lower(int(first), int(second), codes, geometries, water, shared)
        over = int(second) if under == first else int(first)
        losses.setdefault(under, []).append(over)
        found.append((codes[under], codes[over], shared))
    cut = dict(shapes)
    for below, above in losses.items():
        cut[codes[below]] = areas_of(shapely.difference(geometries[below], shapely.union_all([geometries[each] for each in above])))
    return cut, found


def _shared_area(one: shapely.Geometry, other: shapely.Geometry) -> float:
    return float(shapely.intersection(near_parts(one, other), near_parts(other, one)).area)


def _lower(first: int, second: int, codes: list[str], geometries: list[shapely.Geometry], water: frozenset[str], shared: float) -> int:
    wet = [codes[each] in water for each in (first, second)]
    if wet[0] != wet[1]:
        return first if wet[0] else second
    within = [shared >= CONTAINED * geometries[each].area for each in (first, second)]
    if within[0] != within[1]:
        return second if within[0] else first
    return first


def hidden_under(code: str, provinces: Mapping[str, DrawnProvince], overlaps: Sequence[tuple[str, str, float]]) -> str:
    """Words for a province that cannot be seen, with the one that lies exactly on it, where one does."""
    area = provinces[code].shape.area
    for below, above, shared in overlaps:
        if code in (below, above):
            other = above if below == code else below
            if shared > 0.98 * max(area, provinces[other].shape.area):
                return tr("{code} and {other} are drawn exactly on one another", code=code, other=other)
    return tr("{code} is wholly hidden under other provinces", code=code)


MOST_NEAR = 800_000
"""Places times the outlines that come past them; the map of Europe, finely drawn, has 40 thousand, 350 provinces of 3 MB have 400."""
MOST_PLACES = 400_000
"""Places on all outlines beside their own points, well below what is refused; where there would be more, the cells are larger."""
CELL = 0.003
"""Side of a cell, as a part of the board's width: half of the widest gap that is closed."""


def too_much_work(shapes: Mapping[str, shapely.Geometry], width: float) -> tuple[str, str, str] | None:
    """Return the province to mend first, its fault and the remedy, where the work on the *shapes* would not end soon."""
    entangled = too_entangled(shapes)
    if entangled is not None:
        code, others = entangled
        what = tr("too many provinces lie among one another, first of all {code} among {others} others", code=code, others=others)
        return code, what, tr("provinces side by side, each of one shape or of few islands near one another")
    toothed = finely_toothed(shapes, width)
    if toothed is None:
        return None
    points = shapely.get_num_coordinates(shapes[toothed])
    what = tr("the outlines are too finely toothed, first of all that of {code} with {points} points", code=toothed, points=points)
    return toothed, what, tr("simpler outlines: Path > Simplify in Inkscape")


def finely_toothed(shapes: Mapping[str, shapely.Geometry], width: float) -> str | None:
    """The province whose outline has the most to do with it, where the *shapes* together are too finely toothed; else ``None``."""
    # A shape far wider than the page is no tooth: with coarser cells it has few places, and teeth have as many pairs as ever.
    cell = max(CELL * width, sum(shape.length for shape in shapes.values()) / MOST_PLACES)
    codes = [code for code, shape in shapes.items() if not shape.is_empty]
    if not codes:
        return None
    parts, part_owners = shapely.get_parts(shapely.segmentize([shapes[code] for code in codes], cell), return_index=True)
    rings, ring_parts = shapely.get_rings(parts, return_index=True)
    places, place_rings = shapely.get_coordinates(rings, return_index=True)
    owners = part_owners[ring_parts[place_rings]]
    onward = np.append(np.hypot(*np.diff(places, axis=0).T), 0.0)
    onward[np.append(place_rings[1:] != place_rings[:-1], True)] = 0.0
    columns, rows = np.floor((places - places.min(axis=0)) / cell).astype(np.int64).T
    _, cells = np.unique(columns * (int(rows.max()) + 1) + rows, return_inverse=True)
    passing = np.maximum(1.0, np.bincount(cells, weights=onward) / cell)[cells]
    if float(passing.sum()) <= MOST_NEAR:
        return None
    return codes[int(np.argmax(np.bincount(owners, weights=passing)))]
