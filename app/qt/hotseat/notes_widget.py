"""A sheet for what a person wants to remember, and a choice of whose it is where everything is shown."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QFocusEvent, QPalette
from PySide6.QtWidgets import QComboBox, QPlainTextEdit, QVBoxLayout, QWidget

from app.qt.widgets.look import Look
from app.qt.widgets.plain_label import PlainLabel
from languages import tr

PAUSE = 1200
"""Milliseconds without a key after which what was typed is kept, as one step that can be undone."""


class NotesSheet(QPlainTextEdit):
    """The paper.

    Signals:
        left(): keys go elsewhere now.
    """

    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTabChangesFocus(True)
        self.setPlaceholderText(tr("What to remember…"))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Whoever goes on with something else has finished typing."""
        super().focusOutEvent(event)
        self.left.emit()


class NotesWidget(QWidget):
    """Whose notes they are, who reads them, and the sheet.

    Args:
        longest: characters that fit; what would be longer is not taken on, and a line says so.

    Signals:
        typed(): somebody has stopped typing, or went elsewhere.
        power_chosen(str): the notes of this power are to be shown.
    """

    typed = Signal()
    power_chosen = Signal(str)

    def __init__(self, longest: int, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._longest = longest
        self._text = ""
        self.is_pending = False
        """Whether something was typed that is not kept yet."""
        self.power = QComboBox()
        self.power.setAccessibleName(tr("Whose notes"))
        self.power.activated.connect(lambda _row: self.power_chosen.emit(str(self.power.currentData())))
        self.readers = PlainLabel()
        self.readers.setProperty("role", "soft")
        self.readers.setWordWrap(True)
        self.sheet = NotesSheet()
        self.trouble = PlainLabel()
        self.trouble.setProperty("role", "bad")
        self.trouble.setWordWrap(True)
        self.trouble.hide()
        self.pause = QTimer(self)
        self.pause.setSingleShot(True)
        self.pause.setInterval(PAUSE)
        self.pause.timeout.connect(self._finished)
        self.sheet.textChanged.connect(self._changed)
        self.sheet.left.connect(self._finished)
        self.set_look(look)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 8, 10, 10)
        column.setSpacing(6)
        column.addWidget(self.power)
        column.addWidget(self.readers)
        column.addWidget(self.sheet, 1)
        column.addWidget(self.trouble)

    def set_look(self, look: Look) -> None:
        """What stands on an empty sheet can be read in every theme."""
        palette = self.sheet.palette()
        palette.setColor(QPalette.ColorRole.PlaceholderText, look.colour("text_soft"))
        self.sheet.setPalette(palette)

    @property
    def text(self) -> str:
        """What stands on the sheet."""
        return self._text

    def show_powers(self, powers: Sequence[tuple[str, str]], chosen: str | None) -> None:
        """Whose notes can be looked at (id and name); one alone needs no choice."""
        self.power.clear()
        for power, name in powers:
            self.power.addItem(name, power)
        self.power.setCurrentIndex(self.power.findData(chosen))
        self.power.setVisible(len(powers) > 1)

    def show_notes(self, text: str, readers: str, *, can_write: bool) -> None:
        """Put *text* on the sheet, in place of what stood there.

        Args:
            readers: who reads it, in words.
        """
        self.is_pending = False
        self.pause.stop()
        if text != self._text:
            self._text = text
            self.sheet.setPlainText(text)
            self.is_pending = False
            self.pause.stop()
        self.readers.setText(readers)
        self.sheet.setReadOnly(not can_write)
        self.sheet.setAccessibleName(tr("Notes: {readers}", readers=readers) if readers else tr("Notes"))
        self.say("")

    def say(self, trouble: str) -> None:
        """Say why something was not kept; nothing where all was."""
        self.trouble.setText(trouble)
        self.trouble.setVisible(bool(trouble))

    def forget(self) -> None:
        """Nothing waits on a sheet that nobody looks at, to be undone neither."""
        self.show_powers((), None)
        self._text = ""
        self.sheet.setPlainText("")
        self.show_notes("", "", can_write=False)

    def _changed(self) -> None:
        text = self.sheet.toPlainText()
        if text == self._text:
            return
        if len(text) > self._longest:
            self.sheet.undo()
            self.say(tr("That does not fit: notes have at most {longest:,} characters.", longest=self._longest))
            return
        self._text = text
        self.is_pending = True
        self.say("")
        self.pause.start()

    def _finished(self) -> None:
        if self.is_pending:
            self.typed.emit()
