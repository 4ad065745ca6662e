"""Labels and fields: words that take the room beside buttons, keys as the system writes them; lines with a prompt or a fault underlined."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from html import escape
from textwrap import wrap

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QInputMethodEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QTextCharFormat,
)
from PySide6.QtWidgets import QAbstractButton, QLabel, QLineEdit, QListWidget, QPushButton, QSizePolicy, QToolTip, QWidget

from app.presentation.keys import keys_here
from app.qt.widgets.look import growth

_SHORT_TIP = 200
"""Letters of a tool tip that Qt breaks into lines well."""
_TIP_WIDTH = 60
"""Letters of a line in a longer one."""
_MOST_LINES = 16


class PlainLabel(QLabel):
    """A label whose text is never taken for HTML."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)


def wrapped(text: str) -> PlainLabel:
    """Return a label that goes on in another line where it finds too little room."""
    label = PlainLabel(text)
    label.setWordWrap(True)
    return label


def plain_tip(text: str) -> str:
    """*text* for a tool tip, with all that could be HTML made harmless; empty stays empty, so that no tip comes up.

    A long one gets lines and an end, so that it has room on a small screen in large words.
    """
    lines = text.splitlines()
    if len(text) > _SHORT_TIP or len(lines) > _MOST_LINES:
        lines = [each for line in lines for each in _folded(line)]
        if len(lines) > _MOST_LINES:
            lines = [*lines[: _MOST_LINES - 1], "…"]
    return f"<qt>{'<br>'.join(map(escape, lines))}</qt>" if text else ""


def _folded(line: str) -> list[str]:
    """*line* in pieces; a path that is longer than one of them goes on behind a stroke, so that the names in it stay whole."""
    words = [part for word in re.split(r"( )", line) for part in (re.split(r"(?<=[/\\])", word) if len(word) > _TIP_WIDTH else (word,))]
    found = [""]
    for word in words:
        # What is longer than a line is broken in any case: it begins beside what stands there.
        if found[-1] and len(found[-1]) + len(word) > _TIP_WIDTH >= len(word):
            found.append("")
        found[-1] += word
    return [piece for each in found for piece in wrap(each, _TIP_WIDTH, drop_whitespace=False, break_on_hyphens=False) or [""]]


