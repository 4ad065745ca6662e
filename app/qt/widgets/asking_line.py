"""A line to write in, with room for the words that say what for."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QLineEdit

_AROUND = 26
"""Pixels of frame, padding and margins."""
_BUTTON = 30
"""Pixels of the button that clears it."""


class AskingLine(QLineEdit):
    """Is at least as wide as what stands in it while it is empty, and named by that."""

    def setPlaceholderText(self, text: str) -> None:
        """Say what is to be written, to eyes and ears."""
        is_named_so = self.accessibleName() in {"", self.placeholderText()}
        super().setPlaceholderText(text)
        if is_named_so:
            self.setAccessibleName(text)

    def _with_words(self, hint: QSize) -> QSize:
        needed = self.fontMetrics().horizontalAdvance(self.placeholderText()) + _AROUND + _BUTTON * self.isClearButtonEnabled()
        return QSize(max(hint.width(), needed), hint.height())

    def sizeHint(self) -> QSize:
        """Room for those words."""
        return self._with_words(super().sizeHint())

    def minimumSizeHint(self) -> QSize:
        """Room for those words."""
        return self._with_words(super().minimumSizeHint())
