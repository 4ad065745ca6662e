"""Dialogs that list all faults of a game's file or of a variant, and two texts side by side."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QTextBlockFormat, QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QListWidgetItem, QPlainTextEdit, QSplitter, QWidget

from app.game.dpn.text_source import GameFileFault
from app.library.variants import VariantShelf
from app.qt.widgets import forms
from app.qt.widgets.dialogs import CLOSE, ChoiceRow, FittingDialog, answer_buttons, run_dialog
from app.qt.widgets.file_text import NumberedText, WrappedFaults
from app.qt.widgets.labels import PlainLabel
from app.qt.widgets.look import Look
from languages import plural, tr
from variants.fault import Fault
from variants.source import Source

LONGEST_LINE = 400
"""Characters of a line in view: an outline may have a hundred thousand."""
MOST_LINES = 20_000


class VariantFaultsDialog(FittingDialog):
    """Lists faults, with the line of the file for the one in front."""

    def __init__(self, look: Look, source: Source, faults: Sequence[Fault], folder: Path | None, parent: QWidget | None = None) -> None:
        """*folder* is where the files lie, to be opened in an editor of the user's own."""
        super().__init__(parent)
        self.setWindowTitle(source.label)
        self.resize(1000, 620)
        self._source = source
        self._folder = folder
        self._shown = ""
        self.list = WrappedFaults(look)
        for fault in faults:
            self.list.add_fault(fault.severity, str(fault), fault)
        self.list.currentItemChanged.connect(self._go_to)
        self.file = forms.label(role="soft")
        self.text = forms.styled(NumberedText(look), name=tr("File"))
        right = QWidget()
        forms.column(self.file, (self.text, 1), on=right, margins=(0, 0, 0, 0))
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.addWidget(self.list)
        splitter.addWidget(right)
        splitter.setSizes([460, 520])
        self.open_button = forms.button(tr("Open the file"), self._open, by_enter=False)
        close = forms.button(tr("Close"), self.accept)
        close.setDefault(True)
        forms.column((splitter, 1), forms.flow(self.open_button, forms.STRETCH, close), on=self, margins=(18, 16, 18, 14), spacing=10)
        if self.list.count():
            self.list.setCurrentRow(0)

    def choose(self, number: int) -> None:
        """Bring the fault of that number to the front."""
        self.list.setCurrentRow(number)

    def _go_to(self, item: QListWidgetItem | None) -> None:
        fault = None if item is None else item.data(Qt.ItemDataRole.UserRole)
        if not isinstance(fault, Fault):
            return
        if fault.source != self._shown or not self.text.toPlainText():
            self._show(fault.source)
        line = fault.line or self._line_of(fault.element)
        if line is not None:
            self.text.go_to(line, 1, LONGEST_LINE)

    def _show(self, file: str) -> None:
        self._shown = file
        try:
            content = self._source.read(file).decode("utf-8", "replace")
        except (OSError, ValueError):
            content = ""
        self.file.setText(file if content else tr("{file} is not in the folder of {label}", file=file, label=self._source.label))
        lines = content.splitlines()[:MOST_LINES]
        self.text.setPlainText("\n".join(line if len(line) <= LONGEST_LINE else line[:LONGEST_LINE] + "…" for line in lines))
        self.open_button.setEnabled(self._folder is not None)

    def _line_of(self, element: str) -> int | None:
        """Return the line of an element with that label or id."""
        if not element:
            return None
        marks = [f'"{element.casefold()}"', f"'{element.casefold()}'"]
        for number, line in enumerate(self.text.toPlainText().splitlines(), 1):
            if any(mark in line.casefold() for mark in marks):
                return number
        return None

    def _open(self) -> None:
        if self._folder is None:
            return
        file = self._folder / self._shown
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(file if file.is_file() else self._folder)))


