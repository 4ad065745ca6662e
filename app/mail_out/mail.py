"""The mail in which one player gets the results: headers, text, page, picture and PDF."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from email.generator import BytesGenerator
from email.message import EmailMessage
from email.parser import BytesHeaderParser
from email.policy import SMTP
from email.utils import format_datetime, make_msgid
from io import BytesIO
from urllib.parse import quote
from uuid import uuid4

from app.mail_out.addresses import checked_address, header_address, one_line
from app.mail_out.facts import Facts
from app.mail_out.making import IN_MAIL, Package, picture_name
from app.session.services import PictureFormat

POLICY = SMTP.clone(cte_type="7bit", max_line_length=78)
"""Lines end as servers want them, and every byte is one that every server takes."""
LONGEST_LINK = 1_800
"""Characters of a ``mailto:`` link that mail programs take."""


@dataclass(frozen=True, slots=True)
class Correspondent:
    """A person with an address."""

    name: str
    address: str
    also: tuple[Correspondent, ...] = ()
    """Those who play the power as well: they get a copy of each mail."""


def mail(package: Package, to: Correspondent, sender: Correspondent | None, at: datetime, message_id: str | None = None) -> EmailMessage:
    """The mail of *package*.

    Args:
        sender: who sends it; ``None`` leaves that to the mail program that opens the draft.
        at: when it was made.
        message_id: what it is known by; without one it is a draft, which the mail program opens to be sent.

    Raises:
        ValueError: an address is none.
    """
    message = EmailMessage(policy=POLICY)
    message["Subject"] = _subject(package.facts)
    _address(message, to)
    if sender is not None:
        message["From"] = header_address(sender.name, sender.address)
    message["Date"] = format_datetime(at)
    if message_id is None:
        message["X-Unsent"] = "1"
    else:
        message["Message-ID"] = message_id
        message["Auto-Submitted"] = "auto-generated"
    message.set_content(package.text, charset="utf-8")
    if package.html:
        message.add_alternative(package.html, subtype="html", charset="utf-8")
        if package.picture is not None:
            page = message.get_body(preferencelist=("html",))
            assert isinstance(page, EmailMessage)
            inside = f"<{IN_MAIL.removeprefix('cid:')}>"
            page.add_related(package.picture, "image", _subtype(package), cid=inside, filename=picture_name(package), disposition="inline")
    elif package.picture is not None:
        message.add_attachment(package.picture, "image", _subtype(package), filename=picture_name(package))
    if package.page is not None:
        message.add_attachment(package.page, "application", "pdf", filename=f"{package.name}.pdf")
    if package.replay is not None:
        message.add_attachment(package.replay, "text", "html", filename=f"{package.name} game.html")
    return message


def plain_mail(
    subject: str, text: str, to: Correspondent, sender: Correspondent | None, at: datetime, message_id: str | None = None
) -> EmailMessage:
    """A mail of words alone: a reminder.

    Raises:
        ValueError: an address is none.
    """
    message = EmailMessage(policy=POLICY)
    message["Subject"] = one_line(subject)
    _address(message, to)
    if sender is not None:
        message["From"] = header_address(sender.name, sender.address)
    message["Date"] = format_datetime(at)
    message["X-Unsent" if message_id is None else "Message-ID"] = message_id or "1"
    message.set_content(text, charset="utf-8")
    return message


def _address(message: EmailMessage, to: Correspondent) -> None:
    message["To"] = header_address(to.name, to.address)
    if to.also:
        message["Cc"] = [header_address(each.name, each.address) for each in to.also]


_LINE_END = re.compile(r"\r\n|\r|\n")


class _Generator(BytesGenerator):
    """Writer of mails that writes a text at once: a picture has thousands of lines, and the library writes each for itself."""

    def _write_lines(self, lines: str) -> None:
        self.write(_LINE_END.sub(POLICY.linesep, lines))


def content_of(message: EmailMessage) -> bytes:
    """*message* as it is sent: the same as its ``as_bytes``, in a third of the time where it has a picture."""
    for part in message.walk():
        if part.is_multipart():
            part.set_boundary(f"==={uuid4().hex}===")  # else each boundary is looked for in all texts and pictures before it is taken
    target = BytesIO()
    _Generator(target, mangle_from_=False, policy=message.policy).flatten(message)
    return target.getvalue()


def receivers_of_copies(content: bytes) -> tuple[str, ...]:
    """The addresses to which a mail of ours goes beside its first one."""
    head = BytesHeaderParser(policy=SMTP).parsebytes(content)
    return tuple(each.addr_spec for each in head["Cc"].addresses) if head["Cc"] is not None else ()


def new_message_id(sender: Correspondent) -> str:
    """A Message-ID that no other mail has; it tells nothing of this machine."""
    return make_msgid(domain=checked_address(sender.address).rpartition("@")[2])


def text_link(facts: Facts, text: str, to: Correspondent) -> tuple[str, bool]:
    """A link that opens the mail program with *text* under the subject of *facts*, and whether the text is in it.

    A text that is too long for a link is left out, since mail programs cut it where they like. Without an address they ask for one.

    Raises:
        ValueError: the address is none.
    """
    return link_to_write(_subject(facts), text, to)


def link_to_write(subject: str, text: str, to: Correspondent) -> tuple[str, bool]:
    """A link that has the mail program open a mail with *text*, and whether the text is in it: one that is too long is left out.

    Raises:
        ValueError: the address is none.
    """
    address = quote(checked_address(to.address), safe="@") if to.address else ""
    start = f"mailto:{address}?subject={quote(one_line(subject))}"
    body = quote(re.sub(r"\r?\n", "\r\n", text))
    link = f"{start}&body={body}"
    return (link, True) if len(link) <= LONGEST_LINK else (start, False)


def _subject(facts: Facts) -> str:
    """With the mark of the game, so that an answer is known to be for it."""
    tag = one_line(facts.tag)
    return f"{one_line(facts.subject, 150 - len(tag))} {tag}".strip()


def _subtype(package: Package) -> str:
    return "jpeg" if package.picture_format is PictureFormat.JPEG else "png"
