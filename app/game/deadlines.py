"""Terms of a game's deadlines as a whole: time zone, grace, time for each kind of phase, early processing, whether its clock stands.

They are fields of the ``[game]`` block; the deadline of a phase itself stands with its turn. Nothing here reads a clock.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, time, timedelta
from enum import StrEnum
from types import MappingProxyType
from zoneinfo import ZoneInfo

from adjudicator.phase import PhaseKind
from app.game.entries import Deadline
from app.game.record import Game
from languages import mark

USUAL_ZONE = "UTC"
LONGEST = timedelta(days=400)
"""No phase, and no grace, is given longer."""

A_DAY = timedelta(days=1)
ODD_HOUR = "extended by less than a day"
"""The note of a deadline whose clock time is not that of the game."""

_ZONE, _GRACE, _STOPPED, _EARLY = "time zone", "grace", "stopped since", "early processing"
_SPEEDS_UP = "speeds up"
_TIMES: Mapping[PhaseKind, str] = MappingProxyType(
    {PhaseKind.MOVEMENT: "time for movement", PhaseKind.RETREAT: "time for retreats", PhaseKind.ADJUSTMENT: "time for builds"}
)
_OURS = frozenset({_ZONE, _GRACE, _STOPPED, _EARLY, *_TIMES.values()})
_NO_TIMES: Mapping[PhaseKind, timedelta] = MappingProxyType({})
_PART = re.compile(r"(\d{1,5})\s*(w|weeks?|d|days?|h|hours?|m|min|minutes?)(?![a-z])\s*", re.IGNORECASE)
_UNITS = {"w": timedelta(weeks=1), "d": timedelta(days=1), "h": timedelta(hours=1), "m": timedelta(minutes=1)}


@dataclass(frozen=True, slots=True)
class DeadlineTerms:
    """Terms by which a game keeps time."""

    zone: str = USUAL_ZONE
    """A name of the IANA time zone database: ``Europe/Berlin``. Deadlines are given and written in it."""
    grace: timedelta = timedelta()
    """Time after a deadline in which orders are still taken; they are marked as late."""
    times: Mapping[PhaseKind, timedelta] = field(default_factory=lambda: _NO_TIMES)
    """Time that players have for a phase, by its kind; a kind that is missing gets no deadline by itself."""
    stopped: datetime | None = None
    """Time since which the clock is stopped; ``None`` while it runs."""
    speeds_up: bool = False
    """True if processing before a deadline may bring the next one before it; else no deadline is earlier than the one players knew."""

    @property
    def zone_info(self) -> ZoneInfo:
        """The zone; UTC where this machine knows none of that name."""
        return known_zone(self.zone) or ZoneInfo(USUAL_ZONE)


def known_zone(name: str) -> ZoneInfo | None:
    """The time zone of that name; ``None`` where there is none."""
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_+-]*(?:/[A-Za-z0-9_+-]+){0,2}", name):
        return None
    try:
        return ZoneInfo(name)
    except (OSError, ValueError):  # ZoneInfoNotFoundError is a KeyError on some systems, an OSError on a folder of zones
        return None
    except KeyError:
        return None


def terms_of(game: Game) -> DeadlineTerms:
    """Return the terms by which *game* keeps time. Text of a hand-edited file that cannot be understood does not count."""
    said = dict(game.settings)
    times = {kind: duration for kind, key in _TIMES.items() if (duration := read_duration(said.get(key, ""))) is not None}
    zone = said.get(_ZONE, USUAL_ZONE)
    return DeadlineTerms(
        zone if known_zone(zone) else USUAL_ZONE,
        read_duration(said.get(_GRACE, "")) or timedelta(),
        MappingProxyType(times),
        moment_of(said.get(_STOPPED, "")),
        said.get(_EARLY, "") == _SPEEDS_UP,
    )


def with_terms(game: Game, terms: DeadlineTerms) -> Game:
    """*game* with other terms."""
    said: list[tuple[str, str]] = []
    if terms.zone != USUAL_ZONE:
        said.append((_ZONE, terms.zone))
    if terms.grace:
        said.append((_GRACE, duration_text(terms.grace)))
    said.extend((key, duration_text(terms.times[kind])) for kind, key in _TIMES.items() if kind in terms.times)
    if terms.stopped is not None:
        said.append((_STOPPED, written(terms.stopped)))
    if terms.speeds_up:
        said.append((_EARLY, _SPEEDS_UP))
    others = tuple(pair for pair in game.settings if pair[0] not in _OURS)
    return replace(game, settings=(*others, *said))


def due(deadline: Deadline | None) -> datetime | None:
    """Return the moment of *deadline*; ``None`` where there is none, or its text is no moment."""
    return None if deadline is None else moment_of(deadline.at)


def moment_of(text: str) -> datetime | None:
    """The moment that ISO 8601 *text* names, taken as UTC where it names no offset; ``None`` where it is none."""
    try:
        moment = datetime.fromisoformat(text.strip())
    except ValueError:
        return None
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)


def written(moment: datetime) -> str:
    """*moment* in the form of a file: to the second, with its offset."""
    return moment.isoformat(timespec="seconds").replace("+00:00", "Z")


def read_duration(text: str) -> timedelta | None:
    """``7d``, ``2 days 12h``, ``90m``, ``1w``; ``None`` where *text* is none, or names more than ``LONGEST``."""
    found, at = timedelta(), 0
    stripped = text.strip()
    while at < len(stripped):
        part = _PART.match(stripped, at)
        if part is None:
            return None
        found += int(part[1]) * _UNITS[part[2][0].lower()]
        at = part.end()
    return found if stripped and found <= LONGEST else None


def duration_text(duration: timedelta) -> str:
    """The shortest text that ``read_duration`` reads as *duration*; whole minutes: ``2d 12h``."""
    minutes = int(duration.total_seconds()) // 60
    parts = ((minutes // 1440, "d"), (minutes // 60 % 24, "h"), (minutes % 60, "m"))
    return " ".join(f"{number}{unit}" for number, unit in parts if number) or "0m"


def next_due(
    terms: DeadlineTerms, kind: PhaseKind, now: datetime, clock: time | None = None, known: datetime | None = None
) -> datetime | None:
    """Return the moment at which orders of a phase of *kind* are due that opens *now*; ``None`` where such phases have no deadline.

    It is no earlier than the agreed time from now, whole days by the calendar of the game's zone, and no earlier than the deadline that
    is *known*, unless the game says that early processing speeds it up. From there it is rounded up: to *clock*, the clock time of the
    game in its zone, or to the full hour where there is none and where less than a day is given.
    """
    given = terms.times.get(kind)
    if given is None:
        return None
    zone = terms.zone_info
    earliest = moved(now, given, zone)
    if known is not None and not terms.speeds_up:
        earliest = max(earliest, known.astimezone(zone), key=_in_utc)
    if clock is not None and given >= A_DAY:
        return at_clock(earliest, clock, zone)
    full = earliest.replace(minute=0, second=0, microsecond=0)
    return full if _in_utc(full) == _in_utc(earliest) else (_in_utc(full) + timedelta(hours=1)).astimezone(zone)


def at_clock(earliest: datetime, clock: time, zone: ZoneInfo) -> datetime:
    """The first moment from *earliest* on at which clocks in *zone* show *clock*; where a day leaves that time out, as much later."""
    day = earliest.astimezone(zone).date()
    on_the_day = there(datetime.combine(day, clock, tzinfo=zone))
    return on_the_day if _in_utc(on_the_day) >= _in_utc(earliest) else there(datetime.combine(day + A_DAY, clock, tzinfo=zone))


def clock_time(game: Game, branch: str) -> time | None:
    """The clock time at which orders of *branch* are due, in the game's zone; ``None`` where no deadline says so.

    It is that of the latest deadline of a phase of a kind that is not given less than a day: retreats within twelve hours are due at any
    hour. Deadlines that were extended by less than a day do not count either.
    """
    terms = terms_of(game)
    for turn in reversed(game.line(branch)):
        moment = due(turn.deadline)
        if moment is None or turn.deadline is None or turn.deadline.note == ODD_HOUR:
            continue
        if terms.times.get(turn.phase.kind, A_DAY) >= A_DAY:
            return moment.astimezone(terms.zone_info).time().replace(second=0, microsecond=0)
    return None


def _in_utc(moment: datetime) -> datetime:
    """*moment* to compare by: two moments of one zone compare by what clocks show, which comes twice where clocks are put back."""
    return moment.astimezone(UTC)


def there(local: datetime) -> datetime:
    """*local*, or as many minutes later as the clocks were set forward where that clock time is left out that day."""
    return local.astimezone(UTC).astimezone(local.tzinfo)


class Lateness(StrEnum):
    """Relation of the time of receipt to the deadline."""

    IN_TIME = mark("in time")
    LATE = mark("late")
    """Orders after the deadline, within the grace: they are taken, and marked."""
    TOO_LATE = mark("too late")
    """Orders after the grace: a person decides."""


def lateness(game: Game, deadline: Deadline | None, moment: datetime) -> Lateness:
    """Return the relation of *moment* to *deadline*; while the clock stands, and without a deadline, nothing is late."""
    at, terms = due(deadline), terms_of(game)
    if at is None or terms.stopped is not None or moment <= at:
        return Lateness.IN_TIME
    return Lateness.LATE if moment <= at + terms.grace else Lateness.TOO_LATE


def moved(moment: datetime, by: timedelta, zone: ZoneInfo) -> datetime:
    """*moment* moved by *by*: whole days keep the clock time of the zone, the rest is exact."""
    days, rest = divmod(by, timedelta(days=1))
    local = there(moment.astimezone(zone) + timedelta(days=days))
    return (local.astimezone(UTC) + rest).astimezone(zone)
