"""The parameters of one hook, set in a window of their own."""

from __future__ import annotations

from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from adjudicator.variant import Variant
from app.qt.hooks.hook_form import HookForm
from app.qt.widgets.dialogs import FittingDialog, TroubleRow
from app.qt.widgets.labels import PlainLabel
from languages import tr
from variants.hooks.hook_text import HookText


class HookFormDialog(FittingDialog):
    """Asks for what a hook declares."""

    def __init__(self, text: HookText, variant: Variant, arguments: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Parameters"))
        self.resize(560, 420)
        title = PlainLabel(tr(text.title))
        title.setProperty("role", "heading")
        self.form = HookForm(text, variant, arguments)
        page = QWidget()
        page.setObjectName("page")
        column = QVBoxLayout(page)
        column.addWidget(self.form)
        column.addStretch(1)
        scroll = QScrollArea()
        scroll.setAccessibleName(tr("Parameters"))
        scroll.setWidgetResizable(True)
        scroll.setWidget(page)
        self._row = TroubleRow(self, tr("Set"))
        self.trouble, self.ok_button = self._row.trouble, self._row.ok_button
        whole = QVBoxLayout(self)
        whole.setContentsMargins(22, 18, 22, 16)
        whole.setSpacing(10)
        whole.addWidget(title)
        whole.addWidget(scroll, 1)
        whole.addLayout(self._row)
        self.form.changed.connect(self._check)
        self._check()

    @property
    def arguments(self) -> str:
        """Settings, as the game file writes them."""
        return self.form.arguments()

    def _check(self) -> None:
        fault = self.form.fault()
        self._row.show_trouble(fault[:1].upper() + fault[1:])
