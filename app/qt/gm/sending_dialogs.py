"""Results on their way: who gets what and what became of it, and sending by a mail server or a mail program."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QImage, QPixmap
from PySide6.QtWidgets import QApplication, QWidget

from app.game.record import Cursor
from app.game.storage.atomic import StorageError
from app.gm.reply import question_about, reminder, reminder_subject
from app.gm.round_sheet import SheetRow
from app.mail_out.facts import Facts
from app.mail_out.mail import Correspondent, link_to_write, text_link
from app.mail_out.mail_sending import send
from app.mail_out.mail_server import MailServer, SecretStore, kept_server
from app.mail_out.making import Package, picture_name, safe_name, write_together
from app.mail_out.outbox import Item, MailState, Outbox, OutboxRound
from app.mail_out.phase_facts import EVERYBODY
from app.mail_out.posting import STATE_WORDS, Recipient, drafts, new_round, outbox, recipients
from app.mail_out.readers import facts_for, named_template, shelf
from app.mail_out.template_shelf import USUAL
from app.presentation.picture import MapPicture
from app.presentation.round_words import MarkedLine, places, size_words
from app.qt.board.window import Window
from app.qt.gm.results_page import RecipientWords, ResultsPage, mail_picture
from app.qt.gm.server_dialog import ServerDialog
from app.qt.widgets.background import Background
from app.qt.widgets.dialogs import run_dialog
from app.qt.widgets.look import Look
from app.qt.widgets.swatches import swatches
from app.session.services import ChoiceQuestion, FileKind, FileToSave, SecretQuestion
from app.session.session import Session, now_of
from languages import mark, plural, tr


@dataclass(slots=True)
class Outgoing:
    """The results of one phase on their way, as the open page has them."""

    page: ResultsPage
    cursor: Cursor
    """The phase."""
    recipients: Mapping[str, Recipient]
    """Recipients by power."""
    items: dict[str, Item]
    """Items of the outbox for the mails of this phase, by power."""
    reader: str
    """Reader whose mail is in view."""
    facts: dict[str, Facts] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    """Empty where the template does not work."""
    packages: dict[str, Package] = field(default_factory=dict)
    """Empty until all of it is made."""
    previews: dict[str, tuple[object, int]] = field(default_factory=dict)

    @property
    def wanted(self) -> dict[str, Correspondent]:
        """The correspondents by power: those who are ticked and can be written to."""
        found = {}
        for power in self.page.recipients.wanted:
            to = self.recipients[power].to if power in self.recipients else None
            if to is not None:
                found[power] = to
        return found


_SETTLED = (MailState.SENT, MailState.UNKNOWN, MailState.SENDING)
"""States of a mail in which its receiver is not ticked by itself."""


def outgoing(session: Session, cursor: Cursor, picture: MapPicture | None, look: Look, parent: QWidget) -> Outgoing:
    """The page of the phase at *cursor*, in the colours of *picture*."""
    game = session.game
    facts = facts_for(session, cursor, EVERYBODY)
    people = {each.power: each for each in recipients(game)}
    known = outbox().history(game.id, str(game.turn(cursor).phase), cursor.branch)
    colours = swatches(picture)
    words = [RecipientWords(EVERYBODY, tr("Everybody"), tr("for the club page"), None, False, False)]
    for power, each in people.items():
        is_ticked = each.to is not None and not (power in known and known[power].state in _SETTLED)
        below = each.to.address if each.to is not None else each.why_not
        title = f"{each.name}, {each.power_name}" if each.to is not None and each.name != each.power_name else each.power_name
        words.append(RecipientWords(power, title, below, colours.get(power), each.to is not None, is_ticked))
    if not facts.next_phase:
        after = tr("the game is over: {ending}", ending=facts.ending)
    elif facts.deadline:
        after = tr("next: {phase}, due {deadline}", phase=facts.next_phase, deadline=facts.deadline)
    else:
        after = tr("next: {phase}", phase=facts.next_phase)
    summary = f"{facts.headline.replace(', ', ' · ')} · {after}"
    page = ResultsPage(tr("Results of {season}", season=facts.season), facts.kind, summary, words, look, parent)
    page.show_templates({name: each.title for name, each in shelf().templates().items()}, USUAL)
    return Outgoing(page, cursor, people, dict(known), next(iter(page.recipients.wanted), EVERYBODY))


_ROLES = {MailState.SENT: "good", MailState.REFUSED: "bad", MailState.UNKNOWN: "warning", MailState.WAITING: "warning"}
_SHORT = {MailState.UNKNOWN: mark("unknown"), MailState.WAITING: mark("waits"), MailState.SENDING: mark("sending…")}


def state_of(item: Item) -> tuple[str, str, str]:
    """Return the state of a mail: a word, its role, and all that is known, for the tip."""
    state = tr(STATE_WORDS[item.state])
    if item.at and item.state is MailState.SENT:
        state = tr("{state} at {at} UTC", state=state, at=item.at[11:16])
    return (
        tr(_SHORT.get(item.state, STATE_WORDS[item.state])),
        _ROLES.get(item.state, "faint"),
        f"{state}. {item.reply}".strip(),
    )


def show_package(
    page: ResultsPage,
    facts: Facts,
    recipient: Recipient | None,
    lines: Sequence[MarkedLine],
    packages: Mapping[str, Package],
    previews: Mapping[str, tuple[object, int]],
) -> None:
    """Show text, picture and page of the reader of *facts*."""
    name = recipient.name if recipient is not None else ""
    to = (
        tr("Text for everybody")
        if recipient is None
        else tr("Mail to {name}", name=name) + (f", {facts.reader_name}" if name != facts.reader_name else "")
    )
    page.mail_title.setText(to)
    count = places(lines) if recipient is not None else 0
    page.differs.setVisible(count > 0)
    page.differs.setText(plural("{count} place differs from the others", "{count} places differ from the others", count))
    package = packages.get(facts.reader)
    if package is not None and package.html:
        others = [each.html for each in packages.values() if each.reader != facts.reader]
        page.text.show_page(package.html, package.picture, others, (facts.greeting, facts.subtitle))
    else:
        page.text.show_lines(lines)
    picture = QPixmap.fromImage(mail_picture(package.picture if package is not None else None))
    page.picture.show_picture(picture)
    shared = tr("same for all") if package is not None and package.picture_shared else tr("as this player may see it")
    page.picture_words.setText(
        ""
        if picture.isNull() or package is None
        else f"{picture.width()} × {picture.height()}, {size_words(len(package.picture or b''))} · {shared}"
    )
    preview = previews.get(facts.reader)
    image = preview[0] if preview is not None else None
    page.pdf.show_picture(QPixmap.fromImage(image) if isinstance(image, QImage) else QPixmap())
    pages = preview[1] if preview is not None else 0
    page.pdf_words.setText(
        plural("{count} page, {size}", "{count} pages, {size}", pages, size=size_words(len(package.page)))
        if package is not None and package.page is not None and pages
        else ""
    )


def open_link(link: str) -> bool:
    """Hand a ``mailto:`` link to the mail program; whether there is one."""
    return QDesktopServices.openUrl(QUrl(link, QUrl.ParsingMode.StrictMode))


def open_path(path: Path) -> bool:
    """Hand a file to the program that the system opens it with; whether there is one."""
    return QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))


def open_copy(name: str, content: bytes) -> bool:
    """The same for what is no file yet: it lies in the system's folder for what is short-lived."""
    folder = Path(tempfile.mkdtemp(prefix="entente-results-"))
    path = folder / name
    path.write_bytes(content)
    return open_path(path)


