"""A picture of the story in the window: drawn anew for the room it has."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QByteArray, QRectF
from PySide6.QtGui import QFontInfo, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.presentation.statistics.centre_picture import for_qt

_USUAL_LETTERS = 13.33
"""Pixels of running text at the usual size; pictures are drawn for it, and grow with a larger one."""

Draw = Callable[[float, float], str]
"""From width and height to the markup of a picture that size, or of another that suits it."""


class PictureWidget(QWidget):
    """Shows what *draw* draws.

    Args:
        draw: gives the picture.
        name: for who cannot see it.
        words: all that it says.
    """

    def __init__(self, draw: Draw, name: str, words: str, parent: QWidget | None = None) -> None:
        from PySide6.QtSvg import QSvgRenderer  # few who open the window look at a story

        super().__init__(parent)
        self._draw = draw
        self._renderer = QSvgRenderer(self)
        self._drawn: tuple[float, float] | None = None
        self.setAccessibleName(name)
        self.setAccessibleDescription(words)

    def show_other(self, draw: Draw) -> None:
        """Show what *draw* draws from now on."""
        self._draw, self._drawn = draw, None
        self.update()

    @property
    def letters(self) -> float:
        """How many times as large as usual letters are."""
        return max(0.5, QFontInfo(self.font()).pixelSize() / _USUAL_LETTERS)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw it for the size it has, and paint it."""
        scale = self.letters
        size = (self.width() / scale, self.height() / scale)
        if self._drawn != size:
            self._drawn = size
            self._renderer.load(QByteArray(for_qt(self._draw(*size))))
        drawn = self._renderer.defaultSize()
        fit = min(self.width() / max(1, drawn.width()), self.height() / max(1, drawn.height()), scale)
        painter = QPainter(self)
        self._renderer.render(painter, QRectF(0, 0, drawn.width() * fit, drawn.height() * fit))
        painter.end()
