"""Reminders and questions of a round on their way: through the mail server, the mail program, files, or the clipboard."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from PySide6.QtWidgets import QApplication

from app.gm.question import question_about
from app.gm.reminder import reminder, reminder_subject
from app.gm.round_sheet import SheetRow
from app.mail_out.mail import Correspondent, link_to_write
from app.mail_out.mail_server import kept_server
from app.mail_out.posting import Recipient, recipients
from app.qt.gm.showing import open_link
from app.qt.widgets.host import Messenger, Runner, SessionHost
from languages import plural, tr


class RemindersHost(SessionHost, Messenger, Runner, Protocol):
    """Window as the reminders use it."""


class RoundReminders:
    """Carries out what the buttons of a round say."""

    def __init__(self, host: RemindersHost) -> None:
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
