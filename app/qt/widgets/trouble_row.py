"""The last row of a dialog that cannot be agreed to while something is wrong: what is wrong, Cancel, and the button that agrees."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog

from app.qt.widgets.closing_row import ClosingRow
from app.qt.widgets.plain_label import PlainLabel


class TroubleRow(ClosingRow):
    """Belongs to *dialog*, which its buttons accept and reject.

    Args:
        words: what stands on the button that agrees.
    """

    def __init__(self, dialog: QDialog, words: str) -> None:
        self.trouble = PlainLabel()
        self.trouble.setProperty("role", "bad")
        self.trouble.setWordWrap(True)
        super().__init__(dialog, words, self.trouble)

    def show_trouble(self, words: str) -> None:
        """Say what is wrong; empty where nothing is, and then the dialog can be agreed to."""
        self.trouble.setText(words)
        self.ok_button.setEnabled(not words)
