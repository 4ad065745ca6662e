"""Hands the mails of a round to a server over TLS, one after the other, each marked in the outbox before and after."""

from __future__ import annotations

import re
import smtplib
import ssl
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from app.mail_out.mail import receivers_of_copies
from app.mail_out.mail_server import MailServer, Security
from app.mail_out.outbox import Item, MailState, Outbox, OutboxRound
from languages import clauses, system_words, tr

PATIENCE = 30.0
"""Seconds that a server may take for an answer."""
PATIENCE_AFTER_TEXT = 120.0
"""The same after the text of a mail, which a server may look through first."""
MOST_REPLY = 300

Told = Callable[[OutboxRound, Item], bool]
"""Function that is called after each change of a state; returns whether to go on."""


class SendingError(Exception):
    """Error after which no more could be sent. ``str()`` is a sentence for people; the mails sent before are in the outbox."""


def send(
    outbox: Outbox,
    present: OutboxRound,
    server: MailServer,
    password: str | None,
    told: Told = lambda _round, _item: True,
    context: ssl.SSLContext | None = None,
    patience: float = PATIENCE_AFTER_TEXT,
) -> OutboxRound:
    """Send what waits in *present*, and return it with the states that everything has then.

    Nothing that was sent, refused, or is unknown is touched.

    Args:
        told: returns whether to go on; the mails that are left then wait.
        context: what certificates are believed; the system's unless given.
        patience: seconds in which the server must confirm a mail; after them its fate is unknown.

    Raises:
        SendingError: the server is not to be had, is not who it says, or does not know the user; or another program sends right now.
        StorageError: the outbox could not be written. The mail that it was about was not handed over, or is unknown.
    """
    lock = outbox.lock()
    if not lock.acquire():
        raise SendingError(tr("Another window or copy of this program is sending mails right now."))
    try:
        outbox.mark_interrupted_as_unknown()
        fresh = outbox.round(present.id)
        if fresh is None:
            raise SendingError(tr("The outbox does not have these mails any more; make them anew."))
        return _Delivery(outbox, fresh, server, password, told, context, patience).run()
    finally:
        lock.release()


def send_rounds(
    outbox: Outbox,
    server: MailServer,
    password: str | None,
    told: Told = lambda _round, _item: True,
    context: ssl.SSLContext | None = None,
    patience: float = PATIENCE_AFTER_TEXT,
) -> tuple[OutboxRound, ...]:
    """Send what waits in all rounds of *outbox*, the oldest first, over one connection; returns all rounds as they are then.

    Raises:
        SendingError: as of ``send``.
        StorageError: the outbox could not be written.
    """
    lock = outbox.lock()
    if not lock.acquire():
        raise SendingError(tr("Another window or copy of this program is sending mails right now."))
    delivery: _Delivery | None = None
    done: list[OutboxRound] = []
    try:
        outbox.mark_interrupted_as_unknown()
        for present in reversed(tuple(outbox.rounds())):
            if present.of(MailState.WAITING):
                if delivery is None:
                    delivery = _Delivery(outbox, present, server, password, told, context, patience)
                present = delivery.go_on(present)
            done.append(present)
        if delivery is not None:
            delivery.hang_up(politely=True)
        return tuple(done)
    finally:
        if delivery is not None:
            delivery.hang_up()
        lock.release()


def try_connection(server: MailServer, password: str | None, context: ssl.SSLContext | None = None) -> str:
    """Connect and log in, and send nothing; returns what the server is.

    Raises:
        ValueError: it cannot be reached, is not who it says, or does not know the user. ``str()`` says which.
    """
    try:
        nothing = OutboxRound("", "", "", "", "", "", ())
        delivery = _Delivery(Outbox(Path()), nothing, server, password, lambda _round, _item: True, context, PATIENCE)
        delivery.connected()
        delivery.hang_up(politely=True)
    except SendingError as error:
        raise ValueError(str(error)) from error
    return str(server)


