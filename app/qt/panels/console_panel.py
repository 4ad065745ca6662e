"""Console below the board: command lines with history and completion, scripts, and all messages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent, QTextCharFormat, QTextCursor, QTextFormat
from PySide6.QtWidgets import QCompleter, QPlainTextEdit, QWidget

from app.commands.declaring.registry import COMMANDS
from app.qt.board.window import Window
from app.qt.panels.panel import RIGHT, Panel
from app.qt.widgets import forms
from app.qt.widgets.labels import AskingLine
from app.qt.widgets.look import Look, growth
from languages import mark, tr

LEAST_LINES, _LEAST_LARGE_LINES = 5, 2.55
"""Lines of output that are in view at least: of usual size, and of the largest, where half a line tells that there are more."""

MOST_LINES = 5_000
LONGEST_HISTORY = 500
_AROUND_LINE = 50
"""Pixels of the panel and of the line beside the words that it holds while it is empty."""
_KEY = QTextFormat.Property.UserProperty + 1
"""Property of a line for its colour in the look."""


class ConsoleWidget(QWidget):
    """Console: earlier output above, a line to type in below.

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
        self._is_stale = False
        self.output = forms.styled(QPlainTextEdit(), name=tr("What was said"))
        self.output.setReadOnly(True)
        self.output.setMaximumBlockCount(MOST_LINES)
        self.output.setProperty("fixed", True)
        self.output.installEventFilter(self)
        self.line = forms.styled(AskingLine(), name=tr("Command line"))
        self.line.setProperty("fixed", True)
        self._ask()
        self.line.returnPressed.connect(self._enter)
        self.line.installEventFilter(self)
        forms.column((self.output, 1), self.line, on=self, margins=(8, 8, 8, 8), spacing=6)

    def _ask(self) -> None:
        """Say what is to be typed, and how to learn more where there is room for it."""
        whole = tr("A command, or an order such as A PAR - BUR; help lists all commands")
        has_room = self.width() >= self.line.fontMetrics().horizontalAdvance(whole) + _AROUND_LINE
        self.line.setPlaceholderText(whole if has_room else tr("A command, or an order"))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """There may be room for more words in the line."""
        super().resizeEvent(event)
        self._ask()

    def set_look(self, look: Look) -> None:
        """Colour old and new output in *look*; lines out of view when they are next seen."""
        if look == self._look:
            return
        self._look = look
        self._is_stale = True
        if self.isVisible():
            self._recolour()

    def showEvent(self, event: QShowEvent) -> None:
        """Colour lines that were written in another look."""
        super().showEvent(event)
        if self._is_stale:
            self._recolour()

    def _recolour(self) -> None:
        self._is_stale = False
        cursor = QTextCursor(self.output.document())
        cursor.beginEditBlock()
        block = self.output.document().firstBlock()
        while block.isValid():
            key = block.charFormat().property(_KEY)
            if isinstance(key, str):
                cursor.setPosition(block.position())
                cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
                cursor.setCharFormat(self._format(key))
            block = block.next()
        cursor.endEditBlock()

    def _format(self, key: str) -> QTextCharFormat:
        written = QTextCharFormat()
        written.setForeground(self._look.colour(key))
        written.setProperty(_KEY, key)
        return written

    def complete_with(self, words: Sequence[str]) -> None:
        """Offer *words* while a line is typed."""
        completer = QCompleter(list(words), self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
        self.line.setCompleter(completer)

    def text(self) -> str:
        """All output."""
        return self.output.toPlainText()

    def say(self, text: str, key: str = "text") -> None:
        """Add *text* in the look's colour *key*."""
        cursor = QTextCursor(self.output.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.beginEditBlock()  # one change for screen readers
        for number, line in enumerate(text.split("\n")):
            written = self._format(key)
            if number or not self.output.document().isEmpty():
                cursor.insertBlock()
            cursor.setBlockCharFormat(written)
            cursor.insertText(line, written)
        cursor.endEditBlock()
        bar = self.output.verticalScrollBar()
        bar.setValue(bar.maximum())

    def forget(self) -> None:
        """Remove all output and entered lines."""
        self.output.clear()
        self.line.setText("")  # clear() could be undone
        self._history.clear()
        self._at = 0

    def _enter(self) -> None:
        line = self.line.text().strip()
        if not line:
            return
        self.line.setText("")
        if not self._history or self._history[-1] != line:
            self._history = [*self._history, line][-LONGEST_HISTORY:]
        self._at = len(self._history)
        self.say(f"> {line}", "text_soft")
        self.entered.emit(line)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Walk through entered lines with Up and Down, through the output with the page keys; Tab completes, Esc leaves.

        Text typed over the output goes into the line, and is no shortcut of a menu.
        """
        if watched is self.output and isinstance(event, QKeyEvent) and _is_typed(event):
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress:
                self.line.setFocus()
                self.line.insert(event.text())
                return True
        if watched is self.output and event.type() is QEvent.Type.FontChange:
            lines = max(_LEAST_LARGE_LINES, round(LEAST_LINES / growth(self.font())))
            self.output.setMinimumHeight(round(lines * self.output.fontMetrics().lineSpacing()))
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
                case Qt.Key.Key_Tab:
                    return self._complete()
                case Qt.Key.Key_Escape:
                    self.left.emit()
                    return True
                case _:
                    pass
        return super().eventFilter(watched, event)

    def _complete(self) -> bool:
        """Take the completion that is offered; the focus stays, so that what is typed next does not go to the board."""
        completer = cast("QCompleter | None", self.line.completer())
        if self.line.text() and completer is not None:
            completer.setCompletionPrefix(self.line.text())
            self.line.setText(completer.currentCompletion() or self.line.text())
        return True

    def _scroll(self, pages: int) -> bool:
        bar = self.output.verticalScrollBar()
        bar.setValue(bar.value() + pages * max(bar.pageStep() - 1, 1))
        return True

    def _walk(self, step: int) -> bool:
        wanted = max(0, min(len(self._history), self._at + step))
        self._at = wanted
        self.line.setText(self._history[wanted] if wanted < len(self._history) else "")
        return True


def _is_typed(event: QKeyEvent) -> bool:
    """Return True if the key types a character, so that it is no shortcut."""
    held = event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier)
    return not held and event.text().isprintable() and event.text() != ""


class ConsolePanel(Panel):
    """Stays the same for any game in front."""

    name = "console"
    title = mark("Console")
    area = RIGHT
    is_open_at_first = False

    def __init__(self, host: Window) -> None:
        super().__init__(host)
        self.widget = ConsoleWidget(host.look, self.place)
        self.hold(self.widget)
        self.widget.entered.connect(self._run)
        self.widget.left.connect(host.focus_board)
        self.widget.complete_with(sorted(COMMANDS.declared))

    def show(self, name: str = "") -> None:  # noqa: ARG002 - it has one name
        """Open it with the keys on its line; close it where they are there already."""
        line = self.widget.line
        if self.dock.isVisible() and line.hasFocus():
            self.dock.hide()
            self.host.focus_board()
        else:
            self.dock.show()
            line.setFocus()

    def follow_session(self) -> None:
        """Do nothing: it belongs to no game."""

    def set_look(self, look: Look) -> None:
        """Change the colours of the lines."""
        self.widget.set_look(look)

    @Slot(str)
    def _run(self, line: str) -> None:
        """Carry out a line, after which typing goes on: the keys stay on the line."""
        self.host.run_line(line)
        focused = cast("QWidget | None", self.host.window.focusWidget())
        centre = self.host.window.centralWidget()
        is_away = focused is None or (centre is not None and centre.isAncestorOf(focused))
        if is_away and self.dock.isVisible():
            self.widget.line.setFocus()
