"""The line below the map: what a click would do, why one was refused, and what the pointer is over."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QStatusBar, QWidget

from app.qt.map.accessible_parts import announce
from app.qt.widgets.host import Tone
from app.qt.widgets.labels import BETWEEN_LINES, StatusWords, plain_tip
from app.qt.widgets.look import Look
from languages import tr

_ROUNDED = 4
"""Pixels that a label may get less than its share."""


class StatusLine(QWidget):
    """Two texts side by side. A refusal stays until the next message, and can be read again among the last messages.

    Signals:
        history_requested(): the message was clicked.
    """

    history_requested = Signal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._messages: deque[tuple[Tone, str]] = deque(maxlen=200)
        self._tone = Tone.HINT
        self._hinted = ""
        self.message = StatusWords(Qt.AlignmentFlag.AlignLeft)
        self.message.setAccessibleName(tr("Message"))
        self.message.setCursor(Qt.CursorShape.PointingHandCursor)
        self.message.clicked.connect(self.history_requested)
        self.hover = StatusWords(Qt.AlignmentFlag.AlignRight)
        self.hover.setAccessibleName(tr("Under the pointer"))
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(10, 3, 10, 3)
        self._row.setSpacing(18)
        self._row.addWidget(self.message, 5)
        self._row.addWidget(self.hover, 4)

    def attach(self, bar: QStatusBar) -> None:
        """Fill *bar* with this line."""
        bar.setSizeGripEnabled(False)
        bar.addWidget(self, 1)

    def set_look(self, look: Look) -> None:
        """Colour in *look* from now on."""
        self._look = look
        self._colour()

    @property
    def tone(self) -> Tone:
        """Tone of the present message."""
        return self._tone

    def say(self, text: str, tone: Tone = Tone.HINT) -> None:
        """Show *text*; all but hints are kept in the list of messages."""
        before = self._hinted
        self._hinted = text if tone is Tone.HINT else ""
        self._tone = tone
        self.message.setText(text.replace("\n", BETWEEN_LINES))
        self.message.setToolTip(plain_tip(text))
        if tone is not Tone.HINT and text:
            self._messages.append((tone, text))
        if text != before or tone is not Tone.HINT:  # a hint that stays is not announced at each step
            announce(self.message, text, at_once=tone is Tone.REFUSED)
        self._colour()

    def show_hover(self, text: str) -> None:
        """Show what the pointer is over."""
        self.hover.setText(text)
        self._share_out()

    def forget(self) -> None:
        """Remove all messages."""
        self._messages.clear()
        self.say("")
        self.show_hover("")

    def messages(self) -> Sequence[tuple[Tone, str]]:
        """Return the messages and refusals, oldest first."""
        return tuple(self._messages)

    def _colour(self) -> None:
        for label, tone in ((self.message, self._tone), (self.hover, Tone.DONE)):
            palette = label.palette()
            palette.setColor(QPalette.ColorRole.WindowText, self._look.colour(tone.value))
            label.setPalette(palette)
        font = self.message.font()
        font.setBold(self._tone is Tone.REFUSED)
        self.message.setFont(font)
        self._share_out()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the new width out."""
        super().resizeEvent(event)
        self._share_out()

    def _share_out(self) -> None:
        """Give the message what it needs, up to four fifths of the line where what the pointer is over needs room as well."""
        margins = self._row.contentsMargins()
        room = max(self.width() - margins.left() - margins.right() - self._row.spacing(), 2)
        message, hover = (label.fontMetrics().horizontalAdvance(label.text()) + 6 for label in (self.message, self.hover))
        share = min(max(room - hover, min(message, room * 4 // 5), 1), room - 1)
        self._row.setStretch(0, share)
        self._row.setStretch(1, room - share)
        rows = max(self.message.rows(share - _ROUNDED), self.hover.rows(room - share))
        line = max(self.message.fontMetrics().lineSpacing(), self.hover.fontMetrics().lineSpacing())
        self.setMinimumHeight(rows * line + margins.top() + margins.bottom() if rows > 1 else 0)
