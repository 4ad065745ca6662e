"""Opens the page of results, makes what goes out, and sends it: each step by the rooms without a screen."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

from PySide6.QtWidgets import QStackedWidget

from app.game.change import Change, Touched
from app.qt.board.page_host import PageHost
from app.qt.panels.window_part import WindowPart
from app.qt.widgets.background import Background
from app.qt.widgets.docks_aside import DocksAside
from app.qt.widgets.host import DialogHost, Refuser, SessionHost
from app.qt.widgets.look import Look

if TYPE_CHECKING:  # who sends nothing does not wait for it
    from app.game.record import Cursor
    from app.qt.desk.results_page import ResultsPage
    from app.qt.desk.sending_watch import SendingWatch
    from app.results.facts import Facts
    from app.results.making import Package, Wish
    from app.results.outbox import Item
    from app.results.posting import Recipient


class ResultsPartHost(SessionHost, DialogHost, PageHost, Refuser, Protocol):
    """What the page of results asks of the window."""


class ResultsPart(WindowPart):
    """At most one page is open; it goes when another game comes to the front or the phase that it tells is taken back."""

    name = "results-out"

    def __init__(self, host: ResultsPartHost) -> None:
        super().__init__(host.window)
        self._host = host
        self._docks = DocksAside(host.window)
        self._background = Background(self)
        self.page: ResultsPage | None = None
        self._making = 0
        self._sending: SendingWatch | None = None

    # --- open and away ---

    def show(self, name: str = "") -> None:  # noqa: ARG002 - it has one name
        """Show the results of the phase that is shown, or of the one before; put the page away where it is there already."""
        from app.results.readers import judged_phase
        from app.session.errors import Abort

        board = self._host.page
        stack = None if board is None else board.parentWidget()
        if self.page is not None:
            self._put_away()
            return
        if board is None or not isinstance(stack, QStackedWidget):
            return
        if self._host.session.viewer is not None:
            self._host.refuse("Results are sent by the game master; show everything again first.")
            return
        try:
            self._cursor: Cursor = judged_phase(self._host.session)
        except Abort as error:
            self._host.refuse(str(error))
            return
        self._open(stack)

    def _open(self, stack: QStackedWidget) -> None:
        from app.qt.desk.recipient_list import RecipientWords
        from app.qt.desk.results_page import ResultsPage
        from app.qt.widgets.swatches import swatches
        from app.results.outbox import State
        from app.results.posting import outbox, recipients
        from app.results.readers import facts_for, shelf
        from app.results.telling import EVERYBODY
        from app.results.template_shelf import USUAL

        session = self._host.session
        game = session.game
        board = self._host.page
        assert board is not None
        facts = facts_for(session, self._cursor, EVERYBODY)
        self._recipients: Mapping[str, Recipient] = {each.power: each for each in recipients(game)}
        known = outbox().history(game.id, str(game.turn(self._cursor).phase), self._cursor.branch)
        colours = swatches(board.scene.picture)
        settled = (State.SENT, State.UNKNOWN, State.HANDING)
        words = [RecipientWords(EVERYBODY, "Everybody", "for the club page", None, False, False)]
        for power, each in self._recipients.items():
            ticked = each.to is not None and not (power in known and known[power].state in settled)
            below = each.to.address if each.to is not None else each.why_not
            title = f"{each.name}, {each.power_name}" if each.to is not None and each.name != each.power_name else each.power_name
            words.append(RecipientWords(power, title, below, colours.get(power), each.to is not None, ticked))
        next_words = f"next: {facts.next_phase}{f', due {facts.deadline}' if facts.deadline else ''}" if facts.next_phase else facts.ending
        summary = f"{facts.headline.replace(', ', ' · ')} · {next_words}"
        page = ResultsPage(f"Results of {facts.season}", facts.kind, summary, words, self._host.look, stack)
        there = shelf().templates()
        page.show_templates({name: each.title for name, each in there.items()}, USUAL)
        page.board_requested.connect(self._put_away)
        page.reader_picked.connect(self._show_reader)
        page.wish_changed.connect(self._make)
        page.recipients_changed.connect(self._count)
        page.copy_requested.connect(self._copy)
        page.mail_program_requested.connect(self._write_in_program)
        page.drafts_requested.connect(self._save_drafts)
        page.send_requested.connect(self._send)
        page.stop_requested.connect(self._stop)
        page.server_requested.connect(self._set_server)
        page.pdf_requested.connect(lambda: self._open_file("pdf"))
        page.picture_requested.connect(lambda: self._open_file("picture"))
        page.template_requested.connect(self._edit_template)
        self.page = page
        self._packages: dict[str, Package] = {}
        self._previews: dict[str, tuple[object, int]] = {}
        self._texts: dict[str, str] = {}
        self._facts: dict[str, Facts] = {}
        self._items: dict[str, Item] = dict(known)
        self._reader = next(iter(page.recipients.wanted), EVERYBODY)
        self._docks.put()
        stack.addWidget(page)
        stack.setCurrentWidget(page)
        self._show_server()
        self._count()
        self._make()
        page.send_button.setFocus()

    def _put_away(self) -> None:
        page = self.page
        if page is None:
            return
        if self._sending is not None:
            page.say("Mails are on their way: stop them first, or wait until they are through.", "warning")
            return
        self.page = None
        self._making += 1
        stack, board = page.parentWidget(), self._host.page
        if isinstance(stack, QStackedWidget):
            if board is not None and stack.currentWidget() is page:
                stack.setCurrentWidget(board)
            stack.removeWidget(page)
        page.hide()
        page.deleteLater()
        self._docks.bring_back()
        if board is not None:
            board.set_focus()

    # --- what is made ---

    def _wish(self) -> Wish:
        from app.results.making import Wish
        from app.results.readers import named_template
        from app.session.services import PictureFormat

        assert self.page is not None
        picture = (PictureFormat.PNG, PictureFormat.JPEG, None)[self.page.picture_kind.currentIndex()]
        page = self.page.page_kind.currentIndex()
        template = named_template(str(self.page.template.currentData()))
        return Wish(template, picture, page != 2, page != 1, addresses=self.page.addresses.isChecked())

    def _make(self) -> None:
        """Make everything anew: the texts at once, pictures and pages on another thread."""
        from app.qt.desk.results_pdf import page_preview
        from app.results.making import make, plan, readers_of, texts_of
        from app.session.errors import CommandError
        from app.view.drawn_boards import NoBoardError

        page = self.page
        if page is None:
            return
        self._making += 1
        number, began = self._making, time.monotonic()
        self._packages, self._previews = {}, {}
        services = self._host.session.services
        try:
            planned = plan(self._host.session, self._cursor, readers_of(self._host.session), self._wish())
            self._facts = {each.reader: each for each in planned.facts}
            self._texts = texts_of(planned)
        except (CommandError, ValueError) as error:
            self._texts = {}
            page.text.show_fault(str(error))
            page.say(str(error), "bad")
            self._count()
            return
        self._show_reader(self._reader)
        self._count()
        page.say("Making pictures and pages…")

        def work() -> tuple[tuple[Package, ...], dict[str, tuple[object, int]]]:
            made = make(services, planned, lambda *_: number == self._making)
            shown = {each.reader: page_preview(each.sheet, 80) for each in made if each.page is not None}
            return made, dict(shown)

        def done(found: tuple[tuple[Package, ...], dict[str, tuple[object, int]]]) -> None:
            if number != self._making or self.page is not page:
                return
            made, self._previews = found
            self._packages = {each.reader: each for each in made}
            pictures = len({id(each.picture) for each in made if each.picture is not None})
            pages = sum(each.page is not None for each in made)
            told = ", ".join(
                f"{count} {noun}{'' if count == 1 else 's'}"
                for count, noun in ((len(made), "text"), (pictures, "picture"), (pages, "PDF"))
                if count
            )
            page.say(f"Made in {time.monotonic() - began:.1f} s: {told}.")
            self._show_reader(self._reader)
            self._count()
            if page.board_button.hasFocus() or self._host.window.focusWidget() is None:
                page.send_button.setFocus()

        def failed(error: Exception) -> None:
            if number == self._making and self.page is page:
                page.say(str(error), "bad")
                if not isinstance(error, CommandError | NoBoardError | ValueError):
                    raise error

        self._background.run(work, done, failed)

    def _show_reader(self, reader: str) -> None:
        """Show what *reader* gets."""
        from app.qt.desk.showing import show_package
        from app.view.desk.results_marks import difference_words, marked, places

        page = self.page
        if page is None or reader not in self._texts:
            return
        self._reader = reader
        page.recipients.show_picked(reader)
        greetings = tuple(each.greeting for each in self._facts.values() if each.greeting)
        for each, row in page.recipients.rows.items():
            count = places(marked(self._texts, each, greetings)) if each else 0
            item = self._items.get(each)
            if item is not None:
                from app.qt.desk.showing import state_of

                row.say(*state_of(item))
            elif each:
                row.say(difference_words(count), "pill" if count else "faint")
        show_package(
            page, self._facts[reader], self._recipients.get(reader), marked(self._texts, reader, greetings), self._packages, self._previews
        )

    def _count(self) -> None:
        """What the button says, and whether there is anything to send."""
        page = self.page
        if page is None:
            return
        wanted = len(page.recipients.wanted)
        able = sum(each.to is not None for each in self._recipients.values())
        page.count.setText(f"{wanted} of {able} player{'' if able == 1 else 's'}")
        page.send_button.setText(f"Send {wanted} mail{'' if wanted == 1 else 's'}")
        ready = bool(self._packages) and self._sending is None
        page.send_button.setEnabled(ready and wanted > 0)
        page.drafts_button.setEnabled(ready and wanted > 0)
        for button in (page.copy_button, page.program_button):
            button.setEnabled(bool(self._texts))
        page.pdf_button.setEnabled(bool(self._packages) and page.page_kind.currentIndex() != 2)
        page.picture_button.setEnabled(bool(self._packages) and page.picture_kind.currentIndex() != 2)

    # --- the ways out ---

    def _copy(self) -> None:
        page = self.page
        if page is not None and self._reader in self._texts:
            self._host.session.services.copy_text(self._texts[self._reader])
            page.say("The text is on the clipboard.", "good")

    def _write_in_program(self) -> None:
        from app.qt.desk.showing import open_link
        from app.results.mail import Correspondent, text_link

        page = self.page
        found = self._recipients.get(self._reader)
        if page is None or self._reader not in self._texts:
            return
        to = found.to if found is not None else None
        link, whole = text_link(self._facts[self._reader], self._texts[self._reader], to or Correspondent("", ""))
        if not whole:
            self._host.session.services.copy_text(self._texts[self._reader])
        if not open_link(link):
            page.say("No mail program answers here.", "bad")
        elif whole:
            page.say("The mail program has the text; picture and PDF go along with Save as .eml.", "good")
        else:
            page.say("The text is too long for a link: it is on the clipboard, to be pasted there.", "warning")

    def _save_drafts(self) -> None:
        from app.game.storage.errors import StorageError
        from app.results.files import write_together
        from app.results.making import safe_name
        from app.results.posting import drafts
        from app.session.clock import now_of
        from app.session.services import FileKind

        page = self.page
        if page is None or not self._packages:
            return
        to = {power: each.to for power, each in self._recipients.items() if power in page.recipients.wanted and each.to is not None}
        session = self._host.session
        name = safe_name(f"{session.game.name} {session.game.turn(self._cursor).phase} mails")
        folder = session.services.save_path(FileKind.PICTURE_FOLDER, name)
        if folder is None:
            return
        try:
            written = write_together(folder, drafts(self._packages.values(), to, None, now_of(session)))
        except StorageError as error:
            page.say(str(error), "bad")
            return
        page.say(f"{len(written)} mail{'' if len(written) == 1 else 's'} written to {folder}.", "good")

    def _open_file(self, kind: str) -> None:
        from app.qt.desk.showing import open_copy
        from app.results.files import picture_name

        package, page = self._packages.get(self._reader), self.page
        if package is None or page is None:
            return
        content, name = (package.page, f"{package.name}.pdf") if kind == "pdf" else (package.picture, picture_name(package))
        if content is not None and not open_copy(name, content):
            page.say(f"Nothing on this machine opens {name}.", "bad")

    def _edit_template(self) -> None:
        from app.game.storage.errors import StorageError
        from app.qt.desk.showing import open_path
        from app.results.readers import named_template, shelf

        page = self.page
        if page is None:
            return
        name = str(page.template.currentData())
        try:
            path = shelf().copy_to_edit(named_template(name))
        except StorageError as error:
            page.say(str(error), "bad")
            return
        page.show_templates({known: each.title for known, each in shelf().templates().items()}, name)
        open_path(path)
        page.say(f"Your template is {path}. Choose it again above to see what it makes.", "good")

    # --- by the server ---

    def _show_server(self) -> None:
        from app.results.mail_server import kept_server

        server = kept_server()
        if self.page is not None:
            self.page.show_server(
                f"Through {server}." if server is not None else "No mail server is set.", "Change…" if server else "Set one…"
            )

    def _set_server(self) -> None:
        from app.qt.desk.server_dialog import ServerDialog
        from app.qt.widgets.run_dialog import run_dialog

        run_dialog(ServerDialog(self._host.window))
        self._show_server()

    def _send(self) -> None:
        from app.game.storage.errors import StorageError
        from app.qt.desk.sending_watch import SendingWatch
        from app.results.mail_server import kept_server
        from app.results.outbox import State
        from app.results.posting import new_round, outbox
        from app.results.secret_store import SecretStore
        from app.session.clock import now_of

        page, session = self.page, self._host.session
        if page is None or self._sending is not None or not self._packages:
            return
        if kept_server() is None:
            self._set_server()
        server = kept_server()
        if server is None:
            return
        wanted = list(page.recipients.wanted)
        for power in tuple(wanted):
            item = self._items.get(power)
            if item is not None and item.state is State.UNKNOWN and not self._may_send_again(item):
                wanted.remove(power)
        to = {power: found.to for power in wanted if (found := self._recipients[power]).to is not None}
        if not to:
            return
        store = session.services.wait_for("Asking for the password…", SecretStore)
        password = store.password(server) if server.user else None
        typed = None
        if server.user and password is None:
            password = typed = session.services.ask_secret(f"Password of {server.user} at {server.host}")
            if password is None:
                page.say("The password is needed. Nothing was sent.", "warning")
                return
        box = outbox()
        try:
            made = new_round(box, session.game, self._cursor, tuple(self._packages.values()), to, server, now_of(session))
        except StorageError as error:
            page.say(f"Nothing was sent: {error}", "bad")
            return
        self._sending = watch = SendingWatch(self._background, box, made, server, password, self)
        watch.progressed.connect(self._show_progress)
        watch.finished.connect(self._sent)
        watch.finished.connect(lambda trouble: store.keep(server, typed) if typed and not trouble and store.is_there else None)
        page.show_sending(True, 0, len(made.items))
        self._count()
        watch.start()

    def _may_send_again(self, item: Item) -> bool:
        from app.results.outbox import State
        from app.results.posting import outbox
        from app.session.clock import now_of

        again, arrived = "Send it again", "It has arrived"
        answer = self._host.session.services.ask(
            f"Nobody knows whether the last mail to {item.name} arrived: {item.reply}. Ask {item.name} before it is sent again.",
            (arrived, again, "Leave it open"),
        )
        if answer == again:
            return True
        if answer == arrived:
            box, at = outbox(), now_of(self._host.session).isoformat(timespec="seconds")
            for present in box.rounds():
                for each in present.of(State.UNKNOWN):
                    if each.message_id == item.message_id:
                        box.mark(present, each.number, State.SENT, "it arrived, as its reader says", at)
            self._look_again()
        return False

    def _show_progress(self) -> None:
        page, watch = self.page, self._sending
        if page is None or watch is None:
            return
        from app.qt.desk.showing import state_of
        from app.results.outbox import State

        for item in watch.round.items:
            if item.state is not State.WAITING or item.reply:
                page.recipients.rows[item.reader].say(*state_of(item))
        through = len(watch.round.items) - len(watch.round.of(State.WAITING, State.HANDING))
        page.show_sending(True, through, len(watch.round.items))
        page.say(f"{through} of {len(watch.round.items)} handed over…")

    def _stop(self) -> None:
        if self._sending is not None:
            self._sending.stop()
            if self.page is not None:
                self.page.say("Stopping after the mail that is on its way…")

    def _sent(self, trouble: str) -> None:
        from app.results.outbox import State

        watch, self._sending = self._sending, None
        page = self.page
        if page is None or watch is None:
            return
        page.show_sending(False)
        sent, unknown, waiting = (len(watch.round.of(each)) for each in (State.SENT, State.UNKNOWN, State.WAITING))
        words = [f"{sent} of {len(watch.round.items)} mail{'' if len(watch.round.items) == 1 else 's'} sent."]
        refused = len(watch.round.of(State.REFUSED))
        words += [f"{refused} refused."] * bool(refused) + [f"{waiting} wait."] * bool(waiting)
        words += [f"Of {unknown} nobody knows whether they arrived."] * bool(unknown)
        page.say(" ".join((*words, trouble)).strip(), "good" if sent == len(watch.round.items) else "bad")
        self._look_again()

    def _look_again(self) -> None:
        """Show what the outbox says now, and leave those out who have their mail."""
        from app.results.outbox import State
        from app.results.posting import outbox

        page, game = self.page, self._host.session.game
        if page is None:
            return
        self._items = dict(outbox().history(game.id, str(game.turn(self._cursor).phase), self._cursor.branch))
        for power, item in self._items.items():
            if item.state in (State.SENT, State.UNKNOWN, State.REFUSED):
                page.recipients.rows[power].box.setChecked(False)
        self._show_reader(self._reader)
        self._count()

    # --- what makes it go ---

    def follow_session(self) -> None:
        """Another game came to the front, or it is shown to another viewer."""
        self._go()

    def document_changed(self, change: Change) -> None:
        """The game goes on, or another moment of it is asked for."""
        if change.touches(Touched.CURSOR, Touched.POSITIONS, Touched.BRANCHES, Touched.RULES):
            self._go()

    def set_look(self, look: Look) -> None:  # noqa: ARG002 - the picture of the board has it
        """In other colours it would have to be made anew."""
        self._go()

    def close(self) -> None:
        """The window goes; a mail that is being handed over is known as such by the outbox."""
        self._making += 1
        if self._sending is not None:
            self._sending.stop()
        self._background.close()

    def _go(self) -> None:
        if self._sending is not None:
            self._sending.stop()
            self._sending = None
        self._put_away()
