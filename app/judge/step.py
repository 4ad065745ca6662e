"""State of a running judge, and one step of it while it is made."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from email.message import EmailMessage
from pathlib import Path

from app.address_book.address_book import FILE, Person, read_book, save_book, with_person
from app.game.deadlines import written
from app.game.record import MAIN
from app.game.storage.atomic import make_folder, read_bounded, write_atomically
from app.game.storage.places import places
from app.judge.folder import JudgeFolder, JudgeSettings
from app.judge.game_work import GameRoom, GameWork
from app.judge.records import MASTER, GameRecord, SeatHolder, listed_in, read_records, record_bytes, record_file, token, without_tokens
from app.judge.step_journal import StepJournal, Write, answer_round
from app.mail_out.addresses import one_line
from app.mail_out.mail import Correspondent, content_of, new_message_id, plain_mail
from app.mail_out.outbox import Outbox, OutboxRound
from languages import tr

MOST_ATTENTION = 200
"""Notes for the game master that are kept."""


def system_clock() -> datetime:
    """The time now, in UTC."""
    return datetime.now(UTC)


class JudgeState:
    """All that the parts of the judge share. Acts happen on one thread.

    Args:
        clock: tells the time; tests freeze it.
        stopped_at: called between any two writes of a step.
    """

    def __init__(
        self,
        folder: JudgeFolder,
        settings: JudgeSettings,
        clock: Callable[[], datetime] = system_clock,
        stopped_at: Callable[[str], None] = lambda _where: None,
    ) -> None:
        self.folder, self.settings, self.clock = folder, settings, clock
        for each in (folder.games, folder.records, folder.spool, folder.staged, folder.work, folder.sent, folder.archive):
            make_folder(each, tr("making the judge's folder"), private=True)
        self.key = folder.key()
        self.outbox = Outbox(folder.outbox)
        self.journal = StepJournal(folder, self.outbox, stopped_at)
        self._ahead: datetime | None = None
        self.room = GameRoom(lambda: self._ahead or clock())
        self.records: dict[str, GameRecord] = {}
        self.damaged: dict[str, str] = {}
        """Games that are stopped, by their short names, with the reason."""
        self.attention: dict[str, str] = {}
        """Notes that wait for the game master, by their subject."""
        self.mailbox_read: datetime | None = None
        """Beginning of the last look into the mailbox that found its end; nothing is processed before the mails of its time were read."""
        self.refresh()

    def refresh(self) -> None:
        """Read the records of all games from the disk."""
        self.records, broken = {}, {}
        for short, found in read_records(self.folder):
            if isinstance(found, str):
                broken[short] = found
            else:
                self.records[short] = found
        self.damaged = {short: why for short, why in self.damaged.items() if short in self.records} | broken

    @property
    def now(self) -> datetime:
        """The time now, in UTC, to the second."""
        return self._ahead or self.clock().astimezone(UTC).replace(microsecond=0)

    @contextmanager
    def ahead(self, moment: datetime) -> Iterator[None]:
        """Decide inside as at *moment*, which is to come; notes for the game master are given up."""
        kept = dict(self.attention)
        self._ahead = moment.astimezone(UTC)
        try:
            yield
        finally:
            self._ahead, self.attention = None, kept

    def game_file(self, record: GameRecord) -> Path:
        """Return the path of a game."""
        return self.folder.games / record.file

    def master_seat(self) -> SeatHolder:
        """The game master as the holder of a seat."""
        master = self.settings.master
        return SeatHolder(MASTER, master.name, master.address, self.settings.language, self.settings.master_word)

    def token_of(self, short: str, seat: SeatHolder) -> str:
        """The token of *seat*; the game master's is one for all games."""
        game = "judge" if seat.power == MASTER else short
        return token(self.key, game, seat.power, seat.generation)

    def look_at(self, about: str, words: str) -> None:
        """Note *words* for the game master; the last note about the same thing counts."""
        self.attention.pop(about, None)
        self.attention[about] = without_tokens(words)
        while len(self.attention) > MOST_ATTENTION:
            del self.attention[next(iter(self.attention))]

    def settle(self, about: str) -> None:
        """Take a note away that is settled."""
        self.attention.pop(about, None)

    def keep_person(self, name: str, address: str, language: str) -> None:
        """Have the address book say in which language *address* is written to."""
        path = places().settings / FILE
        book = read_book(path)
        at = next(
            (number for number, each in enumerate(book.people) if address.casefold() in {mail.casefold() for mail in each.mails}), None
        )
        person = Person(name or address, (address,), (), language)
        if at is not None and (book.people[at].language, book.people[at].mails) == (language, (address,)):
            return
        make_folder(path.parent, tr("keeping the address book"))
        save_book(path, with_person(book, person, at))

    def note_alive(self) -> None:
        """Write down that the judge runs, and what waits for its master: the health page and ``judge status`` read it."""
        told = {
            "at": written(self.now),
            "games": {short: record.life.value for short, record in self.records.items()},
            "stopped": self.damaged,
            "attention": list(self.attention.values()),
            "mailbox_read": "" if self.mailbox_read is None else written(self.mailbox_read),
        }
        write_atomically(
            self.folder.alive, json.dumps(told, ensure_ascii=False, indent=1).encode(), tr("keeping the judge's state"), private=True
        )

    def round_id(self, key: str) -> str:
        """The id of the round of mails of the step *key*."""
        return f"{self.now:%Y%m%dT%H%M%S}-{hashlib.sha256(key.encode()).hexdigest()[:8]}"

    def games_of(self, address: str, among: Iterable[GameRecord] | None = None) -> tuple[GameRecord, ...]:
        """The games in which *address* has a seat, asked for one, or observes."""
        wanted = address.casefold()
        return tuple(
            record
            for record in (self.records.values() if among is None else among)
            if record.held_by(address) or any(each.address.casefold() == wanted for each in listed_in(record))
        )


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
            DamagedGameError: its file cannot be played on.
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
