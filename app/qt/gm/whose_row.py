"""Asks for the power of a mail of unknown power."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from app.gm.round_sheet import SheetGroup, SheetMail
from app.qt.widgets.labels import PlainLabel
from app.qt.widgets.layouts import FlowLayout
from languages import tr


class WhoseRow(QWidget):
    """A list of the powers, the one that the mail writes for first, else those without a mail; then a press for each answer.

    Signals:
        given(int, str): the mail of that number is that power's, this once. learnt(int, str): the same, and mails from its address are that
        power's from now on. disowned(int): it belongs to no power here.
    """

    given = Signal(int, str)
    learnt = Signal(int, str)
    disowned = Signal(int)

    def __init__(self, mail: SheetMail, groups: Sequence[SheetGroup], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._number = mail.number
        self.powers = QComboBox()
        self.powers.setAccessibleName(tr("Whose mail is it?"))
        for group in sorted(groups, key=lambda group: (group.power not in mail.claims, bool(group.mails))):
            self.powers.addItem(group.name, group.power)
        self.learn_button = self._button(tr("Theirs, learn the address"), tr("Mails from this address are read as theirs from now on"))
        self.learn_button.clicked.connect(lambda: self.learnt.emit(self._number, str(self.powers.currentData())))
        self.button = self._button(tr("Take this once"), tr("Only this mail is read as theirs"))
        self.button.clicked.connect(lambda: self.given.emit(self._number, str(self.powers.currentData())))
        self.not_ours_button = self._button(tr("Not ours"), tr("The mail stays with its words, and is asked about no longer"))
        self.not_ours_button.clicked.connect(lambda: self.disowned.emit(self._number))
        self.learn_button.setEnabled(mail.has_address)
        top = QHBoxLayout()
        top.addWidget(PlainLabel(mail.sender), 1)
        top.addWidget(self.powers)
        buttons = FlowLayout()
        for button in (self.learn_button, self.button, self.not_ours_button):
            buttons.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(30, 2, 10, 6)
        column.addLayout(top)
        column.addLayout(buttons)

    def _button(self, words: str, tip: str) -> QPushButton:
        button = QPushButton(words)
        button.setToolTip(tip)
        button.setProperty("role", "choice")
        return button
