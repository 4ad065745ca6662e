"""Opens the page of results and makes what goes out: each step by the rooms without a screen."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QStackedWidget, QWidget

from app.game.versions import Change, Touched
from app.qt.board.window import BoardCover, Window
from app.qt.panels.panel import WindowPart
from app.qt.widgets.background import Background
from app.qt.widgets.look import Look
from languages import plural, tr

if TYPE_CHECKING:  # who sends nothing does not wait for it
    from app.game.record import Cursor
    from app.mail_out.making import Package, Wish
    from app.qt.gm.results_page import ResultsPage
    from app.qt.gm.sending_dialogs import Outgoing, ResultsSender


class ResultsPart(WindowPart):
    """At most one page is open; it goes when another game comes to the front or the phase that it tells is taken back."""

    name = "results-out"
    follows = frozenset({Touched.CURSOR, Touched.POSITIONS, Touched.BRANCHES, Touched.RULES})

    def __init__(self, host: Window) -> None:
        super().__init__(host.window)
        self._host = host
        self._cover = BoardCover(host)
        self._background = Background(self)
        self._out: Outgoing | None = None
        self.is_following = False
        self._sender: ResultsSender | None = None
        self._making = 0
        self._look: Look | None = None
        """Look that the page was opened in."""

    @property
    def page(self) -> ResultsPage | None:
        """The page; ``None`` where none is open."""
        return None if self._out is None else self._out.page

    # --- open and away ---

    def show(self, name: str = "") -> None:  # noqa: ARG002 - it has one name
        """Show the results of the phase in view, or of the one before; close the page where it is there already."""
        from app.mail_out.readers import judged_phase
        from app.session.errors import Abort

        board = self._host.page
        stack = None if board is None else board.parentWidget()
        if self._out is not None:
            self._put_away()
            return
        if not isinstance(stack, QStackedWidget):
            return
        if self._host.session.viewer is not None:
            self._host.refuse(tr("Results are sent by the game master; show everything again first."))
            return
        try:
            cursor = judged_phase(self._host.session)
        except Abort as error:
            self._host.refuse(str(error))
            return
        self._open(stack, cursor)

    def _open(self, stack: QStackedWidget, cursor: Cursor) -> None:
        from app.qt.gm.sending_dialogs import ResultsSender, WaysOut, outgoing

        board, session = self._host.page, self._host.session
        assert board is not None
        self._look = self._host.look
        self._out = out = outgoing(session, cursor, board.scene.picture, self._host.look, stack)
        self.is_following = True
        page = out.page
        self._sender = sender = ResultsSender(session, self._host.window, self._background, out, self._changed, self)
        self._ways = ways = WaysOut(session, out)  # signals hold on to no plain object
        page.board_requested.connect(self._put_away)
        page.reader_picked.connect(self._show_reader)
        page.wish_changed.connect(self._make)
        page.recipients_changed.connect(self._count)
        page.copy_requested.connect(ways.copy)
        page.mail_program_requested.connect(ways.write_in_program)
        page.drafts_requested.connect(ways.save_drafts)
        page.pdf_requested.connect(ways.open_pdf)
        page.picture_requested.connect(ways.open_picture)
        page.template_requested.connect(ways.edit_template)
        page.send_requested.connect(sender.send)
        page.stop_requested.connect(sender.stop)
        page.server_requested.connect(sender.set_server)
        self._cover.put(page, stack)
        sender.show_server()
        self._make()
        page.board_button.setFocus()

    def _put_away(self) -> None:
        out, sender = self._out, self._sender
        if out is None:
            return
        if sender is not None and sender.is_sending:
            out.page.say(tr("Mails are on their way: stop them first, or wait until they are through."), "warning")
            return
        self._out = self._sender = None
        self.is_following = False
        if sender is not None:
            sender.deleteLater()
        self._making += 1
        self._cover.take_away(out.page)

    # --- what is made ---

    def _wish(self, page: ResultsPage) -> Wish:
        from app.mail_out.making import Wish
        from app.mail_out.readers import named_template
        from app.session.services import PictureFormat

        picture = (PictureFormat.PNG, PictureFormat.JPEG, None)[page.picture_kind.currentIndex()]
        kind = page.page_kind.currentIndex()
        template = named_template(str(page.template.currentData()))
        return Wish(template, picture, kind != 2, kind != 1, addresses=page.addresses.isChecked())

    def _make(self) -> None:
        """Make everything again: the texts at once, pictures and pages on another thread."""
        from app.mail_out.making import make, plan, readers_of, texts_of
        from app.qt.gm.results_pdf import page_preview
        from app.session.errors import CommandError

        out, session = self._out, self._host.session
        if out is None:
            return
        self._making += 1
        number, began = self._making, time.monotonic()
        out.packages, out.previews = {}, {}
        try:
            planned = plan(session, out.cursor, readers_of(session), self._wish(out.page))
            out.facts = {each.reader: each for each in planned.facts}
            out.texts = texts_of(planned)
        except (CommandError, ValueError) as error:  # a fault of a template is a value error
            out.texts = {}
            out.page.text.show_fault(str(error))
            out.page.say(str(error), "bad")
            self._count()
            return
        self._changed()
        out.page.say(tr("Making pictures and pages…"))
        services = session.services
        from app.qt.board import picture_content  # noqa: F401
        from app.qt.gm import results_pdf  # noqa: F401
        from app.qt.map import small_picture  # noqa: F401

        dots = _dots_at(out.page)

        def work() -> tuple[tuple[Package, ...], dict[str, tuple[object, int]]]:
            made = make(services, planned, lambda *_: number == self._making)
            return made, {each.reader: page_preview(each.sheet, dots) for each in made if each.page is not None}

        def done(found: tuple[tuple[Package, ...], dict[str, tuple[object, int]]]) -> None:
            if number != self._making or self._out is not out:
                return
            made, out.previews = found
            out.packages = {each.reader: each for each in made}
            out.page.say(tr("Made in {seconds:.1f} s: {made}.", seconds=time.monotonic() - began, made=_made_words(made)))
            self._changed()
            if out.page.board_button.hasFocus():
                out.page.send_button.setFocus()

        def failed(error: Exception) -> None:
            if number == self._making and self._out is out:
                out.page.say(str(error), "bad")

        self._background.run(work, done, failed)

    # --- view ---

    def _changed(self) -> None:
        if self._out is not None:
            self._show_reader(self._out.reader)
            self._count()

    def _show_reader(self, reader: str) -> None:
        """Show what *reader* gets, and at each row what differs or what became of the mail."""
        from app.presentation.round_words import difference_words, marked, places
        from app.qt.gm.sending_dialogs import show_package, state_of

        out = self._out
        if out is None or reader not in out.texts:
            return
        out.reader = reader
        out.page.recipients.show_picked(reader)
        greetings = tuple(each.greeting for each in out.facts.values() if each.greeting)
        for each, row in out.page.recipients.rows.items():
            item = out.items.get(each)
            if item is not None:
                row.say(*state_of(item))
            elif each in out.texts and each:
                count = places(marked(out.texts, each, greetings))
                row.say(difference_words(count), "pill" if count else "faint")
        lines = marked(out.texts, reader, greetings)
        show_package(out.page, out.facts[reader], out.recipients.get(reader), lines, out.packages, out.previews)

    def _count(self) -> None:
        """Update the label of the button, and enable it if there is anything to send."""
        out = self._out
        if out is None:
            return
        page = out.page
        wanted = len(page.recipients.wanted)
        able = sum(each.to is not None for each in out.recipients.values())
        page.count.setText(plural("{wanted} of {count} player", "{wanted} of {count} players", able, wanted=wanted))
        page.send_button.setText(plural("Send {count} mail", "Send {count} mails", wanted))
        is_ready = bool(out.packages) and not (self._sender is not None and self._sender.is_sending)
        page.send_button.setEnabled(is_ready and wanted > 0)
        page.drafts_button.setEnabled(is_ready and wanted > 0)
        for button in (page.copy_button, page.program_button):
            button.setEnabled(bool(out.texts))
        page.pdf_button.setEnabled(bool(out.packages) and page.page_kind.currentIndex() != 2)
        page.picture_button.setEnabled(bool(out.packages) and page.picture_kind.currentIndex() != 2)

    # --- what makes it go ---

    def follow_session(self) -> None:
        """Close the page for another game in front, or another viewer."""
        self._go()

    def document_changed(self, change: Change) -> None:  # noqa: ARG002 - the same for each
        """The game goes on, or another moment of it is asked for."""
        self._go()

    def set_look(self, look: Look) -> None:
        """Close the page in other colours, in which it would have to be made again; with larger or smaller words it stays."""
        if look == self._look:
            self._changed()
        else:
            self._go()

    def close(self) -> None:
        """The window goes; a mail that is being handed over is known as such by the outbox."""
        self._making += 1
        if self._sender is not None:
            self._sender.leave()
        self._background.close()

    def _go(self) -> None:
        if self._sender is not None:
            self._sender.leave()
        self._put_away()


_DOTS, _MOST_DOTS = 80, 130
_PAGE_INCHES = 12
"""Inches of a page from top to bottom, about."""


def _dots_at(page: QWidget) -> int:
    """Return the dots to the inch that the first page of a PDF is painted with, to be seen on *page*: more where it is high."""
    return max(_DOTS, min(_MOST_DOTS, round(page.height() * page.devicePixelRatioF() / _PAGE_INCHES)))


def _made_words(made: tuple[Package, ...]) -> str:
    """``8 texts, 1 picture, 8 PDFs``"""
    pictures = len({id(each.picture) for each in made if each.picture is not None})
    pages = sum(each.page is not None for each in made)
    words = (
        plural("{count} text", "{count} texts", len(made)) if made else "",
        plural("{count} picture", "{count} pictures", pictures) if pictures else "",
        plural("{count} PDF", "{count} PDFs", pages) if pages else "",
    )
    return ", ".join(filter(None, words))
