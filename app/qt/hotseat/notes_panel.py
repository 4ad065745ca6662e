"""Panel of a power's own notes beside the board. At a table they are in its seat alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, QTimer, Signal, Slot
from PySide6.QtGui import QFocusEvent, QPalette
from PySide6.QtWidgets import QComboBox, QPlainTextEdit, QWidget

from app.commands.declaring.command import run_command
from app.commands.declaring.registry import COMMANDS
from app.game.document import Document
from app.game.edits import text_block
from app.game.entries import GAME_MASTER
from app.game.versions import Touched
from app.hotseat.sealing import LONGEST_NOTES
from app.qt.board.window import Window
from app.qt.panels.panel import RIGHT, SheetPanel
from app.qt.widgets import forms
from app.qt.widgets.look import Look
from app.session.errors import CommandError
from app.session.session import orders_taken
from entente.words.names import power_name
from languages import mark, tr

LINES = (2, 12)
"""Fewest and most lines of notes that the sheet asks room for."""
_PADDING = 12
"""Pixels above and below the lines, which the look of the window adds."""
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
        self.blockCountChanged.connect(lambda _count: self.updateGeometry())

    def sizeHint(self) -> QSize:
        """Return a size with room for what is written and a line to write on."""
        least, most = LINES
        lines = min(max(least, self.blockCount() + 1), most)
        around = 2 * (self.frameWidth() + round(self.document().documentMargin())) + _PADDING
        return QSize(super().sizeHint().width(), lines * self.fontMetrics().lineSpacing() + around)

    def minimumSizeHint(self) -> QSize:
        """Return a size in which two lines can be read."""
        return QSize(super().minimumSizeHint().width(), min(self.sizeHint().height(), 2 * self.fontMetrics().lineSpacing() + _PADDING))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Finish typing when the focus goes elsewhere."""
        super().focusOutEvent(event)
        self.left.emit()


