"""Mailboxes as mail programs keep them: a box (.mbox), a mail (.eml), a folder of both, a Maildir. Bounded; bad mails are named."""

from __future__ import annotations

import email
import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.errors import MessageError
from email.policy import compat32
from itertools import islice
from pathlib import Path

from app.game.storage.atomic import StorageError
from app.gm.mail_files import read_mail_file
from app.mail_in.envelope.mime import MOST_HEADER, MOST_MAIL_BYTES, box_mails, is_raw_mail
from app.session.errors import FileTrouble
from languages import labelled, tr

MOST_MAILS = 10_000
"""Mails that are read at once."""
MOST_BYTES = 50_000_000
"""Bytes that are read at once."""
MOST_TROUBLES = 50
"""Bad mails that are named; the others are counted."""
_DEEP = 4
_MOST_FILES = 20_000
_MOST_REFERENCES = 100
_MAIL, _BOX = (".eml", ".txt"), (".mbox", ".mbx")
_MAILDIR = ("new", "cur")
_ID = re.compile(r"<([^<>\s]{1,500})>")


@dataclass(frozen=True, slots=True)
class BoxMail:
    """One mail, with what tells it from all others."""

    raw: bytes
    place: str
    """The file it lies in, and its number where that holds several."""
    message_id: str
    """Without its brackets; empty where it has none."""
    replies_to: tuple[str, ...]
    """Message-IDs that it says it answers, the nearest first."""
    subject: str
    sender: str

    @property
    def key(self) -> str:
        """The same for each copy of this mail: of its Message-ID, or of its words where it has none."""
        told = f"id {self.message_id}".encode() if self.message_id else b"words " + _lasting(self.raw)
        return hashlib.sha256(told).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class Mailbox:
    """Mails that were read at once."""

    name: str
    mails: tuple[BoxMail, ...]
    troubles: tuple[str, ...] = ()
    """Each mail and file that could not be read, with its place; and what lies beyond the bounds."""


def read_mailbox(path: Path) -> Mailbox:
    """The mails at *path*: a box, a mail, a folder of both four folders deep, or a Maildir, of which what was deleted is left out.

    Raises:
        StorageError: there is nothing at *path* that can be read.
        FileTrouble: it was written to while it was read.
    """
    troubles: list[str] = []
    mails: list[BoxMail] = []
    size = 0
    for place, raw in _raw_mails(path, troubles):
        if len(mails) >= MOST_MAILS or size + len(raw) > MOST_BYTES:
            troubles.append(
                tr("only the first {count:,} mails were read: {most:,} mails and {size} MB are the most at once",
                   count=len(mails), most=MOST_MAILS, size=MOST_BYTES // 1_000_000)
            )  # fmt: skip
            break
        size += len(raw)
        mail = _mail(raw, place)
        if mail is None:
            troubles.append(labelled(place, tr("this is no mail")))
        else:
            mails.append(mail)
    if len(troubles) > MOST_TROUBLES:
        troubles[MOST_TROUBLES:] = [tr("and {count} more", count=len(troubles) - MOST_TROUBLES)]
    return Mailbox(path.name or str(path), tuple(mails), tuple(troubles))


def box_of(mails: Iterator[bytes]) -> bytes:
    """*mails* as one box, so that they are read as a box is."""
    parts = []
    for raw in mails:
        lines = re.sub(rb"(?m)^(>*From )", rb">\1", raw.replace(b"\r\n", b"\n"))
        parts.append(b"From inbox Thu Jan  1 00:00:00 1970\n" + lines.rstrip(b"\n") + b"\n\n")
    return b"".join(parts)


def _raw_mails(path: Path, troubles: list[str]) -> Iterator[tuple[str, bytes]]:
    if not path.is_dir():
        yield from _of_file(path, path.name)
        return
    for file in islice(_files(path), _MOST_FILES):
        name = file.relative_to(path).as_posix()
        try:
            yield from _of_file(file, name)
        except (StorageError, FileTrouble) as error:
            troubles.append(labelled(name, str(error)))


def _files(folder: Path) -> Iterator[Path]:
    """The files of mails in *folder*; in a Maildir those of its two folders, under any names."""
    waiting = [(folder, 0)]
    while waiting:
        here, depth = waiting.pop()
        try:
            entries = sorted(here.iterdir())
        except OSError:
            continue
        folders = [each for each in entries if not each.name.startswith(".") and each.is_dir() and not each.is_symlink()]
        is_maildir = {each.name for each in folders} >= set(_MAILDIR)
        for each in entries:
            if each.suffix.casefold() in (*_MAIL, *_BOX) and not each.name.startswith(".") and each.is_file():
                yield each
        for each in folders:
            if is_maildir and each.name in _MAILDIR:
                yield from (file for file in sorted(each.iterdir()) if file.is_file() and not _is_put_out(file.name))
            elif not (is_maildir and each.name == "tmp") and depth < _DEEP:
                waiting.append((each, depth + 1))


def _is_put_out(name: str) -> bool:
    """Return True if a file of a Maildir is a draft or a mail that was deleted, by its flags."""
    _, info, flags = name.rpartition(":2,")
    return name.startswith(".") or (bool(info) and bool(set(flags) & {"T", "D"}))


def _of_file(path: Path, name: str) -> Iterator[tuple[str, bytes]]:
    data = read_mail_file(path)
    mails = box_mails(data)
    if mails is None:
        yield name, data[: MOST_MAIL_BYTES + 1]
        return
    for number, raw in enumerate(mails, 1):
        yield tr("{file}, mail {number}", file=name, number=number), raw


def _mail(raw: bytes, place: str) -> BoxMail | None:
    head = re.split(rb"\r?\n\r?\n", raw[:MOST_HEADER].lstrip(b"\r\n"), maxsplit=1)[0] + b"\n\n"
    if not is_raw_mail(head.decode("utf-8", "replace")):
        return None
    try:
        found = email.message_from_bytes(head, policy=compat32)
        own = _ids(found.get("message-id"))
        answered = [*_ids(found.get("in-reply-to")), *reversed(_ids(found.get("references")))]
        subject, sender = str(found.get("subject", "")), str(found.get("from", ""))
    except (ValueError, LookupError, TypeError, AttributeError, MessageError):
        return None
    return BoxMail(
        raw.lstrip(b"\r\n"),
        place,
        own[0] if own else "",
        tuple(dict.fromkeys(answered))[:_MOST_REFERENCES],
        subject[:2_000],
        sender[:2_000],
    )


def _ids(field: object) -> list[str]:
    return _ID.findall(str(field or "")[:64_000])


def _lasting(raw: bytes) -> bytes:
    """Return the parts that copies of a mail share: sender, date, receivers and words; not the lines that mail programs add on the way."""
    head, _, body = raw.replace(b"\r\n", b"\n").lstrip(b"\n").partition(b"\n\n")
    kept = [line for line in head.splitlines() if line[:5].lower() in (b"from:", b"date:") or line[:8].lower() == b"subject:"]
    return b"\n".join([*(line.strip() for line in kept), b"", *(line.rstrip() for line in body.rstrip().splitlines())])
