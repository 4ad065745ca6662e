"""One step of the judge while it is made: the games it changed, their records, and mails that follow. It stands whole or not at all."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from email.message import EmailMessage
from pathlib import Path

from app.game.deadlines import written
from app.game.record import MAIN
from app.game.storage.atomic import read_bounded
from app.judge.game_work import GameWork
from app.judge.journal import Write, answer_round
from app.judge.records import MASTER, GameRecord, SeatHolder, record_bytes, record_file
from app.judge.seat_secrets import without_tokens
from app.judge.state import JudgeState
from app.mail_out.addresses import one_line
from app.mail_out.mail import Correspondent, content_of, new_message_id, plain_mail
from app.mail_out.outbox import OutboxRound

_LARGEST = 60_000_000


@dataclass(frozen=True, slots=True)
class JudgeMail:
    """A mail that a step puts into the outbox."""

    to: Correspondent
    subject: str
    text: str
    reader: str = ""
    """The power, ``GM``, or empty."""
    token: str = ""
    """Secret by which an answer to it is known to be its reader's; it goes into subject and answer address alone."""
    game: str = ""
    message: EmailMessage | None = None
    """The mail where it was made with its parts already; else it is made of the words."""
    picture: bytes | None = None
    picture_kind: str = "png"
    answers: str = ""
    """Message-ID of the mail that it answers."""
    references: tuple[str, ...] = ()
    keeps_secrets: bool = False
    """True if it brings its reader a new word: then nothing is cut out of it."""


def fresh_key(about: str, moment: datetime) -> str:
    """A key that no other step has, not even one about the same game within the same second."""
    return f"{about} {written(moment)} {secrets.token_hex(4)}"


