"""Text that came from a file is shown as it stands: Qt would take what looks like HTML for HTML, and read pictures it names."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget


class PlainLabel(QLabel):
    """A label whose text is never taken for HTML."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)


def heading(words: str) -> PlainLabel:
    """A label in the type of headings."""
    label = PlainLabel(words)
    label.setProperty("role", "heading")
    return label


def wrapped(text: str) -> PlainLabel:
    """Such a label that goes on in another line where it finds too little room."""
    label = PlainLabel(text)
    label.setWordWrap(True)
    return label


def plain_tip(text: str) -> str:
    """*text* for a tool tip, with all that could be HTML made harmless; empty stays empty, so that no tip comes up."""
    return f"<qt>{escape(text).replace(chr(10), '<br>')}</qt>" if text else ""
