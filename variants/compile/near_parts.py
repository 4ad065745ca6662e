"""Parts of a province of many islands that matter for another province: the islands near it, and not all of them for each neighbour."""

from __future__ import annotations

import numpy as np
import shapely

FEW_PARTS = 12
"""Number of parts that are taken together: most provinces have one, and Norway a dozen."""


def near_parts(shape: shapely.Geometry, other: shapely.Geometry, reach: float = 0.0) -> shapely.Geometry:
    """*shape*, areas or lines, without those of its many parts that lie further than *reach* from the *other*.

    The *other* is prepared for being asked again.
    """
    if shapely.get_num_geometries(shape) <= FEW_PARTS:
        return shape
    shapely.prepare(other)
    parts = shapely.get_parts(shape)
    near = parts[shapely.dwithin(other, parts, reach)] if reach else parts[shapely.intersects(other, parts)]
    if len(near) == 1:
        return near[0]
    lines = shapely.get_type_id(parts[0]) in (shapely.GeometryType.LINESTRING, shapely.GeometryType.LINEARRING)
    return shapely.multilinestrings(near) if lines else shapely.multipolygons(near)


def shared_line(
    first: shapely.Geometry, second: shapely.Geometry, outline: shapely.Geometry | None = None, other: shapely.Geometry | None = None
) -> shapely.Geometry:
    """The line that the outlines of two areas share.

    Args:
        first: an area.
        second: another.
        outline: that of the *first*, where it is known already.
        other: that of the *second*.
    """
    one = shapely.boundary(first) if outline is None else outline
    two = shapely.boundary(second) if other is None else other
    return shapely.intersection(near_parts(one, second), near_parts(two, first))


def distances(shapes: list[shapely.Geometry]) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Return the distance of each of the *shapes* from each."""
    every = np.array([*shapes, None], dtype=object)[:-1]
    found: np.ndarray[tuple[int, int], np.dtype[np.float64]] = shapely.distance(every[:, None], every[None, :])
    return found