class JudgeStep:
    """Effects of one step. ``with`` lets go of its games at the end, whatever happens."""

    def __init__(self, state: JudgeState, key: str) -> None:
        self.state, self.key, self.now = state, key, state.now
        self.mails: list[JudgeMail] = []
        self.files: list[Write] = []
        self.works: dict[str, GameWork] = {}
        self.told: dict[str, list[str]] = {}
        """Words for the game master of each game, beside its results."""
        self._records: dict[str, GameRecord] = {}

    def __enter__(self) -> JudgeStep:
        """Begin."""
        return self

    def __exit__(self, *_: object) -> None:
        """Let go of its games."""
        for work in self.works.values():
            work.close()

    # --- games and records ---

    def record(self, short: str) -> GameRecord:
        """The record of a game as it is by now."""
        return self._records.get(short) or self.state.records[short]

    @property
    def shorts(self) -> tuple[str, ...]:
        """Short names of all games, with those that the step makes."""
        return tuple(dict.fromkeys((*self.state.records, *self._records)))

    def put(self, record: GameRecord) -> None:
        """Have *record* stand in place of the present one."""
        self._records[record.short] = record

    def work(self, short: str) -> GameWork:
        """The game of that short name, opened at the first call.

        Raises:
            DamagedGameError: it cannot be played on as it stands.
            StorageError: it cannot be read.
        """
        if short not in self.works:
            self.works[short] = self.state.room.open(self.state.game_file(self.record(short)))
        return self.works[short]

    def post(self, mail: JudgeMail) -> None:
        """Put *mail* into the outbox when the step stands."""
        self.mails.append(mail)

    def to_seat(self, record: GameRecord, seat: SeatHolder, subject: str, text: str, **more: object) -> JudgeMail:
        """A mail to the holder of *seat*, with the token of the seat."""
        to = Correspondent(seat.name or seat.power, seat.address)
        made = JudgeMail(to, subject, text, seat.power, self.state.token_of(record.short, seat), record.short)
        return replace(made, **more)  # type: ignore[arg-type]

    def to_master(self, record: GameRecord | None, subject: str, text: str) -> JudgeMail:
        """A mail to the game master."""
        seat = self.state.master_seat()
        to = Correspondent(seat.name or "Game master", seat.address)
        return JudgeMail(to, subject, text, MASTER, self.state.token_of("", seat), "" if record is None else record.short)

    # --- the end of it ---

    def commit(self, answers: Sequence[str] = (), remove: Sequence[Path] = ()) -> None:
        """Carry all of it out.

        Raises:
            StorageError: it could not be written.
            StepConflictError: a file was changed meanwhile.
        """
        writes, rounds = self._effects()
        self.state.journal.carry_out(self.key, self.now, writes, rounds, answers, remove)
        self.state.records.update(self._records)

    def decide_ahead(self) -> tuple[Path, GameRecord | None]:
        """Write all of it down to be carried out at its time; returns its file, and the record of its game as it will be.

        Raises:
            StorageError: it could not be written.
        """
        writes, rounds = self._effects()
        return self.state.journal.decide_ahead(self.key, self.now, writes, rounds), next(iter(self._records.values()), None)

    def _effects(self) -> tuple[list[Write], tuple[OutboxRound, Sequence[bytes]] | None]:
        writes: list[Write] = []
        for short, work in self.works.items():
            if work.is_changed:
                path = self.state.game_file(self.record(short))
                writes.append(Write(path, work.before, work.content()))
        for short, record in self._records.items():
            path = record_file(self.state.folder, short)
            before = read_bounded(path, _LARGEST) if path.exists() else None
            if before is None or before != record_bytes(record):
                writes.append(Write(path, before, record_bytes(record)))
        writes.extend(self.files)
        return writes, self._round() if self.mails else None

    def _round(self) -> tuple[OutboxRound, Sequence[bytes]]:
        items, contents = [], []
        for mail in self.mails:
            known = new_message_id(self.state.settings.me)
            contents.append(content_of(self._message(mail, known)))
            items.append((mail.reader, mail.to.name, mail.to.address, known))
        games = {mail.game for mail in self.mails if mail.game}
        short = next(iter(games)) if len(games) == 1 else ""
        work = self.works.get(short)
        title = work.game.name if work is not None else short
        phase = str(work.game.turn(work.game.last(MAIN)).phase) if work is not None else ""
        id_ = work.game.id if work is not None else ""
        return answer_round(self.state.round_id(self.key), id_, title, phase, items), contents

    def _message(self, mail: JudgeMail, known: str) -> EmailMessage:
        """The mail as it goes out, with what lets an answer find its game and seat, and what keeps machines from answering."""
        me = self.state.settings.me
        subject = one_line(mail.subject if mail.keeps_secrets else without_tokens(mail.subject), 200)
        if mail.message is not None:
            message = mail.message
            message["Message-ID"] = known
        else:
            text = mail.text if mail.keeps_secrets else without_tokens(mail.text)
            message = plain_mail(subject, text, mail.to, me, self.now, known)
            if mail.picture is not None:
                message.add_attachment(mail.picture, "image", mail.picture_kind, filename=f"board.{mail.picture_kind}")
        told = str(message["Subject"]) if mail.message is not None else subject
        del message["Subject"]
        message["Subject"] = f"{told} [{mail.token}]" if mail.token else told
        local, _, domain = me.address.rpartition("@")
        plus = f"{local}+{mail.token.lower()}@{domain}"
        if mail.token and self.state.settings.plus_addresses and len(plus.rpartition("@")[0]) <= 64:
            message["Reply-To"] = plus
        if mail.answers:
            message["In-Reply-To"] = f"<{mail.answers}>"
            message["References"] = " ".join(f"<{each}>" for each in (*mail.references[-10:], mail.answers))
        if "Auto-Submitted" in message:
            del message["Auto-Submitted"]
        message["Auto-Submitted"] = "auto-replied" if mail.answers else "auto-generated"
        message["Precedence"] = "bulk"
        message["X-Loop"] = me.address
        message["List-Id"] = f"<{mail.game or 'judge'}.{domain}>"
        message["List-Help"] = f"<mailto:{me.address}?subject=HELP>"
        if mail.game and not mail.answers:
            message["List-Unsubscribe"] = f"<mailto:{me.address}?subject=SIGNOFF%20{mail.game}>"
        return message
