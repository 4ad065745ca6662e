"""How often an outline crosses itself, counted before anybody mends it: mending takes as long as there are crossings.

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
"""Of all outlines of a drawing together. What people draw crosses itself a few times, and that by mistake."""
MOST_LOOKS = 8_000_000
"""Pairs of edges of a drawing that lie near enough to be looked at."""
_AT_ONCE = 1_000_000


@dataclass(slots=True)
class CrossingsLeft:
    """How many crossings are mended before the work is given up."""

    crossings: int = MOST_CROSSINGS
    looks: int = MOST_LOOKS
    refused: int = 0
    """Outlines that cross themselves more often than was left."""

    def take(self, line: Sequence[Point]) -> bool:
        """Whether a closed *line* may be mended; if so its crossings are taken from what is left."""
        found = self._count(line) if self.crossings > 0 and self.looks > 0 else None
        if found is None or found > self.crossings:
            self.refused += 1
            return False
        self.crossings -= found
        return True

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


def _meeting(starts: Floats, ends: Floats, first: npt.NDArray[np.int64], second: npt.NDArray[np.int64]) -> int:
    """How many of the pairs of edges, whose boxes meet, meet themselves: each has the ends of the other on either side, or on it."""
    a, b, c, d = starts[first], ends[first], starts[second], ends[second]
    across = _side(a, b, c) * _side(a, b, d) <= 0
    return int(np.count_nonzero(across & (_side(c, d, a) * _side(c, d, b) <= 0)))


def _side(start: Floats, end: Floats, point: Floats) -> Floats:
    along, there = end - start, point - start
    turn: Floats = np.sign(along[:, 0] * there[:, 1] - along[:, 1] * there[:, 0])
    return turn
