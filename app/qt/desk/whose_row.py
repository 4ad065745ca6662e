"""Asks whose a mail is of which nobody said it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPushButton, QWidget

from app.desk.round_sheet import SheetGroup, SheetMail
from app.qt.widgets.plain_label import PlainLabel
from languages import tr


class WhoseRow(QWidget):
    """A list of the powers, those without a mail first.

    Signals:
        given(int, str): the mail of that number is that power's.
    """

    given = Signal(int, str)

    def __init__(self, mail: SheetMail, groups: Sequence[SheetGroup], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._number = mail.number
        self.powers = QComboBox()
        for group in sorted(groups, key=lambda group: bool(group.mails)):
            self.powers.addItem(group.name, group.power)
        self.button = QPushButton(tr("Read it as theirs"))
        self.button.setProperty("role", "choice")
        self.button.clicked.connect(lambda: self.given.emit(self._number, str(self.powers.currentData())))
        row = QHBoxLayout(self)
        row.setContentsMargins(30, 2, 10, 6)
        row.addWidget(PlainLabel(mail.sender), 1)
        row.addWidget(self.powers)
        row.addWidget(self.button)
