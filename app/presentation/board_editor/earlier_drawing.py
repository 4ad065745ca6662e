"""An earlier drawing laid over the present one, by the provinces that both have, so that those that are gone lie where they lay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from statistics import median

from variants.compiled import CompiledBoard, Point, Polygon

NEAR = 0.03
"""Greatest distance of provinces from their earlier place, as a part of the board's width and height together, for at least half."""
FEWEST = 3
"""Provinces of both by which another page is laid over this one."""


@dataclass(frozen=True, slots=True)
class Laying:
    """Map from the earlier drawing to the present one: stretched, then moved."""

    stretch: Point = (1.0, 1.0)
    move: Point = (0.0, 0.0)

    def point(self, at: Point) -> Point:
        """*at*, a point of the earlier drawing."""
        return at[0] * self.stretch[0] + self.move[0], at[1] * self.stretch[1] + self.move[1]

    def polygons(self, shapes: Sequence[Polygon]) -> tuple[Polygon, ...]:
        """Outlines of the earlier drawing."""
        return tuple(tuple(tuple(map(self.point, ring)) for ring in polygon) for polygon in shapes)


AS_IT_WAS = Laying()


def laying(earlier: CompiledBoard, board: CompiledBoard) -> Laying | None:
    """Return the map from *earlier* to *board*; ``None`` where the two have their provinces in other places, so that there is none."""
    before, after = _middles(earlier), _middles(board)
    pairs = [(before[code], after[code]) for code in sorted(before.keys() & after.keys())]
    if len(pairs) < FEWEST:
        return AS_IT_WAS if (earlier.width, earlier.height) == (board.width, board.height) else None
    near = NEAR * (board.width + board.height)
    fits = [
        AS_IT_WAS,
        Laying(*zip(*(_fit([(one[axis], other[axis]) for one, other in pairs]) for axis in (0, 1)), strict=True)),
    ]
    return next((each for each in fits if _off(each, pairs) <= near), None)


def _middles(board: CompiledBoard) -> Mapping[str, Point]:
    found: dict[str, Point] = {}
    for code, shape in board.provinces.items():
        points = list(chain.from_iterable(polygon[0] for polygon in shape.levels[1] if polygon))
        if points:
            xs, ys = [x for x, _ in points], [y for _, y in points]
            found[code] = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
    return found


def _fit(pairs: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """The stretch and the move that bring the first of each pair nearest to the second, by least squares."""
    count = len(pairs)
    mean, other = sum(a for a, _ in pairs) / count, sum(b for _, b in pairs) / count
    spread = sum((a - mean) ** 2 for a, _ in pairs)
    stretch = sum((a - mean) * (b - other) for a, b in pairs) / spread if spread else 1.0
    return stretch, other - stretch * mean


def _off(way: Laying, pairs: Sequence[tuple[Point, Point]]) -> float:
    """Return the distance of the provinces from their earlier place, the median of all."""
    return median(abs(x - to[0]) + abs(y - to[1]) for at, to in pairs for x, y in (way.point(at),))
