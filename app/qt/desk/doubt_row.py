"""What stands below a line that needs a person: a button for each order that it may mean, and a place to write another."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QPushButton, QVBoxLayout, QWidget

from app.desk.round_sheet import SheetRow
from app.qt.widgets.flow_layout import FlowLayout
from languages import tr

MOST_CHOICES = 6


class DoubtRow(QWidget):
    """One press takes a choice; *Write it* opens the line for editing.

    Signals:
        chosen(SheetRow, str, str): a power's order, as text, is what the line means.
    """

    chosen = Signal(object, str, str)

    def __init__(self, row: SheetRow, parent: QWidget | None = None) -> None:
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
        self.line = QLineEdit(row.words)
        self.line.setAccessibleName(tr("Order for: {words}", words=row.words))
        self.line.returnPressed.connect(self._written)
        self.line.hide()
        self.write_button = QPushButton(tr("Write it…"))
        self.write_button.setToolTip(tr("Write what the line means as an order; the words that were received stay beside it"))
        self.write_button.clicked.connect(self.write)
        if row.can_be_written:
            self._add(self.write_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(30, 2, 10, 6)
        column.setSpacing(4)
        column.addLayout(self._choices)
        column.addWidget(self.line)

    def _add(self, button: QPushButton) -> None:
        button.setProperty("role", "choice")
        self._choices.addWidget(button, 1)
        self.buttons.append(button)

    def write(self) -> None:
        """Open the line for editing."""
        self.line.show()
        self.line.setFocus()
        self.line.selectAll()

    def take(self, number: int) -> bool:
        """Take choice *number*, from 1; whether there is one."""
        if not 1 <= number <= len(self._row.choices[:MOST_CHOICES]):
            return False
        self.buttons[number - 1].click()
        return True

    def _written(self) -> None:
        power = self._row.line.power
        if power is not None and self.line.text().strip():
            self.chosen.emit(self._row, power, self.line.text().strip())