def show_faults(look: Look, shelf: VariantShelf, variant_id: str, faults: Sequence[Fault], parent: QWidget) -> None:
    """Show *faults* of the variant of that id until the window is closed."""
    entry = shelf.entry(variant_id)
    if entry is not None:
        run_dialog(VariantFaultsDialog(look, entry.source, faults, shelf.place_of(entry), parent))


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
        self.text = forms.styled(NumberedText(look), name=tr("File"))
        self.text.setPlainText(text[:LONGEST_TEXT])
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.addWidget(self.list)
        splitter.addWidget(self.text)
        splitter.setSizes([460, 520])
        row = ChoiceRow(choices, self._take)
        self.buttons = row.buttons
        forms.column(forms.label(summary, wraps=True), (splitter, 1), row, on=self, margins=(18, 16, 18, 14), spacing=10)
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


class Side(StrEnum):
    """Side on which a line stands."""

    BOTH = "both"
    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class DifferenceRow:
    """A row of the comparison; a side without a line is ``None``."""

    left: str | None
    right: str | None

    @property
    def side(self) -> Side:
        """On which side the row has something of its own."""
        if self.left == self.right:
            return Side.BOTH
        return Side.LEFT if self.right is None else Side.RIGHT


def pairs(left: str, right: str) -> tuple[DifferenceRow, ...]:
    """The lines of both texts, matched; changed lines stand beside each other."""
    one, other = left.splitlines(), right.splitlines()
    found: list[DifferenceRow] = []
    matcher = difflib.SequenceMatcher(None, one, other, autojunk=False)
    for _tag, start, end, from_line, to_line in matcher.get_opcodes():
        count = max(end - start, to_line - from_line)
        found += [
            DifferenceRow(
                one[start + number] if start + number < end else None,
                other[from_line + number] if from_line + number < to_line else None,
            )
            for number in range(count)
        ]
    return tuple(found)


class DifferencesDialog(FittingDialog):
    """Shows two texts with their differences shaded and marked ``-`` and ``+``."""

    def __init__(self, look: Look, title: str, left: tuple[str, str], right: tuple[str, str], parent: QWidget | None = None) -> None:
        """*left* and *right* are a heading and a text each."""
        super().__init__(parent)
        self.setWindowTitle(title)
        self.resize(980, 620)
        rows = pairs(left[1], right[1])
        changed = sum(row.side is not Side.BOTH for row in rows)
        self.left = self._text([row.left for row in rows], [row.left != row.right for row in rows], look, "-")
        self.right = self._text([row.right for row in rows], [row.left != row.right for row in rows], look, "+")
        self.left.verticalScrollBar().valueChanged.connect(self.right.verticalScrollBar().setValue)
        self.right.verticalScrollBar().valueChanged.connect(self.left.verticalScrollBar().setValue)
        both = QHBoxLayout()
        for heading, text in ((left[0], self.left), (right[0], self.right)):
            text.setAccessibleName(heading)
            column = forms.column(forms.label(heading, "subheading"), text)
            both.addLayout(column)
        buttons = answer_buttons(CLOSE)
        buttons.rejected.connect(self.reject)
        forms.column(
            PlainLabel(tr("No line differs.") if changed == 0 else plural("{count} line differs.", "{count} lines differ.", changed)),
            (both, 1),
            buttons,
            on=self,
        )
        first = next((number for number, row in enumerate(rows) if row.side is not Side.BOTH), 0)
        self._go_to(first)

    def _go_to(self, line: int) -> None:
        cursor = QTextCursor(self.left.document().findBlockByNumber(line))
        self.left.setTextCursor(cursor)
        self.left.centerCursor()

    @staticmethod
    def _text(lines: list[str | None], changed: list[bool], look: Look, mark: str) -> QPlainTextEdit:
        edit = QPlainTextEdit()
        edit.setReadOnly(True)
        edit.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        edit.setProperty("fixed", True)
        words = ["" if line is None else f"{mark if differs else ' '} {line}" for line, differs in zip(lines, changed, strict=True)]
        edit.setPlainText("\n".join(words))
        shade = QTextBlockFormat()
        shade.setBackground(look.colour("bad_soft" if mark == "-" else "accent_soft"))
        for number, differs in enumerate(changed):
            if differs:
                QTextCursor(edit.document().findBlockByNumber(number)).setBlockFormat(shade)
        return edit
