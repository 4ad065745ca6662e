"""How far the reveal is: a short bar for each step."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.qt.widgets.look import Look


class StepMarks(QWidget):
    """A short bar for each step: done, the present one, to come."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._at, self._of = 0, 1
        self.setFixedHeight(10)

    def show_step(self, at: int, of: int, look: Look) -> None:
        """Step *at* of *of* is shown."""
        self._at, self._of, self._look = at, max(1, of), look
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  # Qt's signature
        """The bars."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        wide = self.width() / self._of
        gap = min(6.0, wide * 0.25)
        for step in range(self._of):
            key = "good" if step < self._at else "accent" if step == self._at else "line_strong"
            painter.setBrush(self._look.colour(key))
            painter.drawRoundedRect(QRectF(step * wide, 2, wide - gap, 6), 3, 3)
        painter.end()
