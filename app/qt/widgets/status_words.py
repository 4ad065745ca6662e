"""Words at the foot of the window: in one line where they fit, else in a few."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette

from app.qt.widgets.elided_label import ElidedLabel

MOST_ROWS = 3
"""Of a report."""
MOST_OF_A_SENTENCE = 7
BETWEEN_LINES = " · "
"""Between the lines of a report, which stands in the console line by line."""
_ENDLESS = 100_000


class StatusWords(ElidedLabel):
    """Grows with a sentence, and to three rows with a report of several lines, which ends in dots and stands in the console whole."""

    def rows(self, width: int) -> int:
        """In how many rows the words stand where there are *width* pixels across."""
        if not self.text() or self.fontMetrics().horizontalAdvance(self.text()) <= width:
            return 1
        return max(1, min(self._most_rows, self._high(self.text(), width) // self.fontMetrics().lineSpacing()))

    @property
    def _most_rows(self) -> int:
        return MOST_ROWS if BETWEEN_LINES in self.text() else MOST_OF_A_SENTENCE

    def _high(self, text: str, width: int) -> int:
        return self.fontMetrics().boundingRect(QRect(0, 0, max(1, width), _ENDLESS), int(Qt.TextFlag.TextWordWrap), text).height()

    def fitting(self) -> str:
        """As much of the words as there is room for."""
        text, width, most = self.text(), self.width(), self._most_rows * self.fontMetrics().lineSpacing()
        low, high = 0, len(text)
        if self._high(text, width) <= most:
            return text
        while low < high:
            middle = (low + high + 1) // 2
            if self._high(f"{text[:middle]}…", width) <= most:
                low = middle
            else:
                high = middle - 1
        whole = text[:low] if text[low : low + 1] in ("", " ") else text[:low].rpartition(" ")[0]
        return f"{(whole or text[:low]).rstrip()}…"

    def paintEvent(self, event: QPaintEvent) -> None:
        """Row by row."""
        if self.rows(self.width()) == 1:
            super().paintEvent(event)
            return
        painter = QPainter(self)
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        flags = self._alignment | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(self.rect(), int(flags), self.fitting())
        painter.end()
