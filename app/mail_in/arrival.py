"""Arrival of mails, by which one of two is the later: never a time in the future by their senders' clocks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from app.mail_in.letter import Letter


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
