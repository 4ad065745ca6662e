"""Editor of hook text: Tab indents by four blanks, and a new line is indented like the one before."""

from __future__ import annotations

import re

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QTextCharFormat, QTextCursor, QTextFormat
from PySide6.QtWidgets import QTextEdit, QWidget

from app.qt.widgets.file_text import NumberedText
from app.qt.widgets.look import Look
from languages import tr
from variants.hooks.contracts import Point

INDENT = 4
"""Blanks."""

_DEFINITION = re.compile(r"(?:async\s+)?def\s+(\w+)")


class HookTextEdit(NumberedText):
    """Text with line numbers that can be edited. Ctrl+Tab leaves it, since Tab writes."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self.setReadOnly(False)
        self.setTabStopDistance(INDENT * self.fontMetrics().horizontalAdvance(" "))
        self.setAccessibleName(tr("Text of the hook"))
        self._mark_colour = look.colour("bad_soft")
        self._fault_line = 0

    @property
    def point_at_cursor(self) -> Point | None:
        """The point whose function the cursor stands in."""
        block = self.textCursor().block()
        while block.isValid():
            found = _DEFINITION.match(block.text())
            if found is not None:
                return next((point for point in Point if point.function == found[1]), None)
            block = block.previous()
        return None

    @property
    def fault_line(self) -> int:
        """The line that is marked as wrong; 0 for none."""
        return self._fault_line

    def mark(self, line: int) -> None:
        """Mark a line as wrong; 0 for none."""
        self._fault_line = line
        block = self.document().findBlockByNumber(line - 1)
        if line <= 0 or not block.isValid():
            self.setExtraSelections([])
            return
        look = QTextCharFormat()
        look.setBackground(self._mark_colour)
        look.setProperty(QTextFormat.Property.FullWidthSelection, True)
        selection = QTextEdit.ExtraSelection()
        selection.format = look
        selection.cursor = QTextCursor(block)
        self.setExtraSelections([selection])

    def take(self, text: str) -> None:
        """Replace the whole text by *text*; Ctrl+Z brings the earlier one back."""
        cursor = self.textCursor()
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(text)
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def add(self, text: str) -> None:
        """Add *text* on lines of its own at the end, with the cursor after it."""
        cursor = self.textCursor()
        cursor.movePosition(QTextCursor.MoveOperation.End)
        before = self.toPlainText()
        cursor.insertText(("" if not before or before.endswith("\n") else "\n") + text)
        self.setTextCursor(cursor)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Indent, and keep the indentation."""
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        key = event.key()
        if key == Qt.Key.Key_Tab and held == Qt.KeyboardModifier.ControlModifier:
            self.focusNextChild()
        elif key == Qt.Key.Key_Backtab:
            self._shift_lines(out=True)
        elif key == Qt.Key.Key_Tab and self.textCursor().hasSelection():
            self._shift_lines(out=False)
        elif key == Qt.Key.Key_Tab:
            column = self.textCursor().positionInBlock()
            self.insertPlainText(" " * (INDENT - column % INDENT))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and held == Qt.KeyboardModifier.NoModifier:
            cursor = self.textCursor()
            before = cursor.block().text()[: cursor.positionInBlock()]
            deeper = " " * INDENT if before.rstrip().endswith(":") and not before.lstrip().startswith("#") else ""
            self.insertPlainText("\n" + before[: len(before) - len(before.lstrip(" "))] + deeper)
            self.ensureCursorVisible()
        else:
            super().keyPressEvent(event)

    def _shift_lines(self, *, out: bool) -> None:
        cursor = self.textCursor()
        document = self.document()
        first, last = document.findBlock(cursor.selectionStart()).blockNumber(), document.findBlock(cursor.selectionEnd()).blockNumber()
        cursor.beginEditBlock()
        for number in range(first, last + 1):
            block = document.findBlockByNumber(number)
            at_start = QTextCursor(block)
            blanks = len(block.text()) - len(block.text().lstrip(" "))
            if out:
                at_start.movePosition(QTextCursor.MoveOperation.Right, QTextCursor.MoveMode.KeepAnchor, min(INDENT, blanks))
                at_start.removeSelectedText()
            elif block.text().strip():
                at_start.insertText(" " * INDENT)
        cursor.endEditBlock()