_LOOKS = 80
"""Milliseconds between two looks at how far it is."""


class _Talk:
    """Talk of the two threads: a plain value each way, so that no thread keeps an object of the window."""

    def __init__(self, made: OutboxRound) -> None:
        self.latest = made
        self.is_stopped = False
        self.is_left = False
        """True if it is no longer waited for."""

    def progressed(self, present: OutboxRound, _item: Item) -> bool:
        """On the other thread: *present* is how far it is; whether to go on."""
        self.latest = present
        return not self.is_stopped


class SendingWatch(QObject):
    """One round on its way.

    Signals:
        progressed(): ``round`` has other states than before.
        finished(str): nothing more is sent; why, where that was not wanted.
    """

    progressed = Signal()
    finished = Signal(str)

    def __init__(
        self, background: Background, box: Outbox, made: OutboxRound, server: MailServer, password: str | None, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._background, self._box, self._server, self._password = background, box, server, password
        self.round = made
        self._talk = _Talk(made)
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._look)

    def start(self) -> None:
        """Begin."""
        self._timer.start(_LOOKS)
        box, made, server, password, talk = self._box, self.round, self._server, self._password, self._talk
        self._background.run(
            lambda: send(box, made, server, password, talk.progressed), lambda _round: self._done(""), lambda error: self._done(str(error))
        )

    def stop(self) -> None:
        """Send nothing after the mail that is on its way."""
        self._talk.is_stopped = True

    def leave(self) -> None:
        """The same, and tell nothing more: the page goes."""
        self.stop()
        self._talk.is_left = True
        self._timer.stop()
        self.blockSignals(True)

    def _look(self) -> None:
        if self._talk.latest is not self.round:
            self.round = self._talk.latest
            self.progressed.emit()

    def _done(self, trouble: str) -> None:
        if self._talk.is_left:
            return
        self._timer.stop()
        self._password = None
        try:
            self.round = self._box.round(self.round.id) or self._talk.latest
        except StorageError:  # the last report is the right one
            self.round = self._talk.latest
        self.progressed.emit()
        self.finished.emit(trouble)
        self.deleteLater()


