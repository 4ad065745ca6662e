"""A stripe in the colour of a fate."""

from __future__ import annotations

from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

WIDTH = 4


class FateStripe(QWidget):
    """Stripe as high as its neighbour."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.colour = QColor()
        self.setFixedWidth(WIDTH)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)

    def set_colour(self, colour: QColor) -> None:
        """Paint it in *colour*."""
        self.colour = colour
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """All of it."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.colour)
        painter.end()
