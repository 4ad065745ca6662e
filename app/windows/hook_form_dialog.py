"""The parameters of one hook, set in a window of their own."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from adjudicator.variant import Variant
from app.windows.hook_form import HookForm
from app.windows.plain_label import PlainLabel
from variants.hooks.hook_text import HookText


class HookFormDialog(QDialog):
    """Asks for what a hook declares."""

    def __init__(self, text: HookText, variant: Variant, arguments: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Parameters")
        self.resize(560, 420)
        title = PlainLabel(text.title)
        title.setProperty("role", "heading")
        self.form = HookForm(text, variant, arguments)
        page = QWidget()
        page.setObjectName("page")
        column = QVBoxLayout(page)
        column.addWidget(self.form)
        column.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setWidget(page)
        self.trouble = PlainLabel()
        self.trouble.setProperty("role", "bad")
        self.trouble.setWordWrap(True)
        self.ok_button = QPushButton("Set")
        self.ok_button.setProperty("role", "primary")
        self.ok_button.setDefault(True)
        self.ok_button.clicked.connect(self.accept)
        cancel = QPushButton("Cancel")
        cancel.setAutoDefault(False)
        cancel.clicked.connect(self.reject)
        row = QHBoxLayout()
        row.addWidget(self.trouble, 1)
        row.addWidget(cancel)
        row.addWidget(self.ok_button)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(22, 18, 22, 16)
        whole.setSpacing(10)
        whole.addWidget(title)
        whole.addWidget(scroll, 1)
        whole.addLayout(row)
        self.form.changed.connect(self._check)
        self._check()

    @property
    def arguments(self) -> str:
        """What is set, as the game file writes it."""
        return self.form.arguments()

    def _check(self) -> None:
        fault = self.form.fault()
        self.trouble.setText(fault[:1].upper() + fault[1:])
        self.ok_button.setEnabled(not fault)
