"""Path data read in one go, as drawing programs write it, arcs as cubic curves.

A library would take ten times as long, and never come back from a path of closings without end. Source: SVG 1.1, section 8.3.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable

from variants.svg.numbers import NUMBER
from variants.svg.transforms import Point

_WIDEST = math.tau / 12


def arc_curves(start: Point, radii: Point, turned: float, large: bool, clockwise: bool, end: Point) -> list[tuple[Point, Point, Point]]:
    """The curves, each by two control points and its end; none where it begins where it ends or has no radius: it is a line then.

    Args:
        start: where it begins.
        radii: of the ellipse; made larger where it would not reach.
        turned: by how many degrees the ellipse is.
        large: whether it is the longer way round.
        clockwise: as it is seen, ``y`` down.
        end: where it ends.
    """
    rx, ry = abs(radii[0]), abs(radii[1])
    if start == end or rx == 0 or ry == 0:
        return []
    cos, sin = math.cos(math.radians(turned)), math.sin(math.radians(turned))
    dx, dy = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    x, y = cos * dx + sin * dy, cos * dy - sin * dx
    reach = (x / rx) ** 2 + (y / ry) ** 2
    if reach > 1:
        rx, ry = rx * math.sqrt(reach), ry * math.sqrt(reach)
    below = (rx * y) ** 2 + (ry * x) ** 2
    off = math.sqrt(max(0.0, ((rx * ry) ** 2 - below) / below)) * (1 if large != clockwise else -1)
    cx, cy = off * rx * y / ry, -off * ry * x / rx
    middle = (cos * cx - sin * cy + (start[0] + end[0]) / 2, sin * cx + cos * cy + (start[1] + end[1]) / 2)
    first, last = math.atan2((y - cy) / ry, (x - cx) / rx), math.atan2((-y - cy) / ry, (-x - cx) / rx)
    sweep = (last - first) % math.tau - (0.0 if clockwise else math.tau)
    count = max(1, math.ceil(abs(sweep) / _WIDEST))
    step = sweep / count
    pull = math.sin(step) * (math.sqrt(4 + 3 * math.tan(step / 2) ** 2) - 1) / 3

    def at(angle: float) -> tuple[float, float, float, float]:
        """A place on the ellipse, and which way it goes on."""
        along, across = math.cos(angle), math.sin(angle)
        place = (middle[0] + rx * along * cos - ry * across * sin, middle[1] + rx * along * sin + ry * across * cos)
        return (*place, -rx * cos * across - ry * sin * along, -rx * sin * across + ry * cos * along)

    found: list[tuple[Point, Point, Point]] = []
    x0, y0, wx, wy = at(first)
    x0, y0 = start
    for number in range(1, count + 1):
        x1, y1, vx, vy = at(first + step * number)
        x1, y1 = end if number == count else (x1, y1)
        found.append(((x0 + pull * wx, y0 + pull * wy), (x1 - pull * vx, y1 - pull * vy), (x1, y1)))
        x0, y0, wx, wy = x1, y1, vx, vy
    return found


_COMMAND = re.compile(r"([MmLlHhVvZzCcSsQqTtAa])([^MmLlHhVvZzCcSsQqTtAa]*)")
_ARGUMENTS = re.compile(rf"(?:[\s,]|{NUMBER.pattern})*+")
_ARC = re.compile(rf"[\s,]*({NUMBER.pattern})[\s,]*({NUMBER.pattern})[\s,]*({NUMBER.pattern})[\s,]*([01])[\s,]*([01])")
_COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "Z": 0, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7}
"""Number of numbers that each step takes."""

Curve = Callable[[list[Point], Point, Point, Point, Point], None]
"""Adds the chords of a cubic curve to a line: start, two control points, end."""


class TooManyPointsError(ValueError):
    """The path has more points than were allowed."""


def path_lines(data: str, move: Callable[[Point], Point], curve: Curve, most: int) -> list[list[Point]]:
    """The subpaths of *data* as lines of points.

    Args:
        data: an attribute ``d``.
        move: where a point lies after the path's transform.
        curve: called with points that were moved.
        most: points that there may be.

    Raises:
        TooManyPointsError: there are more.
        ValueError: it is not written as the specification has it; the message has the place.

    >>> path_lines("M 0 0 h 10 v 5 z", lambda point: point, lambda points: points, most=100)
    [[(0.0, 0.0), (10.0, 0.0), (10.0, 5.0), (0.0, 0.0)]]
    """
    pen = _Pen(move, curve, most)
    begin = 0
    for match in _COMMAND.finditer(data):
        letter, text = match[1], match[2]
        if not pen.lines and (letter not in "Mm" or data[: match.start()].strip()):
            break
        begin = match.end()
        count = _COUNTS[letter.upper()]
        numbers = _arc_numbers(text) if count == 7 else [float(each) for each in NUMBER.findall(text)]
        if _ARGUMENTS.fullmatch(text) is None or ((len(numbers) % count or not numbers) if count else numbers):
            raise ValueError(repr(match[0][:30]))
        pen.take(letter, numbers, count)
    if data[begin:].strip():
        raise ValueError(repr(data.strip()[:30]))
    return pen.lines


def _arc_numbers(text: str) -> list[float]:
    """The numbers of arcs, whose two flags need no blank behind them."""
    found: list[float] = []
    at = 0
    while (match := _ARC.match(text, at)) is not None:
        ends = [end for end in (NUMBER.search(text, match.end()),) if end is not None]
        ends += [end for end in (NUMBER.search(text, ends[0].end()),) if end is not None] if ends else []
        found += [float(each) for each in (*match.groups(), *(end[0] for end in ends))]
        if len(ends) < 2:
            break
        at = ends[1].end()
    return found if text[at:].strip(" ,\t\r\n") == "" else []


class _Pen:
    """Pen with its place, in the path's own units, and the lines that it has drawn."""

    def __init__(self, move: Callable[[Point], Point], curve: Curve, most: int) -> None:
        self.lines: list[list[Point]] = []
        self._move, self._curve, self._most = move, curve, most
        self._drawn = 0
        """Points of lines that are ended."""
        self._x = self._y = 0.0
        self._start = (0.0, 0.0)
        self._control: tuple[str, float, float] = ("", 0.0, 0.0)
        """The kind of the last curve and its last control point."""

    def take(self, letter: str, numbers: list[float], count: int) -> None:
        """One letter with its *numbers*, *count* of them at a time."""
        kind, relative = letter.upper(), letter.islower()
        if kind == "M":
            self._begin(*self._point(numbers, 0, relative))
            kind, numbers = "L", numbers[2:]
        line, move, most = self.lines[-1], self._move, self._most - self._drawn
        if kind == "Z":
            self._line_to(*self._start)
        elif kind == "L":
            x, y = self._x, self._y
            for at in range(0, len(numbers), 2):
                x, y = (numbers[at] + x, numbers[at + 1] + y) if relative else (numbers[at], numbers[at + 1])
                line.append(move((x, y)))
            self._x, self._y = x, y
        elif kind in "HV":
            for number in numbers:
                x = number + (self._x if relative else 0.0) if kind == "H" else self._x
                y = number + (self._y if relative else 0.0) if kind == "V" else self._y
                self._line_to(x, y)
        else:
            for at in range(0, len(numbers), count):
                if kind == "A":
                    self._arc(numbers[at : at + 5], self._point(numbers, at + 5, relative))
                else:
                    self._bend(kind, [self._point(numbers, at + each, relative) for each in range(0, count, 2)])
                if len(line) > most:
                    break
        if kind not in "CSQT":
            self._control = ("", 0.0, 0.0)
        if len(line) > most:
            raise TooManyPointsError

    def _begin(self, x: float, y: float) -> None:
        self._drawn += len(self.lines[-1]) if self.lines else 0
        self.lines.append([])
        self._start = (x, y)
        self._line_to(x, y)

    def _point(self, numbers: list[float], at: int, relative: bool) -> Point:
        x, y = numbers[at], numbers[at + 1]
        return (x + self._x, y + self._y) if relative else (x, y)

    def _line_to(self, x: float, y: float) -> None:
        self.lines[-1].append(self._move((x, y)))
        self._x, self._y = x, y

    def _arc(self, said: list[float], end: Point) -> None:
        rx, ry, turned, large, clockwise = said
        start = (self._x, self._y)
        curves = arc_curves(start, (rx, ry), turned, bool(large), bool(clockwise), end)
        for each in curves:
            self._curve(self.lines[-1], self._move(start), *map(self._move, each))
            start = each[-1]
        if not curves:
            self._line_to(*end)
        self._x, self._y = end

    def _bend(self, kind: str, points: list[Point]) -> None:
        """A curve to the last of *points*, by the control points before it, the first of which may be left out."""
        family = "CS" if kind in "CS" else "QT"
        if kind in "ST":
            before, x, y = self._control
            points.insert(0, (2 * self._x - x, 2 * self._y - y) if before == family else (self._x, self._y))
        self._control = (family, *points[-2])
        start, *controls = [self._move(each) for each in ((self._x, self._y), *points)]
        if family == "QT":
            (x, y), end = controls
            first = (start[0] + 2 / 3 * (x - start[0]), start[1] + 2 / 3 * (y - start[1]))
            controls = [first, (end[0] + 2 / 3 * (x - end[0]), end[1] + 2 / 3 * (y - end[1])), end]
        self._curve(self.lines[-1], start, *controls)
        self._x, self._y = points[-1]
