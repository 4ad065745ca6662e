"""The last row of a dialog: Cancel, and the button that agrees."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QPushButton, QWidget

from app.qt.widgets.flow_layout import FlowLayout
from languages import tr


class ClosingRow(FlowLayout):
    """Belongs to *dialog*, which its buttons accept and reject.

    Args:
        words: what stands on the button that agrees.
        beside: what takes the room on the left of the buttons.
    """

    def __init__(self, dialog: QDialog, words: str, beside: QWidget | None = None) -> None:
        super().__init__()
        self.ok_button = QPushButton(words)
        self.ok_button.setProperty("role", "primary")
        self.ok_button.setDefault(True)
        self.ok_button.clicked.connect(dialog.accept)
        cancel = QPushButton(tr("Cancel"))
        cancel.setAutoDefault(False)
        cancel.clicked.connect(dialog.reject)
        if beside is None:
            self.addStretch(1)
        else:
            self.addWidget(beside, 1)
        self.addWidget(cancel)
        self.addWidget(self.ok_button)
