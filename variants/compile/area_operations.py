"""Operations on areas of many parts: grown and shrunk, laid side by side, looked for near one another, simplified together.

What looks at each area beside all others whose frames meet its own is quick where provinces lie apart; islands of many provinces among one
another are looked at one by one instead, each of which is near few others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import cast

import numpy as np
import numpy.typing as npt
import shapely

from variants.compile.memory import Memory
from variants.compile.regions import polygons_of
from variants.compiled import Polygon

Geometries = npt.NDArray[np.object_]

_FEW_PARTS = 50
_MANY_PAIRS = 100_000
_DENSE_PAIRS = 30_000
_DENSE = 12
_SMOOTH = 0.04
"""Part of the reach: what sticks out less from a dense outline that has grown is no longer there."""
_UNSEEN = 0.005
"""Part of the reach by which a line may lie beside the one that was drawn."""
_CORNER, _FEW_CORNERS = 0.5, 0.1
"""Turn of a line that counts as a corner, in radians, and the share of its points that may be corners."""
_PIECE = 4
"""Edges of an outline that are grown together where they stand close."""


def swollen(shape: shapely.Geometry, reach: float) -> shapely.Geometry:
    """*shape* grown by *reach* on all sides, with hardly rounded corners."""
    parts = shapely.get_parts(shape)
    if is_dense(shape, reach):
        plain = _plain(shape, reach)
        return shapely.union(shape, _band(shape, reach, 2) if plain is None else shapely.buffer(plain, reach, quad_segs=2))
    if len(parts) <= _FEW_PARTS:
        return shapely.buffer(shape, reach, quad_segs=2)
    # Grown at once, every part would be compared with every other.
    return shapely.union_all(shapely.buffer(parts, reach, quad_segs=2))


class Swelling:
    """Areas that grow further and further."""

    def __init__(self, shapes: Geometries) -> None:
        self._shapes = shapes
        self._plain = (shapely.get_num_coordinates(shapes) ** 2 <= _DENSE_PAIRS) & (shapely.get_num_geometries(shapes) == 1)
        self._dense: dict[int, tuple[float, shapely.Geometry]] = {}
        """Areas whose outlines are dense: how far they have grown, and to what."""

    def to(self, which: npt.NDArray[np.intp], reach: float) -> Geometries:
        """The chosen areas, grown by *reach*: no less than they have grown before."""
        found = np.empty(len(which), dtype=object)
        plain = self._plain[which]
        found[plain] = shapely.buffer(self._shapes[which[plain]], reach, quad_segs=2)
        for at in np.flatnonzero(~plain).tolist():
            found[at] = self._one(int(which[at]), reach)
        return found

    def _one(self, index: int, reach: float) -> shapely.Geometry:
        shape = self._shapes[index]
        if index not in self._dense and not is_dense(shape, reach):
            return swollen(shape, reach)
        # What has grown over its teeth has few left, so that it goes on growing in no time.
        before, grown = self._dense.get(index, (0.0, shape))
        grown = shapely.simplify(swollen(grown, reach - before), (reach - before) * _SMOOTH)
        self._dense[index] = (reach, grown)
        return grown


def opened(shape: shapely.Geometry, reach: float) -> shapely.Geometry:
    """*shape* without what is narrower than twice the *reach*: shrunk by it, and grown again by a little more."""
    if is_dense(shape, reach):
        plain = _plain(shape, reach)
        inner = shapely.difference(shape, _band(shape, reach, 8)) if plain is None else shapely.buffer(plain, -reach)
    else:
        inner = shapely.buffer(shape, -reach)
    if is_dense(inner, reach):
        return shapely.union(inner, _band(inner, reach * 1.05, 8))
    return shapely.buffer(inner, reach * 1.05)


def _plain(shape: shapely.Geometry, reach: float) -> shapely.Geometry | None:
    """*shape* with the few points that a smooth line drawn with thousands needs; ``None`` where many of its points are corners."""
    if not _is_smooth(shape):
        return None
    simple = shapely.simplify(shape, reach * _UNSEEN)
    return None if simple.is_empty or is_dense(simple, reach) else simple


def _is_smooth(shape: shapely.Geometry) -> bool:
    """Return True if few points of the outlines are corners: simplifying corners alone takes as long as there are pairs of points."""
    points, rings = shapely.get_coordinates(shapely.get_rings(shapely.get_parts(shape)), return_index=True)
    steps = np.diff(points, axis=0)
    turns = np.diff(np.arctan2(steps[:, 1], steps[:, 0]))
    turns = np.abs((turns + np.pi) % (2 * np.pi) - np.pi)[rings[2:] == rings[:-2]]
    return bool(np.count_nonzero(turns > _CORNER) < _FEW_CORNERS * len(turns))


def is_dense(shape: shapely.Geometry, reach: float) -> bool:
    """Return True if so many points of *shape* lie within *reach* of one another that its outline, moved by that, would cross itself."""
    points = shapely.get_coordinates(shape)
    if len(points) * len(points) <= _DENSE_PAIRS:
        return False
    # A cell of a grid for each point; as numbers that do not overflow, however far out a point lies.
    cells = np.floor((points - points.min(axis=0)) / reach) @ np.array([1.0, 1e6])
    _, counts = np.unique(cells, return_counts=True)
    pairs = float((counts.astype(np.float64) ** 2).sum())
    return pairs > _MANY_PAIRS or pairs > max(_DENSE_PAIRS, _DENSE * len(points))


def _band(shape: shapely.Geometry, reach: float, quad_segs: int) -> shapely.Geometry:
    """All ground within *reach* of the outlines of *shape*: a few edges at a time, so that what they cover falls away at once."""
    points, rings = shapely.get_coordinates(shapely.get_rings(shapely.get_parts(shape)), return_index=True)
    edges = np.flatnonzero(rings[1:] == rings[:-1])
    along = edges - np.searchsorted(rings, rings[edges])
    first = np.append(True, (along[1:] % _PIECE == 0) | (rings[edges][1:] != rings[edges][:-1]))
    last = np.append(first[1:], True)
    piece = np.cumsum(first) - 1
    corners, pieces = np.concatenate([points[edges], points[edges[last] + 1]]), np.concatenate([piece, piece[last]])
    order = np.argsort(pieces, kind="stable")
    lines = shapely.linestrings(corners[order], indices=pieces[order])
    return shapely.union_all(shapely.buffer(lines, reach, quad_segs=quad_segs))


MANY_PARTS = 400
"""Number of parts of all provinces of a drawing together; the map of Europe, finely drawn, has a hundred."""
MUCH_AMONG = 200_000
"""Points of provinces that lie among the points of others: below that, looking at all at once takes no time."""


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


TOLERANCES = (1 / 4000, 1 / 1000, 1 / 280)
"""Parts of the board's width. Even the finest leaves out what no screen shows: a quarter of a pixel at 1000 across."""


