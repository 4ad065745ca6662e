"""The steps of a board as a graph under its names and units: from unit to unit, through the borders that they cross."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.presentation.board_editor.graph import BenchLayer, StepLine, nodes_of
from app.presentation.layers import Layer
from app.presentation.picture import NODE_PIXELS
from app.qt.widgets.look import Look
from variants.compiled import CompiledBoard, Point

_NODE_EDGE = 1.6
_DASHES = {BenchLayer.FLEET: [4.0, 3.0], BenchLayer.SEA: [1.5, 3.0]}


class StepGraph(QGraphicsItem):
    """Painted beneath names, so that each stays legible; sizes are in pixels of the screen, for any zoom."""

    def __init__(self, board: CompiledBoard, look: Look) -> None:
        super().__init__()
        self._board = board
        self._look = look
        self.lines: tuple[StepLine, ...] = ()
        self.picked: str | None = None
        self.setZValue(Layer.LABELS - 1)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def show_lines(self, lines: tuple[StepLine, ...], picked: str | None, look: Look) -> None:
        """Show these from now on, those of the province that is *picked* stronger."""
        self.lines, self.picked, self._look = lines, picked, look
        self.update()

    def boundingRect(self) -> QRectF:
        """The whole board."""
        return QRectF(0, 0, self._board.width, self._board.height)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002  # Qt's signature
        """Paint the lines, and where they end."""
        if not self.lines:
            return
        pixel = 1 / max(1e-6, painter.worldTransform().m11())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for line in self.lines:
            self._paint_line(painter, line, pixel)
        self._paint_nodes(painter, pixel)

    def _colour(self, key: str, alpha: float = 1.0) -> QColor:
        colour = self._look.colour(key)
        colour.setAlphaF(alpha)
        return colour

    def _paint_line(self, painter: QPainter, line: StepLine, pixel: float) -> None:
        path = QPainterPath(QPointF(*line.points[0]))
        if len(line.points) == 3:
            curve(path, line.points)
        else:
            path.lineTo(QPointF(*line.points[-1]))
        is_picked = self.picked in (line.origin.partition("/")[0], line.target.partition("/")[0])
        army = "good" if self._look.dark else "warning"  # by night a warning has nearly the colour of the accent
        colour = self._colour("bad" if line.is_one_way else army if line.layer is BenchLayer.ARMY else "accent")
        width = 3.4 if is_picked or line.is_one_way else 1.7
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self._colour("raised", 0.85), (width + 2) * pixel, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawPath(path)
        pen = QPen(colour, width * pixel)
        if line.layer in _DASHES:
            pen.setDashPattern(_DASHES[line.layer])
        painter.setPen(pen)
        painter.drawPath(path)
        if line.is_one_way:
            self._paint_head(painter, line.points, colour, pixel)

    def _paint_head(self, painter: QPainter, points: Sequence[Point], colour: QColor, pixel: float) -> None:
        """Paint the head of a step that has no way back."""
        (ax, ay), (bx, by) = points[-2], points[-1]
        angle = math.atan2(by - ay, bx - ax)
        size, tip = 13 * pixel, QPointF(bx - 9 * pixel * math.cos(angle), by - 9 * pixel * math.sin(angle))
        path = QPainterPath(tip)
        for turn in (2.7, -2.7):
            path.lineTo(tip + QPointF(size * math.cos(angle + turn), size * math.sin(angle + turn)))
        path.closeSubpath()
        painter.fillPath(path, colour)

    def _paint_nodes(self, painter: QPainter, pixel: float) -> None:
        painter.setPen(QPen(self._colour("text"), _NODE_EDGE * pixel))
        painter.setBrush(self._colour("raised"))
        radius = (NODE_PIXELS - _NODE_EDGE / 2) * pixel
        for at in nodes_of(self.lines):
            painter.drawEllipse(QPointF(*at), radius, radius)


def curve(path: QPainterPath, points: Sequence[Point]) -> None:
    """On through the middle one of three points: smoothly, or bent there where a curve would stray."""
    (ax, ay), (mx, my), (bx, by) = points
    way = math.hypot(bx - ax, by - ay)
    if math.hypot(mx - (ax + bx) / 2, my - (ay + by) / 2) < 0.35 * way:
        path.quadTo(QPointF(2 * mx - (ax + bx) / 2, 2 * my - (ay + by) / 2), QPointF(bx, by))
    else:
        path.lineTo(QPointF(mx, my))
        path.lineTo(QPointF(bx, by))
