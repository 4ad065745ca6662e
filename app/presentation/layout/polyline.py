"""Curves as lists of points, made, cut and walked along, and the courses of arrows that keep clear of units and names."""

from __future__ import annotations

import itertools
import math
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from adjudicator.board import Terrain
from variants.compiled import CompiledBoard

Point = tuple[float, float]
Polyline = tuple[Point, ...]


distance = math.dist
"""The distance of two points."""


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
    return sum(map(distance, line, line[1:]))


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
    for index, ((x, y), (across, down)) in enumerate(zip(line, sides, strict=True)):
        half = (first + (last - first) * index / count) / 2
        right.append((x + across * half, y + down * half))
        left.append((x - across * half, y - down * half))
    return (*right, *reversed(left))


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


_COLUMNS = 320
"""Cells across the board; a cell is some 4 pixels of a usual window."""


class Lands:
    """Points of the board to the land drawn there; water is on none. The same board gives the same grid, so it is compared by identity."""

    def __init__(self, board: CompiledBoard) -> None:
        self._cell = max(board.width, board.height) / _COLUMNS
        rows = math.ceil(board.height / self._cell) + 1
        self._rows: list[list[str]] = [[""] * (_COLUMNS + 1) for _ in range(rows)]
        for code, shape in board.provinces.items():
            if shape.terrain is not Terrain.SEA:
                self._fill(shape.levels[-1], code)
                self._fill(shape.straits, "")

    def _fill(self, polygons: Iterable[Iterable[Iterable[Point]]], code: str) -> None:
        """Note *code* in the cells whose middle lies inside, by the crossings of each row."""
        size = self._cell
        for polygon in polygons:
            crossings: dict[int, list[float]] = {}
            for ring in polygon:
                points = list(ring)
                for (x1, y1), (x2, y2) in itertools.pairwise([*points, *points[:1]]):
                    if y1 == y2:
                        continue
                    top, bottom = (y1, y2) if y1 < y2 else (y2, y1)
                    for row in range(math.ceil(top / size - 0.5), math.ceil(bottom / size - 0.5)):
                        crossings.setdefault(row, []).append(x1 + ((row + 0.5) * size - y1) * (x2 - x1) / (y2 - y1))
            for row, found in crossings.items():
                found.sort()
                for left, right in zip(found[::2], found[1::2], strict=False):
                    first, last = max(0, math.ceil(left / size - 0.5)), min(_COLUMNS + 1, math.ceil(right / size - 0.5))
                    if 0 <= row < len(self._rows) and first < last:
                        self._rows[row][first:last] = [code] * (last - first)

    def at(self, point: Point) -> str:
        """The land at *point*; empty on water."""
        column, row = int(point[0] / self._cell), int(point[1] / self._cell)
        return self._rows[row][column] if 0 <= row < len(self._rows) and 0 <= column <= _COLUMNS else ""


_BOARDS = 4
_grids: OrderedDict[int, tuple[CompiledBoard, Lands]] = OrderedDict()


def lands_of(board: CompiledBoard) -> Lands:
    """The grid of *board*, kept for the boards used last: courses are remembered by it, so with another one all would be planned again."""
    known = _grids.pop(id(board), None)
    grid = Lands(board) if known is None else known[1]
    _grids[id(board)] = (board, grid)  # with the board, so that no other one has its identity
    while len(_grids) > _BOARDS:
        _grids.popitem(last=False)
    return grid


class FreeGround(NamedTuple):
    """Ground that a line may run over without a price: water, and the land of *own*."""

    lands: Lands
    own: frozenset[str]

    def foreign(self, line: Polyline) -> float:
        """The share of *line* that lies on other land, 0 to 1."""
        inner = line[1:-1:2]
        over = 0
        for point in inner:
            land = self.lands.at(point)
            over += bool(land) and land not in self.own
        return over / max(1, len(inner))


_BENDS = (0.09, 0.15, 0.04, 0.22, -0.09, -0.16, 0.31, -0.24)
_PARTING_BENDS = (0.15, 0.22, 0.10, 0.30)
_SHORT_PARTING_BENDS = (0.30, 0.24, 0.36)
_HOP_BENDS = (0.62, -0.62, 0.48, -0.48)
_ROUND_BENDS = (0.42, -0.38, 0.54, -0.5)
"""Further ways, round foreign land."""

_FOREIGN = 1.7
"""The price of a line that runs over foreign land all its way; a unit in the way costs more."""

_FOREIGN_FOR_SUPPORTS = 0.8
"""The same for supports, which are thin, and must not touch the unit they help."""

_KEPT = 4096
"""Courses that are remembered: a new order leaves most of the others as they are."""

_RETREAT_BENDS = (0.0, 0.08, -0.08, 0.16, -0.16, 0.26, -0.26)


