"""The line that was touched: its words, who wrote them, and a button for each order that they may mean."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from app.gm.round_sheet import SheetRow
from app.qt.gm.doubt_row import MOST_CHOICES
from app.qt.widgets.labels import PlainLabel
from app.qt.widgets.layouts import FlowLayout
from app.qt.widgets.wrapping_widgets import WrappingButton
from languages import labelled, tr


class TouchedCard(QFrame):
    """Signals:
    chosen(object, str, str): what the line means: the row, the power, the order's text.
    write_requested(object), ask_requested(object): the row is to be written by hand; its sender is to be asked.
    """

    chosen = Signal(object, str, str)
    write_requested = Signal(object)
    ask_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self._row: SheetRow | None = None
        self.words, self.beside = PlainLabel(), PlainLabel()
        for label in (self.words, self.beside):
            label.setWordWrap(True)
        self.beside.setProperty("role", "soft")
        self.buttons: list[QPushButton] = []
        self._choices = QVBoxLayout()
        self._choices.setSpacing(4)
        self.write_button, self.ask_button, self.hold_button = (
            QPushButton(tr("Write it…")),
            QPushButton(tr("Ask…")),
            QPushButton(tr("Hold")),
        )
        self.write_button.clicked.connect(lambda: self.write_requested.emit(self._row))
        self.ask_button.clicked.connect(lambda: self.ask_requested.emit(self._row))
        self.hold_button.clicked.connect(self._hold)
        self.hold_button.setToolTip(tr("Order its unit to hold; the words that were received stay beside it"))
        below = FlowLayout(spacing=4)
        for button in (self.write_button, self.ask_button, self.hold_button):
            button.setProperty("role", "choice")
            below.addWidget(button, 1)
        self.note = PlainLabel()
        self.note.setProperty("role", "faint")
        self.note.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 8, 10, 8)
        column.setSpacing(5)
        column.addWidget(self.words)
        column.addWidget(self.beside)
        column.addLayout(self._choices)
        column.addLayout(below)
        column.addWidget(self.note)
        self.show_row(None)

    def show_row(self, row: SheetRow | None, sender: str = "", meanings: Sequence[str] = (), hold: str = "") -> None:
        """Show *row*.

        Args:
            sender: who wrote it.
            meanings: what each of its choices says, in words.
            hold: the order by which its unit holds; empty where it cannot.
        """
        self._row, self._hold_text = row, hold
        for button in self.buttons:
            self._choices.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.buttons = []
        needs = row is not None and row.needs
        for button in (self.write_button, self.ask_button, self.hold_button):
            button.setVisible(needs)
        self.note.setVisible(needs and bool(meanings))
        self.beside.setVisible(row is not None)
        if row is None:
            self.words.setText(tr("Touch a line, or a unit on the board."))
            return
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        fixed.setPointSizeF(max(7.0, self.font().pointSizeF()))
        self.words.setFont(fixed)
        self.words.setText(row.words)
        where = tr("{sender}, line {line} · {fate}", sender=sender, line=row.line.line, fate=tr(row.fate))
        self.beside.setText(labelled(where, row.reading) if row.reading else where)
        self.write_button.setVisible(row.can_be_written)
        self.hold_button.setVisible(needs and bool(hold))
        self.ask_button.setText(tr("Ask {name}…", name=sender.split()[0]) if sender.strip() and len(sender.split()[0]) < 14 else tr("Ask…"))
        self.ask_button.setToolTip(
            tr("Write to {sender}, and ask what the line means", sender=sender)
            if sender
            else tr("Write to its sender, and ask what the line means")
        )
        for number, (choice, meant) in enumerate(zip(row.choices[:MOST_CHOICES], meanings, strict=False), 1):
            button = WrappingButton(f"{number}   {meant.replace('&', '&&')}")
            button.setToolTip(
                tr("{meant}: write {order} for {power} (key {number})", meant=meant, order=choice.order, power=choice.power, number=number)
            )
            button.setProperty("role", "choice")
            button.clicked.connect(lambda _on=False, choice=choice: self.chosen.emit(self._row, str(choice.power), str(choice.order)))
            self._choices.addWidget(button)
            self.buttons.append(button)
        last = len(self.buttons)
        keys = tr("Key 1") if last == 1 else tr("Keys 1 to {last}", last=last)
        self.note.setText(tr("{keys}, or a number on the board. The mail keeps its words.", keys=keys))

    def take(self, number: int) -> bool:
        """Take choice *number*, from 1; whether there is one."""
        if not 1 <= number <= len(self.buttons):
            return False
        self.buttons[number - 1].click()
        return True

    def _hold(self) -> None:
        row = self._row
        if row is not None and row.line.power is not None and self._hold_text:
            self.chosen.emit(row, row.line.power, self._hold_text)