class NotesWidget(QWidget):
    """Power of the notes, their readers, and the sheet.

    Args:
        longest: characters that fit; what would be longer is not taken on, and a line says so.

    Signals:
        typed(): typing has stopped, or the focus went elsewhere. power_chosen(str): the notes of this power are wanted.
    """

    typed = Signal()
    power_chosen = Signal(str)

    def __init__(self, longest: int, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._longest = longest
        self._text = ""
        self.is_pending = False
        """True if typed text is not kept yet."""
        self.power = forms.styled(QComboBox(), name=tr("Whose notes"))
        self.power.activated.connect(lambda _row: self.power_chosen.emit(str(self.power.currentData())))
        self.readers = forms.label("", "soft", wraps=True)
        self.sheet = NotesSheet()
        self.trouble = forms.label("", "bad", wraps=True)
        self.trouble.hide()
        self.pause = QTimer(self)
        self.pause.setSingleShot(True)
        self.pause.setInterval(PAUSE)
        self.pause.timeout.connect(self._finished)
        self.sheet.textChanged.connect(self._changed)
        self.sheet.left.connect(self._finished)
        self.set_look(look)
        forms.column(self.power, self.readers, (self.sheet, 1), self.trouble, on=self, margins=(10, 8, 10, 10), spacing=6)

    def set_look(self, look: Look) -> None:
        """Colour the text of an empty sheet so that it can be read in every theme."""
        palette = self.sheet.palette()
        palette.setColor(QPalette.ColorRole.PlaceholderText, look.colour("text_soft"))
        self.sheet.setPalette(palette)

    @property
    def text(self) -> str:
        """Text of the sheet."""
        return self._text

    def show_powers(self, powers: Sequence[tuple[str, str]], chosen: str | None) -> None:
        """Show the powers whose notes can be looked at (id and name); one alone needs no choice."""
        self.power.clear()
        for power, name in powers:
            self.power.addItem(name, power)
        self.power.setCurrentIndex(self.power.findData(chosen))
        self.power.setVisible(len(powers) > 1)

    def show_notes(self, text: str, readers: str, *, can_write: bool, is_short: bool = False) -> None:
        """Write *text* on the sheet, in place of the earlier text.

        Args:
            readers: who reads it, in words.
            is_short: whether that stands on the empty sheet, and not over it: a seat needs the room.
        """
        self.is_pending = False
        self.pause.stop()
        if text != self._text:
            self._text = text
            self.sheet.setPlainText(text)
            self.is_pending = False
            self.pause.stop()
        self.readers.setText(readers)
        is_hint = can_write and is_short
        self.readers.setVisible(bool(readers) and not is_hint)
        self.sheet.setPlaceholderText(f"{tr('What to remember…')} {readers if is_hint else ''}".rstrip())
        self.sheet.setReadOnly(not can_write)
        self.sheet.setAccessibleName(tr("Notes: {readers}", readers=readers) if readers else tr("Notes"))
        self.say("")

    def say(self, trouble: str) -> None:
        """Say why something was not kept; nothing where all was."""
        self.trouble.setText(trouble)
        self.trouble.setVisible(bool(trouble))

    def forget(self) -> None:
        """Leave nothing on a sheet that is not in view, to be undone neither."""
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


_FOLLOWS = frozenset({Touched.TABLE, Touched.BRANCHES})


class NotesPanel(SheetPanel):
    """Panel of notes, which are kept after a pause, on leaving the sheet, and before anything else is done, by the command ``notes``."""

    name = "notes"
    title = mark("Notes")
    area = RIGHT

    def __init__(self, host: Window) -> None:
        self._typed_for: tuple[Document, str] | None = None
        """The game and the power whose notes stand on the sheet."""
        self._stop_keeping: Callable[[], None] = lambda: None
        """Ends the keeping of what stands there before anything else is done."""
        self._chosen: str | None = None
        self._seat: tuple[Document, str] | None = None
        """The seat that this stands beside."""
        super().__init__(host)
        self.widget = NotesWidget(LONGEST_NOTES, host.look, self.place)
        self.hold(self.widget)
        self.dock.hide()
        self.dock.visibilityChanged.connect(self._seen)
        self.widget.typed.connect(self._keep)
        self.widget.power_chosen.connect(self._choose)

    @property
    def sheet(self) -> QWidget:
        """Sheet to write on."""
        return self.widget.sheet

    def set_look(self, look: Look) -> None:
        """Change the colours of the sheet."""
        self.widget.set_look(look)

    def follow_session(self) -> None:
        """Follow another game in front, another viewer, or another open seat."""
        seating = self.host.session.seating
        power = None if seating is None or seating.open == GAME_MASTER else seating.open
        seat = None if seating is None or power is None else (seating.document, power)
        before, self._seat = self._seat, seat
        if seat is not None and seat != before:
            self.open()
        elif seating is not None and seat is None:
            self.dock.hide()
        super().follow_session()

    def refresh(self) -> None:
        """Show the notes of the seat that is open; without a table, of the power looked at or chosen."""
        session = self.host.session
        document, seating = session.current, session.seating
        at_seat = seating is None or (seating.open is not None and seating.open != GAME_MASTER)
        if document is None or self.dock.isHidden() or not at_seat:
            self._stop_keeping()
            self._typed_for = None
            self.widget.forget()
            self.follows = frozenset()
            return
        self.follows = _FOLLOWS
        names = {power: power_name(session.variant, power) for power in session.variant.powers}
        powers = list(names) if session.viewer is None else [session.viewer]
        power = self._chosen if self._chosen in powers else powers[0]
        if self.widget.is_pending and self._typed_for == (document, power):
            return
        if self._typed_for is None:
            self._stop_keeping = session.unfinished.add(self._keep)
        self._typed_for = (document, power)
        text = session.shown.notes.get(power, "")
        if text_block(self.widget.text) == text:
            text = self.widget.text  # blanks at the ends of lines stay during typing
        why_not = orders_taken(session)
        readers = why_not or (
            tr("Nobody else reads these.") if seating is not None else tr("Kept in the game: who opens it can read them.")
        )
        self.dock.setWindowTitle(tr("My notes") if seating is not None else tr("Notes of {power}", power=names[power]))
        self.widget.show_powers([(each, names[each]) for each in powers], power)
        self.widget.show_notes(text, readers, can_write=not why_not, is_short=seating is not None)

    @Slot(bool)
    def _seen(self, is_seen: bool) -> None:
        """Fill the sheet where the dock came up by itself: while it is out of sight no change reaches it."""
        if is_seen and self._typed_for is None:
            self.refresh()

    @Slot(str)
    def _choose(self, power: str) -> None:
        self._keep()
        self._chosen = power
        self.refresh()

    @Slot()
    def _keep(self) -> None:
        if not self.widget.is_pending or self._typed_for is None:
            return
        document, power = self._typed_for
        session = self.host.session
        if session.current is not document:
            return
        self.widget.is_pending = False
        self.widget.pause.stop()
        try:
            run_command(session, COMMANDS["notes"], {"power": power, "text": self.widget.text, "whole": True})
        except CommandError as error:
            self.widget.say(tr("Not kept: {error}", error=error))
            self.host.refuse(str(error))
        finally:
            self.host.refresh_menus()