Levels = tuple[tuple[Polygon, ...], ...]
"""The outlines of one province, the finest first."""


def levels_of(
    shapes: Mapping[str, shapely.Geometry], width: float, *, finest: bool = False, memory: Memory | None = None
) -> dict[str, Levels]:
    """The outlines of every province at each level; the *finest* alone where that is enough.

    Args:
        memory: has the outlines of provinces around which nothing has changed. An outline depends on those beside it, with which it
            shares its lines, and on theirs.
    """
    geometries = list(shapes.values())
    if memory is None or finest or is_scattered(geometries):
        return _levels(shapes, width, finest=finest, shared=is_coverage(geometries))
    codes, marks = list(shapes), memory.marks(geometries)
    beside: list[set[int]] = [set() for _ in codes]
    for one, other in zip(*(each.tolist() for each in shapely.STRtree(geometries).query(geometries)), strict=True):
        beside[one].add(other)
    around = [set[int]().union(*(beside[other] for other in own)) for own in beside]
    keys = [("levels", width, mark, *(marks[other] for other in sorted(near))) for mark, near in zip(marks, around, strict=True)]
    found = {code: cast("Levels | None", memory.find(key)) for code, key in zip(codes, keys, strict=True)}
    lacking = [at for at, code in enumerate(codes) if found[code] is None]
    near = sorted(set[int]().union(*(around[at] for at in lacking)))
    # Each of the others lies in a coverage that was seen to be one, with all that is beside it.
    if near and not is_coverage([geometries[at] for at in near]):
        return _levels(shapes, width, shared=False)
    made = {} if not near else _levels({codes[at]: geometries[at] for at in near}, width, shared=True)
    for at in lacking:
        found[codes[at]] = made[codes[at]]
        memory.note(keys[at], made[codes[at]])
    return {code: each for code, each in found.items() if each is not None}


def _levels(shapes: Mapping[str, shapely.Geometry], width: float, *, finest: bool = False, shared: bool) -> dict[str, Levels]:
    codes = list(shapes)
    geometries = [shapes[code] for code in codes]
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
