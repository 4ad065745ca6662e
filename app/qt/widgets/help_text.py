"""Looks of a page of the help: the names of keys, and, once its words are in a document, headings, room between paragraphs, tables."""

from __future__ import annotations

import re

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QBrush,
    QFont,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFrameFormat,
    QTextLength,
    QTextTable,
)

from app.qt.map.fonts import FontFamily
from app.qt.widgets.labels import key_words
from app.qt.widgets.look import Look
from languages import tr
from languages.wording import key_name

_SIZES = (2.0, 1.45, 1.15)
"""Times that headings of each level are as large as other words; deeper ones are as the last."""
_ABOVE, _BELOW, _IN_LIST, _IN_CELL = 1.2, 0.65, 0.25, 0.45
"""Room above a heading, below a paragraph, below an entry of a list, and around the words of a cell, as parts of the size of words."""
_LINE = 122.0
"""Height of a line, in percent of what its words need."""


_KEYS = re.compile(r"`((?:(?:Ctrl|Shift|Alt)\+)*(?:Backspace|Delete|End|Enter|Esc|Home|Return|Shift|Space|Tab|[A-Z]))`")
_ON_THE_BOARD = frozenset({"Backspace", "Enter", "Esc"})
"""Keys that are called as in the list of keys; Qt has another name for the Enter key among the letters."""


def with_key_names(markdown: str) -> str:
    """*markdown* with the keys in it as they are called in the language in use, and on this system."""
    return _KEYS.sub(lambda found: f"`{_key(found[1])}`", markdown)


def _key(keys: str) -> str:
    if keys in _ON_THE_BOARD:
        return tr(keys)
    return key_name(keys) if keys == "Shift" else key_words(keys)


def lay_out_page(document: QTextDocument, look: Look) -> None:
    """Give the page in *document* the looks of the window."""
    points = document.defaultFont().pointSizeF()
    pixels = points * 96 / 72
    for table in document.rootFrame().childFrames():
        if isinstance(table, QTextTable):
            _lay_out_table(table, look, pixels)
    block = document.begin()
    while block.isValid():
        _lay_out_block(block, points, pixels, is_first=block.blockNumber() == 0)
        block = block.next()


def _lay_out_block(block: QTextBlock, points: float, pixels: float, *, is_first: bool) -> None:
    cursor = QTextCursor(block)
    if cursor.currentTable() is not None:
        return
    form, level = QTextBlockFormat(), block.blockFormat().headingLevel()
    if level:
        size = points * _SIZES[min(level, len(_SIZES)) - 1]
        form.setTopMargin(0.0 if is_first else pixels * _ABOVE)
        form.setBottomMargin(pixels * _BELOW)
        words = QTextCharFormat()
        words.clearProperty(QTextFormat.Property.FontSizeAdjustment)
        words.setFontFamilies([FontFamily.MAP.value])
        words.setFontPointSize(size)
        words.setFontWeight(QFont.Weight.Normal)
        cursor.select(QTextCursor.SelectionType.BlockUnderCursor)
        cursor.mergeCharFormat(words)
    else:
        form.setTopMargin(0.0)
        form.setBottomMargin(pixels * (_IN_LIST if block.textList() is not None else _BELOW))
        form.setLineHeight(_LINE, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
    QTextCursor(block).mergeBlockFormat(form)


def _lay_out_table(table: QTextTable, look: Look, pixels: float) -> None:
    """Lines between rows alone, as in the tables of the window."""
    form = table.format()
    form.setBorder(1)
    form.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
    form.setBorderBrush(QBrush(look.colour("line")))
    form.setBorderCollapse(True)
    form.setCellSpacing(0)
    form.setCellPadding(pixels * _IN_CELL)
    form.setTopMargin(pixels * _IN_CELL)
    form.setBottomMargin(pixels * _BELOW)
    form.setColumnWidthConstraints([QTextLength(QTextLength.Type.PercentageLength, share) for share in _shares(table)])
    table.setFormat(form)
    for column in range(table.columns()):
        cell = table.cellAt(0, column)
        words = cell.format()
        words.setBackground(QBrush(look.colour("sunken"), Qt.BrushStyle.SolidPattern))
        cell.setFormat(words)


_LEAST_SHARE = 0.3
"""Part of an equal share that the words of a column are counted as at least, so that a column of short words is not too narrow."""


def _shares(table: QTextTable) -> list[float]:
    """Percent of the width for each column, by how much is written in it."""
    columns = range(table.columns())
    written = [sum(_length(table, row, column) for row in range(table.rows())) for column in columns]
    least = _LEAST_SHARE * sum(written) / len(written)
    counted = [max(each, least, 1) for each in written]
    return [100 * each / sum(counted) for each in counted]


def _length(table: QTextTable, row: int, column: int) -> int:
    cell = table.cellAt(row, column)
    return cell.lastCursorPosition().position() - cell.firstCursorPosition().position()
