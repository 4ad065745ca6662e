"""What lines keep clear of: units, stars, names, other lines."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

from app.view.layout.polyline import Point, Polyline, distance


class LineObstacle(NamedTuple):
    """A disc that a line should not run through."""

    x: float
    y: float
    radius: float
    weight: float
    """1 for a unit; less for what may be crossed at need."""


class Obstacles:
    """A growing set of discs, and the cost of a course among them."""

    def __init__(self) -> None:
        self._all: list[LineObstacle] = []

    def add(self, point: Point, radius: float, weight: float) -> None:
        """Keep clear of the disc of *radius* around *point*."""
        self._all.append(LineObstacle(point[0], point[1], radius, weight))

    def add_line(self, line: Polyline, width: float, weight: float) -> None:
        """Keep clear of *line*, as far as possible."""
        for point in line[2:-2:3]:
            self.add(point, width, weight)

    def near(self, first: Point, last: Point, slack: float, exempt: Iterable[tuple[Point, float]] = ()) -> tuple[LineObstacle, ...]:
        """Those around the way from *first* to *last*, without the ones that lie within a distance of the *exempt* points."""
        reach = slack + 0.35 * distance(first, last)
        left, right = min(first[0], last[0]) - reach, max(first[0], last[0]) + reach
        top, bottom = min(first[1], last[1]) - reach, max(first[1], last[1]) + reach
        spared = [(point[0], point[1], within * within) for point, within in exempt]
        found = []
        # Asked for every arrow at every change of an order, so written for speed.
        for each in self._all:
            x, y = each.x, each.y
            if left < x < right and top < y < bottom:
                for px, py, square in spared:
                    if (x - px) * (x - px) + (y - py) * (y - py) < square:
                        break
                else:
                    found.append(each)
        return tuple(found)


def cost(line: Polyline, obstacles: tuple[LineObstacle, ...], margin: float) -> float:
    """How much *line* runs into *obstacles*, each grown by *margin*; 0 where it is free."""
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
