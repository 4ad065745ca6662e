"""The colours of powers as panels show them: those of the board."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.presentation.picture import MapPicture
from app.presentation.picture_colours import picture_colours_of
from app.qt.map.paint.paper_texture import pattern_tile
from app.qt.map.paint.qt_shapes import qcolor
from app.qt.widgets.swatch import Swatch


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
