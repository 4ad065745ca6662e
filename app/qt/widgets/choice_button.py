"""A button that stays pressed: one of several choices, or one that is on or off."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QAbstractButton, QPushButton, QWidget


class ChoiceButton(QPushButton):
    """Has room for its words in the heavier letters that they have while it is pressed, so that it keeps its size and nothing is cut."""

    def __init__(self, words: str = "", parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        self.setProperty("role", "choice")
        self.setCheckable(True)

    def sizeHint(self) -> QSize:
        """As wide as it needs while it is pressed."""
        return super().sizeHint() + QSize(heavier_by(self), 0)

    def minimumSizeHint(self) -> QSize:
        """No less."""
        return self.sizeHint()


def heavier_by(button: QAbstractButton) -> int:
    """Pixels that its words are wider in the heavier letters."""
    return _heavier_by(button.font().key(), button.text())


@lru_cache(maxsize=1024)
def _heavier_by(font_key: str, words: str) -> int:
    """For the layout, which asks again and again."""
    font = QFont()
    font.fromString(font_key)
    heavy = QFont(font)
    heavy.setWeight(QFont.Weight.DemiBold)
    usual, pressed = (QFontMetrics(each).size(Qt.TextFlag.TextShowMnemonic, words).width() for each in (font, heavy))
    return max(0, pressed - usual)
