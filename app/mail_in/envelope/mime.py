"""Mails as bytes or pasted text to letters: the standard library's ``email`` unwraps, this bounds it and picks what is read."""

from __future__ import annotations

import email
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from email.errors import MessageError
from email.message import EmailMessage
from email.policy import Policy, default
from email.utils import parseaddr, parsedate, parsedate_to_datetime

from app.mail_in.envelope.html_text import text_of_html
from app.mail_in.letter import Letter, LetterPart, MailLine
from languages import tr
from languages.outside_text import outside_line, outside_name

MOST_BYTES = 64_000_000
"""Limit of a box of mails."""
MOST_MAIL_BYTES = 2_000_000
"""Limit of one mail: text comes before large attachments, and the rest is not read."""
MOST_MAILS = 2_000
MOST_HEADER = 64_000
MOST_HEADER_LINE = 2_000
MOST_PARTS = 60
"""Parts within parts, counted by the boundaries that a mail declares."""
MOST_PARTS_IN_ALL = 500
"""Number of parts whatever its boundaries: the library takes a third of a thousandth of a second for each."""
MOST_LINES = 2_000
MOST_CHARACTERS = 200_000
"""Limit of the text of one mail."""

_BOX_LINE = re.compile(rb"(?:\A|(?<=\n\n)|(?<=\n\r\n))From (?=\S+ .*\d\d:\d\d)[^\n]*\n")
_ESCAPED = re.compile(rb"(?m)^>(>*From )")
_FIELD = re.compile(r"[!-9;-~]+:")
_SURE_FIELDS = re.compile(r"(?im)^(?:mime-version|received|message-id|return-path|content-type|delivered-to|x-[\w-]+):")
_ATTACHED = re.compile(
    r"(?i)\b(?:attach(?:ed|ment)?|enclosed|anhang|angehängt|anbei|beigefügt|beiliegend|ci-joints?|pièces? jointes?|en annexe|allegat[oaie]"
    r"|in allegato|adjunt[oa]s?|anex[oa]s?)\b"
)
_ERRORS = (ValueError, LookupError, TypeError, AttributeError, RecursionError, AssertionError, MessageError)
"""Errors of the library on mails that are none; a mail from a stranger must never stop the others."""


class _TooManyPartsError(Exception):
    """A mail goes on past ``MOST_PARTS_IN_ALL``."""


class _CountedParts:
    """Makes the parts of one mail, and refuses to go past ``MOST_PARTS_IN_ALL``."""

    def __init__(self) -> None:
        self._made = 0

    def __call__(self, policy: Policy[EmailMessage]) -> EmailMessage:
        self._made += 1
        if self._made > MOST_PARTS_IN_ALL:
            raise _TooManyPartsError
        return EmailMessage(policy)


