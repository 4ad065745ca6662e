"""A mail as it was unwrapped: who wrote it and when it arrived, each of its lines with its part and without passwords, and its press.

The work of reading one is counted, so that a stranger's text costs about a second at most, on any machine and the same on each.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from app.mail_in.phrases import plain
from languages import mark, tr


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


@dataclass(frozen=True, slots=True)
class HandedIn:
    """Hand-in of mails by a mail program."""

    moment: datetime
    """Moment of the hand-in: they arrived then, unless their headers tell another time."""
    mark: str = ""
    """Mark by which the game knows them again."""


def with_arrival(letters: Sequence[Letter], now: datetime, handed_in: HandedIn | None = None) -> tuple[Letter, ...]:
    """*letters*, in the sequence of their box, each with the moment at which it arrived where its own date is not that.

    What the topmost ``Received`` header says counts. Without one it is the moment at which a mail program handed the mail in; for a mail
    of a file the date that its sender wrote, unless that is still to come or before that of a mail that stands above it in the box.

    Args:
        now: the time now; nothing has arrived after it.
        handed_in: how a mail program handed them in.
    """
    if handed_in is not None:
        letters = [replace(letter, mark=handed_in.mark) for letter in letters]
    told = [_told(letter, now, None if handed_in is None else handed_in.moment) for letter in letters]
    found: list[Letter] = []
    latest: datetime | None = None
    for number, (letter, arrived) in enumerate(zip(letters, told, strict=True)):
        if arrived is None and letter.arrived is None:
            found.append(letter)  # a text without a date: what is taken in last is the latest
            continue
        arrived = arrived or next((each for each in told[number + 1 :] if each is not None), now)
        if latest is not None and letter.received is None:
            arrived = max(arrived, latest)
        latest = arrived if latest is None else max(arrived, latest)
        found.append(letter if letter.arrived == arrived else replace(letter, received=arrived))
    return tuple(found)


def _told(letter: Letter, now: datetime, handed_in: datetime | None) -> datetime | None:
    moment = letter.received or handed_in or letter.sent
    return None if moment is None or moment > now else moment


CUT = mark("[password cut out]")
"""Words that stand in files and journals in its place."""

_LEAD = r"[\s>|*]*(?:re:\s*|fwd?:\s*|aw:\s*)*(?:subject:\s*|betreff:\s*)?"
_SIGN_ON = rf"{_LEAD}(?:(?i:signon|sign-on)|SIGN ON)\s+\S+\s+"
"""``SIGNON fstraits secret``: all that stands behind the game."""
_SET = rf"(?i:{_LEAD}set\s+pass(?:word|wd)?\s+)"
_OTHER = rf"{_LEAD}(?:OBSERVE|WATCH|CREATE|JOIN|TAKEOVER|TAKE OVER|MASTER|BECOME|RESIGN|GUARDIAN)\s+\S+\s+"
"""Words for a judge that take a password behind a game; only in capitals, since they are English words too."""
_SAID = (
    r"(?i:[\s>|*]*(?:my |mein |mon |la mia |mi )?"
    r"(?:password|passwort|kennwort|passwd|pwd?|mot de passe|parola d['’]ordine|contraseña)\s*(?:is|ist|est|è|es)?\s*[:=]\s*)"
)
_BEFORE_PASSWORD = re.compile(rf"(?:{_SIGN_ON}|{_SET}|{_OTHER}|{_SAID})(?=\S.*$)")


def in_words(line: str) -> str:
    """A received line for a reader: a note for a password that was cut out is in the language in use."""
    return line.replace(CUT, tr(CUT))


def without_password(line: str) -> str:
    """*line* with what stands where a password stands cut out."""
    found = _BEFORE_PASSWORD.match(plain(line))
    return line if found is None else f"{found[0]}{CUT}"


MOST_LINE_WORK = 1_200
"""For the lines of one letter: 300 short orders, or 20 long lines of prose that speak of places."""
MOST_CHOICE_WORK = 300
"""For reading once more what the doubtful lines of a letter may mean."""
MOST_BOX_WORK = 60_000
"""For all the letters of a box."""
MOST_LOOKED_AT = 60_000
"""Characters of one letter's own text that are looked at; the shortest lines come first, since orders are short."""
_LETTERS_A_WORD = 12
"""A run of letters without a blank counts as so many words as it is long."""
_MOST_A_WORD = 8
_STRANGE = re.compile(r"[^\w\s.,:;!?()\[\]/'\"*>=+–—→-]")


def work_of(text: str) -> int:
    """Return the cost of reading *text*: it grows with the square of its words, as every stretch may be an order; long ones are cut.

    A sign that no order has, such as what stands for a letter that could not be read, is a word of its own to the reader.
    """
    words = 1 + max(text.count(" ") + len(_STRANGE.findall(text)), len(text) // _LETTERS_A_WORD)
    return 1 + min(words * words // 6, words * _MOST_A_WORD)


@dataclass(slots=True)
class WorkLeft:
    """Budget for reading."""

    left: int

    def takes(self, text: str) -> bool:
        """Return True if there is work left for *text*; if so, it is counted off."""
        cost = work_of(text)
        if cost > self.left:
            return False
        self.left -= cost
        return True
