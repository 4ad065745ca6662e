"""Mails of the outbox sent, and put away when each of them is settled; what waits too long, or is unknown, the game master learns."""

from __future__ import annotations

import shutil
import ssl
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from threading import Thread

from app.game.deadlines import moment_of
from app.game.storage.atomic import make_folder, read_bounded, write_atomically
from app.judge.folder import JudgeFolderError, OutgoingMail, password_of
from app.judge.step import JudgeState
from app.mail_out.mail_sending import SendingError, send_rounds
from app.mail_out.outbox import LARGEST, MailState, OutboxRound
from languages import tr

PAUSE = timedelta(minutes=1)
"""Time after a failure in which the server is left alone; it doubles up to an hour."""
LONGEST_PAUSE = timedelta(hours=1)
KEPT = timedelta(days=60)
"""Time for which it is kept what was sent to whom; the words of a mail go when it is sent."""


class Courier:
    """Sends what waits in the outbox."""

    def __init__(self, state: JudgeState, patience: float = 120.0) -> None:
        self._state, self._patience = state, patience
        self._pause = PAUSE
        self._not_before = state.now - PAUSE

    def send(self, meanwhile: Callable[[], None] = lambda: None, is_over: Callable[[], bool] = lambda: False) -> str:
        """Send what waits; returns the number of mails and trouble, for the log, and nothing where nothing waited.

        Args:
            meanwhile: called again and again while a server takes its time.
            is_over: ends it after the present mail.

        Raises:
            StorageError: the outbox could not be written.
        """
        outgoing, now = self._state.settings.outgoing, self._state.now
        if outgoing.server is None or now < self._not_before or not any(self._state.outbox.rounds()):
            return ""
        trouble = ""
        try:
            self._hand_over(outgoing, meanwhile, is_over)
            self._pause = PAUSE
            self._state.settle("sending")
        except (SendingError, JudgeFolderError, ssl.SSLError) as error:
            trouble = str(error)
            self._not_before, self._pause = now + self._pause, min(self._pause * 2, LONGEST_PAUSE)
            self._state.look_at("sending", trouble)
        return trouble or f"{self.put_away()} rounds sent"

    def _hand_over(self, outgoing: OutgoingMail, meanwhile: Callable[[], None], is_over: Callable[[], bool]) -> None:
        assert outgoing.server is not None
        server, password = outgoing.server, password_of(outgoing.password_file, outgoing.server)
        trust, outbox, failed = trusting(outgoing.certificates), self._state.outbox, list[Exception]()

        def hand_over() -> None:
            try:
                send_rounds(outbox, server, password, lambda _round, _item: not is_over(), trust, self._patience)
            except Exception as error:  # noqa: BLE001 - raised again where it is waited for
                failed.append(error)

        thread = Thread(target=hand_over, name="courier")
        thread.start()
        while thread.is_alive():
            thread.join(0.1)
            meanwhile()
        for error in failed:
            raise error

    def put_away(self) -> int:
        """Put rounds away whose mails are all settled; of others the game master learns who may not have got a mail."""
        count = 0
        for present in tuple(self._state.outbox.rounds()):
            for item in present.items:
                if item.state in (MailState.UNKNOWN, MailState.REFUSED):
                    words = tr(
                        "{title}: the mail to {address} of {at} was {state}.",
                        title=present.title or tr("The judge"),
                        address=item.address,
                        at=item.at,
                        state=tr(item.state.value),
                    )
                    self._state.look_at(f"mail {present.id} {item.number}", words)
            if all(item.state.is_settled or item.state is MailState.UNKNOWN for item in present.items):
                self._put_away(present)
                count += 1
        return count

    def tidy(self) -> None:
        """Forget what was sent long ago."""
        for folder in self._state.folder.sent.iterdir():
            at = moment_of(f"{folder.name[:4]}-{folder.name[4:6]}-{folder.name[6:8]}")
            if at is not None and self._state.now - at > KEPT:
                shutil.rmtree(folder, ignore_errors=True)

    def _put_away(self, present: OutboxRound) -> None:
        """Keep to whom it went, and not its words: they may hold a secret."""
        source = self._state.folder.outbox / present.id
        target = self._state.folder.sent / present.id
        make_folder(target, tr("putting mails away"), private=True)
        content = read_bounded(source / "round.json", LARGEST, tr("putting mails away"))
        write_atomically(target / "round.json", content, tr("putting mails away"), private=True)
        shutil.rmtree(source, ignore_errors=True)


def trusting(certificates: Path | None) -> ssl.SSLContext:
    """Context that believes the system's certificates and those in *certificates*."""
    context = ssl.create_default_context()
    if certificates is not None:
        context.load_verify_locations(certificates)
    return context
