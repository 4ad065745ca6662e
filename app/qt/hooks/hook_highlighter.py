"""Colours for hook text: words of the language, texts, numbers, comments, and the functions that the game asks."""

from __future__ import annotations

import re

from PySide6.QtGui import QFont, QSyntaxHighlighter, QTextCharFormat, QTextDocument

from app.qt.widgets.look import Look
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
