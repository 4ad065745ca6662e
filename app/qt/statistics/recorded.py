"""What a painter paints, as shapes for a page: the board's own painters draw arrows, units and marks, and this takes down what they did."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QBuffer, QIODevice, QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtSvg import QSvgGenerator

from app.presentation.statistics.svg_paths import STEPS

Style = tuple[tuple[str, str], ...]
"""Attributes of a shape that differ from what all have."""

_EXTENT = 10_000
_GROUP = re.compile(r"<g ([^>]*)>(.*?)</g>", re.DOTALL)
_ATTRIBUTE = re.compile(r'([a-z-]+)="([^"]*)"')
_SHAPE = re.compile(r"<(path|polyline|ellipse|circle|rect|line)\b([^>]*)/>")
_TOKEN = re.compile(r"[MLCZ]|-?\d+(?:\.\d+)?(?:e-?\d+)?")
_LENGTHS = ("stroke-width", "stroke-dasharray", "stroke-dashoffset")


@dataclass(frozen=True, slots=True)
class RecordedShape:
    """One shape."""

    path: str
    """The text of an SVG path, in tenths of a board unit."""
    style: Style


def recorded(paint: Callable[[QPainter], None]) -> tuple[RecordedShape, ...]:
    """What *paint* paints, in its sequence. Images and gradients cannot be taken down: *paint* must paint plain shapes."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(QSize(_EXTENT, _EXTENT))
    generator.setViewBox(QRectF(0, 0, _EXTENT, _EXTENT))
    painter = QPainter(generator)
    try:
        paint(painter)
    finally:
        painter.end()
    return _shapes(bytes(buffer.data().data()).decode("utf-8"))


def _shapes(document: str) -> tuple[RecordedShape, ...]:
    # The writer puts each state of the painter into one group, which holds no other group.
    body = document[document.index("</defs>") :]
    body = body[body.index("<g ") + 3 :]
    found: list[RecordedShape] = []
    for group in _GROUP.finditer(body):
        shapes = _SHAPE.findall(group[2])
        if not shapes:
            continue
        attributes = dict(_ATTRIBUTE.findall(group[1]))
        matrix = tuple(float(each) for each in attributes.get("transform", "matrix(1,0,0,1,0,0)")[7:-1].split(","))
        style = _style(attributes, abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) ** 0.5)
        for kind, words in shapes:
            own = dict(_ATTRIBUTE.findall(words))
            path = _path(kind, own, matrix)
            if path:
                found.append(RecordedShape(path, _hollow(style) if own.get("fill") == "none" else style))
    return tuple(found)


def _hollow(style: Style) -> Style:
    return (("fill", "none"), *(each for each in style if not each[0].startswith("fill")))


def _style(attributes: dict[str, str], scale: float) -> Style:
    found: list[tuple[str, str]] = []
    for kind in ("fill", "stroke"):
        value = attributes.get(kind, "none")
        found.append((kind, value))
        opacity = attributes.get(f"{kind}-opacity", "1")
        if value != "none" and opacity != "1":
            found.append((f"{kind}-opacity", _short(float(opacity), 2)))
    if attributes.get("stroke", "none") != "none":
        found += [(key, attributes[key]) for key in ("stroke-linecap", "stroke-linejoin") if key in attributes]
        for key in _LENGTHS:
            if key in attributes:
                lengths = (float(each) * scale * STEPS for each in attributes[key].split(",") if each)
                found.append((key, " ".join(_short(each, 1) for each in lengths)))
    if attributes.get("opacity", "1") != "1":
        found.append(("opacity", attributes["opacity"]))
    return tuple(found)


def _path(kind: str, own: dict[str, str], matrix: tuple[float, ...]) -> str:
    if kind == "path":
        return _transformed(own["d"], matrix)
    if kind == "polyline":
        return _transformed("M" + " L".join(own["points"].split()), matrix)
    if kind == "line":
        return _transformed(f"M{own['x1']},{own['y1']} L{own['x2']},{own['y2']}", matrix)
    if kind == "rect":
        x, y, wide, high = (float(own[key]) for key in ("x", "y", "width", "height"))
        return _transformed(f"M{x},{y} L{x + wide},{y} L{x + wide},{y + high} L{x},{y + high} Z", matrix)
    x, y = float(own["cx"]), float(own["cy"])
    wide, high = (float(own["r"]),) * 2 if kind == "circle" else (float(own["rx"]), float(own["ry"]))
    bow = 0.5522847
    return _transformed(
        f"M{x + wide},{y} C{x + wide},{y + high * bow} {x + wide * bow},{y + high} {x},{y + high} "
        f"C{x - wide * bow},{y + high} {x - wide},{y + high * bow} {x - wide},{y} "
        f"C{x - wide},{y - high * bow} {x - wide * bow},{y - high} {x},{y - high} "
        f"C{x + wide * bow},{y - high} {x + wide},{y - high * bow} {x + wide},{y} Z",
        matrix,
    )


def _transformed(path: str, matrix: tuple[float, ...]) -> str:
    """The same path after *matrix*, in relative whole steps."""
    a, b, c, d, e, f = matrix
    tokens = _TOKEN.findall(path)
    out: list[str] = []
    last = ""
    x = y = start_x = start_y = 0
    index = 0
    while index < len(tokens):
        letter = tokens[index]
        index += 1
        if letter == "Z":
            out.append("z")
            x, y, last = start_x, start_y, ""
            continue
        if letter not in "MLC":
            index -= 1
            letter = "L"
        points = []
        for _ in range(3 if letter == "C" else 1):
            px, py = float(tokens[index]), float(tokens[index + 1])
            index += 2
            points.append((round((a * px + c * py + e) * STEPS), round((b * px + d * py + f) * STEPS)))
        at = points[-1]
        if letter == "M":
            out.append(f"M{at[0]} {at[1]}")
            start_x, start_y = at
            last = ""
        elif letter == "L" and at == (x, y):
            continue
        else:
            steps = [step for point in points for step in (point[0] - x, point[1] - y)]
            out.append(("" if letter == last else letter.lower()) + _numbers(steps, after_number=letter == last))
            last = letter
        x, y = at
    return "".join(out)


def _numbers(steps: list[int], *, after_number: bool) -> str:
    found = ""
    for step in steps:
        found += f" {step}" if step >= 0 and (found or after_number) else str(step)
    return found


def _short(value: float, places: int) -> str:
    found = f"{value:.{places}f}"
    return found.rstrip("0").rstrip(".") if "." in found else found