class ResultsSender(QObject):
    """One round at a time.

    Args:
        changed: called when something became of the mails.
    """

    def __init__(
        self, session: Session, window: QWidget, background: Background, out: Outgoing, changed: Callable[[], None], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._session, self._window, self._background, self._out, self._changed = session, window, background, out, changed
        self._watch: SendingWatch | None = None

    @property
    def is_sending(self) -> bool:
        """True if mails are on their way."""
        return self._watch is not None

    def show_server(self) -> None:
        """Say on the page through what mails go."""
        server = kept_server()
        words = tr("Through {server}.", server=server) if server is not None else tr("No mail server is set.")
        self._out.page.show_server(words, tr("Change…") if server is not None else tr("Set one…"))

    def set_server(self) -> None:
        """Ask for the server."""
        run_dialog(ServerDialog(self._window))
        self.show_server()

    def send(self) -> None:
        """Send to all who are ticked; after a question where a receiver may have got the mail already."""
        out, session = self._out, self._session
        if self._watch is not None or not out.packages:
            return
        if kept_server() is None:
            self.set_server()
        server = kept_server()
        if server is None:
            return
        to = out.wanted
        for power in tuple(to):
            item = out.items.get(power)
            if item is not None and item.state is MailState.UNKNOWN and not self._may_send_again(item):
                del to[power]
        if not to:
            return
        store = session.services.wait_for(tr("Asking for the password…"), SecretStore)
        kept = store.password(server) if server.user else None
        typed = (
            session.services.ask(SecretQuestion(tr("Password of {user} at {host}", user=server.user, host=server.host)))
            if server.user and kept is None
            else None
        )
        if server.user and kept is None and typed is None:
            out.page.say(tr("The password is needed. Nothing was sent."), "warning")
            return
        try:
            made = new_round(outbox(), session.game, out.cursor, tuple(out.packages.values()), to, server, now_of(session))
        except StorageError as error:
            out.page.say(tr("Nothing was sent: {error}", error=error), "bad")
            return
        self._watch = watch = SendingWatch(self._background, outbox(), made, server, kept or typed, self)
        watch.progressed.connect(self._show_progress)
        watch.finished.connect(lambda trouble: self._done(trouble, server, store, typed))
        out.page.show_sending(True, 0, len(made.items))
        self._changed()
        watch.start()

    def stop(self) -> None:
        """Send nothing after the mail that is on its way."""
        if self._watch is not None:
            self._watch.stop()
            self._out.page.say(tr("Stopping after the mail that is on its way…"))

    def leave(self) -> None:
        """Leave with the page: the same, without further news. The outbox knows what became of each mail."""
        if self._watch is not None:
            self._watch.leave()
            self._watch = None

    def look_again(self) -> None:
        """Show what the outbox says now, and leave those out who have their mail, or may have it."""
        out, game = self._out, self._session.game
        try:
            out.items = dict(outbox().history(game.id, str(game.turn(out.cursor).phase), out.cursor.branch))
        except StorageError as error:
            out.page.say(str(error), "bad")
            return
        for power, item in out.items.items():
            if item.state in (MailState.SENT, MailState.UNKNOWN, MailState.REFUSED) and power in out.page.recipients.rows:
                out.page.recipients.rows[power].box.setChecked(False)
        self._changed()

    def _may_send_again(self, item: Item) -> bool:
        again, arrived = tr("Send it again"), tr("It has arrived")
        answer = self._session.services.ask(
            ChoiceQuestion(
                tr(
                    "Nobody knows whether the last mail to {item} arrived: {reply}. Ask {item} before it is sent again.",
                    item=item.name,
                    reply=item.reply,
                ),
                (arrived, again, tr("Leave it open")),
            )
        )
        if answer == again:
            return True
        if answer == arrived:
            box, at = outbox(), now_of(self._session).isoformat(timespec="seconds")
            try:
                for present in box.rounds():
                    for each in present.of(MailState.UNKNOWN):
                        if each.message_id == item.message_id:
                            box.mark(present, each.number, MailState.SENT, tr("it arrived, as its reader says"), at)
            except StorageError as error:
                self._out.page.say(str(error), "bad")
                return False
            self.look_again()
        return False

    def _show_progress(self) -> None:
        watch, page = self._watch, self._out.page
        if watch is None:
            return
        for item in watch.round.items:
            if item.state is not MailState.WAITING or item.reply:
                page.recipients.rows[item.reader].say(*state_of(item))
        total = len(watch.round.items)
        through = total - len(watch.round.of(MailState.WAITING, MailState.SENDING))
        page.show_sending(True, through, total)
        page.say(tr("{through} of {total} handed over…", through=through, total=total))

    def _done(self, trouble: str, server: MailServer, store: SecretStore, typed: str | None) -> None:
        watch, self._watch = self._watch, None
        if watch is None:
            return
        if typed and not trouble:
            store.keep(server, typed)
        page, made = self._out.page, watch.round
        page.show_sending(False)
        sent, refused, unknown, waiting = (
            len(made.of(each)) for each in (MailState.SENT, MailState.REFUSED, MailState.UNKNOWN, MailState.WAITING)
        )
        words = [plural("{sent} of {count} mail sent.", "{sent} of {count} mails sent.", len(made.items), sent=sent)]
        words += [tr("{refused} refused.", refused=refused)] * bool(refused) + [tr("{waiting} wait.", waiting=waiting)] * bool(waiting)
        words += [tr("Of {unknown} nobody knows whether they arrived.", unknown=unknown)] * bool(unknown)
        page.say(" ".join((*words, trouble)).strip(), "good" if sent == len(made.items) else "bad")
        self.look_again()


class WaysOut:
    """Carries out what the buttons say."""

    def __init__(self, session: Session, out: Outgoing) -> None:
        self._session, self._out = session, out

    def copy(self) -> None:
        """Copy the text in view to the clipboard."""
        out = self._out
        if out.reader in out.texts:
            self._session.services.copy_text(out.texts[out.reader])
            out.page.say(tr("The text is on the clipboard."), "good")

    def write_in_program(self) -> None:
        """A new mail with the text in the mail program."""
        out = self._out
        if out.reader not in out.texts:
            return
        found = out.recipients.get(out.reader)
        to = found.to if found is not None else None
        link, whole = text_link(out.facts[out.reader], out.texts[out.reader], to or Correspondent("", ""))
        if not whole:
            self._session.services.copy_text(out.texts[out.reader])
        if not open_link(link):
            out.page.say(tr("No mail program answers here."), "bad")
        elif whole:
            out.page.say(tr("The mail program has the text; picture and PDF go along with Save as .eml."), "good")
        else:
            out.page.say(tr("The text is too long for a link: it is on the clipboard, to be pasted there."), "warning")

    def save_drafts(self) -> None:
        """A mail for each who is ticked, into a folder."""
        out, session = self._out, self._session
        if not out.packages:
            return
        name = safe_name(f"{session.game.name} {session.game.turn(out.cursor).phase} mails")
        folder = session.services.ask(FileToSave(FileKind.PICTURE_FOLDER, name))
        if folder is None:
            return
        try:
            written = write_together(folder, drafts(out.packages.values(), out.wanted, None, now_of(session)))
        except StorageError as error:
            out.page.say(str(error), "bad")
            return
        out.page.say(
            plural("{count} mail written to {folder}.", "{count} mails written to {folder}.", len(written), folder=folder),
            "good",
        )

    def open_pdf(self) -> None:
        """Open the PDF in view, in the program for such."""
        package = self._out.packages.get(self._out.reader)
        if package is not None and package.page is not None:
            self._open(f"{package.name}.pdf", package.page)

    def open_picture(self) -> None:
        """Open the picture in view, in the program for such."""
        package = self._out.packages.get(self._out.reader)
        if package is not None and package.picture is not None:
            self._open(picture_name(package), package.picture)

    def edit_template(self) -> None:
        """One's own copy of the template that is chosen, in the program for texts."""
        page = self._out.page
        name = str(page.template.currentData())
        try:
            path = shelf().copy_to_edit(named_template(name))
        except StorageError as error:
            page.say(str(error), "bad")
            return
        page.show_templates({known: each.title for known, each in shelf().templates().items()}, name)
        open_path(path)
        page.say(tr("Your template is {path}. Choose it again to see what it makes.", path=path), "good")

    def _open(self, name: str, content: bytes) -> None:
        if not open_copy(name, content):
            self._out.page.say(tr("No program on this machine opens {name}.", name=name), "bad")


class RoundReminders:
    """Carries out what the buttons of a round say."""

    def __init__(self, host: Window) -> None:
        self._host = host

    def ways(self) -> tuple[str, bool, bool]:
        """The usual way, whether anybody can be sent a mail, and whether anybody has an address."""
        has_address = any(each.to is not None for each in self._recipients())
        can_send = has_address and kept_server() is not None
        return "send" if can_send else "copy", can_send, has_address

    def remind(self, way: str = "") -> None:
        """Remind everybody who lacks orders; the usual way unless another is given."""
        way = way or self.ways()[0]
        if way != "mail":
            from app.commands.gm.sending import ReminderWay

            self._host.run("send-reminders", by=ReminderWay(way))
            return
        session = self._host.session
        opened = 0
        for each in self._recipients():
            text = reminder(session, each.power)
            if text and each.to is not None:
                opened += self._open(reminder_subject(session, each.power), text, each.to)
        if opened:
            self._host.say(plural("{count} reminder opened in the mail program.", "{count} reminders opened in the mail program.", opened))
        else:
            self._host.refuse(tr("No mail program answers here, or nobody who lacks orders has an address."))

    def mail_to(self, name: str, text: str) -> None:
        """Open *text* for the player of the power called *name*."""
        session = self._host.session
        found = next((each for each in self._recipients() if each.power_name == name), None)
        to = found.to if found is not None and found.to is not None else Correspondent("", "")
        if not self._open(reminder_subject(session, "" if found is None else found.power), text, to):
            self.copy(text, tr("No mail program answers here: the reminder is copied."))

    def ask(self, row: SheetRow) -> None:
        """Write to the writer of the line of *row*, and ask for its meaning."""
        session = self._host.session
        text = question_about(session, row)
        mails = session.open_turn.mails
        mail = mails[row.mail - 1] if 0 < row.mail <= len(mails) else None
        to = None if mail is None or not mail.address else Correspondent(mail.name, mail.address)
        if mail is not None and to is not None and self._open(reminder_subject(session, mail.power), text, to):
            self._host.say(tr("The question is in the mail program."))
        else:
            self.copy(text, tr("The question is copied."))

    def copy(self, text: str, words: str = "") -> None:
        """Copy *text* to the clipboard."""
        QApplication.clipboard().setText(text)
        self._host.say(words or tr("Reminder copied."))

    def _recipients(self) -> Iterator[Recipient]:
        session = self._host.session
        if session.viewer is None:
            yield from recipients(session.game)

    def _open(self, subject: str, text: str, to: Correspondent) -> bool:
        try:
            link, whole = link_to_write(subject, text, to)
        except ValueError:
            return False
        if not whole:
            QApplication.clipboard().setText(text)
        return open_link(link)
