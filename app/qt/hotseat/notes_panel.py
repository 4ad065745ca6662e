"""A power's own notes, beside the board. At a table they are in its seat alone."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QWidget

from app.commands.declaring.registry import COMMANDS
from app.commands.declaring.run import run_command
from app.game.change import Change, Touched
from app.game.document import Document
from app.game.edit_checks import text_block
from app.game.table import GAME_MASTER
from app.hotseat.sealing import LONGEST_NOTES
from app.qt.hotseat.notes_widget import NotesWidget
from app.qt.panels.panel import RIGHT, PanelHost
from app.qt.panels.sheet_panel import SheetPanel
from app.qt.widgets.host import MenuRefresher, Refuser
from app.qt.widgets.look import Look
from app.session.errors import CommandError
from app.session.session import orders_taken
from entente.words.names import power_name
from languages import mark, tr

HEIGHT = 190
"""Pixels of the sheet below the orders when it is opened."""


class NotesPanelHost(PanelHost, Refuser, MenuRefresher, Protocol):
    """What this panel asks of the window."""


class NotesPanel(SheetPanel):
    """What is typed is kept after a pause, on leaving the sheet, and before anything else is done, by the command ``notes``."""

    name = "notes"
    title = mark("Notes")
    area = RIGHT

    host: NotesPanelHost

    def __init__(self, host: NotesPanelHost) -> None:
        self._typed_for: tuple[Document, str] | None = None
        """The game and the power whose notes stand on the sheet."""
        self._chosen: str | None = None
        self._seat: tuple[Document, str] | None = None
        """The seat that this stands beside."""
        super().__init__(host)
        self.widget = NotesWidget(LONGEST_NOTES, host.look, self.place)
        self.hold(self.widget)
        self.dock.hide()
        self.widget.typed.connect(self._keep)
        self.widget.power_chosen.connect(self._choose)
        host.session.unfinished.add(self._keep)

    @property
    def sheet(self) -> QWidget:
        """What is written on."""
        return self.widget.sheet

    def open(self) -> None:
        """Show it below the orders."""
        was_hidden = self.dock.isHidden()
        super().open()
        if was_hidden:
            self.host.window.resizeDocks([self.dock], [HEIGHT], Qt.Orientation.Vertical)

    def set_look(self, look: Look) -> None:
        """Colour the sheet anew."""
        self.widget.set_look(look)

    def document_changed(self, change: Change) -> None:
        """Show what *change* touched."""
        if change.touches(Touched.TABLE, Touched.BRANCHES):
            self.refresh()

    def follow_session(self) -> None:
        """Another game came to the front, is shown to another viewer, or another seat is open."""
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
            self._typed_for = None
            self.widget.forget()
            return
        names = {power: power_name(session.variant, power) for power in session.variant.powers}
        powers = list(names) if session.viewer is None else [session.viewer]
        power = self._chosen if self._chosen in powers else powers[0]
        if self.widget.is_pending and self._typed_for == (document, power):
            return
        self._typed_for = (document, power)
        text = session.shown.notes.get(power, "")
        if text_block(self.widget.text) == text:
            text = self.widget.text  # blanks at the ends of lines stay while somebody types
        why_not = orders_taken(session)
        readers = why_not or (
            tr("Nobody else reads these.") if seating is not None else tr("Kept in the game: who opens it can read them.")
        )
        self.dock.setWindowTitle(tr("My notes") if seating is not None else tr("Notes of {power}", power=names[power]))
        self.widget.show_powers([(each, names[each]) for each in powers], power)
        self.widget.show_notes(text, readers, can_write=not why_not)

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
