"""From plain values to Qt's shapes and colours."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QBrush, QColor, QPainterPath, QPen, QPolygonF

from app.presentation.colour import Colour
from app.presentation.layout.polyline import Point


@lru_cache(maxsize=2048)
def qcolor(colour: Colour) -> QColor:
    """*colour* as Qt has it; shared, so do not change it."""
    return QColor(colour.red, colour.green, colour.blue, colour.alpha)


def pen(colour: Colour, width: float, style: Qt.PenStyle = Qt.PenStyle.SolidLine) -> QPen:
    """A round pen."""
    return QPen(QBrush(qcolor(colour)), width, style, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)


def no_pen() -> QPen:
    """No outline."""
    return QPen(Qt.PenStyle.NoPen)


def no_brush() -> QBrush:
    """No filling."""
    return QBrush(Qt.BrushStyle.NoBrush)


def polygon(points: Sequence[Point]) -> QPolygonF:
    """*points* as a polygon."""
    return QPolygonF([QPointF(x, y) for x, y in points])


def open_path(points: Sequence[Point]) -> QPainterPath:
    """*points* joined by straight lines."""
    path = QPainterPath()
    path.addPolygon(polygon(points))
    return path


def closed_path(points: Sequence[Point]) -> QPainterPath:
    """*points* joined by straight lines, and closed."""
    path = open_path(points)
    path.closeSubpath()
    return path


def rings_path(polygons: Sequence[Sequence[Sequence[Point]]]) -> QPainterPath:
    """Polygons with holes (each a sequence of rings) as one path; holes by the odd-even rule."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.OddEvenFill)
    for rings in polygons:
        for ring in rings:
            path.addPolygon(polygon(ring))
            path.closeSubpath()
    return path


def star_path(x: float, y: float, radius: float, inner: float = 0.44, points: int = 5) -> QPainterPath:
    """A star, one point up."""
    corners = []
    for step in range(points * 2):
        reach = radius if step % 2 == 0 else radius * inner
        angle = math.pi * step / points - math.pi / 2
        corners.append((x + math.cos(angle) * reach, y + math.sin(angle) * reach))
    return closed_path(corners)


def regular_path(x: float, y: float, radius: float, corners: int, turn: float = 0.0) -> QPainterPath:
    """A regular polygon; *turn* in radians."""
    step = 2 * math.pi / corners
    return closed_path([(x + math.cos(turn + step * each) * radius, y + math.sin(turn + step * each) * radius) for each in range(corners)])
