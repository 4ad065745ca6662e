"""Mails on their way, kept on disk from before the first is handed over: none is lost, none is sent twice.

A round of mails is a folder with the mails as they go out and ``round.json``, which is rewritten, whole, at each change of a state. A mail
is marked before its text is handed over; one that is still marked so afterwards, since the connection or the program ended in between, may
have arrived or not. It is *unknown*, and a person alone decides about it.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from pathlib import Path

from app.game.storage.atomic import Failure, StorageError, make_folder, read_bounded, storing, write_atomically, write_new
from app.game.storage.lock import FileLock
from languages import mark, tr

_DOING = mark("writing the outbox")
LARGEST = 4_000_000
"""Bytes of the list of a round."""
LARGEST_MAIL = 60_000_000
MOST_ROUNDS = 2_000


class MailState(StrEnum):
    """State of a mail."""

    WAITING = "waiting"
    """Mail that is not handed over yet, or was put off by the server: it can be sent."""
    SENDING = "handing over"
    """Its text is on its way now."""
    SENT = "sent"
    """The server took it."""
    REFUSED = "refused"
    """The server does not want it."""
    UNKNOWN = "unknown"
    """The connection ended after its text went out and before the server answered."""
    DROPPED = "dropped"
    """A person decided that it is not sent."""

    @property
    def is_settled(self) -> bool:
        """True if nothing happens to it any more."""
        return self in (MailState.SENT, MailState.REFUSED, MailState.DROPPED)


@dataclass(frozen=True, slots=True)
class Item:
    """A mail of a round."""

    number: int
    reader: str
    """The power it is for."""
    name: str
    address: str
    message_id: str
    digest: str
    """SHA-256 of the mail."""
    state: MailState = MailState.WAITING
    reply: str = ""
    """Last reply of the server."""
    at: str = ""
    """Time at which its state changed last: ISO 8601."""


@dataclass(frozen=True, slots=True)
class OutboxRound:
    """The mails of one phase of one game, or reminders for it."""

    id: str
    game: str
    """The game's id."""
    title: str
    phase: str
    branch: str
    kind: str
    """``results`` or ``reminder``"""
    items: tuple[Item, ...]

    def of(self, *states: MailState) -> tuple[Item, ...]:
        """Its mails in one of *states*."""
        return tuple(each for each in self.items if each.state in states)


class Outbox:
    """All rounds of this person.

    Args:
        folder: where they are kept.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def lock(self) -> FileLock:
        """Lock while mails are sent: two programs that send at once would send twice."""
        return FileLock(self.folder / "outbox.lock")

    def add(self, new: OutboxRound, mails: Sequence[bytes]) -> OutboxRound:
        """Keep a round before anything of it is sent: the mails first, the list that names them last.

        Raises:
            StorageError: it could not be written; then nothing is to be sent.
        """
        folder = self.folder / new.id
        make_folder(self.folder, _DOING, private=True)
        make_folder(folder, _DOING, private=True)
        items = []
        for item, content in zip(new.items, mails, strict=True):
            write_new(folder / f"{item.number}.eml", content, _DOING, private=True)  # read by nobody before the list names it
            items.append(replace(item, digest=hashlib.sha256(content).hexdigest()))
        kept = replace(new, items=tuple(items))
        self._write(kept)
        return kept

    def mark(self, present: OutboxRound, number: int, state: MailState, reply: str = "", at: str = "") -> OutboxRound:
        """Note what became of mail *number*; it is on the disk when this returns.

        Raises:
            StorageError: it could not be written; a mail that is not marked is not to be handed over.
        """
        items = tuple(replace(each, state=state, reply=reply[:500], at=at) if each.number == number else each for each in present.items)
        changed = replace(present, items=items)
        self._write(changed)
        return changed

    def mail(self, present: OutboxRound, item: Item) -> bytes:
        """The mail as it goes out.

        Raises:
            StorageError: it is not there any more, or is another one than was kept.
        """
        path = self.folder / present.id / f"{item.number}.eml"
        content = read_bounded(path, LARGEST_MAIL, tr("reading the outbox"))
        if hashlib.sha256(content).hexdigest() != item.digest:
            raise StorageError(
                Failure.DAMAGED, path, tr("the mail in the outbox is not the one that was written"), tr("It is not sent; make it anew.")
            )
        return content

    def round(self, id_: str) -> OutboxRound | None:
        """The round of that id; ``None`` where there is none.

        Raises:
            StorageError: it is there and cannot be read now, so that it is unknown who has a mail already.
        """
        try:
            text = read_bounded(self.folder / id_ / "round.json", LARGEST, tr("reading the outbox"))
        except StorageError as error:
            if error.failure in {Failure.MISSING, Failure.NOT_A_FILE}:
                return None
            raise
        try:
            data = json.loads(text)
            items = tuple(Item(**{**each, "state": MailState(each["state"])}) for each in data.pop("items"))
            found = OutboxRound(**data, items=items)
        except (ValueError, TypeError, KeyError, RecursionError, AttributeError):
            return None
        return found if found.id == id_ else None

    def rounds(self) -> Iterator[OutboxRound]:
        """All of them, the newest first.

        Raises:
            StorageError: one that is there cannot be read now.
        """
        with storing(self.folder, tr("reading the outbox")):
            try:
                names = sorted((each.name for each in self.folder.iterdir() if each.is_dir() and _ID.fullmatch(each.name)), reverse=True)
            except FileNotFoundError:
                return
        for name in names[:MOST_ROUNDS]:
            found = self.round(name)
            if found is not None:
                yield found

    def mark_interrupted_as_unknown(self) -> None:
        """Mark as unknown what a program that has ended was handing over. Only for the holder of the lock.

        Raises:
            StorageError: it could not be written.
        """
        for present in self.rounds():
            for item in present.of(MailState.SENDING):
                why = tr("the program ended while it was handed over")
                present = self.mark(present, item.number, MailState.UNKNOWN, why, item.at)

    def history(self, game: str, phase: str, branch: str, kind: str = "results") -> Mapping[str, Item]:
        """Return by power the last mail of that phase: a sent one before any other."""
        found: dict[str, Item] = {}
        for present in self.rounds():
            if (present.game, present.phase, present.branch, present.kind) == (game, phase, branch, kind):
                for item in present.items:
                    known = found.get(item.reader)
                    if known is None or (known.state is not MailState.SENT and item.state is MailState.SENT):
                        found[item.reader] = item
        return found

    def _write(self, present: OutboxRound) -> None:
        text = json.dumps(asdict(present), indent=1, ensure_ascii=False)
        write_atomically(self.folder / present.id / "round.json", text.encode("utf-8", "replace"), _DOING, private=True)


_ID = re.compile(r"\d{8}T\d{6}-[0-9a-f]{8}")
