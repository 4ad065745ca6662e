"""Crossings of an outline with itself, counted before it is mended: mending takes as long as there are crossings.

A few hundred points that run back and forth over one another cross tens of thousands of times, so that neither the size of a file nor its
number of points bounds the work.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import shapely

Point = tuple[float, float]
Floats = npt.NDArray[np.float64]

MOST_CROSSINGS = 60_000
"""Limit of all outlines of a drawing together. What people draw crosses itself a few times, and that by mistake."""
MOST_LOOKS = 8_000_000
"""Pairs of edges of a drawing that lie near enough to be looked at."""
_AT_ONCE = 1_000_000


@dataclass(slots=True)
class CrossingsLeft:
    """Budget of crossings to mend before the work is given up."""

    crossings: int = MOST_CROSSINGS
    looks: int = MOST_LOOKS
    refused: int = 0
    """Outlines that cross themselves more often than was left."""

    def take(self, line: Sequence[Point]) -> bool:
        """Return True if a closed *line* may be mended; if so its crossings are taken from the budget."""
        found = self._count(line) if self.crossings > 0 and self.looks > 0 else None
        if found is None or found > self.crossings:
            self.refused += 1
            return False
        self.crossings -= found
        return True

    def boxes(self, polygons: npt.NDArray[np.object_]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]] | None:
        """The pairs of *polygons* whose boxes meet; ``None`` where there are more than may be looked at."""
        tree = shapely.STRtree(polygons)
        step = max(10, _AT_ONCE // len(polygons))
        found: list[npt.NDArray[np.int64]] = []
        for begin in range(0, len(polygons), step):
            pairs = tree.query(polygons[begin : begin + step])
            pairs[0] += begin
            found.append(pairs[:, pairs[0] < pairs[1]])
            self.looks -= found[-1].shape[1]
            if self.looks <= 0:
                self.refused += 1
                return None
        first, second = np.concatenate(found, axis=1)
        return first, second

    def allows(self, polygons: npt.NDArray[np.object_]) -> bool:
        """Return True if *polygons* may be joined; if so, the crossings of their outlines are taken from the budget."""
        pairs = self.boxes(polygons)
        return pairs is not None and (len(pairs[0]) == 0 or self.between(polygons[np.unique(np.concatenate(pairs))]) is not None)

    def between(self, polygons: npt.NDArray[np.object_]) -> int | None:
        """Return the number of crossings and touches of the outlines of *polygons*; ``None`` where there are more than are left.

        Only what crosses is taken from what is left: outlines that share a border are joined in no time.
        """
        parts, part_owners = shapely.get_parts(polygons, return_index=True)
        rings, of_part = shapely.get_rings(parts, return_index=True)
        points, of_ring = shapely.get_coordinates(rings, return_index=True)
        within = of_ring[1:] == of_ring[:-1]
        starts, ends, owner = points[:-1][within], points[1:][within], part_owners[of_part[of_ring[:-1][within]]]
        boxes = shapely.box(*np.minimum(starts, ends).T, *np.maximum(starts, ends).T)
        tree = shapely.STRtree(boxes)
        step = max(10, _AT_ONCE // len(boxes))
        crossing = touching = 0
        for begin in range(0, len(boxes), step):
            first, second = tree.query(boxes[begin : begin + step])
            first = first + begin
            self.looks -= len(first)
            apart = (second > first) & (owner[first] != owner[second])
            touching += _meeting(starts, ends, first[apart], second[apart])
            crossing += _meeting(starts, ends, first[apart], second[apart], through=True)
            if self.looks <= 0 or crossing > self.crossings:
                self.refused += 1
                return None
        self.crossings -= crossing
        return touching

    def _count(self, line: Sequence[Point]) -> int | None:
        """The crossings of a *line*, at least one more than are left where there are more; ``None`` where counting would take too long."""
        found = 0
        for looks, meeting in _crossings(line):
            self.looks -= looks
            found += meeting
            if self.looks <= 0:
                return None
            if found > self.crossings:
                break
        return found


def _crossings(line: Sequence[Point]) -> Iterator[tuple[int, int]]:
    """Part for part of a closed *line*: how many pairs of edges were looked at, and how many that do not follow one another meet."""
    points = np.asarray(line if line[0] == line[-1] else [*line, line[0]], dtype=np.float64)
    points = points[np.append(True, np.any(points[1:] != points[:-1], axis=1))]
    starts, ends = points[:-1], points[1:]
    edges = len(starts)
    if edges < 3:
        return
    boxes = shapely.box(*np.minimum(starts, ends).T, *np.maximum(starts, ends).T)
    tree = shapely.STRtree(boxes)
    step = max(1, _AT_ONCE // edges)
    for begin in range(0, edges, step):
        first, second = tree.query(boxes[begin : begin + step])
        first = first + begin
        apart = (second > first + 1) & ((first > 0) | (second < edges - 1))
        yield len(first), _meeting(starts, ends, first[apart], second[apart])


def _meeting(starts: Floats, ends: Floats, first: npt.NDArray[np.int64], second: npt.NDArray[np.int64], *, through: bool = False) -> int:
    """Return the number of the pairs of edges with meeting boxes that meet: each has the ends of the other on either side, or on it.

    Those that go *through* one another have no end on the other.
    """
    a, b, c, d = starts[first], ends[first], starts[second], ends[second]
    one, other = _side(a, b, c) * _side(a, b, d), _side(c, d, a) * _side(c, d, b)
    return int(np.count_nonzero((one < 0) & (other < 0) if through else (one <= 0) & (other <= 0)))


def _side(start: Floats, end: Floats, point: Floats) -> Floats:
    along, there = end - start, point - start
    turn: Floats = np.sign(along[:, 0] * there[:, 1] - along[:, 1] * there[:, 0])
    return turn
