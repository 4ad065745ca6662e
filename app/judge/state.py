"""State of a running judge: its folder and settings, the records of all games, the journal, the outbox, and what waits for its master."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from app.address_book.address_book import FILE, Person, read_book, save_book, with_person
from app.game.deadlines import written
from app.game.storage.atomic import make_folder, write_atomically
from app.game.storage.places import places
from app.judge.folder import JudgeFolder, JudgeSettings
from app.judge.game_work import GameRoom
from app.judge.journal import StepJournal
from app.judge.records import MASTER, GameRecord, SeatHolder, listed_in, read_records
from app.judge.seat_secrets import token, without_tokens
from app.mail_out.outbox import Outbox
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
