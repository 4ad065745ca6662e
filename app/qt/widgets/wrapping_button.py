"""A button whose words go on in another line where it is too narrow for them."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QStyle, QStyleOptionButton, QStylePainter, QWidget

from app.qt.widgets.follows_width import FollowsWidth

_ENDLESS = 10_000


class WrappingButton(FollowsWidth, QPushButton):
    """Is as wide as there is room, and as high as its words need there."""

    def __init__(self, words: str, parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        self.grow_down(QSizePolicy.Policy.Ignored)

    def heightForWidth(self, width: int) -> int:
        """Pixels that the words need in a button of *width*."""
        hint = super().sizeHint()
        around = hint.width() - self._high_and_wide(_ENDLESS).width()
        return hint.height() + max(0, self._high_and_wide(width - around).height() - self.fontMetrics().height())

    def _high_and_wide(self, width: int) -> QRect:
        flags = int(Qt.TextFlag.TextWordWrap | Qt.TextFlag.TextShowMnemonic)
        return self.fontMetrics().boundingRect(QRect(0, 0, max(1, width), _ENDLESS), flags, self.text())

    def sizeHint(self) -> QSize:
        """As high as its words need at the width that it has."""
        return QSize(super().sizeHint().width(), self.heightForWidth(self.width()))

    def minimumSizeHint(self) -> QSize:
        """One line, and no more than the longest word."""
        hint = super().sizeHint()
        around = hint.width() - self._high_and_wide(_ENDLESS).width()
        longest = max((self.fontMetrics().horizontalAdvance(word) for word in self.text().split()), default=0)
        return QSize(min(hint.width(), longest + around), hint.height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  # Qt's signature
        """The button with its words in lines."""
        painter = QStylePainter(self)
        option = QStyleOptionButton()
        self.initStyleOption(option)
        painter.drawControl(QStyle.ControlElement.CE_PushButtonBevel, option)
        room = self.style().subElementRect(QStyle.SubElement.SE_PushButtonContents, option, self)
        flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap | Qt.TextFlag.TextShowMnemonic
        painter.drawItemText(room, int(flags), self.palette(), self.isEnabled(), self.text(), self.foregroundRole())
        painter.end()
