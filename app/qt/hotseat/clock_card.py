"""The clock of the table: how long talks and orders still take, with what the table may do about it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from app.qt.widgets.flow_layout import FlowLayout
from app.qt.widgets.plain_label import PlainLabel
from languages import tr


class ClockCard(QFrame):
    """Lies over the board of the curtain.

    Signals:
        pause_wanted(): the clock is to stand still, or to go on.
        minute_wanted(): one minute more.
        full_wanted(): the clock is to fill the screen.
    """

    pause_wanted = Signal()
    minute_wanted = Signal()
    full_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "chip")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.words = PlainLabel(tr("Talks and orders end in"))
        self.words.setProperty("role", "soft")
        self.words.setWordWrap(True)
        self.time = PlainLabel("")
        self.time.setProperty("role", "title")
        self.pause_button = QPushButton(tr("Pause"))
        self.minute_button = QPushButton(tr("1 minute more"))
        self.full_button = QPushButton(tr("Full screen"))
        for button in (self.pause_button, self.minute_button, self.full_button):
            button.setProperty("role", "choice")
        self.pause_button.clicked.connect(self.pause_wanted)
        self.minute_button.clicked.connect(self.minute_wanted)
        self.full_button.clicked.connect(self.full_wanted)
        self._buttons = buttons = FlowLayout(spacing=8)
        for button in (self.pause_button, self.minute_button, self.full_button):
            buttons.addWidget(button)
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(20, 12, 20, 14)
        column.setSpacing(4)
        column.addWidget(self.words)
        column.addWidget(self.time)
        column.addLayout(buttons)

    def fit_into(self, width: int) -> None:
        """Be as wide as the buttons in a row need, or *width* pixels, with as many rows as that takes."""
        self.ensurePolished()
        margins = self._column.contentsMargins()
        wide = max(self.words.fontMetrics().horizontalAdvance(self.words.text()), self._buttons.sizeHint().width())
        wide = min(wide + margins.left() + margins.right() + 2 * self.frameWidth(), width)
        self.resize(wide, self._column.totalHeightForWidth(wide))

    def show_time(self, time: str, words: str, *, is_paused: bool) -> None:
        """Show what is left as *time* (``6:40``), under *words*."""
        self.time.setText(time)
        self.words.setText(words)
        self.pause_button.setText(tr("Go on") if is_paused else tr("Pause"))
