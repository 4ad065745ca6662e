"""Words beside buttons: in as many lines as the room that those leave takes, and below them where that is too little."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.qt.widgets.plain_label import PlainLabel
from app.qt.widgets.style import growth

_ANEW = {QEvent.Type.Polish, QEvent.Type.FontChange, QEvent.Type.StyleChange}

_MOST = 2
"""Times the least, for the longest word."""


class TellingLabel(PlainLabel):
    """For a ``FlowLayout``, with a stretch.

    Args:
        least: pixels that it is wide at least, with words of the usual size.
    """

    def __init__(self, words: str, least: int, parent: QWidget | None = None) -> None:
        self._least = least
        super().__init__(parent=parent)
        self.setWordWrap(True)
        self.setText(words)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def event(self, event: QEvent) -> bool:
        """Larger words need more room."""
        done = super().event(event)
        if event.type() in _ANEW:
            self._fit()
        return done

    def setText(self, text: str) -> None:
        """A long word, such as the path of a file, needs more room too."""
        super().setText(text)
        self._fit()

    def _fit(self) -> None:
        least = round(self._least * growth(self.font()))
        self.setMinimumWidth(max(least, min(self.minimumSizeHint().width(), _MOST * least)))
