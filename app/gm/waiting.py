"""Mails that were handed in while their game could not be written: kept beside it until they are in its file.

A mail is a file of its own in the folder ``GAME.dpn.mails``, written whole and synced before anything else is done with it, and it goes
when the game that was saved holds it. Its name is its mark, which the game keeps with the mail, so that it is taken in once however often
it is tried.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from app.game.record import Game
from app.game.storage.atomic import read_bounded, sync_folder, write_atomically
from app.game.storage.errors import storing
from languages import mark, tr

SUFFIX = ".mails"
"""Behind the name of a game's file: the folder of mails that wait for it."""
ASIDE = "not taken"
"""The folder in it of mails that could not be taken in: a person looks at them."""

_KEEPING = mark("keeping a mail")
_NAME = re.compile(r"(\d{20})-\d{1,10}-[0-9a-f]{8}\.eml")


@dataclass(frozen=True, slots=True)
class KeptMail:
    """One of them."""

    path: Path

    @property
    def mark(self) -> str:
        """The mark by which the game knows it again."""
        return self.path.stem

    @property
    def moment(self) -> datetime:
        """Time at which it was handed in."""
        return datetime.fromtimestamp(int(self.path.name[:20]) // 1_000_000_000, UTC)

    def read(self) -> bytes:
        """Return the bytes that were handed in.

        Raises:
            StorageError: it cannot be read.
        """
        from app.mail_in.mime import MOST_BYTES  # where nothing waits the reader of mails is not loaded

        return read_bounded(self.path, MOST_BYTES, tr("reading the mails"))

    def close(self) -> None:
        """Take it away, once the file of its game holds it."""
        with suppress(OSError):
            self.path.unlink()
            sync_folder(self.path.parent)
        with suppress(OSError):
            self.path.parent.rmdir()  # where it was the last

    def put_aside(self) -> Path:
        """Keep it where it is tried no more.

        Raises:
            StorageError: it cannot be moved.
        """
        target = self.path.parent / ASIDE / self.path.name
        with storing(target, tr(_KEEPING)):
            target.parent.mkdir(exist_ok=True)
            self.path.replace(target)
            sync_folder(target.parent)
        return target


def keep_waiting(game: Path, mail: bytes) -> KeptMail:
    """Write *mail* beside *game*; when this returns it is on the disk.

    Raises:
        StorageError: it is not.
    """
    folder = _folder(game)
    path = folder / f"{time.time_ns():020}-{os.getpid()}-{os.urandom(4).hex()}.eml"
    with storing(folder, tr(_KEEPING)):
        folder.mkdir(exist_ok=True)
        sync_folder(folder.parent)
    write_atomically(path, mail, _KEEPING, private=True)
    return KeptMail(path)


def waiting_mails(game: Path) -> tuple[KeptMail, ...]:
    """The mails that wait for *game*, those that were handed in first before the others."""
    return tuple(sorted(_found(_folder(game)), key=lambda each: each.path.name))


def _found(folder: Path) -> Iterator[KeptMail]:
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if _NAME.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                    yield KeptMail(folder / entry.name)
    except OSError:
        return


def _folder(game: Path) -> Path:
    real = Path(os.path.realpath(game))
    return real.with_name(real.name + SUFFIX)


def is_taken(game: Game, mark: str) -> bool:
    """Return True if *game* holds the mail with that mark."""
    return any(mail.mark == mark for branch in game.branches for turn in branch.turns for mail in turn.mails)
