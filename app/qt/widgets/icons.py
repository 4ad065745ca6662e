"""The few glyphs that the window's own buttons carry, painted in the colour of the look, so that no symbol font is needed."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

SIDE = 18
_SCALE = 3


class Glyph(StrEnum):
    """Drawn signs."""

    FIRST = "first"
    BACK = "back"
    PLAY = "play"
    PAUSE = "pause"
    FORWARD = "forward"
    LAST = "last"
    CLOSE = "close"
    PLUS = "plus"
    WARNING = "warning"
    FORK = "fork"


def icon(glyph: Glyph, colour: QColor) -> QIcon:
    """*glyph* in *colour*, sharp on screens of up to three pixels to the point."""
    pixmap = QPixmap(SIDE * _SCALE, SIDE * _SCALE)
    pixmap.setDevicePixelRatio(_SCALE)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    _PAINTERS[glyph](painter)
    painter.end()
    return QIcon(pixmap)


def _triangle(painter: QPainter, left: float, right: float) -> None:
    painter.drawPolygon(QPolygonF([QPointF(left, 4), QPointF(right, 9), QPointF(left, 14)]))


def _first(painter: QPainter) -> None:
    painter.drawRect(QRectF(4, 4, 2, 10))
    _triangle(painter, 14, 7)


def _back(painter: QPainter) -> None:
    _triangle(painter, 12.5, 5)


def _forward(painter: QPainter) -> None:
    _triangle(painter, 5.5, 13)


def _last(painter: QPainter) -> None:
    _triangle(painter, 4, 11)
    painter.drawRect(QRectF(12, 4, 2, 10))


def _play(painter: QPainter) -> None:
    _triangle(painter, 3, 9)
    _triangle(painter, 9, 15)


def _pause(painter: QPainter) -> None:
    painter.drawRect(QRectF(5, 4, 3, 10))
    painter.drawRect(QRectF(10, 4, 3, 10))


def _close(painter: QPainter) -> None:
    painter.setPen(QPen(painter.brush(), 1.8, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.drawLine(QPointF(5, 5), QPointF(13, 13))
    painter.drawLine(QPointF(13, 5), QPointF(5, 13))


def _plus(painter: QPainter) -> None:
    painter.setPen(QPen(painter.brush(), 2.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.drawLine(QPointF(9, 4), QPointF(9, 14))
    painter.drawLine(QPointF(4, 9), QPointF(14, 9))


def _warning(painter: QPainter) -> None:
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(9, 2), QPointF(16.5, 15.5), QPointF(1.5, 15.5)]))
    path.closeSubpath()
    hole = QPainterPath()
    hole.addRect(QRectF(8.2, 6.5, 1.6, 4.6))
    hole.addEllipse(QPointF(9, 13), 1.0, 1.0)
    painter.drawPath(path.subtracted(hole))


def _fork(painter: QPainter) -> None:
    painter.setPen(QPen(painter.brush(), 1.8, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawLine(QPointF(3, 6), QPointF(15, 6))
    path = QPainterPath(QPointF(6, 6))
    path.cubicTo(QPointF(9, 6), QPointF(8, 13), QPointF(14, 13))
    painter.drawPath(path)


_PAINTERS: dict[Glyph, Callable[[QPainter], None]] = {
    Glyph.FIRST: _first,
    Glyph.BACK: _back,
    Glyph.PLAY: _play,
    Glyph.PAUSE: _pause,
    Glyph.FORWARD: _forward,
    Glyph.LAST: _last,
    Glyph.CLOSE: _close,
    Glyph.PLUS: _plus,
    Glyph.WARNING: _warning,
    Glyph.FORK: _fork,
}
