"""A console for command lines: history, completion, scripts by ``run``."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFontDatabase, QKeyEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QCompleter, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from app.windows.look import Look

LEAST_LINES = 9
"""So many lines of what was said are seen at least."""

MOST_LINES = 5_000
LONGEST_HISTORY = 500


class Console(QWidget):
    """What was said above, a line to type in below.

    Signals:
        entered(str): Enter was pressed on a line.
        left(): Esc was pressed on the line.
    """

    entered = Signal(str)
    left = Signal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._history: list[str] = []
        self._at = 0
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        self.output = QPlainTextEdit()
        self.output.setReadOnly(True)
        self.output.setMaximumBlockCount(MOST_LINES)
        self.output.setFont(fixed)
        self.output.setMinimumHeight(LEAST_LINES * self.output.fontMetrics().lineSpacing())
        self.output.setAccessibleName("What was said")
        self.line = QLineEdit()
        self.line.setFont(fixed)
        self.line.setPlaceholderText("A command, or an order such as A PAR - BUR; help lists all commands")
        self.line.setAccessibleName("Command line")
        self.line.returnPressed.connect(self._enter)
        self.line.installEventFilter(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.setSpacing(6)
        column.addWidget(self.output, 1)
        column.addWidget(self.line)

    def set_look(self, look: Look) -> None:
        """Colour what comes from now on in *look*."""
        self._look = look

    def complete_with(self, words: Sequence[str]) -> None:
        """Offer *words* while a line is typed."""
        completer = QCompleter(list(words), self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
        self.line.setCompleter(completer)

    def text(self) -> str:
        """All that was said."""
        return self.output.toPlainText()

    def say(self, text: str, key: str = "text") -> None:
        """Add *text* in the look's colour *key*."""
        cursor = QTextCursor(self.output.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        if not self.output.document().isEmpty():
            cursor.insertBlock()
        dressed = QTextCharFormat()
        dressed.setForeground(self._look.colour(key))
        cursor.insertText(text, dressed)
        bar = self.output.verticalScrollBar()
        bar.setValue(bar.maximum())

    def forget(self) -> None:
        """Leave nothing of what was said and entered."""
        self.output.clear()
        self.line.clear()
        self._history.clear()
        self._at = 0

    def _enter(self) -> None:
        line = self.line.text().strip()
        if not line:
            return
        self.line.clear()
        if not self._history or self._history[-1] != line:
            self._history = [*self._history, line][-LONGEST_HISTORY:]
        self._at = len(self._history)
        self.say(f"> {line}", "text_soft")
        self.entered.emit(line)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Up and Down walk through what was entered before, the page keys through what was said; Esc leaves."""
        if watched is self.line and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            match Qt.Key(event.key()):
                case Qt.Key.Key_Up:
                    return self._walk(-1)
                case Qt.Key.Key_Down:
                    return self._walk(1)
                case Qt.Key.Key_PageUp:
                    return self._scroll(-1)
                case Qt.Key.Key_PageDown:
                    return self._scroll(1)
                case Qt.Key.Key_Escape:
                    self.left.emit()
                    return True
                case _:
                    pass
        return super().eventFilter(watched, event)

    def _scroll(self, pages: int) -> bool:
        bar = self.output.verticalScrollBar()
        bar.setValue(bar.value() + pages * max(bar.pageStep() - 1, 1))
        return True

    def _walk(self, step: int) -> bool:
        wanted = max(0, min(len(self._history), self._at + step))
        self._at = wanted
        self.line.setText(self._history[wanted] if wanted < len(self._history) else "")
        return True
