"""Provinces side by side as one coverage, those of islands by the thousand as well.

What looks at each area beside all others whose frames meet its own is quick where provinces lie apart; islands of many provinces among one
another are looked at one by one instead, each of which is near few others.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import shapely

MANY_PARTS = 400
"""Number of parts of all provinces of a drawing together; the map of Europe, finely drawn, has a hundred."""
MUCH_AMONG = 200_000
"""Points of provinces that lie among the points of others: below that, looking at all at once takes no time."""

Geometries = npt.NDArray[np.object_]


def is_scattered(shapes: Sequence[shapely.Geometry]) -> bool:
    """Return True if so many parts of the *shapes* lie among one another that they are better looked at one by one."""
    parts = int(shapely.get_num_geometries(np.asarray(shapes, dtype=object)).sum())
    return parts > MANY_PARTS and parts > len(shapes) and points_among(shapes) > MUCH_AMONG


def points_among(shapes: Sequence[shapely.Geometry]) -> float:
    """Points of *shapes* that are compared with those of others whose frames meet theirs: for each pair twice the fewer and some."""
    first, second = shapely.STRtree(shapes).query(shapes)
    first, second = first[first < second], second[first < second]
    points = shapely.get_num_coordinates(np.asarray(shapes, dtype=object))
    fewer, more = np.minimum(points[first], points[second]), np.maximum(points[first], points[second])
    return float((fewer * 2.0 + more / 100).sum())


def is_coverage(shapes: Sequence[shapely.Geometry]) -> bool:
    """Return True if the *shapes* overlap nowhere and share their borders vertex for vertex."""
    return bool(shapely.coverage_is_valid(shapely.get_parts(shapes) if is_scattered(shapes) else shapes))


def cleaned(shapes: Sequence[shapely.Geometry], gap_width: float, snapping: float) -> Geometries:
    """The *shapes* made a coverage: points within *snapping* of one another are one, gaps up to *gap_width* belong to a neighbour.

    Raises:
        shapely.GEOSException: GEOS cannot, at any distance.
    """
    whole = np.asarray(shapes, dtype=object)
    if not is_scattered(shapes):
        return _cleaned(whole, gap_width, snapping)
    parts, owners = shapely.get_parts(whole, return_index=True)
    return joined_parts(_cleaned(parts, gap_width, snapping), owners, len(whole))


def _cleaned(areas: Geometries, gap_width: float, snapping: float) -> Geometries:
    """GEOS gives some finely drawn borders up at one distance ("cannot process overlapping inputs") and cleans them at another."""
    for distance in (snapping, snapping / 2, snapping * 2):
        with suppress(shapely.GEOSException):
            return np.asarray(shapely.coverage_clean(areas, gap_width=gap_width, snapping_distance=distance), dtype=object)
    return np.asarray(shapely.coverage_clean(areas, gap_width=gap_width, snapping_distance=0.0), dtype=object)


def joined_parts(parts: Geometries, owners: npt.NDArray[np.intp], count: int) -> Geometries:
    """The areas of *count* owners of which each has *parts* of a coverage, by rising number; those that share a border are one."""
    if len(parts) == count:
        return parts
    ends = np.searchsorted(owners, np.arange(count + 1))
    return np.array([shapely.coverage_union_all(parts[start:end]) for start, end in pairwise(ends.tolist())], dtype=object)
