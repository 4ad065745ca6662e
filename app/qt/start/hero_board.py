"""The picture of a board that the start page opens with."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QImage, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.qt.start.first_picture import START_WIDTHS, cover, read_start_board, start_theme
from app.qt.widgets.look import Look
from languages import active_language


def paint_hero(painter: QPainter, rect: QRectF, image: QImage, look: Look) -> None:
    """Paint *image* into *rect*, cropped to fill it, with round corners and a thin frame."""
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
    outline = QPainterPath()
    outline.addRoundedRect(rect, 12, 12)
    painter.fillPath(outline, look.colour("sunken"))
    if not image.isNull():
        painter.save()
        painter.setClipPath(outline)
        painter.drawImage(rect, image, cover(QRectF(image.rect()), rect))
        painter.restore()
    painter.setPen(QPen(look.colour("line_strong"), 1.5))
    painter.drawPath(outline)


class HeroBoard(QWidget):
    """The board of Europe, large, under the invitation to play.

    Signals:
        chosen(): it was clicked.
        names_wanted(theme): it is shown without names in a theme, since those of the picture that comes with the program are English.
    """

    chosen = Signal()
    names_wanted = Signal(str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._picture: QImage | None = None
        self.setMinimumSize(320, 300)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def set_look(self, look: Look) -> None:
        """Paint in *look* from now on."""
        self._look = look
        self._picture = None
        self.update()

    def show_picture(self, theme: str, image: QImage | None) -> None:
        """Paint *image*, made for *theme*, if that is still the look; the one that comes with the program where there is none."""
        if theme == start_theme(self._look):
            self._picture = read_start_board(self._look, START_WIDTHS[-1]) if image is None else image
            self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The board, filling the widget; in another language the small one, which has no names, until :meth:`show_picture`."""
        if self._picture is None:
            is_english = active_language() is None
            self._picture = read_start_board(self._look, START_WIDTHS[-1] if is_english else START_WIDTHS[0])
            if not is_english:
                self.names_wanted.emit(start_theme(self._look))
        painter = QPainter(self)
        paint_hero(painter, QRectF(self.rect()).adjusted(1, 1, -1, -1), self._picture, self._look)
        painter.end()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click anywhere on it."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit()
