"""A dialog that is as large as its words need, never larger than the screen, and scrolls where that is too small."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDialog, QWidget

from app.qt.widgets.scrolling import ScrollingRoom, let_scroll
from app.qt.widgets.style import growth

FRAME = QSize(16, 48)
"""Pixels that a system may draw around a dialog."""


def room_for(dialog: QWidget) -> QSize:
    """Return the greatest size of *dialog*: that of the screen, or of the window that it stands over."""
    room = dialog.screen().availableSize() - FRAME
    parent = dialog.parentWidget()
    return room if parent is None else room.expandedTo(parent.window().size())


class FittingDialog(QDialog):
    """Finds its size when it is first opened, from that asked for with ``resize`` and from its contents."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._room: ScrollingRoom | None = None
        self._grown = 1.0

    def setVisible(self, visible: bool) -> None:
        """Fit the size once all contents are there."""
        if visible and not self.isVisible() and self.layout() is not None:
            self._fit()
        super().setVisible(visible)

    def _fit(self) -> None:
        if self._room is None:
            self._room = let_scroll(self, QSize(320, 160))
        self.ensurePolished()
        most = room_for(self)
        inside = self._room.inside
        larger = growth(self.font()) / self._grown
        self._grown = growth(self.font())
        asked = self.size() * larger if self.testAttribute(Qt.WidgetAttribute.WA_Resized) else QSize(inside.sizeHint().width(), 0)
        bar = self._room.verticalScrollBar().sizeHint().width()  # it comes when more is said in the dialog than stands there now
        wide = min(max(asked.width(), inside.minimumSizeHint().width() + bar), most.width())
        high = self._room.needs(wide)
        if high > most.height():
            wide = min(wide + bar, most.width())
        size = QSize(wide, min(max(asked.height(), high), most.height()))
        if size != self.size():
            self.resize(size)