class ElidedLabel(QLabel):
    """One line that ends in dots where there is too little room; the whole of it is its tool tip."""

    clicked = Signal()

    def __init__(self, alignment: Qt.AlignmentFlag, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._alignment = alignment
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setTextFormat(Qt.TextFormat.PlainText)

    def setText(self, text: str) -> None:
        """Show *text*, whole where the pointer rests on it."""
        super().setText(text)
        self.setToolTip(plain_tip(text))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint as much of the text as fits."""
        painter = QPainter(self)
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        text = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())
        painter.drawText(self.rect(), self._alignment | Qt.AlignmentFlag.AlignVCenter, text)
        painter.end()

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        """Tell that it was clicked."""
        self.clicked.emit()


def elided(text: str) -> ElidedLabel:
    """Return a line that is elided from the left."""
    label = ElidedLabel(Qt.AlignmentFlag.AlignLeft)
    label.setText(text)
    return label


_ANEW = {QEvent.Type.Polish, QEvent.Type.FontChange, QEvent.Type.StyleChange}

_MOST = 2
"""Times the least, for the longest word."""


class TellingLabel(PlainLabel):
    """For a ``FlowLayout``, with a stretch.

    Args:
        least: pixels that it is wide at least, with words of the usual size.
    """

    def __init__(self, words: str, least: int, parent: QWidget | None = None) -> None:
        self._least = least
        super().__init__(parent=parent)
        self.setWordWrap(True)
        self.setText(words)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def event(self, event: QEvent) -> bool:
        """Larger words need more room."""
        done = super().event(event)
        if event.type() in _ANEW:
            self._fit()
        return done

    def setText(self, text: str) -> None:
        """A long word, such as the path of a file, needs more room too."""
        super().setText(text)
        self._fit()

    def _fit(self) -> None:
        least = round(self._least * growth(self.font()))
        self.setMinimumWidth(max(least, min(self.minimumSizeHint().width(), _MOST * least)))


MOST_ROWS = 3
"""Number of rows of a report."""
MOST_OF_A_SENTENCE = 7
BETWEEN_LINES = " · "
"""Between the lines of a report, which stands in the console line by line."""
_ENDLESS = 100_000


class StatusWords(ElidedLabel):
    """Grows with a sentence, and to three rows with a report of several lines, which ends in dots and stands in the console whole."""

    def rows(self, width: int) -> int:
        """In how many rows the words stand where there are *width* pixels across."""
        if not self.text() or self.fontMetrics().horizontalAdvance(self.text()) <= width:
            return 1
        return max(1, min(self._most_rows, self._high(self.text(), width) // self.fontMetrics().lineSpacing()))

    @property
    def _most_rows(self) -> int:
        return MOST_ROWS if BETWEEN_LINES in self.text() else MOST_OF_A_SENTENCE

    def _high(self, text: str, width: int) -> int:
        return self.fontMetrics().boundingRect(QRect(0, 0, max(1, width), _ENDLESS), int(Qt.TextFlag.TextWordWrap), text).height()

    def fitting(self) -> str:
        """Return as much of the words as there is room for."""
        text, width, most = self.text(), self.width(), self._most_rows * self.fontMetrics().lineSpacing()
        low, high = 0, len(text)
        if self._high(text, width) <= most:
            return text
        while low < high:
            middle = (low + high + 1) // 2
            if self._high(f"{text[:middle]}…", width) <= most:
                low = middle
            else:
                high = middle - 1
        whole = text[:low] if text[low : low + 1] in ("", " ") else text[:low].rpartition(" ")[0]
        return f"{(whole or text[:low]).rstrip()}…"

    def paintEvent(self, event: QPaintEvent) -> None:
        """Row by row."""
        if self.rows(self.width()) == 1:
            super().paintEvent(event)
            return
        painter = QPainter(self)
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        flags = self._alignment | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(self.rect(), int(flags), self.fitting())
        painter.end()


_LEAST = 7.0
"""Points below which it cannot be read."""


def small_font(font: QFont, *, bold: bool = False) -> QFont:
    """*font* a little smaller; 9 points where it is measured in pixels."""
    small = QFont(font)
    small.setPointSizeF(max(_LEAST, font.pointSizeF() * 0.9) if font.pointSizeF() > 0 else 9.0)
    small.setBold(bold)
    return small


def key_words(*keys: str) -> str:
    """*keys* for a sentence or a hint, with commas between them.

    Args:
        keys: as Qt writes them everywhere: ``Ctrl+Z``.
    """
    return listed_keys(keys)


def listed_keys(keys: Iterable[str]) -> str:
    """Return the words of :func:`key_words` for the keys of a command as they are on this system."""
    return ", ".join(QKeySequence(each).toString(QKeySequence.SequenceFormat.NativeText) for each in keys_here(tuple(keys)))


_AROUND = 26
"""Pixels of frame, padding and margins."""
_BUTTON = 30
"""Pixels of the button that clears it."""


class AskingLine(QLineEdit):
    """Is at least as wide as what stands in it while it is empty, and named by that."""

    def setPlaceholderText(self, text: str) -> None:
        """Say what is to be written, to eyes and ears."""
        is_named_so = self.accessibleName() in {"", self.placeholderText()}
        super().setPlaceholderText(text)
        if is_named_so:
            self.setAccessibleName(text)

    def _with_words(self, hint: QSize) -> QSize:
        needed = self.fontMetrics().horizontalAdvance(self.placeholderText()) + _AROUND + _BUTTON * self.isClearButtonEnabled()
        return QSize(max(hint.width(), needed), hint.height())

    def sizeHint(self) -> QSize:
        """Room for those words."""
        return self._with_words(super().sizeHint())

    def minimumSizeHint(self) -> QSize:
        """Room for those words."""
        return self._with_words(super().minimumSizeHint())


class ChoiceButton(QPushButton):
    """Has room for its words in the heavier letters that they have while it is pressed, so that it keeps its size and nothing is cut."""

    def __init__(self, words: str = "", parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        self.setProperty("role", "choice")
        self.setCheckable(True)

    def sizeHint(self) -> QSize:
        """Return a size as wide as it needs while it is pressed."""
        return super().sizeHint() + QSize(heavier_by(self), 0)

    def minimumSizeHint(self) -> QSize:
        """No less."""
        return self.sizeHint()


def heavier_by(button: QAbstractButton) -> int:
    """Pixels that its words are wider in the heavier letters."""
    return _heavier_by(button.font().key(), button.text())


@lru_cache(maxsize=1024)
def _heavier_by(font_key: str, words: str) -> int:
    """For the layout, which asks again and again."""
    font = QFont()
    font.fromString(font_key)
    heavy = QFont(font)
    heavy.setWeight(QFont.Weight.DemiBold)
    usual, pressed = (QFontMetrics(each).size(Qt.TextFlag.TextShowMnemonic, words).width() for each in (font, heavy))
    return max(0, pressed - usual)


Reader = Callable[[str], tuple[int, int, str] | None]
"""Start and length of what cannot be read, and why; ``None`` where all is well."""


class FaultEdit(QLineEdit):
    """Checked when ``check`` is called, and from then on with every letter, so that typing is not corrected too early."""

    def __init__(self, colour: QColor, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._format = QTextCharFormat()
        self._format.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
        self._format.setUnderlineColor(colour)
        self._format.setForeground(colour)
        self._reader: Reader = lambda _text: None
        self._fault: tuple[int, int, str] | None = None
        self._checked = False
        self.textEdited.connect(self._edited)

    @property
    def fault(self) -> tuple[int, int, str] | None:
        """Fault of the last check."""
        return self._fault

    def set_reader(self, reader: Reader) -> None:
        """Set the function that reads the text."""
        self._reader = reader

    def check(self) -> bool:
        """Read the text, mark what cannot be read; whether all is well."""
        self._checked = True
        text = self.text().strip()
        self._fault = self._reader(text) if text else None
        self._show_fault()
        return self._fault is None

    def _edited(self) -> None:
        if self._checked:
            self.check()

    def _show_fault(self) -> None:
        attributes: list[QInputMethodEvent.Attribute] = []
        self.setProperty("fault", self._fault is not None)
        self.style().polish(self)
        if self._fault is not None:
            start, length, words = self._fault
            shift = len(self.text()) - len(self.text().lstrip())
            attributes.append(
                QInputMethodEvent.Attribute(
                    QInputMethodEvent.AttributeType.TextFormat, start + shift - self.cursorPosition(), max(1, length), self._format
                )
            )
            self.setToolTip(plain_tip(words))
            self.setAccessibleDescription(words)
            QToolTip.showText(self.mapToGlobal(QPoint(0, self.height())), plain_tip(words), self)
        else:
            self.setToolTip("")
            QToolTip.hideText()
        QCoreApplication.sendEvent(self, QInputMethodEvent("", attributes))


_WIDTH = 250


def side_list(words: str) -> QListWidget:
    """A narrow list whose rows go on in another line; *words* say what it lists to those who cannot see it."""
    made = QListWidget()
    made.setFixedWidth(_WIDTH)
    made.setWordWrap(True)
    made.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    made.setAccessibleName(words)
    return made
