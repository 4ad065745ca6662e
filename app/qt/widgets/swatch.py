"""The colours and the pattern of a power, as a chip."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import (
    QRectF,
    Qt,
)
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPen, QTransform

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
