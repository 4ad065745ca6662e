"""The last row of a dialog that cannot be agreed to while something is wrong: what is wrong, Cancel, and the button that agrees."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton

from app.qt.widgets.plain_label import PlainLabel


class TroubleRow(QHBoxLayout):
    """Belongs to *dialog*, which its buttons accept and reject.

    Args:
        words: what stands on the button that agrees.
    """

    def __init__(self, dialog: QDialog, words: str) -> None:
        super().__init__()
        self.trouble = PlainLabel()
        self.trouble.setProperty("role", "bad")
        self.trouble.setWordWrap(True)
        self.ok_button = QPushButton(words)
        self.ok_button.setProperty("role", "primary")
        self.ok_button.setDefault(True)
        self.ok_button.clicked.connect(dialog.accept)
        cancel = QPushButton("Cancel")
        cancel.setAutoDefault(False)
        cancel.clicked.connect(dialog.reject)
        self.addWidget(self.trouble, 1)
        self.addWidget(cancel)
        self.addWidget(self.ok_button)

    def show_trouble(self, words: str) -> None:
        """Say what is wrong; empty where nothing is, and then the dialog can be agreed to."""
        self.trouble.setText(words)
        self.ok_button.setEnabled(not words)
