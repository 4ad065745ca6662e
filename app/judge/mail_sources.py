"""Sources of a judge's mails: a Maildir, standard input, or an IMAP mailbox over TLS."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Any, Protocol

from imapclient import IMAPClient, SocketTimeout
from imapclient.exceptions import IMAPClientError

from app.game.storage.atomic import StorageError, read_bounded, write_atomically
from app.judge.courier import trusting
from app.judge.folder import IncomingMail, JudgeFolder, JudgeFolderError, password_of
from app.judge.incoming import LARGEST
from app.mail_out.mail_server import MailServer
from languages import system_words, tr

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


PATIENCE = 30.0
"""Seconds that the server may take for an answer."""
LONGEST_IDLE = 20 * 60.0
"""Seconds of one wait, since servers end it after half an hour."""
OLDEST = timedelta(days=14)
"""Age up to which mails are answered that lie in a mailbox before the judge looks into it for the first time."""
_PARCEL, _PARCEL_BYTES = 100, 2_000_000
"""Mails that are fetched at once, and bytes of them."""
_SLICE = 0.5
_STATE = "imap.json"
_ERRORS = (IMAPClientError, OSError, ValueError, AssertionError)


class ImapMailbox:
    """A mailbox of a server.

    Which mails are new is told by their UIDs, which only grow: the last one that is in the spool is kept in the judge's folder, and
    the server's flag comes second. A mailbox that was made again has another UIDVALIDITY; then all mails in it that are not marked
    as read are looked at, and the journal knows those that were answered.
    """

    def __init__(self, incoming: IncomingMail, folder: JudgeFolder) -> None:
        assert incoming.server is not None
        self._incoming, self._folder, self._server = incoming, folder, incoming.server
        self._client: IMAPClient | None = None
        self._validity = 0
        self._following = 1
        """Number that the next mail gets, as the server said when the mailbox was opened."""
        self._has_idle = False

    # --- what it is asked for ---

    def look(self, keep: Callable[[bytes], object]) -> int:
        """Hand over new mails, those that came first before the others."""
        try:
            client = self._connected()
            is_first = self._last() is None
            new = self._new(client)[: None if is_first else MOST_AT_ONCE]
            for uids in self._parcels(client, new):
                for raw in self._fetched(client, uids):
                    keep(raw)
                if not is_first:
                    self._keep_last(uids[-1])
                with suppress(IMAPClientError):  # a mailbox that is full or for reading only: the number is enough
                    client.add_flags(uids, [b"\\Seen"], silent=True)
            if is_first:  # what was read before, whatever its number, is never looked at
                self._keep_last(max([self._following - 1, *new]))
            return len(new) % MOST_AT_ONCE if is_first else len(new)
        except _ERRORS as error:
            self._hang_up()
            raise MailboxError(_why(self._server, error)) from error

    def wait(self, seconds: float, is_over: Callable[[], bool]) -> None:
        """Wait with IDLE; without it, or without a connection, for the time alone."""
        from time import monotonic, sleep

        end = monotonic() + min(seconds, LONGEST_IDLE)
        client = self._client
        if client is None or not self._has_idle:
            while monotonic() < end and not is_over():
                sleep(min(0.5, max(end - monotonic(), 0.01)))
            return
        try:
            if any(b"EXISTS" in each for each in client.noop()[1]):
                return  # it came since the last look
            client.idle()
            try:
                while monotonic() < end and not is_over():
                    if any(b"EXISTS" in each for each in client.idle_check(timeout=min(_SLICE, max(end - monotonic(), 0.01)))):
                        return
            finally:
                client.idle_done()
        except _ERRORS:
            self._hang_up()

    def close(self) -> None:
        """End the connection."""
        client, self._client = self._client, None
        if client is not None:
            with suppress(*_ERRORS):
                client.logout()

    def check(self) -> str:
        """Connect, and say what was found.

        Raises:
            MailboxError: it cannot be read.
        """
        try:
            client = self._connected()
            count = len(self._new(client))
        except _ERRORS as error:
            self._hang_up()
            raise MailboxError(_why(self._server, error)) from error
        return tr("{count} new mails", count=count) if self._has_idle else tr("{count} new mails; the server knows no IDLE", count=count)

    # --- the connection ---

    def _connected(self) -> IMAPClient:
        if self._client is not None:
            with suppress(*_ERRORS):
                self._client.noop()
                return self._client
            self._hang_up()
        try:
            password = password_of(self._incoming.password_file, self._server)
        except JudgeFolderError as error:
            raise MailboxError(str(error)) from error
        if password is None:
            raise MailboxError(tr("There is no password of {user} at {host}.", user=self._server.user, host=self._server.host))
        timeout = SocketTimeout(connect=PATIENCE, read=PATIENCE)
        client = IMAPClient(
            self._server.host, port=self._server.port, ssl=True, ssl_context=trusting(self._incoming.certificates), timeout=timeout
        )
        self._client = client
        client.login(self._server.user, password)
        self._has_idle = bool(client.has_capability("IDLE"))
        kept: dict[bytes, Any] = client.select_folder(self._incoming.mailbox)
        self._validity = int(kept.get(b"UIDVALIDITY", 0))
        self._following = int(kept.get(b"UIDNEXT", 1))
        return client

    def _hang_up(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            with suppress(*_ERRORS):
                client.shutdown()

    # --- mails ---

    def _new(self, client: IMAPClient) -> Sequence[int]:
        """The numbers of the mails that were not taken yet; at the first look those of two weeks that are not marked as read."""
        last = self._last()
        if last is None:
            return sorted(client.search(["UNSEEN", "SINCE", (datetime.now(UTC) - OLDEST).date()]))
        found = client.search(["UID", f"{last + 1}:*"])
        return sorted(uid for uid in found if uid > last)

    @staticmethod
    def _parcels(client: IMAPClient, uids: Sequence[int]) -> Iterator[list[int]]:
        """The mails in parcels that are fetched at once, each of bounded size."""
        sizes = client.fetch(uids, ["RFC822.SIZE"]) if uids else {}
        parcel: list[int] = []
        size = 0
        for uid in uids:
            kept = sizes.get(uid, {}).get(b"RFC822.SIZE", LARGEST)
            more = min(kept if isinstance(kept, int) else LARGEST, LARGEST)
            if parcel and (len(parcel) >= _PARCEL or size + more > _PARCEL_BYTES):
                yield parcel
                parcel, size = [], 0
            parcel.append(uid)
            size += more
        if parcel:
            yield parcel

    @staticmethod
    def _fetched(client: IMAPClient, uids: Sequence[int]) -> Iterator[bytes]:
        """The mails that are still there; of one that is too large its beginning, without fetching more of it."""
        kept = client.fetch(uids, [f"BODY.PEEK[]<0.{LARGEST + 1}>"])
        for uid in uids:
            yield from (value for key, value in kept.get(uid, {}).items() if key.startswith(b"BODY[]") and isinstance(value, bytes))

    def _last(self) -> int | None:
        try:
            kept = json.loads(read_bounded(self._folder.root / _STATE, 10_000))
            return int(kept["last"]) if kept["validity"] == self._validity and kept["mailbox"] == self._name else None
        except (StorageError, ValueError, TypeError, KeyError):
            return None

    def _keep_last(self, uid: int) -> None:
        kept = {"mailbox": self._name, "validity": self._validity, "last": max(uid, self._last() or 0)}
        write_atomically(self._folder.root / _STATE, json.dumps(kept).encode(), tr("keeping the judge's state"), private=True)

    @property
    def _name(self) -> str:
        return f"{self._server.user}@{self._server.host}:{self._server.port}/{self._incoming.mailbox}"


def _why(server: MailServer, error: BaseException) -> str:
    """A sentence on what is wrong, without any secret: servers repeat what they were sent."""
    if type(error).__name__ == "LoginError":
        return tr("{host} does not take the password of {user}; it may have expired.", host=server.host, user=server.user)
    words = system_words(error) if isinstance(error, OSError) else str(error) or type(error).__name__
    return tr("The mailbox at {host}:{port} cannot be read: {why}", host=server.host, port=server.port, why=" ".join(words.split())[:200])
