"""The list at the left of a dialog, of texts that appear beside it one at a time."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListWidget

_WIDTH = 250


def side_list(words: str) -> QListWidget:
    """A narrow list whose rows go on in another line; *words* say what it lists to those who cannot see it."""
    made = QListWidget()
    made.setFixedWidth(_WIDTH)
    made.setWordWrap(True)
    made.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    made.setAccessibleName(words)
    return made
