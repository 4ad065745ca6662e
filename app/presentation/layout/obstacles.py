"""Obstacles for lines: units, stars, names, other lines."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

from app.presentation.layout.polyline import Point, Polyline, distance


class LineObstacle(NamedTuple):
    """A disc that a line should not run through."""

    x: float
    y: float
    radius: float
    weight: float
    """1 for a unit; less for what may be crossed at need."""


class Obstacles:
    """A growing set of discs, kept by the square of the board that their middles lie in."""

    def __init__(self, cell: float, over: Obstacles | None = None) -> None:
        """*cell*: side of the squares, in board units, best that of the usual reach of a line; *over*: discs that are there as well."""
        self._cell = cell
        self._over = over
        self._squares: dict[tuple[int, int], list[LineObstacle]] = {}

    def add(self, point: Point, radius: float, weight: float) -> None:
        """Keep clear of the disc of *radius* around *point*."""
        square = (int(point[0] // self._cell), int(point[1] // self._cell))
        self._squares.setdefault(square, []).append(LineObstacle(point[0], point[1], radius, weight))

    def add_line(self, line: Polyline, width: float, weight: float) -> None:
        """Keep clear of *line*, as far as possible."""
        for point in line[2:-2:3]:
            self.add(point, width, weight)

    def near(self, first: Point, last: Point, slack: float, exempt: Iterable[tuple[Point, float]] = ()) -> tuple[LineObstacle, ...]:
        """Obstacles around the way from *first* to *last*, without those within a distance of the *exempt* points.

        The same discs come in the same sequence whenever they were added.
        """
        reach = slack + 0.35 * distance(first, last)
        left, right = min(first[0], last[0]) - reach, max(first[0], last[0]) + reach
        top, bottom = min(first[1], last[1]) - reach, max(first[1], last[1]) + reach
        spared = [(point[0], point[1], within * within) for point, within in exempt]
        found = []
        # Asked for every arrow at every change of an order, so written for speed.
        for each in self.within(left, top, right, bottom):
            x, y = each.x, each.y
            if left < x < right and top < y < bottom:
                for px, py, square in spared:
                    if (x - px) * (x - px) + (y - py) * (y - py) < square:
                        break
                else:
                    found.append(each)
        return tuple(found)

    def within(self, left: float, top: float, right: float, bottom: float) -> list[LineObstacle]:
        """Obstacles whose middles lie in the box, and some around it."""
        found = [] if self._over is None else self._over.within(left, top, right, bottom)
        cell, squares = self._cell, self._squares
        down = range(int(top // cell), int(bottom // cell) + 1)
        for across in range(int(left // cell), int(right // cell) + 1):
            for row in down:
                here = squares.get((across, row))
                if here is not None:
                    found += here
        return found


def cost(line: Polyline, obstacles: tuple[LineObstacle, ...], margin: float) -> float:
    """Return the depth to which *line* runs into *obstacles*, each grown by *margin*; 0 where it is free."""
    total = 0.0
    inner = line[1:-1:2]
    across, down = [point[0] for point in inner], [point[1] for point in inner]
    left, right, top, bottom = min(across), max(across), min(down), max(down)
    for x, y, radius, weight in obstacles:
        reach = radius + margin
        if not (left - reach < x < right + reach and top - reach < y < bottom + reach):
            continue
        nearest = min([(px - x) * (px - x) + (py - y) * (py - y) for px, py in inner])
        if nearest < reach * reach:
            total += weight * (1.35 - math.sqrt(nearest) / reach)
    return total
