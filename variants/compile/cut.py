"""Overlapping shapes to ground that belongs to one province each: what lies on top keeps it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import shapely

from languages import tr
from variants.compile.coverage import points_among
from variants.compile.drawn import DrawnProvince
from variants.compile.near_parts import near_parts
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


def without(areas: Sequence[shapely.Geometry], rest: Sequence[shapely.Geometry], *, anew: bool = False) -> list[shapely.Geometry]:
    """Each of *areas* without the ground that it shares with the *rest*; a border that they share is none.

    Those that share none are the same objects, or drawn *anew*: with their points in the sequence that cut ones have.
    """
    over: dict[int, list[shapely.Geometry]] = {at: [] for at in range(len(areas))} if anew else {}
    if areas and rest:
        for area, other in zip(*shapely.STRtree(rest).query(areas, predicate="intersects"), strict=True):
            if shapely.intersection(rest[other], areas[area]).area > 1e-6 * areas[area].area:
                over.setdefault(int(area), []).append(rest[other])
    return [areas_of(shapely.difference(area, shapely.union_all(over[at]))) if at in over else area for at, area in enumerate(areas)]


def cut_overlaps(
    shapes: Mapping[str, shapely.Geometry], water: frozenset[str], crumb: float
) -> tuple[dict[str, shapely.Geometry], list[tuple[str, str, float]]]:
    """The *shapes* without their overlaps, and the pairs that overlapped with the area and who lost it first.

    Land cuts *water*; a shape that lies inside another cuts it; else the later one cuts the earlier. Overlaps below *crumb* stay.
    """
    codes = list(shapes)
    geometries = [shapes[code] for code in codes]
    tree = shapely.STRtree(geometries)
    losses: dict[int, list[int]] = {}
    found: list[tuple[str, str, float]] = []
    for first, second in zip(*tree.query(geometries, predicate="intersects"), strict=True):
        if first >= second:
            continue
        one, other = geometries[first], geometries[second]
        shared = shapely.intersection(near_parts(one, other), near_parts(other, one)).area
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
