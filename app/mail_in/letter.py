"""A mail as it was unwrapped: who wrote it, and each of its lines with its part, and the press that it asks to pass on."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class LetterPart(StrEnum):
    """Part of a mail that a line belongs to."""

    TEXT = "text"
    """Text that the sender wrote for this mail: the only part in which orders are looked for."""
    HEADER = "header"
    QUOTE = "quote"
    SIGNATURE = "signature"
    PRESS = "press"
    JUDGE = "judge"
    """A word for a mail judge: ``SIGNON``, ``SET WAIT``."""
    BELOW = "below"
    """Part below ``SIGNOFF``, which ends the part that a judge reads."""
    ATTACHMENT = "attachment"


@dataclass(frozen=True, slots=True)
class MailLine:
    """One line."""

    number: int
    """Counted from 1 in the text of its mail."""
    text: str
    part: LetterPart = LetterPart.TEXT


@dataclass(frozen=True, slots=True)
class Letter:
    """One mail, or one text that was pasted."""

    lines: tuple[MailLine, ...]
    sender: str = ""
    """The mail address, in lower case; empty where the text names none."""
    name: str = ""
    """Name of the sender."""
    subject: str = ""
    sent: datetime | None = None
    """With a time zone: UTC where the mail names none."""
    received: datetime | None = None
    """Time of arrival, where that is known otherwise than by the date that its sender wrote."""
    mark: str = ""
    """Mark by which it is known again, where a program handed it in."""
    is_mail: bool = False
    """True if it came as a mail, with headers, and not as a bare list."""
    troubles: tuple[str, ...] = ()
    """Parts that could not be unwrapped, as sentences."""

    @property
    def arrived(self) -> datetime | None:
        """Time of arrival, as far as the letter tells it."""
        return self.received or self.sent


MASTER = "GM"
"""The game master, as a reader of press."""


@dataclass(frozen=True, slots=True)
class MailPress:
    """Text between ``PRESS TO`` and ``ENDPRESS``."""

    line: int
    receivers: tuple[str, ...]
    """Powers and ``MASTER``; empty means everybody."""
    text: str
