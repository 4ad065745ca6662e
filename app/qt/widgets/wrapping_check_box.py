"""A box to tick whose words go on in another line where there is too little room for them."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QCheckBox, QSizePolicy, QStyle, QStyleOptionButton, QStylePainter, QWidget

from app.qt.widgets.follows_width import FollowsWidth

_ENDLESS = 10_000


class WrappingCheckBox(FollowsWidth, QCheckBox):
    """Is as wide as there is room, and as high as its words need there."""

    def __init__(self, words: str = "", parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        self.grow_down(QSizePolicy.Policy.Preferred)

    def heightForWidth(self, width: int) -> int:
        """Pixels that the words need in a box of *width*."""
        return max(super().sizeHint().height(), self._place_of(self.text(), width - self._before_words()).height() + 2)

    def sizeHint(self) -> QSize:
        """One line; as high as the words need at the width that it has."""
        return QSize(super().sizeHint().width(), self.heightForWidth(self.width()))

    def minimumSizeHint(self) -> QSize:
        """One line, and no more than the longest word."""
        longest = max((self._place_of(word, _ENDLESS).width() for word in self.text().split()), default=0)
        hint = super().sizeHint()
        return QSize(min(hint.width(), longest + self._before_words() + 4), hint.height())

    def hitButton(self, pos: object) -> bool:  # noqa: ARG002  # Qt's signature
        """A click on any of its words ticks it."""
        return True

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  # Qt's signature
        """The box beside the first line, with the words in lines."""
        painter = QStylePainter(self)
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = ""
        words = self.rect().adjusted(self._before_words(), 0, 0, 0)
        lines = self._place_of(self.text(), words.width())
        first = max(0, (self.height() - lines.height()) // 2)
        option.rect = QRect(0, first, self.width(), min(self.height(), self.fontMetrics().lineSpacing()))
        painter.drawControl(QStyle.ControlElement.CE_CheckBox, option)
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap | Qt.TextFlag.TextShowMnemonic
        painter.drawItemText(words, int(flags), self.palette(), self.isEnabled(), self.text(), self.foregroundRole())
        painter.end()

    def _before_words(self) -> int:
        """Pixels of the box itself."""
        style = self.style()
        return style.pixelMetric(QStyle.PixelMetric.PM_IndicatorWidth, None, self) + style.pixelMetric(
            QStyle.PixelMetric.PM_CheckBoxLabelSpacing, None, self
        )

    def _place_of(self, words: str, width: int) -> QRect:
        flags = int(Qt.TextFlag.TextWordWrap | Qt.TextFlag.TextShowMnemonic)
        return self.fontMetrics().boundingRect(QRect(0, 0, max(1, width), _ENDLESS), flags, words)
