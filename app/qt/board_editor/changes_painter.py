"""Paints what an earlier version of a variant had otherwise."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QPainter, QPainterPath, QPen

from app.presentation.board_editor.changes_drawn import ChangedStep, ChangesDrawn, Sign
from app.qt.board_editor.step_graph import curve
from app.qt.widgets.look import Look
from variants.compiled import CompiledBoard, Line, Polygon

_PATTERNS = {Sign.ADDED: Qt.BrushStyle.Dense6Pattern, Sign.CHANGED: Qt.BrushStyle.BDiagPattern, Sign.GONE: Qt.BrushStyle.DiagCrossPattern}
_COLOURS = {Sign.ADDED: "good", Sign.CHANGED: "warning", Sign.GONE: "bad"}
_LINE = 20
"""Pixels from one word to the next."""


class ChangesPainter:
    """For one painting; sizes are in pixels of the screen.

    Args:
        pixel: a pixel in units of the board.
        outline: the outline of a province of the board.
    """

    def __init__(self, painter: QPainter, pixel: float, look: Look, outline: Callable[[str], QPainterPath]) -> None:
        self._painter, self._pixel, self._look, self._outline = painter, pixel, look, outline

    def paint(self, changes: ChangesDrawn, board: CompiledBoard) -> None:
        """Provinces, steps over them, words on top."""
        for code, sign in changes.provinces.items():
            self._area(self._outline(code), sign)
        for polygons in changes.gone.values():
            self._area(path_of(polygons), Sign.GONE)
        for step in changes.steps:
            self._step(step)
        for code, polygons in changes.gone.items():
            self._words(path_of(polygons).boundingRect().center(), ((Sign.GONE, code),))
        for code, words in changes.words.items():
            x, y = next(iter(board.provinces[code].units.values()))
            self._words(QPointF(x, y + 26 * self._pixel), words)

    def _colour(self, sign: Sign) -> QColor:
        return self._look.colour(_COLOURS[sign])

    def _area(self, path: QPainterPath, sign: Sign) -> None:
        painter, colour = self._painter, self._colour(sign)
        hatch = QBrush(colour, _PATTERNS[sign])
        hatch.setTransform(painter.worldTransform().inverted()[0])  # the same hatch at every zoom
        painter.fillPath(path, hatch)
        pen = QPen(colour, 2.5 * self._pixel)
        if sign is Sign.GONE:
            pen.setDashPattern([4.0, 3.0])
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(pen)
        painter.drawPath(path)

    def _step(self, step: ChangedStep) -> None:
        painter = self._painter
        path = QPainterPath(QPointF(*step.points[0]))
        if len(step.points) == 3:
            curve(path, step.points)
        else:
            path.lineTo(QPointF(*step.points[-1]))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self._look.colour("raised"), 6.5 * self._pixel, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawPath(path)
        pen = QPen(self._colour(step.sign), 4 * self._pixel)
        if step.sign is Sign.GONE:
            pen.setDashPattern([2.0, 1.5])
        painter.setPen(pen)
        painter.drawPath(path)
        self._words(path.pointAtPercent(0.5), ((step.sign, ""),))

    def _words(self, at: QPointF, words: Sequence[tuple[Sign, str]]) -> None:
        painter = self._painter
        font = QFont(painter.font())
        font.setPixelSize(12)
        font.setBold(True)
        painter.save()
        painter.translate(at)
        painter.scale(self._pixel, self._pixel)
        painter.setFont(font)
        for row, (sign, text) in enumerate(words):
            line = f"{sign.value} {text}".strip()
            width = painter.fontMetrics().horizontalAdvance(line) + 10
            box = QRectF(-width / 2, row * _LINE - 9, width, 18)
            painter.setPen(QPen(self._colour(sign), 1.5))
            painter.setBrush(self._look.colour("raised"))
            painter.drawRoundedRect(box, 5, 5)
            painter.setPen(self._look.colour("text"))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, line)
        painter.restore()


def path_of(polygons: Sequence[Polygon]) -> QPainterPath:
    """Outlines as a path."""
    path = QPainterPath()
    for polygon in polygons:
        for ring in polygon:
            path.moveTo(*ring[0])
            for point in ring[1:]:
                path.lineTo(*point)
            path.closeSubpath()
    return path


def line_path(line: Line) -> QPainterPath:
    """A line as a path."""
    path = QPainterPath(QPointF(*line[0]))
    for point in line[1:]:
        path.lineTo(*point)
    return path
