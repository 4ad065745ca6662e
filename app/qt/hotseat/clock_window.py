"""The table's clock over the whole screen: it reads across a room."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.qt.map.fonts import FontFamily
from app.qt.widgets.look import Look
from languages import tr

_LAST_MINUTE = 60.0


class ClockWindow(QWidget):
    """Fills the screen until a key or the mouse is pressed.

    Signals:
        pause_wanted(): the space bar was pressed.
        minute_wanted(): the plus key was pressed.
    """

    pause_wanted = Signal()
    minute_wanted = Signal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setWindowTitle(tr("Clock"))
        self._look = look
        self._time, self._words, self._left = "", "", 0.0

    def show_time(self, time: str, words: str, left: float | None) -> None:
        """Show what is left.

        Args:
            time: ``6:40``.
            words: what it is of, in a line.
            left: seconds; the last minute is shown in another colour.
        """
        self._time, self._words, self._left = time, words, _LAST_MINUTE + 1 if left is None else left
        self.setAccessibleName(f"{words} {time}")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  # Qt's signature
        """The time, as large as fits."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
        is_last = self._left <= _LAST_MINUTE
        painter.fillRect(self.rect(), self._look.colour("bad" if is_last and not self._look.dark else "chrome"))
        painter.setPen(self._look.colour("chrome_text"))
        area = QRectF(self.rect())
        font = QFont(FontFamily.MAP.value)
        font.setPixelSize(max(12, round(min(area.height() * 0.5, area.width() / max(3.0, len(self._time) * 0.56)))))
        painter.setFont(font)
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, self._time)
        font.setPixelSize(max(11, round(area.height() * 0.045)))
        painter.setFont(font)
        top = QRectF(area.left(), area.top() + area.height() * 0.1, area.width(), area.height() * 0.1)
        painter.drawText(top, Qt.AlignmentFlag.AlignCenter, self._words)
        font.setFamily(FontFamily.INTERFACE.value)
        font.setPixelSize(max(10, round(area.height() * 0.022)))
        painter.setFont(font)
        foot = QRectF(area.left(), area.bottom() - area.height() * 0.1, area.width(), area.height() * 0.07)
        painter.drawText(foot, Qt.AlignmentFlag.AlignCenter, tr("Space pauses, + adds a minute, Esc goes back"))
        painter.end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space, plus, or back."""
        match event.key():
            case Qt.Key.Key_Space:
                self.pause_wanted.emit()
            case Qt.Key.Key_Plus:
                self.minute_wanted.emit()
            case Qt.Key.Key_Escape | Qt.Key.Key_Return | Qt.Key.Key_Enter | Qt.Key.Key_F11:
                self.close()
            case _:
                super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: ARG002  # Qt's signature
        """Back."""
        self.close()
