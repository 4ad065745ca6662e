"""Mailboxes of a judge: a Maildir, or standard input; each is in the spool before its mark in the mailbox is set."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Protocol

from app.game.storage.atomic import write_atomically
from app.judge.folder import JudgeFolder
from app.judge.incoming import LARGEST
from languages import tr

MOST_AT_ONCE = 500
"""Mails that are taken from a mailbox in one look; the next look goes on."""
MOST_SPOOLED = 20_000
"""Mails that wait to be answered; of more the mailbox is left alone until there is room."""


class MailboxError(Exception):
    """A mailbox cannot be read now. ``str()`` is a sentence for people."""


class JudgeMailbox(Protocol):
    """A place from which mails come."""

    def look(self, keep: Callable[[bytes], object]) -> int:
        """Hand every new mail to *keep*, and mark it as read when that has returned; returns the number of mails.

        Raises:
            MailboxError: it cannot be read now.
        """
        ...

    def wait(self, seconds: float, is_over: Callable[[], bool]) -> None:
        """Return when there may be new mail, when *seconds* are over, or when *is_over* says so."""
        ...

    def check(self) -> str:
        """Try it, and say what was found.

        Raises:
            MailboxError: it cannot be read.
        """
        ...

    def close(self) -> None:
        """Let go of it."""
        ...


class Spool:
    """Mails that were received and not answered yet, a file each."""

    def __init__(self, folder: JudgeFolder) -> None:
        self._folder = folder

    def keep(self, raw: bytes) -> Path:
        """Keep a mail; it is on the disk when this returns. The same mail is kept once.

        Raises:
            StorageError: it could not be written; the mailbox then keeps it.
        """
        path = self._folder.spool / f"{hashlib.sha256(raw).hexdigest()[:32]}.eml"
        if not path.exists():
            write_atomically(path, raw, tr("keeping a mail"), private=True)
        return path

    def waiting(self) -> tuple[Path, ...]:
        """The mails that wait, the first to come first."""
        with suppress(FileNotFoundError):
            found = [(entry.stat().st_mtime_ns, entry.name) for entry in os.scandir(self._folder.spool) if entry.name.endswith(".eml")]
            return tuple(self._folder.spool / name for _, name in sorted(found))
        return ()

    @property
    def has_room(self) -> bool:
        """True if more mails may be taken from the mailbox."""
        return len(self.waiting()) < MOST_SPOOLED


class MaildirMailbox:
    """A Maildir: what lies in ``new`` is taken, and moved to ``cur`` as seen."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def look(self, keep: Callable[[bytes], object]) -> int:
        """Hand over what lies in ``new``."""
        if not (self._path / "new").is_dir():
            raise MailboxError(tr("{path} is no Maildir: it has no folder new.", path=self._path))
        count = 0
        try:
            (self._path / "cur").mkdir(exist_ok=True)
            for file in islice(self._files(), MOST_AT_ONCE):
                keep(_bounded(file))
                file.rename(self._path / "cur" / f"{file.name.partition(':')[0]}:2,S")
                count += 1
        except OSError as error:
            raise MailboxError(tr("{path} cannot be read: {why}", path=self._path, why=error)) from error
        return count

    def check(self) -> str:
        """Count what lies in ``new``."""
        try:
            return tr("{count} new mails", count=sum(1 for _ in self._files()))
        except OSError as error:
            raise MailboxError(tr("{path} cannot be read: {why}", path=self._path, why=error)) from error

    def _files(self) -> Iterator[Path]:
        yield from sorted(each for each in (self._path / "new").iterdir() if not each.name.startswith(".") and each.is_file())

    def wait(self, seconds: float, is_over: Callable[[], bool]) -> None:
        """Look whether something came, every half second."""
        from time import monotonic, sleep

        end = monotonic() + seconds
        while monotonic() < end and not is_over():
            with suppress(OSError):
                if next(self._files(), None) is not None:
                    return
            sleep(min(0.5, max(end - monotonic(), 0.01)))

    def close(self) -> None:
        """There is nothing to let go of."""


class NoMailbox:
    """No mailbox: mails are handed in on standard input (``judge take``), each by a process of its own."""

    def __init__(self, spool: Spool) -> None:
        self._spool = spool

    def look(self, keep: Callable[[bytes], object]) -> int:  # noqa: ARG002 - the protocol's words
        """Find nothing: what was handed in lies in the spool already."""
        return 0

    def wait(self, seconds: float, is_over: Callable[[], bool]) -> None:
        """Look whether something was handed in."""
        from time import monotonic, sleep

        end, known = monotonic() + seconds, len(self._spool.waiting())
        while monotonic() < end and not is_over() and len(self._spool.waiting()) <= known:
            sleep(min(0.5, max(end - monotonic(), 0.01)))

    def check(self) -> str:
        """Say how mails come in."""
        return tr("mails come on standard input: judge take FOLDER")

    def close(self) -> None:
        """There is nothing to let go of."""


def _bounded(file: Path) -> bytes:
    """The beginning of *file*, and one byte more where it goes on."""
    with file.open("rb") as opened:
        return opened.read(LARGEST + 1)