class _Delivery:
    def __init__(
        self,
        outbox: Outbox,
        present: OutboxRound,
        server: MailServer,
        password: str | None,
        told: Told,
        context: ssl.SSLContext | None,
        patience: float,
    ) -> None:
        self._outbox, self._round, self._server, self._password, self._told = outbox, present, server, password, told
        self._context = context or ssl.create_default_context()
        self._patience = patience
        self._smtp: smtplib.SMTP | None = None

    def run(self) -> OutboxRound:
        try:
            self.go_on(self._round)
            self.hang_up(politely=True)
        finally:
            self.hang_up()
        return self._round

    def go_on(self, present: OutboxRound) -> OutboxRound:
        """Send what waits in a round, and keep the connection."""
        self._round = present
        for item in present.of(MailState.WAITING):
            if not self._told(self._round, item):
                break
            self._one(item)
        return self._round

    # --- one mail ---

    def _one(self, item: Item) -> None:
        content = self._outbox.mail(self._round, item)
        without: list[str] = []
        """Words on those who get no copy."""
        try:
            smtp = self.connected()
            smtp.rset()
            answer = smtp.mail(self._server.sender.address)
            if answer[0] == 250:
                answer = smtp.rcpt(item.address)
            if answer[0] in (250, 251):
                for each in receivers_of_copies(content):
                    taken = smtp.rcpt(each)
                    if taken[0] not in (250, 251):
                        without.append(tr("no copy for {address}: {reply}", address=each, reply=_reply(taken)))
                answer = smtp.docmd("DATA")
        except (OSError, smtplib.SMTPException) as error:
            self.hang_up()
            self._mark(item, MailState.WAITING, tr("not sent: {why}", why=_why(error)))
            raise SendingError(
                tr(
                    "The connection to {host} ended before {item}'s mail was handed over: {why}",
                    host=self._server.host,
                    item=item.name,
                    why=_why(error),
                )
            ) from error
        if answer[0] != 354:
            self._mark(item, MailState.REFUSED if answer[0] >= 500 else MailState.WAITING, _reply(answer))
            return
        self._mark(item, MailState.SENDING)
        try:
            if smtp.sock is not None:
                smtp.sock.settimeout(self._patience)
            smtp.send(_stuffed(content))
            answer = smtp.getreply()
        except (OSError, smtplib.SMTPException) as error:
            self.hang_up()
            self._mark(item, MailState.UNKNOWN, tr("no answer after the mail was handed over: {why}", why=_why(error)))
            return
        if answer[0] == 250:
            self._mark(item, MailState.SENT, clauses(without) or _reply(answer))
        else:
            self._mark(item, MailState.REFUSED if answer[0] >= 500 else MailState.WAITING, _reply(answer))

    def _mark(self, item: Item, state: MailState, reply: str = "") -> None:
        at = datetime.now(UTC).isoformat(timespec="seconds")
        self._round = self._outbox.mark(self._round, item.number, state, reply, at)
        self._told(self._round, next(each for each in self._round.items if each.number == item.number))

    # --- the connection ---

    def connected(self) -> smtplib.SMTP:
        """The connection, made and logged in to where there is none that still answers."""
        if self._smtp is not None:
            try:
                if self._smtp.noop()[0] == 250:
                    return self._smtp
            except (OSError, smtplib.SMTPException):
                pass
            self.hang_up()
        self._smtp = self._connect()
        return self._smtp

    def _connect(self) -> smtplib.SMTP:
        server = self._server
        smtp: smtplib.SMTP | None = None
        try:
            if server.security is Security.TLS:
                smtp = smtplib.SMTP_SSL(server.host, server.port, timeout=PATIENCE, context=self._context)
                smtp.ehlo_or_helo_if_needed()
            else:
                smtp = smtplib.SMTP(server.host, server.port, timeout=PATIENCE)
                smtp.ehlo_or_helo_if_needed()
                if not smtp.has_extn("starttls"):
                    raise SendingError(
                        tr("{host} does not offer STARTTLS. Nothing was sent: the mails and the password could be read.", host=server.host)
                    )
                smtp.starttls(context=self._context)
                smtp.ehlo()
            if server.user:
                smtp.login(server.user, self._password or "")
        except BaseException as error:
            if smtp is not None:
                smtp.close()
            if not isinstance(error, OSError | smtplib.SMTPException):
                raise
            raise SendingError(_no_connection(server, error)) from error
        return smtp

    def hang_up(self, *, politely: bool = False) -> None:
        """End the connection; politely only between two mails, since in the middle of one a server takes every word for its text."""
        smtp, self._smtp = self._smtp, None
        if smtp is not None:
            try:
                if politely:
                    smtp.quit()
            except (OSError, smtplib.SMTPException):
                pass
            finally:
                smtp.close()


def _stuffed(content: bytes) -> bytes:
    """*content* in the form between DATA and the dot: lines end in CR LF, and a dot at the start of one is doubled (RFC 5321, 4.5.2)."""
    lines = re.sub(rb"\r\n|\r|\n", b"\r\n", content)
    lines = re.sub(rb"(?m)^\.", b"..", lines)
    return lines + (b"" if lines.endswith(b"\r\n") else b"\r\n") + b".\r\n"


def _no_connection(server: MailServer, error: BaseException) -> str:
    where = f"{server.host}:{server.port}"
    if isinstance(error, ssl.SSLCertVerificationError):
        return tr(
            "{where} shows a certificate that is not believed ({verify_message}). Nothing was sent.",
            where=where,
            verify_message=error.verify_message,
        )
    if isinstance(error, smtplib.SMTPAuthenticationError):
        return tr(
            "{where} does not take the password of {user}: {reply}. Nothing was sent.",
            where=where,
            user=server.user,
            reply=_reply((error.smtp_code, error.smtp_error)),
        )
    return tr(
        "{where} cannot be reached with {security}: {why}. Nothing was sent.",
        where=where,
        security=server.security.value.upper(),
        why=_why(error),
    )


def _why(error: BaseException) -> str:
    if isinstance(error, TimeoutError) or "timed out" in str(error):
        return tr("it did not answer in time")
    if isinstance(error, smtplib.SMTPServerDisconnected):
        return tr("it closed the connection")
    return " ".join(system_words(error).split())[:MOST_REPLY]


def _reply(answer: tuple[int, bytes | str]) -> str:
    words = answer[1] if isinstance(answer[1], str) else answer[1].decode("utf-8", "replace")
    return f"{answer[0]} {' '.join(words.split())}"[:MOST_REPLY]
