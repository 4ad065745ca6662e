"""All that is wrong with a game's file, beside its text; a click on a fault goes to its place."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListWidgetItem, QSplitter, QVBoxLayout, QWidget

from app.game.dpn.faults import GameFileFault
from app.qt.widgets.choice_row import ChoiceRow
from app.qt.widgets.fitting_dialog import FittingDialog
from app.qt.widgets.look import Look
from app.qt.widgets.numbered_text import NumberedText
from app.qt.widgets.plain_label import PlainLabel
from app.qt.widgets.wrapped_faults import WrappedFaults
from languages import tr

LONGEST_TEXT = 2_000_000
"""Characters of a file in view; the faults of the rest are listed all the same."""


class FaultsDialog(FittingDialog):
    """Lists faults, or differences between orders and positions, and asks what to do."""

    def __init__(
        self,
        look: Look,
        title: str,
        summary: str,
        faults: Sequence[GameFileFault],
        remarks: Sequence[str],
        text: str,
        choices: Sequence[str],
        parent: QWidget | None = None,
    ) -> None:
        """*remarks* are lines without a place, such as differences; of *choices* the first is taken by Enter."""
        super().__init__(parent)
        self.setWindowTitle(title)
        self.resize(1000, 620)
        self.choice: str | None = None
        words = PlainLabel(summary)
        words.setWordWrap(True)
        self.list = WrappedFaults(look)
        for fault in faults:
            place = fault.span
            said = tr(
                "line {line}, column {column}: {what}, expected {expected}",
                line=place.line,
                column=place.column,
                what=fault.what,
                expected=fault.expected,
            )
            self.list.add_fault(fault.severity, said, (place.line, place.column, place.length))
        for remark in remarks:
            self.list.addItem(QListWidgetItem(remark))
        self.list.currentItemChanged.connect(self._go_to)
        self.text = NumberedText(look)
        self.text.setAccessibleName(tr("File"))
        self.text.setPlainText(text[:LONGEST_TEXT])
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.addWidget(self.list)
        splitter.addWidget(self.text)
        splitter.setSizes([460, 520])
        row = ChoiceRow(choices, self._take)
        self.buttons = row.buttons
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 16, 18, 14)
        column.setSpacing(10)
        column.addWidget(words)
        column.addWidget(splitter, 1)
        column.addLayout(row)
        if self.list.count():
            self.list.setCurrentRow(0)

    def _go_to(self, item: QListWidgetItem | None) -> None:
        place = None if item is None else item.data(Qt.ItemDataRole.UserRole)
        if isinstance(place, tuple):
            line, column, length = place
            self.text.go_to(line, column, length)

    def _take(self, choice: str) -> None:
        self.choice = choice
        self.accept()
