"""Widgets side by side, in as many rows as they need: none is squeezed where there is little room."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.qt.widgets.follows_width import FollowsWidth


class WrappingRow(FollowsWidth, QWidget):
    """Places *widgets* from the left, each in its own size.

    Args:
        spacing: pixels between two of them, across and down.
        margins: pixels at the left and right, and at the top and bottom.
    """

    def __init__(self, widgets: Sequence[QWidget], spacing: int, margins: tuple[int, int], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._widgets = tuple(widgets)
        self._spacing = spacing
        self._margins = margins
        for each in self._widgets:
            each.setParent(self)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def _place(self, width: int) -> int:
        """Place every widget; returns the height of all rows."""
        left, top = self._margins
        x, y, high = left, top, 0
        for each in self._widgets:
            if each.isHidden():
                continue
            size = each.sizeHint()
            if x > left and x + size.width() > width - left:
                x, y, high = left, y + high + self._spacing, 0
            each.setGeometry(x, y, min(size.width(), max(1, width - 2 * left)), size.height())
            x, high = x + size.width() + self._spacing, max(high, size.height())
        return y + high + top

    def _arrange(self) -> None:
        for each in self._widgets:
            each.ensurePolished()
        self.setFixedHeight(self._place(self.width()))

    def width_changed(self) -> None:
        """Another width has other rows."""
        self._arrange()

    def showEvent(self, event: QShowEvent) -> None:
        """Arrange the row again, since the width of words is known for certain once they are visible."""
        super().showEvent(event)
        self._arrange()

    def sizeHint(self) -> QSize:
        """One row, where there is room for it."""
        wide = sum(each.sizeHint().width() + self._spacing for each in self._widgets) + 2 * self._margins[0]
        return QSize(wide, self.height())

    def minimumSizeHint(self) -> QSize:
        """The widest of them."""
        return QSize(max((each.sizeHint().width() for each in self._widgets), default=0) + 2 * self._margins[0], 0)
