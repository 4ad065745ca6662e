"""A line edit that underlines the part it cannot read and says why."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QPoint
from PySide6.QtGui import QColor, QInputMethodEvent, QTextCharFormat
from PySide6.QtWidgets import QLineEdit, QToolTip, QWidget

from app.qt.widgets.plain_label import plain_tip

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
