"""A list that scrolls where there is no room for all of it, and takes no more room than it needs."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QScrollArea, QSizePolicy, QWidget

from app.qt.widgets.style import growth
from app.qt.widgets.wrapping_widgets import FollowsWidth

LEAST_ROWS = 3
"""Rows that are in sight in any room."""
ROW = 30
"""Pixels, about, with words of the usual size."""


class FittingArea(FollowsWidth, QScrollArea):
    """Around rows that come and go; :meth:`fit` after they did."""

    def __init__(self, inside: QWidget) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self._inside = inside
        self.setWidget(inside)

    def sizeHint(self) -> QSize:
        """As high as what is inside."""
        return QSize(super().sizeHint().width(), self._needed())

    def minimumSizeHint(self) -> QSize:
        """As wide as the widest part of a row, which goes on below itself where there is no more room."""
        bar = self.verticalScrollBar().sizeHint().width()
        return QSize(self._inside.minimumSizeHint().width() + bar, super().minimumSizeHint().height())

    def width_changed(self) -> None:
        """Rows may need more or less room than before."""
        self.fit()

    def _needed(self) -> int:
        """Pixels from the first row to the last."""
        layout = self._inside.layout()
        if layout is None or not layout.hasHeightForWidth():
            return self._inside.sizeHint().height()
        return layout.totalHeightForWidth(self.viewport().width())

    def fit(self) -> None:
        """Take as much room as what is inside needs, and less where there is less."""
        layout = self._inside.layout()
        if layout is not None:
            for at in range(layout.count()):
                item = layout.itemAt(at)
                row = None if item is None else item.widget()
                if row is not None:
                    row.show()  # one that just came would count for nothing until the next event
            layout.activate()
        height = self._needed()
        self.setVisible(height > 0)
        self.setMaximumHeight(max(1, height))
        self.setMinimumHeight(min(height, round(LEAST_ROWS * ROW * growth(self.font()))))
        self.updateGeometry()
