"""Areas grown and shrunk on all sides, those with thousands of parts or teeth as well."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import shapely

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
