"""The rule for deadlines of a game: days of the week, a clock time, a zone, and holidays between two dates of each year.

``tue, fri 20:00 Europe/Berlin not 20 dec - 6 jan``. Nothing here reads a clock.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from app.game.deadlines import at_clock, duration_text, known_zone, read_duration
from app.gm.deadline_words import weekday_of
from languages import tr

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_FULL = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_HOLIDAY = re.compile(r"(\d{1,2})\.?\s+([a-z]{3,9})\s*(?:-|to|until)\s*(\d{1,2})\.?\s+([a-z]{3,9})")
_CLOCK = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)")
MOST_HOLIDAYS = 20
USUAL_LEAST = timedelta(hours=12)


class RuleFault(ValueError):  # noqa: N818 - it names a fault of a text
    """A text is no rule for deadlines. ``str()`` says why."""


@dataclass(frozen=True, slots=True)
class CalendarRule:
    """Rule by which orders of a game are due."""

    days: frozenset[int]
    """Days of the week; Monday is 0."""
    clock: time
    zone: str
    holidays: tuple[tuple[tuple[int, int], tuple[int, int]], ...] = ()
    """First and last day, each as month and day; from year to year."""
    least: timedelta = USUAL_LEAST
    """Time that players have at least."""

    @property
    def text(self) -> str:
        """The rule as it is typed."""
        days = ", ".join(_DAYS[day] for day in sorted(self.days)) if len(self.days) < 7 else "daily"
        away = "".join(f" not {_day(first)} - {_day(last)}" for first, last in self.holidays)
        least = "" if self.least == USUAL_LEAST else f" least {duration_text(self.least)}"
        return f"{days} {self.clock:%H:%M} {self.zone}{away}{least}"

    def is_holiday(self, day: date) -> bool:
        """Return True if nothing is due on *day*."""
        here = (day.month, day.day)
        return any(first <= here <= last if first <= last else here >= first or here <= last for first, last in self.holidays)

    def next_after(self, moment: datetime, *, least: timedelta | None = None) -> datetime:
        """The first deadline by the rule that leaves players their time from *moment* on.

        Where the clocks leave its hour out on that day, it is as much later; where they show it twice, the first time counts.
        """
        zone = known_zone(self.zone)
        assert zone is not None
        earliest = (moment + (self.least if least is None else least)).astimezone(zone)
        for number in range(800):
            day = earliest.date() + timedelta(days=number)
            if day.weekday() not in self.days or self.is_holiday(day):
                continue
            found = at_clock(datetime(day.year, day.month, day.day, tzinfo=zone), self.clock, zone)
            if found >= earliest and found.date() == day:
                return found
        raise RuleFault(tr("The rule {rule} names no day in the next two years.", rule=self.text))


def read_calendar_rule(text: str, zone: str = "UTC") -> CalendarRule:
    """The rule that *text* says.

    Args:
        zone: where it names none.

    Raises:
        RuleFault: it is none.
    """
    said = re.sub(r"(?i)\bat least\b", "least", " ".join(text.strip().split()))
    if len(said) > 400:
        raise RuleFault(tr("The rule is too long."))
    head, *parts = re.split(r"(?i)(?:,\s*|\s+)(?=(?:not|least)\b)", said)
    holidays: list[tuple[tuple[int, int], tuple[int, int]]] = []
    least = USUAL_LEAST
    for part in parts:
        word, _, rest = part.strip(" ,").casefold().partition(" ")
        if word == "least":
            found = read_duration(rest)
            if found is None:
                raise RuleFault(_expected(part))
            least = found
            continue
        holiday = _HOLIDAY.fullmatch(rest.strip())
        if holiday is None or len(holidays) >= MOST_HOLIDAYS:
            raise RuleFault(_expected(part))
        holidays.append((_month_day(holiday[1], holiday[2]), _month_day(holiday[3], holiday[4])))
    days: set[int] = set()
    clock: time | None = None
    for word in head.replace(",", " ").split():
        at = _CLOCK.fullmatch(word)
        day = _weekday(word.casefold())
        if at is not None and clock is None:
            clock = time(int(at[1]), int(at[2]))
        elif day is not None:
            days.add(day)
        elif word.casefold() in {"daily", "every", "day"}:
            days |= set(range(7))
        elif known_zone(word) is not None:
            zone = word
        elif word.casefold() not in {"and", "at"}:
            raise RuleFault(_expected(word))
    if clock is None or not days:
        raise RuleFault(_expected(head))
    rule = CalendarRule(frozenset(days), clock, zone, tuple(holidays), least)
    rule.next_after(datetime(2026, 1, 1, tzinfo=known_zone(zone)))
    return rule


def _expected(part: str) -> str:
    return tr(
        "“{part}” is no part of a rule for deadlines; one is such as: tue, fri 20:00 Europe/Berlin not 20 dec - 6 jan least 24h",
        part=part[:60],
    )


def _weekday(word: str) -> int | None:
    """0 for ``mon``, ``Mondays``; in the language in use as well."""
    plain = word.strip(".")
    named = next((at for at, day in enumerate(_FULL) if len(plain) > 2 and (day.startswith(plain) or plain == f"{day}s")), None)
    return named if named is not None else weekday_of(word)


def _month_day(day: str, month: str) -> tuple[int, int]:
    if month[:3] not in _MONTHS:
        raise RuleFault(_expected(f"{day} {month}"))
    number = _MONTHS.index(month[:3]) + 1
    try:
        date(2024, number, int(day))
    except ValueError as error:
        raise RuleFault(_expected(f"{day} {month}")) from error
    return number, int(day)


def _day(month_day: tuple[int, int]) -> str:
    return f"{month_day[1]} {_MONTHS[month_day[0] - 1]}"
