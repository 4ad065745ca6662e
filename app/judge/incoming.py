"""A mail as the judge looks at it: who it is from, what it answers, whether a program sent it, and the token that it carries."""

from __future__ import annotations

import email
import hashlib
import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from email.header import decode_header, make_header
from email.message import Message
from email.policy import compat32
from email.utils import getaddresses

from app.judge.records import confirmation_in, token_in
from app.mail_in.envelope.mime import MOST_HEADER, MOST_MAIL_BYTES, letters_of
from app.mail_in.envelope.unwrap import unwrapped
from app.mail_in.letter import Letter, LetterPart
from app.mail_in.phrases import plain

LARGEST = MOST_MAIL_BYTES
"""Bytes of a mail that is read; of a larger one the beginning is."""
_MOST_RECEIVED = 60
_ID = re.compile(r"<([^<>\s]{1,500})>")
_BULK = frozenset({"bulk", "junk", "list", "auto_reply", "auto-reply"})
_DAEMONS = frozenset({"mailer-daemon", "postmaster", "noreply", "no-reply", "donotreply", "bounce", "bounces"})
_AWAY = re.compile(
    r"(?i)\s*(?:automatic reply|auto(?:matic)?[ -]?(?:reply|response)|out of (?:the )?office"
    r"|automatische antwort|abwesenheit|réponse automatique"
    r"|respuesta automática|risposta automatica)"
)
"""Subjects of answering machines that say so in no header: such an answer must confirm nothing."""
_FAILED = re.compile(r"(?im)^(?:final|original)-recipient:[^;\n]*;\s*<?([^\s<>;]{3,254}@[^\s<>;]{1,254})>?")


@dataclass(frozen=True, slots=True)
class IncomingLine:
    """A line of the sender's own words."""

    number: int
    text: str
    """As it was written, with any secret in it; it goes nowhere."""
    shown: str
    """The same with the secret cut out."""


@dataclass(frozen=True, slots=True)
class IncomingLetter:
    """One mail, unwrapped."""

    key: str
    """The same for each copy of this mail."""
    message_id: str
    references: tuple[str, ...]
    sender: str
    name: str
    subject: str
    """As it came, with any token in it."""
    to: tuple[str, ...]
    automatic: str
    """Reason that it is never answered; empty for a person's mail."""
    failed: tuple[str, ...]
    """Addresses that a report of a mail server says could not be reached."""
    is_cut_off: bool
    """True if it was too large, so that its end was not read."""
    letter: Letter
    """Its lines with their parts marked; secrets are cut out."""
    lines: tuple[IncomingLine, ...]
    """The sender's own lines: no quotes, signature, attachments or press."""

    @property
    def token(self) -> tuple[str, str, str] | None:
        """Game, power and token of the seat that it carries in an address or in its subject."""
        found = (token_in(each) for each in (*self.to, self.subject))
        return next((each for each in found if each is not None), None)

    @property
    def confirmation(self) -> tuple[str, str] | None:
        """Code and token of the staged mail that it confirms."""
        return confirmation_in(self.subject)


def incoming_letter(raw: bytes, own: Iterable[str]) -> IncomingLetter:
    """Return the mail *raw*; whatever it is, this never raises.

    Args:
        own: the judge's own addresses.
    """
    head = _head(raw)
    read = raw[:LARGEST].replace(b"\x00", b"")
    plain_letters, _ = letters_of(_as_mail(read))
    marked, _ = unwrapped(_as_mail(read))
    letter = marked[0] if marked else Letter((), is_mail=True)
    spoken = plain_letters[0].lines if plain_letters else ()
    lines = tuple(
        IncomingLine(line.number, plain(told.text).strip(), line.text)
        for line, told in zip(letter.lines, spoken, strict=False)
        if line.part in (LetterPart.TEXT, LetterPart.JUDGE) and line.text.strip()
    )
    ids = _ID.findall(_field(head, "message-id"))
    told = f"id {ids[0]}".encode() if ids else b"words " + hashlib.sha256(raw).digest()
    subject = " ".join(_decoded_subject(plain_letters).split())[:500]
    addresses = _receivers(head)
    sender = letter.sender if letter.is_mail else ""
    return IncomingLetter(
        hashlib.sha256(told).hexdigest()[:32],
        ids[0] if ids else "",
        tuple(dict.fromkeys((*_ID.findall(_field(head, "references")[:32_000]), *_ID.findall(_field(head, "in-reply-to")))))[-20:],
        sender.casefold(),
        letter.name,
        subject,
        tuple(addresses[:50]),
        ("an answering machine" if _AWAY.match(subject) else "") or _why_automatic(head, sender, {each.casefold() for each in own}),
        _failed(head, raw),
        len(raw) > LARGEST,
        letter,
        lines,
    )


def addresses_and_subject(raw: bytes) -> tuple[tuple[str, ...], str]:
    """The addresses that the mail *raw* was sent to, and its subject, from its head alone."""
    head = _head(raw)
    subject = _field(head, "subject")
    with suppress(ValueError, LookupError, TypeError):
        subject = str(make_header(decode_header(subject)))
    return tuple(_receivers(head)[:50]), subject


def _receivers(head: Message) -> list[str]:
    return [address for _, address in getaddresses([_field(head, name) for name in ("to", "cc", "delivered-to", "x-original-to")])]


def _as_mail(raw: bytes) -> bytes:
    """*raw* as one mail, also where it begins like a box of them."""
    if raw.startswith(b"From "):
        raw = raw.partition(b"\n")[2]
    return raw.lstrip(b"\r\n")


def _head(raw: bytes) -> Message:
    head = re.split(rb"\r?\n\r?\n", _as_mail(raw[:MOST_HEADER]), maxsplit=1)[0] + b"\n\n"
    try:
        return email.message_from_bytes(head.replace(b"\x00", b""), policy=compat32)
    except (ValueError, LookupError, TypeError, AttributeError):
        return Message()


def _field(head: Message, name: str) -> str:
    try:
        return " ".join(str(each) for each in (head.get_all(name) or [])[:20])[:64_000]
    except (ValueError, LookupError, TypeError, AttributeError):
        return ""


def _decoded_subject(letters: tuple[Letter, ...]) -> str:
    return letters[0].subject if letters else ""


def _why_automatic(head: Message, sender: str, own: set[str]) -> str:
    """The reason never to answer, for the log."""
    local = sender.partition("@")[0].casefold()
    said = _field(head, "auto-submitted").strip().casefold()
    path = _field(head, "return-path").strip()
    if not sender or "@" not in sender:
        return "no sender"
    if sender.casefold() in own:
        return "our own address"
    if said and not said.startswith("no"):
        return f"Auto-Submitted: {said[:40]}"
    if _field(head, "precedence").strip().casefold() in _BULK:
        return "Precedence"
    if path == "<>" or local in _DAEMONS or _field(head, "content-type").casefold().startswith("multipart/report"):
        return "report of a mail server"
    if any(each in _field(head, "x-loop").casefold() for each in own):
        return "a loop"
    if _field(head, "list-id") or _field(head, "x-autoreply") or _field(head, "x-autorespond"):
        return "a list or an answering machine"
    if len(head.get_all("received") or []) > _MOST_RECEIVED:
        return "a loop of servers"
    return ""


def _failed(head: Message, raw: bytes) -> tuple[str, ...]:
    if not _field(head, "content-type").casefold().startswith("multipart/report"):
        return ()
    found = _FAILED.findall(raw[:200_000].decode("utf-8", "replace"))
    return tuple(dict.fromkeys(each.casefold() for each in found))[:20]