@lru_cache(maxsize=_KEPT)
def move_course(
    start: Point,
    end: Point,
    obstacles: tuple[LineObstacle, ...],
    margin: float,
    *,
    parting: bool,
    short: float = 0.0,
    hop: float = 0.0,
    ground: FreeGround | None = None,
) -> Polyline:
    """From unit to target. All bend to their right, so that opposite moves part; *parting* forbids the other side,
    and bends more where the two are nearer than *short*, so that a mark finds room between them. Between units nearer than *hop* it
    swings out wide, or nothing of it would be seen. With *ground* it goes round foreign land where that is not far."""
    bends: tuple[float, ...] = _BENDS
    if distance(start, end) < hop:
        bends = _HOP_BENDS[:2] if not parting else _HOP_BENDS[:1]
    elif parting:
        bends = _PARTING_BENDS if distance(start, end) > short else _SHORT_PARTING_BENDS
    elif ground is not None:
        bends = (*bends, *_ROUND_BENDS)
    return _cheapest([(abs(bend - bends[0]) * 1.4, partial(bow, start, end, bend)) for bend in bends], obstacles, margin, ground)


@lru_cache(maxsize=_KEPT)
def loose_course(
    start: Point, end: Point, obstacles: tuple[LineObstacle, ...], margin: float, ground: FreeGround | None = None, hop: float = 0.0
) -> Polyline:
    """Course from one point to another by any free side: retreats, supports to hold. Nearer than *hop* it swings out to be seen."""
    bends: tuple[float, ...] = _RETREAT_BENDS if ground is None else (*_RETREAT_BENDS, *_ROUND_BENDS)
    if distance(start, end) < hop:
        bends = _HOP_BENDS
    return _cheapest([(abs(bend) * 1.2, partial(bow, start, end, bend)) for bend in bends], obstacles, margin, ground)


def _cheapest(
    choices: list[tuple[float, Callable[[], Polyline]]],
    obstacles: tuple[LineObstacle, ...],
    margin: float,
    ground: FreeGround | None,
    foreign: float = _FOREIGN,
) -> Polyline:
    """The course with the lowest sum of its own price and what it runs into; courses too dear from the start are not drawn."""
    best: Polyline = ()
    lowest = math.inf
    for price, draw in sorted(choices, key=lambda each: each[0]):
        if price >= lowest:
            break
        course = draw()
        total = price + cost(course, obstacles, margin)
        if ground is not None and total < lowest:
            total += foreign * ground.foreign(course)
        if total < lowest:
            best, lowest = course, total
    return best


@lru_cache(maxsize=_KEPT)
def joining_course(
    start: Point,
    arrow: Polyline,
    taken: tuple[Point, ...],
    obstacles: tuple[LineObstacle, ...],
    margin: float,
    spacing: float,
    ground: FreeGround | None = None,
) -> Polyline:
    """From a supporting unit to a place on *arrow*, meeting it at a slant in its own sense.

    Args:
        start: the supporting unit.
        arrow: the visible part of the supported arrow.
        taken: places where other supports already join.
        obstacles: what to keep clear of.
        margin: how far.
        spacing: the least distance between two joints.
        ground: what it may run over; it goes round other land where that is not far.
    """
    choices: list[tuple[float, Callable[[], Polyline]]] = []
    for share in (0.5, 0.4, 0.6, 0.3, 0.7, 0.22):
        joint, along = at(arrow, share)
        crowd = sum(max(0.0, 1 - distance(joint, other) / spacing) for other in taken) * 2.5
        for lean in (0.0, 0.16, -0.16, 0.32, -0.32, 0.5, -0.5):
            price = abs(lean) * 0.8 + abs(share - 0.5) * 0.7 + crowd
            choices.append((price, partial(_joining, start, joint, along, lean)))
    return _cheapest(choices, obstacles, margin, ground, _FOREIGN_FOR_SUPPORTS)


def _joining(start: Point, joint: Point, along: Point, lean: float) -> Polyline:
    """From *start* to *joint* on an arrow that runs *along*, leaning out to one side."""
    gap = distance(start, joint)
    toward = direction(start, joint)
    slant = (toward[0] * 0.62 + along[0] * 0.5, toward[1] * 0.62 + along[1] * 0.5)
    side = (-toward[1] * lean * gap, toward[0] * lean * gap)
    first = (start[0] + (joint[0] - start[0]) * 0.35 + side[0], start[1] + (joint[1] - start[1]) * 0.35 + side[1])
    last = (joint[0] - slant[0] * gap * 0.36 + side[0] * 0.5, joint[1] - slant[1] * gap * 0.36 + side[1] * 0.5)
    return cubic(start, first, last, joint, 18)


def shield_end(start: Point, protected: Point, radius: float) -> tuple[Point, float]:
    """Return the end of a support to hold before the unit it protects, and the direction its shield faces (toward *start*)."""
    toward = direction(protected, start)
    return moved(protected, toward, radius), math.atan2(toward[1], toward[0])
