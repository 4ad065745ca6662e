"""The closed outlines of one shape laid together to the area that they enclose, thousands of them as well as two.

What lies apart from all others is taken as it is; outlines that lie in one another without touching become areas with holes; only those
that cross or touch are cut, by halves, so that no outline is cut against all others.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import shapely

from variants.compile.crossings import CrossingsLeft

Numbers = npt.NDArray[np.int64]

FEW = 400
"""Number of outlines that are laid on one another in turn, the largest first, which is quick enough and gives the same points as ever."""


def laid_together(rings: Sequence[shapely.Geometry], turns_left: Sequence[bool], evenodd: bool, left: CrossingsLeft) -> shapely.Geometry:
    """The area of two or more *rings*, polygons that are valid, by one of SVG's filling rules.

    Args:
        turns_left: whether each runs counter-clockwise.
        left: what may be looked at yet. Where that is not enough, all that the rings could cover is the area, and it says so.
    """
    polygons = np.asarray(rings, dtype=object)
    pairs = left.boxes(polygons)
    if pairs is None:
        return shapely.convex_hull(shapely.multipoints(shapely.get_coordinates(polygons)))
    if len(pairs[0]) == 0:
        return _in_turn(polygons) if len(polygons) <= FEW else shapely.multipolygons(shapely.get_parts(polygons))
    among = np.unique(np.concatenate(pairs))
    meeting = left.between(polygons[among])
    if meeting is None:
        return shapely.convex_hull(shapely.multipoints(shapely.get_coordinates(polygons)))
    areas = shapely.area(polygons)
    inner, outer = _inside(polygons, areas)
    kept = np.ones(len(polygons), dtype=bool)
    if not evenodd:
        turns = np.where(np.asarray(turns_left, dtype=bool), 1, -1)
        around = np.zeros(len(polygons), dtype=np.int64)
        np.add.at(around, inner, turns[outer])
        # The rings at which the winding number leaves 0 or comes back to it are all that bound the area.
        kept = (around == 0) != (around + turns == 0)
    if len(polygons) <= FEW:
        return _in_turn(polygons[kept])
    plain = (shapely.get_type_id(polygons) == shapely.GeometryType.POLYGON) & (shapely.get_num_interior_rings(polygons) == 0)
    if meeting == 0 and bool(plain.all()):
        return _nested(polygons, areas, kept, inner, outer)
    touching = np.zeros(len(polygons), dtype=bool)
    touching[among] = True
    parts = [*shapely.get_parts(polygons[kept & ~touching]), *shapely.get_parts(_halved(polygons[kept & touching]))]
    return shapely.multipolygons([part for part in parts if part.geom_type == "Polygon" and not part.is_empty])


def _inside(polygons: npt.NDArray[np.object_], areas: npt.NDArray[np.float64]) -> tuple[Numbers, Numbers]:
    """Pairs of a ring and a larger one around it."""
    spots = shapely.point_on_surface(polygons)
    outer, inner = shapely.STRtree(spots).query(polygons, predicate="contains")
    larger = areas[outer] > areas[inner]
    return inner[larger], outer[larger]


def _nested(
    polygons: npt.NDArray[np.object_], areas: npt.NDArray[np.float64], kept: npt.NDArray[np.bool_], inner: Numbers, outer: Numbers
) -> shapely.Geometry:
    """Rings in one another that touch nowhere: every second is a hole of the one around it."""
    counts = kept[inner] & kept[outer]
    inner, outer = inner[counts], outer[counts]
    depth = np.bincount(inner, minlength=len(polygons))
    around = np.full(len(polygons), -1, dtype=np.int64)
    by_size = np.argsort(-areas[outer], kind="stable")
    around[inner[by_size]] = outer[by_size]
    shells = shapely.get_exterior_ring(polygons)
    holes: dict[int, list[shapely.Geometry]] = {}
    for hole in np.flatnonzero(kept & (depth % 2 == 1)):
        holes.setdefault(int(around[hole]), []).append(shells[hole])
    whole = [shapely.Polygon(shells[at], holes.get(int(at), [])) for at in np.flatnonzero(kept & (depth % 2 == 0))]
    return whole[0] if len(whole) == 1 else shapely.multipolygons(whole)


def _in_turn(polygons: npt.NDArray[np.object_]) -> shapely.Geometry:
    """Ground that an odd number of the *polygons* covers."""
    area: shapely.Geometry = shapely.MultiPolygon()
    for each in polygons[np.argsort(-shapely.area(polygons), kind="stable")]:
        area = shapely.symmetric_difference(area, each)
    return area


def _halved(polygons: npt.NDArray[np.object_]) -> shapely.Geometry:
    """The same of many: cut against one another by halves."""
    _, top, _, bottom = shapely.total_bounds(polygons)
    bounds = shapely.bounds(polygons)
    bands = max(1, round(len(polygons) ** 0.5))
    band = np.floor((bounds[:, 1] + bounds[:, 3] - 2 * top) / (2 * (bottom - top) or 1.0) * bands)
    parts = polygons[np.lexsort((bounds[:, 0], band))]
    while len(parts) > 1:
        odd = parts[-1:] if len(parts) % 2 else parts[:0]
        even = parts[: len(parts) - len(odd)]
        parts = np.concatenate([shapely.symmetric_difference(even[::2], even[1::2]), odd])
    return parts[0] if len(parts) else shapely.MultiPolygon()
