"""A sheet of paper for a power's default list: its retreats and builds where it sends nothing."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QLabel, QPushButton, QVBoxLayout, QWidget

from app.qt.panels.press_widget import LetterPaper
from app.qt.widgets.flow_layout import FlowLayout
from app.qt.widgets.key_words import key_words
from app.qt.widgets.look import Look
from app.qt.widgets.plain_label import PlainLabel
from languages import mark, tr

WHAT_FOR = mark(
    "In a retreat or build phase for which this power sends no orders at all, these lines are carried out as far as they are possible. "
    "One a line, the most wanted first."
)
QWIDGETSIZE_MAX = 16_777_215
"""Qt's word for no limit."""

EXAMPLE = "build F BRE\nbuild A PAR\nremove A PIC\nA MUN R BUR"


class DefaultListsWidget(QWidget):
    """Power of the list, the sheet, and the meaning of its lines.

    Signals:
        power_chosen(str): another power's list is wanted.
        written(str): something else stands on the sheet.
        kept(str): the list is to be kept; carries the sheet, empty where the list is taken back.
    """

    power_chosen = Signal(str)
    written = Signal(str)
    kept = Signal(str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._lines: tuple[tuple[str, bool], ...] = ()
        self.power = QComboBox()
        self.power.setAccessibleName(tr("Whose default list"))
        self.power.currentIndexChanged.connect(lambda _number: self.power_chosen.emit(str(self.power.currentData())))
        self.what_for = PlainLabel(tr(WHAT_FOR))
        self.what_for.setWordWrap(True)
        self.what_for.setProperty("role", "soft")
        self.sheet = LetterPaper()
        self.sheet.setMaximumHeight(QWIDGETSIZE_MAX)
        self.sheet.setAccessibleName(tr("Default list"))
        self.sheet.setPlaceholderText(EXAMPLE)
        self.sheet.finished.connect(self.keep)
        self.sheet.textChanged.connect(lambda: self.written.emit(self.sheet.toPlainText()))
        self.understood = QLabel()
        self.understood.setTextFormat(Qt.TextFormat.RichText)
        self.understood.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.understood.setWordWrap(True)
        self.state = PlainLabel()
        self.state.setWordWrap(True)
        self.keep_button = QPushButton(tr("Keep the list"))
        self.keep_button.setProperty("role", "primary")
        self.keep_button.setToolTip(tr("Keep the list ({keys} in the sheet)", keys=key_words("Ctrl+Return")))
        self.keep_button.clicked.connect(self.keep)
        self.drop_button = QPushButton(tr("Take it back"))
        self.drop_button.clicked.connect(lambda: self.kept.emit(""))
        low = FlowLayout()
        low.addWidget(self.drop_button)
        low.addStretch(1)
        low.addWidget(self.keep_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 8, 10, 10)
        column.setSpacing(8)
        column.addWidget(self.power)
        column.addWidget(self.what_for)
        column.addWidget(self.sheet, 2)
        column.addWidget(self.understood, 3)
        column.addWidget(self.state)
        column.addLayout(low)

    def set_look(self, look: Look) -> None:
        """Colour in *look* from now on."""
        self._look = look
        self.show_understood(self._lines)

    def show_powers(self, powers: Sequence[tuple[str, str]], chosen: str) -> None:
        """Show the powers whose lists can be seen (id and name), with one chosen."""
        self.power.blockSignals(True)
        self.power.clear()
        for power, name in powers:
            self.power.addItem(name, power)
        self.power.setCurrentIndex(max(0, self.power.findData(chosen)))
        self.power.blockSignals(False)

    def show_sheet(self, text: str, *, has_list: bool, why_closed: str) -> None:
        """Show a list to write on; where nothing is taken any more, *why_closed* says why."""
        if text != self.sheet.toPlainText():
            self.sheet.blockSignals(True)
            self.sheet.setPlainText(text)
            self.sheet.blockSignals(False)
        self.sheet.setReadOnly(bool(why_closed))
        self.keep_button.setEnabled(not why_closed)
        self.drop_button.setEnabled(has_list and not why_closed)
        if why_closed:
            self.told(why_closed, refused=False)

    def show_understood(self, lines: Sequence[tuple[str, bool]]) -> None:
        """Show the meaning of each line of the sheet, or (False) the reason that it has none."""
        self._lines = tuple(lines)
        bad = self._look.colour("bad").name()
        items = [f"<li>{escape(words)}</li>" if good else f"<li style='color:{bad}'>{escape(words)}</li>" for words, good in self._lines]
        self.understood.setText(f"<ol style='margin:0 0 0 -14px'>{''.join(items)}</ol>" if items else "")

    def told(self, words: str, *, refused: bool) -> None:
        """Say what became of the list."""
        self.state.setText(words)
        self.state.setProperty("role", "bad" if refused else "good")
        self.state.style().unpolish(self.state)
        self.state.style().polish(self.state)

    def keep(self) -> None:
        """Hand over what is on the sheet."""
        if self.keep_button.isEnabled():
            self.kept.emit(self.sheet.toPlainText().strip())
