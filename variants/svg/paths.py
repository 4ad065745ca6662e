"""Shapes of SVG as lines of points, curves as chords."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

from languages import system_words, tr
from variants.svg.element import Element
from variants.svg.numbers import length_of, numbers_in, view_box
from variants.svg.path_data import TooManyPointsError, path_lines
from variants.svg.transforms import Point, ShapeError, TooLongError, moved, parts_of

LONGEST_DATA = 8 * 1024 * 1024
MOST_POINTS = 150_000
"""Limit of one shape."""
DRAWN = frozenset(("path", "polygon", "polyline", "rect", "circle", "ellipse", "line"))
SHAPE_ATTRIBUTES = ("d", "points", "x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "x1", "y1", "x2", "y2")
"""Attributes that say where the lines of a shape run."""

_STRAIGHT = re.compile(r"[MLZz\s,0-9.+-]*")


def lines_of(element: Element, matrix: Any, tolerance: float) -> list[list[Point]]:
    """The subpaths of a shape as lines of points, transformed, curves within *tolerance*.

    Raises:
        ShapeError: its numbers cannot be read, or it has too many points.

    >>> from variants.svg.read_xml import read_xml
    >>> rect = read_xml(b'<svg xmlns="http://www.w3.org/2000/svg"><rect width="4" height="3"/></svg>', "board.svg").children[0]
    >>> lines_of(rect, None, tolerance=0.1)
    [[(0.0, 0.0), (4.0, 0.0), (4.0, 3.0), (0.0, 3.0), (0.0, 0.0)]]
    """
    try:
        lines = _raw_lines(element, matrix, tolerance)
    except ShapeError:
        raise
    except (ValueError, TypeError, IndexError, AttributeError, ZeroDivisionError, OverflowError) as error:
        why = system_words(error)
        said = (
            tr("its path data cannot be read: {why}", why=why)
            if element.tag == "path"
            else tr("its numbers cannot be read: {why}", why=why)
        )
        raise ShapeError(said[:160]) from None
    for line in lines:
        for x, y in line:
            if not (math.isfinite(x) and math.isfinite(y)) or abs(x) > 1e6 or abs(y) > 1e6:
                raise ShapeError(tr("a point lies far outside of every drawing"))
    return lines


def _raw_lines(element: Element, matrix: Any, tolerance: float) -> list[list[Point]]:
    if element.tag == "path":
        data = element.get("d")
        if len(data) > LONGEST_DATA:
            raise TooLongError(tr("the path data is too long"))
        if _STRAIGHT.fullmatch(data):
            return [moved(line, matrix) for line in _straight(data)]

        def bend(line: list[Point], start: Point, first: Point, second: Point, end: Point) -> None:
            _cubic(line, start, first, second, end, tolerance)

        try:
            return path_lines(data, _mover(matrix), bend, MOST_POINTS)
        except TooManyPointsError:
            raise TooLongError(tr("it has too many points")) from None
    if element.tag in ("polygon", "polyline"):
        numbers = numbers_in(element.get("points"))
        line = list(zip(numbers[::2], numbers[1::2], strict=False))
        if element.tag == "polygon" and line:
            line.append(line[0])
        return [moved(line, matrix)] if line else []
    if element.tag == "line":
        return [moved([(_length(element, "x1"), _length(element, "y1")), (_length(element, "x2"), _length(element, "y2"))], matrix)]
    if element.tag == "rect":
        x, y, width, height = (_length(element, name) for name in ("x", "y", "width", "height"))
        corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y)]
        return [moved(corners, matrix)] if width > 0 and height > 0 else []
    rx = _length(element, "r") or _length(element, "rx")
    ry = _length(element, "r") or _length(element, "ry")
    if rx <= 0 or ry <= 0:
        return []
    centre = (_length(element, "cx"), _length(element, "cy"))
    # A multiple of four, so that the middle of its outermost points is the middle of the circle.
    count = 4 * max(3, min(90, math.ceil(math.pi / 4 / math.acos(max(0.0, 1 - tolerance / max(rx, ry))))))
    turn = [2 * math.pi * step / count for step in range(count)]
    line = [(centre[0] + rx * math.cos(angle), centre[1] + ry * math.sin(angle)) for angle in turn]
    return [moved([*line, line[0]], matrix)]


def _mover(matrix: Any) -> Callable[[Point], Point]:
    """Return the function that moves a point by *matrix*."""
    if matrix is None:
        return lambda point: point
    a, b, c, d, e, f = parts_of(matrix)
    return lambda point: (a * point[0] + c * point[1] + e, b * point[0] + d * point[1] + f)


def _length(element: Element, name: str) -> float:
    """A length in units of the drawing; a share is one of the page, as of a ground that is painted ``width="100%"``."""
    text = element.get(name).strip()
    if text.endswith("%"):
        page = view_box(element.root)
        if page is None:
            raise ValueError(text)
        _, _, width, height = page
        whole = math.hypot(width, height) / math.sqrt(2) if name == "r" else width if "x" in name or name == "width" else height
        return float(text[:-1]) / 100 * whole
    known = length_of(text) if text else 0.0
    return float(text) if known is None else known


def _straight(data: str) -> list[list[Point]]:
    """Absolute straight path data, which needs no library and is what most map programs write."""
    lines: list[list[Point]] = []
    for part in data.split("M")[1:]:
        numbers = numbers_in(part)
        if len(numbers) % 2:
            raise ShapeError(tr("its path data has half a point"))
        line = list(zip(numbers[::2], numbers[1::2], strict=True))
        if len(line) > MOST_POINTS:
            raise TooLongError(tr("it has too many points"))
        if line and part.rstrip()[-1:] in "Zz":
            line.append(line[0])
        if line:
            lines.append(line)
    return lines


def _cubic(line: list[Point], p0: Point, p1: Point, p2: Point, p3: Point, tolerance: float) -> None:
    """Append the chords of a cubic curve: ``ceil(sqrt(0.75 M / tolerance))`` of them, M its larger second difference."""
    bend = max(
        math.hypot(p0[0] - 2 * p1[0] + p2[0], p0[1] - 2 * p1[1] + p2[1]),
        math.hypot(p1[0] - 2 * p2[0] + p3[0], p1[1] - 2 * p2[1] + p3[1]),
    )
    count = min(400, max(1, math.ceil(math.sqrt(0.75 * bend / tolerance)))) if math.isfinite(bend) else 1
    for step in range(1, count + 1):
        t = step / count
        s = 1 - t
        a, b, c, d = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
        line.append((a * p0[0] + b * p1[0] + c * p2[0] + d * p3[0], a * p0[1] + b * p1[1] + c * p2[1] + d * p3[1]))
