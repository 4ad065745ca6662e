"""Curves as lists of points: making them, cutting them, walking along them."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from functools import lru_cache

Point = tuple[float, float]
Polyline = tuple[Point, ...]


def distance(first: Point, second: Point) -> float:
    """Return the distance of two points."""
    return math.hypot(second[0] - first[0], second[1] - first[1])


def direction(first: Point, second: Point) -> Point:
    """The unit vector from *first* to *second*; to the right where the two are one."""
    length = distance(first, second)
    return ((second[0] - first[0]) / length, (second[1] - first[1]) / length) if length > 1e-9 else (1.0, 0.0)


def moved(point: Point, along: Point, by: float) -> Point:
    """*point*, moved *by* along the unit vector *along*."""
    return (point[0] + along[0] * by, point[1] + along[1] * by)


def cubic(start: Point, first: Point, second: Point, end: Point, steps: int = 22) -> Polyline:
    """A Bezier curve in ``steps + 1`` points."""
    found = []
    for step in range(steps + 1):
        t = step / steps
        u = 1 - t
        a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        found.append((a * start[0] + b * first[0] + c * second[0] + d * end[0], a * start[1] + b * first[1] + c * second[1] + d * end[1]))
    return tuple(found)


def bow(start: Point, end: Point, bend: float, steps: int = 22) -> Polyline:
    """A curve that leaves the straight line to its right by about *bend* times its length (to its left if negative)."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    across = (-dy * bend * 4 / 3, dx * bend * 4 / 3)
    return cubic(
        start,
        (start[0] + dx * 0.3 + across[0], start[1] + dy * 0.3 + across[1]),
        (start[0] + dx * 0.7 + across[0], start[1] + dy * 0.7 + across[1]),
        end,
        steps,
    )


def through(points: Sequence[Point], steps: int = 14) -> Polyline:
    """A smooth curve through all *points* (centripetal in spirit: handles are a third of the shorter neighbour)."""
    if len(points) < 3:
        return tuple(points)
    tangents: list[Point] = []
    for index, point in enumerate(points):
        before, after = points[max(0, index - 1)], points[min(len(points) - 1, index + 1)]
        along = direction(before, after)
        reach = min(distance(before, point) or math.inf, distance(point, after) or math.inf) * 0.38
        tangents.append((along[0] * reach, along[1] * reach))
    found: list[Point] = [points[0]]
    for (a, ta), (b, tb) in zip(zip(points, tangents, strict=True), list(zip(points, tangents, strict=True))[1:], strict=False):
        found.extend(cubic(a, (a[0] + ta[0], a[1] + ta[1]), (b[0] - tb[0], b[1] - tb[1]), b, steps)[1:])
    return tuple(found)


def length(line: Polyline) -> float:
    """Return the length of *line*."""
    return sum(distance(a, b) for a, b in itertools.pairwise(line))


def at(line: Polyline, share: float) -> tuple[Point, Point]:
    """The point at *share* (0 to 1) of the length of *line*, and the direction there."""
    wanted = length(line) * min(1.0, max(0.0, share))
    for a, b in itertools.pairwise(line):
        step = distance(a, b)
        if wanted <= step and step > 0:
            part = wanted / step
            return (a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part), direction(a, b)
        wanted -= step
    return line[-1], direction(line[-2], line[-1]) if len(line) > 1 else (1.0, 0.0)


@lru_cache(maxsize=4096)  # from one layout to the next most lines are cut as they were
def cut(line: Polyline, start: float, end: float) -> Polyline:
    """*line* without its first *start* and its last *end* units of length; at least a stub in its middle is left."""
    whole = length(line)
    if start + end > whole * 0.9:
        scale = whole * 0.9 / (start + end)
        start, end = start * scale, end * scale
    found: list[Point] = []
    walked = 0.0
    for a, b in itertools.pairwise(line):
        step = distance(a, b)
        if step <= 0:
            continue
        low, high = start - walked, whole - end - walked
        if high >= 0 and low <= step:
            if not found:
                part = max(0.0, low) / step
                found.append((a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part))
            part = min(step, high) / step
            found.append((a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part))
        walked += step
    return tuple(found) if len(found) > 1 else line[:2]


def distance_to(line: Polyline, point: Point) -> float:
    """Return the distance of *point* from the nearest place on *line*."""
    best = math.inf
    px, py = point
    for (ax, ay), (bx, by) in itertools.pairwise(line):
        dx, dy = bx - ax, by - ay
        square = dx * dx + dy * dy
        t = 0.0 if square == 0 else min(1.0, max(0.0, ((px - ax) * dx + (py - ay) * dy) / square))
        best = min(best, math.hypot(ax + t * dx - px, ay + t * dy - py))
    return best


def normals(line: Polyline) -> list[Point]:
    """At each point of *line*, the unit vector to the right of its course (y points down)."""
    found = []
    for index in range(len(line)):
        along = direction(line[max(0, index - 1)], line[min(len(line) - 1, index + 1)])
        found.append((-along[1], along[0]))
    return found


def ribbon(line: Polyline, first: float, last: float) -> Polyline:
    """The outline of *line* drawn as a band that is *first* wide at its start and *last* at its end."""
    sides = normals(line)
    count = len(line) - 1
    right: list[Point] = []
    left: list[Point] = []
    for index, (point, side) in enumerate(zip(line, sides, strict=True)):
        half = (first + (last - first) * index / count) / 2
        right.append(moved(point, side, half))
        left.append(moved(point, side, -half))
    return (*right, *reversed(left))
