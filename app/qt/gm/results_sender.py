"""Sends what the page of results shows through the mail server, and shows what becomes of each mail."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from app.game.storage.errors import StorageError
from app.mail_out.mail_server import MailServer, kept_server
from app.mail_out.outbox import Item, MailState
from app.mail_out.posting import new_round, outbox
from app.mail_out.secret_store import SecretStore
from app.qt.gm.outgoing import Outgoing
from app.qt.gm.sending_watch import SendingWatch
from app.qt.gm.server_dialog import ServerDialog
from app.qt.gm.showing import state_of
from app.qt.widgets.background import Background
from app.qt.widgets.dialogs import run_dialog
from app.session.moments import now_of
from app.session.session import Session
from languages import plural, tr


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
            session.services.ask_secret(tr("Password of {user} at {host}", user=server.user, host=server.host))
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
            tr(
                "Nobody knows whether the last mail to {item} arrived: {reply}. Ask {item} before it is sent again.",
                item=item.name,
                reply=item.reply,
            ),
            (arrived, again, tr("Leave it open")),
        )
        if answer == again:
            return True
        if answer == arrived:
            box, at = outbox(), now_of(self._session).isoformat(timespec="seconds")
            try:
                for present in box.rounds():
                    for each in present.of(MailState.UNKNOWN):
                        if each.message_id == item.message_id:
                            box.mark(present, each.number, MailState.SENT, "it arrived, as its reader says", at)
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
        through = total - len(watch.round.of(MailState.WAITING, MailState.HANDING))
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
