"""Fields of forms: a line with a prompt, a line that underlines faults, a button that stays pressed, the list beside texts."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from PySide6.QtCore import QCoreApplication, QPoint, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QInputMethodEvent, QTextCharFormat
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QListWidget, QPushButton, QToolTip, QWidget

from app.qt.widgets.labels import plain_tip

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
