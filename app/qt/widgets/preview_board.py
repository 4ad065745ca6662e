"""Picture of a board that fills the room it has, and is clicked like a button."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QImage, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget


class PreviewBoard(QWidget):
    """A board as large as it fits.

    Signals:
        chosen(): it was clicked.
    """

    chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._image: QImage | None = None
        self.setMinimumSize(QSize(240, 200))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    @property
    def image(self) -> QImage | None:
        """The picture, once it is there."""
        return self._image

    def show_image(self, image: QImage | None) -> None:
        """Show *image*, or nothing until it is drawn."""
        self._image = image
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The whole board, in the middle."""
        if self._image is None or self._image.isNull():
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        room = QRectF(self.contentsRect())
        scale = min(room.width() / self._image.width(), room.height() / self._image.height())
        board = QRectF(0, 0, self._image.width() * scale, self._image.height() * scale)
        board.moveCenter(room.center())
        painter.drawImage(board, self._image)
        painter.end()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click anywhere on it."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit()
