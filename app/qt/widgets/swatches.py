"""Swatches: colour and pattern of a power as a chip, in the colours of the board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import (
    QRectF,
    Qt,
)
from PySide6.QtGui import QBrush, QColor, QIcon, QImage, QPainter, QPaintEvent, QPen, QPixmap, QTransform
from PySide6.QtWidgets import QWidget

from app.presentation.picture import MapPicture
from app.presentation.power_colours import picture_colours_of
from app.qt.map.paint.paper_texture import pattern_tile
from app.qt.map.paint.shapes import qcolor

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
        found[power] = Swatch(qcolor(colours.land), qcolor(colours.ink), tile, scale)
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
