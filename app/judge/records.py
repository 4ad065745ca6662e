"""Record of a game beside its file: where it is in its life, who holds which seat, and the secrets of the seats."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from collections.abc import Iterator
from enum import IntEnum, StrEnum
from pathlib import Path

import msgspec

from app.game.storage.atomic import StorageError, make_folder, read_bounded
from app.judge.folder import JudgeFolder
from app.mail_in.letter import CUT, without_password
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


_WORK = 2**14
_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
_MAC = 16
LONGEST_WORD = 100
_TOKEN = re.compile(rf"\b(?P<game>[a-z0-9][a-z0-9-]{{1,19}})\.(?P<power>[A-Za-z0-9_]{{2,40}})\.(?P<mac>[a-z2-7]{{{_MAC}}})\b")
_CONFIRM = re.compile(r"\b(?P<code>c[0-9a-f]{11})\.(?P<mac>[a-z2-7]{16})\b")


def new_word() -> str:
    """A random word: three parts of four letters, without those that are mistaken for others."""
    return "-".join("".join(secrets.choice(_LETTERS) for _ in range(4)) for _ in range(3))


def hashed(word: str, salt: bytes | None = None, work: int | None = None) -> str:
    """Return the hash of *word* as it is kept: ``scrypt$16384$salt$hash``."""
    salt, work = salt or secrets.token_bytes(16), work or _WORK
    made = hashlib.scrypt(word.strip().encode(), salt=salt, n=work, r=8, p=1, maxmem=64 * 1024 * 1024, dklen=32)
    return f"scrypt${work}${salt.hex()}${made.hex()}"


def is_word(word: str, kept: str) -> bool:
    """Return True if *word* is the one of which *kept* is the hash; in the same time for every wrong one."""
    try:
        _, work, salt, _ = kept.split("$")
        return len(word) <= LONGEST_WORD and hmac.compare_digest(hashed(word, bytes.fromhex(salt), int(work)), kept)
    except ValueError:
        return False


def token(key: bytes, game: str, power: str, generation: int) -> str:
    """The token of a seat: it is computed from the judge's key, and kept nowhere."""
    return f"{game}.{power}.{_mac(key, f'seat|{game}|{power}|{generation}')}"


def token_in(text: str) -> tuple[str, str, str] | None:
    """Game, power and token that *text*, an address or a subject, carries; ``None`` where there is none."""
    found = _TOKEN.search(text)
    return None if found is None else (found["game"], found["power"].upper(), found[0])


def is_token(key: bytes, said: str, game: str, power: str, generation: int) -> bool:
    """Return True if *said* is the present token of that seat."""
    return hmac.compare_digest(said.rpartition(".")[2], token(key, game, power, generation).rpartition(".")[2])


def confirmation(key: bytes, code: str, address: str) -> str:
    """The token that confirms the staged mail *code*, sent to *address* alone."""
    return f"{code}.{_mac(key, f'confirm|{code}|{address.casefold()}')}"


def confirmation_in(text: str) -> tuple[str, str] | None:
    """Code and token of a confirmation in *text*."""
    found = _CONFIRM.search(text)
    return None if found is None else (found["code"], found[0])


def is_confirmation(key: bytes, said: str, code: str, address: str) -> bool:
    """Return True if *said* confirms the staged mail *code* from *address*."""
    return hmac.compare_digest(said, confirmation(key, code, address))


def form_mark(key: bytes, owner: str) -> str:
    """A fresh mark for a form on a page: only who was sent it with their own token can send it back, and it counts once."""
    once = secrets.token_hex(12)
    return f"{once}.{_mac(key, f'form|{once}|{owner}')}"


def is_form_mark(key: bytes, said: str, owner: str) -> bool:
    """Return True if *said* is a mark of a form that was made for *owner*."""
    once, _, mac = said.partition(".")
    return hmac.compare_digest(mac.encode(), _mac(key, f"form|{once}|{owner}").encode())


def cut(text: str) -> str:
    """Words of a sender without tokens, and without what stands where a password stands."""
    return "\n".join(without_password(line) for line in without_tokens(text).split("\n"))


def without_tokens(text: str) -> str:
    """*text*, which may be our own, without tokens."""
    return _CONFIRM.sub(CUT, _TOKEN.sub(CUT, text))


def without_tags(subject: str) -> str:
    """*subject* without the brackets in which a token stood, so that an answer gets a fresh one."""
    return " ".join(re.sub(r"\[\s*\]", "", _CONFIRM.sub("", _TOKEN.sub("", subject))).split())


def _mac(key: bytes, said: str) -> str:
    made = hmac.new(key, said.encode(), hashlib.sha256).digest()
    return base64.b32encode(made).decode().lower()[:_MAC]
