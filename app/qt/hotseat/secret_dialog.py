"""Sets a PIN or passphrase, typed twice."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFormLayout, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from app.game.refusal import EditError
from app.hotseat.locks import LONGEST, checked_kind
from app.qt.widgets.fitting_dialog import FittingDialog
from app.qt.widgets.plain_label import PlainLabel
from app.qt.widgets.run_dialog import run_dialog
from languages import mark, tr

_ADVICE = mark("Four digits stop a friend who glances. A passphrase of several words stops a patient one. Nobody can look it up for you.")


class SecretDialog(FittingDialog):
    """Asks for a new PIN or passphrase."""

    def __init__(self, who: str, parent: QWidget | None = None, *, has_one: bool = False) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("PIN or passphrase for {who}", who=who))
        self.setMinimumWidth(440)
        self.is_removed = False
        advice = PlainLabel(tr(_ADVICE))
        advice.setWordWrap(True)
        advice.setProperty("role", "soft")
        self.first, self.second = QLineEdit(), QLineEdit()
        for field, name in ((self.first, tr("PIN or passphrase")), (self.second, tr("Once more"))):
            field.setEchoMode(QLineEdit.EchoMode.Password)
            field.setMaxLength(LONGEST)
            field.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
            field.setAccessibleName(name)
            field.textChanged.connect(self._check)
        self.trouble = PlainLabel("")
        self.trouble.setProperty("role", "warning")
        self.trouble.setWordWrap(True)
        form = QFormLayout()
        form.addRow(tr("PIN or passphrase"), self.first)
        form.addRow(tr("Once more"), self.second)
        self.set_button = QPushButton(tr("Set"))
        self.set_button.setProperty("role", "primary")
        self.set_button.setDefault(True)
        self.set_button.clicked.connect(self.accept)
        remove = QPushButton(tr("Take it away"))
        remove.setAutoDefault(False)
        remove.setVisible(has_one)
        remove.clicked.connect(self._remove)
        cancel = QPushButton(tr("Cancel"))
        cancel.setAutoDefault(False)
        cancel.clicked.connect(self.reject)
        buttons = QHBoxLayout()
        buttons.addWidget(remove)
        buttons.addStretch(1)
        buttons.addWidget(cancel)
        buttons.addWidget(self.set_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(12)
        column.addWidget(advice)
        column.addLayout(form)
        column.addWidget(self.trouble)
        column.addLayout(buttons)
        self._check()

    def _check(self) -> None:
        first, second = self.first.text(), self.second.text()
        trouble = ""
        try:
            checked_kind(first)
        except EditError as error:
            trouble = str(error)
        if not trouble and second and first != second:
            trouble = tr("The two are not the same.")
        self.trouble.setText(trouble if first else "")
        self.set_button.setEnabled(not trouble and first == second)

    def _remove(self) -> None:
        self.is_removed = True
        self.accept()


def ask_secret(who: str, parent: QWidget, *, has_one: bool = False) -> tuple[bool, str | None]:
    """Whether anything was chosen, and the new secret; ``None`` takes away the one there is."""
    dialog = SecretDialog(who, parent, has_one=has_one)
    if not run_dialog(dialog):
        return False, None
    if dialog.is_removed:
        return True, None
    return True, dialog.first.text()
