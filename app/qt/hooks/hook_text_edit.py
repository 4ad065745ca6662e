"""Text of a hook: where it is written, with indents, and its colours."""

from __future__ import annotations

import re

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QKeyEvent, QSyntaxHighlighter, QTextCharFormat, QTextCursor, QTextDocument, QTextFormat
from PySide6.QtWidgets import QTextEdit, QWidget

from app.qt.widgets.file_text import NumberedText
from app.qt.widgets.look import Look
from languages import tr
from variants.hooks.contracts import Point

_WORDS = frozenset(
    "and as assert break class continue def del elif else except False finally for from global if import in is lambda match case "  # noqa: SIM905
    "None nonlocal not or pass raise return True try while with".split()
)
_TOKEN = re.compile(
    r"(?P<comment>#.*)"
    r"|(?P<text>[rbfRBF]{0,2}(?:'(?:\\.|[^'\\])*'?|\"(?:\\.|[^\"\\])*\"?))"
    r"|(?P<number>\b\d[\d_]*\b)"
    r"|(?P<name>\b[A-Za-z_]\w*\b)"
)
_FENCE = re.compile(r"'''|\"\"\"")
_POINTS = frozenset(point.function for point in Point)
_WRITTEN_OUT = re.compile(r"⟦[^⟧]{1,120}⟧")
"""Characters that are not seen, or look like others, as ``app.hooks.visible`` writes them."""
_KEYS = re.compile(r"#\s*(title|on|note|param\b[^:]*):")


class HookHighlighter(QSyntaxHighlighter):
    """Colours one document in a look."""

    def __init__(self, document: QTextDocument, look: Look) -> None:
        super().__init__(document)
        self._look = look
        self._make_formats()

    def set_look(self, look: Look) -> None:
        """Colour in *look* from now on."""
        self._look = look
        self._make_formats()
        self.rehighlight()

    def _make_formats(self) -> None:
        self._word = self._format("accent", bold=True)
        self._point = self._format("bad", bold=True)
        self._text = self._format("good")
        self._number = self._format("warning")
        self._comment = self._format("text_faint", italic=True)
        self._key = self._format("text_soft", bold=True)
        self._written_out = self._format("bad", bold=True)
        self._written_out.setBackground(self._look.colour("bad_soft"))

    def _format(self, key: str, *, bold: bool = False, italic: bool = False) -> QTextCharFormat:
        made = QTextCharFormat()
        made.setForeground(self._look.colour(key))
        if bold:
            made.setFontWeight(QFont.Weight.DemiBold)
        made.setFontItalic(italic)
        return made

    def highlightBlock(self, text: str) -> None:
        """Colour one line; a text in three quotation marks goes on over lines. What was written out stands out."""
        self._colour(text)
        for found in _WRITTEN_OUT.finditer(text):
            self.setFormat(found.start(), found.end() - found.start(), self._written_out)

    def _colour(self, text: str) -> None:
        start = 0
        if self.previousBlockState() > 0:
            fence = "'''" if self.previousBlockState() == 1 else '"""'
            end = text.find(fence)
            if end < 0:
                self.setFormat(0, len(text), self._text)
                self.setCurrentBlockState(self.previousBlockState())
                return
            start = end + 3
            self.setFormat(0, start, self._text)
        self.setCurrentBlockState(0)
        self._line(text, start)

    def _line(self, text: str, start: int) -> None:
        at = start
        while at < len(text):
            fence = _FENCE.match(text, at)
            if fence is not None:
                end = text.find(fence[0], at + 3)
                if end < 0:
                    self.setFormat(at, len(text) - at, self._text)
                    self.setCurrentBlockState(1 if fence[0] == "'''" else 2)
                    return
                self.setFormat(at, end + 3 - at, self._text)
                at = end + 3
                continue
            found = _TOKEN.match(text, at)
            if found is None:
                at += 1
                continue
            self._token(found)
            at = max(found.end(), at + 1)

    def _token(self, found: re.Match[str]) -> None:
        start, length = found.start(), found.end() - found.start()
        match found.lastgroup:
            case "comment":
                self.setFormat(start, length, self._comment)
                key = _KEYS.match(found[0])
                if key is not None:
                    self.setFormat(start, key.end(), self._key)
            case "text":
                self.setFormat(start, length, self._text)
            case "number":
                self.setFormat(start, length, self._number)
            case "name" if found[0] in _POINTS:
                self.setFormat(start, length, self._point)
            case "name" if found[0] in _WORDS:
                self.setFormat(start, length, self._word)
            case _:
                pass


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