def letters_of(
    received: bytes | str, go_on: Callable[[int, int], bool] = lambda _done, _of: True
) -> tuple[tuple[Letter, ...], tuple[str, ...]]:
    """Every mail of *received*, a box, a mail or a pasted text, as lines whose parts are not marked yet; and what was left unread.

    Args:
        received: the bytes of a file, or text that was pasted.
        go_on: called with the number of mails of a box done, and of all; where it says no, the others are left unread, which is reported.
    """
    troubles: list[str] = []
    if len(received) > MOST_BYTES:
        troubles.append(tr("only the first {most_bytes} MB were read", most_bytes=MOST_BYTES // 1000000))
        received = received[:MOST_BYTES]
    if isinstance(received, str):
        as_bytes = received[:200].encode("utf-8", "replace")
        if _BOX_LINE.match(as_bytes):
            received = received.encode("utf-8", "surrogateescape" if received.isascii() else "replace")
        elif is_raw_mail(received):
            return (_letter(received),), tuple(troubles)
        else:
            return (_plain(received),), tuple(troubles)
    if _BOX_LINE.match(received):
        return _box(received, troubles, go_on), tuple(troubles)
    received = received.removeprefix(b"\xef\xbb\xbf")
    start = _decoded(received[:MOST_HEADER], None)
    return ((_letter(received),) if is_raw_mail(start) else (_plain(_decoded(received, None)),)), tuple(troubles)


def is_raw_mail(text: str) -> bool:
    """Return True if *text* begins with the header of a mail as it was sent, up to an empty line."""
    head, empty, _ = text[: MOST_HEADER * 2].replace("\r\n", "\n").partition("\n\n")
    lines = head.splitlines()
    if not empty or not all(_FIELD.match(line) or line[:1] in {" ", "\t"} for line in lines):
        return False
    names = {line.partition(":")[0].casefold() for line in lines}
    return bool(_SURE_FIELDS.search(head)) or ("from" in names and bool(names & {"date", "subject"}))


def box_mails(data: bytes) -> Iterator[bytes] | None:
    """Each mail of a box, as it was sent, cut where it is too large; ``None`` where *data* is no box."""
    if not _BOX_LINE.match(data):
        return None
    return (_ESCAPED.sub(rb"\1", data[start : min(end, start + MOST_MAIL_BYTES + 1)]) for _, start, end in _cuts(data))


def _cuts(data: bytes) -> list[tuple[bytes, int, int]]:
    """Return the line before each mail of a box, and where the mail starts and ends."""
    marks = list(_BOX_LINE.finditer(data))
    ends = [*(match.start() for match in marks[1:]), len(data)]
    return [(match[0], match.end(), end) for match, end in zip(marks, ends, strict=True)]


def _box(data: bytes, troubles: list[str], go_on: Callable[[int, int], bool]) -> tuple[Letter, ...]:
    """The mails of a box, the first that arrived first: by their headers, else the lines between them, else in their sequence."""
    every = _cuts(data)
    if len(every) > MOST_MAILS:
        troubles.append(tr("only the first {most_mails:,} of {count:,} mails were read", most_mails=MOST_MAILS, count=len(every)))
    cuts = every[:MOST_MAILS]
    letters: list[Letter] = []
    for _, start, end in cuts:
        if not go_on(len(letters), len(cuts)):
            troubles.append(tr("it was stopped; {count} of {all} mails were not read", count=len(cuts) - len(letters), all=len(cuts)))
            break
        letters.append(_letter(_ESCAPED.sub(rb"\1", data[start : min(end, start + MOST_MAIL_BYTES + 1)])))
    received = [letter.received for letter in letters if letter.received is not None]
    delivered = [moment for mark, _, _ in cuts[: len(letters)] if (moment := _delivered(mark)) is not None]
    for moments in (received, delivered):
        if len(moments) == len(letters):
            return tuple(letters[number] for number in sorted(range(len(letters)), key=moments.__getitem__))
    return tuple(letters)


def _delivered(line: bytes) -> tuple[int, ...] | None:
    """The clock time of delivery that a line between two mails tells: ``From ada@example.org Mon May  3 12:00:00 2021``."""
    moment = parsedate(line.decode("ascii", "replace").partition(" ")[2].partition(" ")[2].strip())
    return None if moment is None else tuple(moment[:6])


def _letter(raw: bytes | str) -> Letter:
    """One mail."""
    troubles: list[str] = []
    if len(raw) > MOST_MAIL_BYTES:
        troubles.append(
            tr(
                "the mail has {count:,} bytes; what is beyond {most_mail_bytes:,} was not read",
                count=len(raw),
                most_mail_bytes=MOST_MAIL_BYTES,
            )
        )
        raw = raw[:MOST_MAIL_BYTES]
    raw = _bounded_header(raw)
    boundary, inner = (b"boundary=", b"message/rfc822") if isinstance(raw, bytes) else ("boundary=", "message/rfc822")
    if raw.count(boundary) + raw.count(inner) > MOST_PARTS:  # type: ignore[arg-type]
        return Letter((), is_mail=True, troubles=(tr("the mail has too many parts within parts; it was not read"),))
    policy = default.clone(message_factory=_CountedParts())
    try:
        parsed = email.message_from_bytes(raw, policy=policy) if isinstance(raw, bytes) else email.message_from_string(raw, policy=policy)
        body, attached = _texts(parsed, is_text=isinstance(raw, str))
    except _TooManyPartsError:
        return Letter((), is_mail=True, troubles=(tr("the mail has more than {most} parts; it was not read", most=MOST_PARTS_IN_ALL),))
    except _ERRORS:
        return Letter((), is_mail=True, troubles=(tr("the mail could not be unwrapped; it was not read"),))
    lines = _lines(body, troubles)
    spoken = bool(attached and _ATTACHED.search(body))
    for text in attached:
        part = LetterPart.TEXT if spoken else LetterPart.ATTACHMENT
        lines.extend(MailLine(number, line, part) for number, line in enumerate(_split(text, troubles), len(lines) + 1))
    sender, name = _sender(parsed)
    return Letter(
        tuple(lines),
        sender,
        name,
        _field(parsed, "subject"),
        _moment(_field(parsed, "date")),
        _received(parsed),
        is_mail=True,
        troubles=tuple(dict.fromkeys(troubles)),
    )


def _plain(text: str) -> Letter:
    """A text that was pasted without being a whole mail."""
    troubles: list[str] = []
    return Letter(tuple(_lines(text, troubles)), troubles=tuple(troubles))


def _lines(text: str, troubles: list[str]) -> list[MailLine]:
    return [MailLine(number, line) for number, line in enumerate(_split(text, troubles), 1)]


def _split(text: str, troubles: list[str]) -> list[str]:
    lines = text[:MOST_CHARACTERS].splitlines()
    if len(text) > MOST_CHARACTERS or len(lines) > MOST_LINES:
        troubles.append(tr("the text is too long; its end was not read"))
    return lines[:MOST_LINES]


def _bounded_header(raw: bytes | str) -> bytes | str:
    """*raw* with a header that the library can take apart quickly: lines and their sum are bounded."""
    if isinstance(raw, bytes):
        end = min((at for at in (raw.find(b"\n\n"), raw.find(b"\r\n\r\n")) if at >= 0), default=len(raw))
        kept = b"\n".join(line[:MOST_HEADER_LINE] for line in raw[: min(end, MOST_HEADER)].splitlines())
        return kept + raw[end:]
    at = min((at for at in (raw.find("\n\n"), raw.find("\r\n\r\n")) if at >= 0), default=len(raw))
    return "\n".join(line[:MOST_HEADER_LINE] for line in raw[: min(at, MOST_HEADER)].splitlines()) + raw[at:]


def _texts(parsed: EmailMessage, *, is_text: bool) -> tuple[str, list[str]]:
    """The text of a mail, and the texts attached to it: of every part, and of alternatives the one that tells what its writer meant."""
    attached: list[str] = []
    body = "\n".join(text for text in _body(parsed, attached, is_text=is_text) if text.strip())
    return body, [text for text in attached if text.strip()]


def _body(part: EmailMessage, attached: list[str], *, is_text: bool) -> list[str]:
    kind = part.get_content_type()
    if kind == "message/rfc822":
        attached.append(_forwarded(part, is_text=is_text))
        return []
    if part.is_multipart():
        inner = [each for each in part.iter_parts() if isinstance(each, EmailMessage)]
        texts = [_body(each, attached, is_text=is_text) for each in inner]
        if kind == "multipart/alternative":
            named = [("\n".join(text), each.get_content_type() == "text/plain") for each, text in zip(inner, texts, strict=True)]
            return [_better([text for text, is_plain in named if is_plain], [text for text, is_plain in named if not is_plain])]
        return [text for found in texts for text in found]
    if not kind.startswith("text/"):
        return []
    if part.is_attachment() or part.get_filename():
        attached.append(_shown(part, kind, is_text=is_text))
        return []
    return [_shown(part, kind, is_text=is_text)] if kind in {"text/plain", "text/html"} else []


def _better(plain: list[str], rich: list[str]) -> str:
    """Return the text or its HTML: HTML where the text has little of it, or where something is struck out."""
    text, other = "\n".join(plain), "\n".join(rich)
    said, meant = set(text.casefold().split()), set(other.casefold().split())
    return other if "~~" in other or len(said & meant) * 2 < len(meant) else text


def _forwarded(part: EmailMessage, *, is_text: bool) -> str:
    """The text of a mail that is attached whole."""
    inside = part.get_payload()
    assert isinstance(inside, list)
    [inner] = inside
    assert isinstance(inner, EmailMessage)
    text, _ = _texts(inner, is_text=is_text)
    return text


def _shown(part: EmailMessage, kind: str, *, is_text: bool) -> str:
    content = _content(part, is_text=is_text)
    return text_of_html(content) if kind == "text/html" else content


def _content(part: EmailMessage, *, is_text: bool) -> str:
    """The text of a part, in whatever letters it was written; *is_text* where the mail was pasted, and has its letters already."""
    encoding = str(part.get("content-transfer-encoding", "7bit")).strip().casefold()
    if is_text and encoding not in {"base64", "quoted-printable", "x-uuencode"}:
        text = part.get_payload()
        assert isinstance(text, str)
        return text
    payload = part.get_payload(decode=True)
    assert isinstance(payload, bytes)
    text = _decoded(payload, part.get_content_charset())
    return _unflowed(text, part) if str(part.get_param("format", "")).casefold() == "flowed" else text


def _unflowed(text: str, part: EmailMessage) -> str:
    """*text* with the lines joined that a mail program broke (RFC 3676)."""
    deletes = str(part.get_param("delsp", "")).casefold() == "yes"
    found: list[str] = []
    goes_on = False
    for line in text.splitlines():
        depth = len(line) - len(line.lstrip(">"))
        if goes_on and not depth:
            found[-1] += line.removeprefix(" ")
        else:
            found.append(line.removeprefix(" "))
        goes_on = not depth and line.endswith(" ") and line != "-- " and bool(line.strip())
        if goes_on and deletes:
            found[-1] = found[-1][:-1]
    return "\n".join(found)


def _decoded(data: bytes, charset: str | None) -> str:
    """*data* in the letters that it says it has, else in those that it fits."""
    named = "cp1252" if charset in {"iso-8859-1", "latin-1"} else charset or "utf-8"
    if data[:2] in {b"\xff\xfe", b"\xfe\xff"}:
        named = "utf-16"
    for each in (named, "utf-8", "cp1252"):
        try:
            return data.decode(each)
        except (UnicodeError, LookupError):
            continue
    return data.decode("latin-1")


def _field(parsed: EmailMessage, name: str) -> str:
    try:
        return outside_line(str(parsed.get(name, "")), MOST_HEADER_LINE)
    except _ERRORS:
        return ""


def _sender(parsed: EmailMessage) -> tuple[str, str]:
    name, address = parseaddr(_field(parsed, "from"))
    return address.casefold(), outside_name(name)


def _received(parsed: EmailMessage) -> datetime | None:
    """Return the time at which the last server on its way had it: the topmost of the headers, which no server before it could write."""
    return _moment(_field(parsed, "received").rpartition(";")[2])


def _moment(text: str) -> datetime | None:
    try:
        moment = parsedate_to_datetime(text)
        return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    except _ERRORS:
        return None
