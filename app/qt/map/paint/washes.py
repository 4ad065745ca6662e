"""Pale washes and thin lines that follow the coasts out to sea."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QTransform

from app.presentation.colour import Colour
from app.presentation.theme import SeaColours
from app.qt.map.paint.board_shapes import BoardShapes
from app.qt.map.paint.qt_shapes import pen

_DEPTHS = (26.0, 18.5, 11.5, 5.5)
"""Distances of the water lines from the coast, the farthest first."""


def washes(painter: QPainter, shapes: BoardShapes, sea: SeaColours, rect: QRectF, zoom: float, *, coarse: bool) -> Iterator[None]:
    """Paint them in *rect*, a step at a time.

    On a sheet of their own, the widest first, each narrower stroke replacing what lies under it, so that only the lines' own width remains.

    Args:
        painter: its coordinates are the board's.
        shapes: the drawn board.
        sea: the colours of water.
        rect: in board units.
        zoom: device pixels per board unit.
        coarse: for a thumbnail: every other line along thinned out coasts.
    """
    device = painter.deviceTransform().mapRect(rect).toAlignedRect()
    sheet = QImage(device.size(), QImage.Format.Format_ARGB32_Premultiplied)
    sheet.fill(Qt.GlobalColor.transparent)
    brush = QPainter(sheet)
    brush.setRenderHint(QPainter.RenderHint.Antialiasing)
    brush.setTransform(painter.deviceTransform() * QTransform.fromTranslate(-device.x(), -device.y()))
    brush.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
    line = max(1.05 * shapes.measure, 0.9 / zoom)
    strokes: list[tuple[float, Colour]] = []
    for index, depth in enumerate(_DEPTHS):
        if coarse and index % 2 == 0:
            continue
        share = (index + 1) / len(_DEPTHS)
        reach = depth * shapes.measure * 2
        if sea.line.alpha:
            strokes.append((reach + line, sea.line.faded(0.25 + 0.75 * share)))
        strokes.append((reach - line, sea.shallow.faded(min(1.0, sea.washes * (index + 1)))))
    slack = _DEPTHS[0] * shapes.measure * 1.5
    shore = shapes.coarse_shore if coarse else shapes.shore
    near = [shape for shape, box in shore if box.adjusted(-slack, -slack, slack, slack).intersects(rect)]
    try:
        for width, colour in strokes:
            brush.setPen(pen(colour, width))
            for shape in near:
                brush.drawPolyline(shape)
            yield
    finally:
        brush.end()
    painter.save()
    painter.resetTransform()
    painter.drawImage(device.topLeft(), sheet)
    painter.restore()
    yield
