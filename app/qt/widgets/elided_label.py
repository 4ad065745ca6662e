"""One line of text that ends in dots where there is too little room."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from app.qt.widgets.plain_label import plain_tip


class ElidedLabel(QLabel):
    """One line that ends in dots where there is too little room; the whole of it is its tool tip."""

    clicked = Signal()

    def __init__(self, alignment: Qt.AlignmentFlag, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._alignment = alignment
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setTextFormat(Qt.TextFormat.PlainText)

    def setText(self, text: str) -> None:
        """Show *text*, whole where the pointer rests on it."""
        super().setText(text)
        self.setToolTip(plain_tip(text))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """As much of the text as fits."""
        painter = QPainter(self)
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        text = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())
        painter.drawText(self.rect(), self._alignment | Qt.AlignmentFlag.AlignVCenter, text)
        painter.end()

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        """Tell that it was clicked."""
        self.clicked.emit()


def elided(text: str) -> ElidedLabel:
    """Such a line, from the left."""
    label = ElidedLabel(Qt.AlignmentFlag.AlignLeft)
    label.setText(text)
    return label
