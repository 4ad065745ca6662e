"""Text that came from a file is displayed unchanged: Qt would take text that looks like HTML for HTML, and read pictures it names."""

from __future__ import annotations

from html import escape
from textwrap import wrap

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

_SHORT_TIP = 200
"""Letters of a tool tip that Qt breaks into lines well."""
_TIP_WIDTH = 60
"""Letters of a line in a longer one."""
_MOST_LINES = 16


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
    """*text* for a tool tip, with all that could be HTML made harmless; empty stays empty, so that no tip comes up.

    A long one gets lines and an end, so that it has room on a small screen in large words.
    """
    lines = text.splitlines()
    if len(text) > _SHORT_TIP or len(lines) > _MOST_LINES:
        lines = [each for line in lines for each in wrap(line, _TIP_WIDTH, drop_whitespace=False, break_on_hyphens=False) or [""]]
        if len(lines) > _MOST_LINES:
            lines = [*lines[: _MOST_LINES - 1], "…"]
    return f"<qt>{'<br>'.join(map(escape, lines))}</qt>" if text else ""
