"""Clock of a game at a table: it runs, and shows on the curtain, over an open seat and in a window of its own across the room."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRectF, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QFont, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget

from app.game.document import Document
from app.hotseat.clock import Beat
from app.hotseat.round import RoundStage
from app.presentation.hotseat.seat_rows import clock_words
from app.qt.board.window import Window
from app.qt.hotseat.seat_bar import SeatBar
from app.qt.map.fonts import FontFamily
from app.qt.widgets.dialogs import put_dialogs_away
from app.qt.widgets.look import Look
from app.session.seating import Seating
from app.tables.table_acts import tick
from languages import tr

if TYPE_CHECKING:
    from app.qt.hotseat.curtain_page import CurtainPage


_LAST_MINUTE = 60.0


class ClockWindow(QWidget):
    """Fills the screen until a key or the mouse is pressed.

    Signals:
        pause_requested(): the space bar was pressed.
        minute_requested(): the plus key was pressed.
    """

    pause_requested = Signal()
    minute_requested = Signal()

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
            left: seconds; the last minute is in another colour.
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
                self.pause_requested.emit()
            case Qt.Key.Key_Plus:
                self.minute_requested.emit()
            case Qt.Key.Key_Escape | Qt.Key.Key_Return | Qt.Key.Key_Enter | Qt.Key.Key_F11:
                self.close()
            case _:
                super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: ARG002  # Qt's signature
        """Back."""
        self.close()


_TICK = 250
"""Milliseconds between two looks at the clock."""


class TableClock(QObject):
    """Looks at the clock four times a second while a table is in front.

    Args:
        bar: what stands over the board of an open seat.
        window: over which the clock opens in a window of its own.
    """

    def __init__(self, host: Window, bar: SeatBar, window: QWidget) -> None:
        super().__init__(window)
        self._host = host
        self._bar = bar
        self._parent = window
        self._curtain: CurtainPage | None = None
        self._full: ClockWindow | None = None
        self._started: tuple[Document, str] | None = None
        """The phase whose clock was started by itself."""
        self._timer = QTimer(self)
        self._timer.setInterval(_TICK)
        self._timer.timeout.connect(self._tick)

    def start(self, seating: Seating) -> None:
        """Look at the clock from now on; that of a phase which begins starts by itself."""
        phase = (seating.document, str(seating.round.phase))
        if self._started != phase and seating.round.stage is RoundStage.TALKS:
            self._started = phase
            seating.start_clock()
        if not self._timer.isActive():
            self._timer.start()

    def stop(self) -> None:
        """Look at it no more: no table is in front."""
        self._timer.stop()

    def show_on(self, curtain: CurtainPage) -> None:
        """Show the clock on *curtain* too, and do what its buttons ask for."""
        self._curtain = curtain
        curtain.clock.pause_requested.connect(self._pause)
        curtain.clock.minute_requested.connect(self._add)
        curtain.clock.full_requested.connect(self._show_full)

    def show(self, seating: Seating) -> None:
        """Show how much time is left."""
        time, words = clock_words(seating.clock)
        has_clock = seating.clock.left is not None and seating.round.stage in (RoundStage.TALKS, RoundStage.CURTAIN, RoundStage.OPEN)
        if self._curtain is not None:
            self._curtain.clock.setVisible(has_clock)
            self._curtain.clock.show_time(time, words, is_paused=not seating.clock.running)
            self._curtain.place_clock()
        own = seating.turn_clock if seating.turn_clock.left is not None else seating.clock
        self._bar.show_time(own.words if own.left is not None else "")
        if self._full is not None and self._full.isVisible():
            self._full.show_time(time, words, seating.clock.left)

    @Slot()
    def _pause(self) -> None:
        seating = self._host.session.seating
        if seating is not None:
            self._host.run_line("clock pause" if seating.clock.running else "clock start")

    @Slot()
    def _add(self) -> None:
        self._host.run_line("clock add")

    @Slot()
    def _tick(self) -> None:
        seating = self._host.session.seating
        if seating is None:
            self.stop()
            return
        before = seating.viewer
        beats = tick(self._host.session)
        if seating.viewer != before:
            put_dialogs_away()
        if Beat.BELL in beats or Beat.ENDED in beats:
            QApplication.beep()
        self.show(seating)

    @Slot()
    def _show_full(self) -> None:
        if self._full is None:
            self._full = ClockWindow(self._host.look, self._parent)
            self._full.pause_requested.connect(self._pause)
            self._full.minute_requested.connect(self._add)
        self._full.showFullScreen()
        seating = self._host.session.seating
        if seating is not None:
            self.show(seating)
