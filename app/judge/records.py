"""Record of a game beside its file: where it is in its life, who holds which seat, and the rule for its deadlines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import IntEnum, StrEnum
from pathlib import Path

import msgspec

from app.game.storage.atomic import make_folder, read_bounded
from app.game.storage.errors import StorageError
from app.judge.folder import JudgeFolder
from languages import mark, tr

MOST_GAMES = 2_000
_LARGEST = 4_000_000
_SHORT = re.compile(r"[a-z0-9][a-z0-9-]{1,19}")
MASTER = "GM"


class Life(StrEnum):
    """Stage of a game's life."""

    ANNOUNCED = mark("announced")
    FORMING = mark("forming")
    ACTIVE = mark("active")
    PAUSED = mark("paused")
    OVER = mark("over")
    ARCHIVED = mark("archived")

    @property
    def is_running(self) -> bool:
        """True if orders are taken."""
        return self in (Life.ACTIVE, Life.PAUSED)


class SenderStanding(IntEnum):
    """Proof that a sender has to give before a word is carried out."""

    ANYBODY = 0
    """Nothing: it only tells what everybody may know."""
    REACHED = 1
    """An answer to a mail that was sent to the address, so that no person is entered under another's."""
    SEAT = 2
    """The secret of a seat."""
    MASTER = 3
    """The game master's secret."""


class SeatHolder(msgspec.Struct, frozen=True):
    """The person who holds a power's seat, or the game master's."""

    power: str
    name: str
    address: str
    language: str = "en"
    word: str = ""
    """Hash of the word; empty where there is none yet."""
    generation: int = 0
    """Number of holders so far, so that earlier tokens open it no longer."""


class ListedPerson(msgspec.Struct, frozen=True):
    """A person who has to do with a game without a seat in it."""

    name: str
    address: str
    language: str = "en"


class Joiner(ListedPerson, frozen=True):
    """A person who asked for a seat of a game that forms."""

    wishes: tuple[str, ...] = ()
    """Powers, the one that is liked best first."""


class Observer(ListedPerson, frozen=True):
    """A person who gets what all may see."""


class OpenQuestion(msgspec.Struct, frozen=True):
    """A doubtful line that a player was asked about."""

    number: int
    power: str
    phase: str
    text: str
    choices: tuple[str, ...]
    """Orders that it may mean, as they are answered: 1, 2, 3."""


class GameRecord(msgspec.Struct, frozen=True):
    """Record of one game."""

    short: str
    """Short name, by which players name it: ``harbour``."""
    life: Life = Life.ANNOUNCED
    file: str = ""
    """Name of the game's file in the folder of games."""
    rule: str = ""
    """Rule for deadlines: ``tue, fri 20:00 Europe/Berlin not 20 dec - 6 jan``."""
    early: bool = True
    """True if a phase is processed as soon as all orders are in and no power waits."""
    seats: dict[str, SeatHolder] = {}
    vacant: tuple[str, ...] = ()
    """Powers that may be taken over."""
    joiners: tuple[Joiner, ...] = ()
    observers: tuple[Observer, ...] = ()
    questions: tuple[OpenQuestion, ...] = ()
    asked: int = 0
    """Number of the last question."""
    tag: str = ""
    """Id of the game, with which subjects of mails about it are marked."""
    reminded: str = ""
    """Phase for which reminders went out."""
    late: str = ""
    """Phase for which the first notice after the deadline went out."""
    told_waiting: str = ""
    """Phase for which the game master got a mail that it waits."""
    not_early: str = ""
    """Phase that is not processed before its deadline though all orders are in: the game went back to it."""
    by_lot: bool = False
    """True if powers are given by lot alone, without regard to wishes."""
    ended: str = ""
    """Time at which it was found to be over."""

    def with_seat(self, seat: SeatHolder) -> GameRecord:
        """The same with *seat* held so."""
        return msgspec.structs.replace(
            self, seats={**self.seats, seat.power: seat}, vacant=tuple(p for p in self.vacant if p != seat.power)
        )

    def without_seat(self, power: str) -> GameRecord:
        """The same with the seat of *power* free to be taken over."""
        left = {each: seat for each, seat in self.seats.items() if each != power}
        return msgspec.structs.replace(self, seats=left, vacant=tuple(dict.fromkeys((*self.vacant, power))))

    def held_by(self, address: str) -> tuple[SeatHolder, ...]:
        """The seats whose holder has that mail address."""
        return tuple(seat for seat in self.seats.values() if seat.address.casefold() == address.casefold())


def listed_in(record: GameRecord) -> tuple[ListedPerson, ...]:
    """Those who asked for a seat of a game, and those who observe it."""
    return (*record.joiners, *record.observers)


change = msgspec.structs.replace
"""``change(record, life=Life.OVER)``: the same record with some fields otherwise."""


def is_short(text: str) -> bool:
    """Return True if *text* can be the short name of a game."""
    return _SHORT.fullmatch(text) is not None


def record_bytes(record: GameRecord) -> bytes:
    """Return the file of *record*."""
    return msgspec.json.format(msgspec.json.encode(record), indent=1)


def record_file(folder: JudgeFolder, short: str) -> Path:
    """Return the path of the record of the game that is called *short*."""
    return folder.records / f"{short}.json"


def read_records(folder: JudgeFolder) -> Iterator[tuple[str, GameRecord | str]]:
    """Each short name with its record; where that cannot be read, with the reason. One damaged record stops its game alone."""
    make_folder(folder.records, tr("reading the judge's games"), private=True)
    for file in sorted(folder.records.glob("*.json"))[:MOST_GAMES]:
        try:
            found = msgspec.json.decode(read_bounded(file, _LARGEST), type=GameRecord)
        except (StorageError, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            yield file.stem, str(error)
            continue
        yield file.stem, (found if found.short == file.stem else tr("it names another game, {name}", name=found.short))
