"""Small pictures in the colours of the look: swatches of powers, and the glyphs of the window's own buttons."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QIcon, QImage, QPainter, QPainterPath, QPaintEvent, QPen, QPixmap, QPolygonF, QTransform
from PySide6.QtWidgets import QWidget

from app.presentation.picture import MapPicture
from app.presentation.power_colours import line_ink, picture_colours_of
from app.qt.map.paint.shapes import pattern_tile, qcolor

_PATTERN_SIDE = 10.0
"""Points that a tile of a pattern covers in a chip."""
_FINER = 2
"""Pixels of such a tile to the point."""


@dataclass(frozen=True, slots=True)
class Swatch:
    """A power's colours in the list."""

    fill: QColor
    ink: QColor
    pattern: QImage | None = None
    """A tile of what its land is covered with, on nothing, where the board shows patterns."""
    pattern_scale: float = 1.0
    line: QColor | None = None
    """Colour of its lines in charts, where that is another one than the ink."""

    def paint(self, painter: QPainter, box: QRectF, corner: float = 4.0, line: float = 1.6) -> None:
        """Paint it as a square chip with rounded corners in *box*."""
        painter.setBrush(self.fill)
        painter.setPen(QPen(self.ink, line))
        painter.drawRoundedRect(box, corner, corner)
        if self.pattern is not None:
            # Made small before it is a brush: a brush that is scaled loses thin lines.
            side = round(_PATTERN_SIDE * self.pattern_scale * _FINER)
            small = self.pattern.scaled(side, side, mode=Qt.TransformationMode.SmoothTransformation)
            brush = QBrush(small)
            brush.setTransform(QTransform.fromTranslate(box.left(), box.top()).scale(1 / _FINER, 1 / _FINER))
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.setBrush(brush)
            painter.drawRoundedRect(box, corner, corner)


def swatches(picture: MapPicture | None) -> Mapping[str, Swatch]:
    """Land and ink of each power of *picture*; empty without one."""
    if picture is None:
        return {}
    picture_colours = picture_colours_of(picture)
    found: dict[str, Swatch] = {}
    for power, colours in picture_colours.powers.items():
        tile, scale = None, 1.0
        if colours.land_pattern is not None:
            scale = colours.land_pattern.scale**0.6
            tile = pattern_tile(colours.land_pattern, colours.ink if picture_colours.theme.monochrome else colours.rim)
        found[power] = Swatch(qcolor(colours.land), qcolor(colours.ink), tile, scale, qcolor(line_ink(colours, picture_colours.theme)))
    return found


def swatch_icon(swatch: Swatch, side: int = 14) -> QIcon:
    """Return *swatch* as the icon of a button."""
    pixmap = QPixmap(side * _FINER, side * _FINER)
    pixmap.setDevicePixelRatio(_FINER)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    swatch.paint(painter, QRectF(1, 1, side - 2, side - 2), 3.0, 2.0)
    painter.end()
    return QIcon(pixmap)


class SwatchSquare(QWidget):
    """A small square in the colours of a power."""

    def __init__(self, swatch: Swatch | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._swatch = swatch
        self.setFixedSize(14, 14)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  # Qt's signature
        """Paint it; nothing where the power has no colours."""
        if self._swatch is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._swatch.paint(painter, QRectF(self.rect()).adjusted(1, 1, -1, -1), 3.0, 2.0)
        painter.end()


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
