"""A player's text as it will be read, with what that player alone gets to know marked."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QColor, QFont, QFontDatabase, QImage, QTextCursor, QTextDocument, QTextFormat
from PySide6.QtWidgets import QTextBrowser, QTextEdit, QWidget

from app.presentation.gm.results_marks import MarkedLine, marked
from app.qt.widgets.look import Look
from languages import tr

_PICTURES = re.compile(r"<img\b[^>]*>", re.IGNORECASE)


def _blocks(document: QTextDocument) -> list[str]:
    """The text of each paragraph and cell, on one line; a picture has none."""
    return [" ".join(re.split(r"[\s\ufffc]+", document.findBlockByNumber(number).text())) for number in range(document.blockCount())]


class ResultsText(QTextBrowser):
    """Shows text with marks, or a page. It opens nothing: no link, no file, and no picture but the one it is given."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._picture = QImage()
        self.setOpenLinks(False)
        self.setProperty("role", "paper")
        self.setAccessibleName(tr("The text of the mail"))

    def show_lines(self, lines: Sequence[MarkedLine]) -> None:
        """Show a plain text; its own lines on another ground."""
        self._picture = QImage()
        self.setLineWrapMode(QTextEdit.LineWrapMode.WidgetWidth)
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPointSizeF(max(8.0, self.font().pointSizeF() * 0.88))
        font.setStyleHint(QFont.StyleHint.Monospace)
        self.document().setDefaultFont(font)
        self.setPlainText("\n".join(line.text for line in lines))
        marks = [self._mark(number) for number, line in enumerate(lines) if line.own]
        for mark in marks:
            mark.format.setProperty(QTextFormat.Property.FullWidthSelection, True)
        self.setExtraSelections(marks)
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def show_page(self, html: str, picture: bytes | None, others: Sequence[str], addressed: Sequence[str] = ()) -> None:
        """Show a page as a mail program would, its picture as wide as there is room; what not all read is on another ground.

        Args:
            html: the page.
            picture: what it shows.
            others: the pages of the others.
            addressed: lines that every reader has in words of their own.
        """
        self._picture = QImage()
        if picture is not None:
            self._picture.loadFromData(picture)
        width = max(200, min(self.viewport().width() - 30, self._picture.width()))
        self._picture = self._picture.scaledToWidth(width, Qt.TransformationMode.SmoothTransformation)
        self.setExtraSelections([])
        self.document().setDefaultFont(self.font())
        self.setHtml(html.replace('width="900"', f'width="{width}"'))
        texts = {"": "\n".join(_blocks(self.document()))}
        for number, other in enumerate(others):
            document = QTextDocument()
            document.setHtml(_PICTURES.sub("", other))
            texts[str(number + 1)] = "\n".join(_blocks(document))
        marks = [self._mark(number) for number, line in enumerate(marked(texts, "", addressed)) if line.own]
        for mark in marks:
            mark.cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
        self.setExtraSelections(marks)
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def _mark(self, block: int) -> QTextEdit.ExtraSelection:
        mark = QTextEdit.ExtraSelection()
        mark.format.setBackground(QColor(self._look.colour("accent_soft")))
        mark.cursor = QTextCursor(self.document().findBlockByNumber(block))
        return mark

    def show_fault(self, words: str) -> None:
        """Say why there is no text."""
        self._picture = QImage()
        self.setExtraSelections([])
        self.setPlainText(words)

    def loadResource(self, kind: int, name: QUrl | str) -> object:  # noqa: ARG002 - Qt's signature
        """The picture of the mail, and nothing else from anywhere."""
        return self._picture if QUrl(name).scheme() == "cid" else QImage()
