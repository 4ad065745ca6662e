"""Two texts side by side, line against line."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtGui import QFontDatabase, QTextBlockFormat, QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from app.qt.widgets.dialogs import CLOSE, FittingDialog, answer_buttons
from app.qt.widgets.labels import PlainLabel
from app.qt.widgets.look import Look
from languages import plural, tr


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
        summary = PlainLabel(tr("No line differs.") if changed == 0 else plural("{count} line differs.", "{count} lines differ.", changed))
        self.left = self._text([row.left for row in rows], [row.left != row.right for row in rows], look, "-")
        self.right = self._text([row.right for row in rows], [row.left != row.right for row in rows], look, "+")
        self.left.verticalScrollBar().valueChanged.connect(self.right.verticalScrollBar().setValue)
        self.right.verticalScrollBar().valueChanged.connect(self.left.verticalScrollBar().setValue)
        both = QHBoxLayout()
        for heading, text in ((left[0], self.left), (right[0], self.right)):
            column = QVBoxLayout()
            label = PlainLabel(heading)
            text.setAccessibleName(heading)
            label.setProperty("role", "subheading")
            column.addWidget(label)
            column.addWidget(text)
            both.addLayout(column)
        buttons = answer_buttons(CLOSE)
        buttons.rejected.connect(self.reject)
        whole = QVBoxLayout(self)
        whole.addWidget(summary)
        whole.addLayout(both, 1)
        whole.addWidget(buttons)
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
        edit.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        words = ["" if line is None else f"{mark if differs else ' '} {line}" for line, differs in zip(lines, changed, strict=True)]
        edit.setPlainText("\n".join(words))
        shade = QTextBlockFormat()
        shade.setBackground(look.colour("bad_soft" if mark == "-" else "accent_soft"))
        for number, differs in enumerate(changed):
            if differs:
                QTextCursor(edit.document().findBlockByNumber(number)).setBlockFormat(shade)
        return edit
