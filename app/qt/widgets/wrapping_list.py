"""A list whose words go on in another line where it is too narrow for them; every row is as high as it needs."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtWidgets import QListWidget, QWidget

from app.qt.widgets.follows_width import FollowsWidth

_ANEW = {QEvent.Type.FontChange, QEvent.Type.StyleChange}
_AROUND = QSize(26, 10)
"""Pixels beside the words of a row, and above and below them."""
_BOX = 24
"""Pixels of a box to tick, with its gap."""
_ENDLESS = 10_000


class WrappingList(FollowsWidth, QListWidget):
    """Never scrolls across.

    Args:
        least: pixels that a row is high at least.
    """

    def __init__(self, least: int = 0, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._least = least
        self.setWordWrap(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def width_changed(self) -> None:
        """Another width may need more lines or fewer."""
        self.fit()

    def changeEvent(self, event: QEvent) -> None:
        """Larger words need more room."""
        super().changeEvent(event)
        if event.type() in _ANEW:
            self.fit()

    def fit(self) -> None:
        """Give every row the height that its words need; to be called once rows were added."""
        wide = self.viewport().width() - _AROUND.width()
        for row in range(self.count()):
            item = self.item(row)
            icon = 0 if item.icon().isNull() else self.iconSize().width() + 6
            box = 0 if item.data(Qt.ItemDataRole.CheckStateRole) is None else _BOX
            place = QRect(0, 0, max(1, wide - icon - box), _ENDLESS)
            high = self.fontMetrics().boundingRect(place, int(Qt.TextFlag.TextWordWrap), item.text()).height()
            item.setSizeHint(QSize(80, max(self._least, high + _AROUND.height())))
