"""Row below a line that needs a person: a button for each order that it may mean, and a field to write another."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QPushButton, QVBoxLayout, QWidget

from app.gm.proposals import proposal_words
from app.gm.round_sheet import SheetRow
from app.qt.widgets.layouts import FlowLayout
from languages import tr

MOST_CHOICES = 6


class DoubtRow(QWidget):
    """One press takes a choice, sets the line aside or keeps it for later; *Write it* opens the line for editing.

    Signals:
        chosen(SheetRow, str, str): a power's order, as text, is what the line means.
        settled(SheetRow, str): what becomes of it otherwise: ``out`` and ``stand`` of orders that it may take back, ``aside`` or
            ``retreats`` and ``builds`` of the line itself, ``propose`` where what it proposes is taken.
    """

    chosen = Signal(object, str, str)
    settled = Signal(object, str)

    def __init__(self, row: SheetRow, laters: Sequence[str] = (), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row = row
        self.buttons: list[QPushButton] = []
        self._choices = FlowLayout(spacing=4)
        for number, choice in enumerate(row.choices[:MOST_CHOICES], 1):
            button = QPushButton(f"{number}  {choice.order}")
            button.setToolTip(
                tr("Write {order} for {power}, and keep the words that were received beside it", order=choice.order, power=choice.power)
            )
            button.clicked.connect(lambda _down=False, choice=choice: self.chosen.emit(self._row, str(choice.power), str(choice.order)))
            self._add(button)
        self._keyed = list(self.buttons)
        if row.takes_back:
            self._keyed = [
                self._act(tr("1  Take them out"), tr("Take these orders out; their units are without an order then"), "out"),
                self._act(tr("2  They stand"), tr("These orders are played as they are"), "stand"),
            ]
        if row.proposal:
            tip = tr("Take what the line says; everybody can see it then")
            self._keyed = [self._act(f"1  {proposal_words(row.proposal)}", tip, "propose")]
        self.line = QLineEdit(row.words)
        self.line.setAccessibleName(tr("Order for: {words}", words=row.words))
        self.line.returnPressed.connect(self._written)
        self.line.hide()
        self.write_button = QPushButton(tr("Write it…"))
        self.write_button.setToolTip(tr("Write what the line means as an order; the words that were received stay beside it"))
        self.write_button.clicked.connect(self.write)
        if row.can_be_written:
            self._add(self.write_button)
        if row.can_be_set_aside:
            if row.line.proposal:
                laters = ()
            self._act(tr("Not an order"), tr("The line orders nothing and is asked about no longer (key 0)"), "aside")
            for later in laters:
                words = tr("For retreats") if later == "retreats" else tr("For builds")
                self._act(words, tr("The line is kept, and shown when its phase comes"), later)
        column = QVBoxLayout(self)
        column.setContentsMargins(30, 2, 10, 6)
        column.setSpacing(4)
        column.addLayout(self._choices)
        column.addWidget(self.line)

    def _add(self, button: QPushButton) -> None:
        button.setProperty("role", "choice")
        self._choices.addWidget(button, 1)
        self.buttons.append(button)

    def _act(self, words: str, tip: str, act: str) -> QPushButton:
        button = QPushButton(words)
        button.setToolTip(tip)
        button.clicked.connect(lambda: self.settled.emit(self._row, act))
        self._add(button)
        return button

    def write(self) -> None:
        """Open the line for editing."""
        self.line.show()
        self.line.setFocus()
        self.line.selectAll()

    def take(self, number: int) -> bool:
        """Take choice *number*, from 1; whether there is one."""
        if number == 0 and self._row.can_be_set_aside:
            self.settled.emit(self._row, "aside")
            return True
        if not 1 <= number <= len(self._keyed):
            return False
        self._keyed[number - 1].click()
        return True

    def _written(self) -> None:
        power = self._row.line.power
        if power is not None and self.line.text().strip():
            self.chosen.emit(self._row, power, self.line.text().strip())
