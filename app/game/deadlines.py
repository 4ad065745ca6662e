"""Deadlines of a game: its terms as a whole, and the edits of a game master to them.

They are fields of the ``[game]`` block; the deadline of a phase itself stands with its turn. Nothing here reads a clock.

``absence france: 2026-12-20 - 2027-01-06, 2027-02-01 - 2027-02-03``; each day counts whole, in the game's zone. Nothing here reads a clock.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from types import MappingProxyType
from zoneinfo import ZoneInfo

from adjudicator.phase import PhaseKind
from app.game.edits import add_audit, known_power
from app.game.entries import Deadline
from app.game.gm_edits import set_deadline
from app.game.readiness import expected
from app.game.record import EditError, Game, Why
from languages import mark, tr

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
    at = due(deadline)
    if at is None or moment <= at or (terms := terms_of(game)).stopped is not None:
        return Lateness.IN_TIME
    return Lateness.LATE if moment <= at + terms.grace else Lateness.TOO_LATE


def moved(moment: datetime, by: timedelta, zone: ZoneInfo) -> datetime:
    """*moment* moved by *by*: whole days keep the clock time of the zone, the rest is exact."""
    days, rest = divmod(by, timedelta(days=1))
    local = there(moment.astimezone(zone) + timedelta(days=days))
    return (local.astimezone(UTC) + rest).astimezone(zone)


PREFIX = "absence "
"""Words before the power, in small letters: ``absence france``."""
_TERM, _IGNORED = "absences", "ignored"
MOST = 40
"""Absences of one power that a game keeps."""


@dataclass(frozen=True, slots=True, order=True)
class AwayDays:
    """Days on which a power's player is away, the first and the last among them."""

    first: date
    last: date
    power: str

    @property
    def words(self) -> str:
        """``2026-12-20 - 2027-01-06``, as a file has it."""
        return f"{self.first.isoformat()} - {self.last.isoformat()}"


def absences(game: Game) -> tuple[AwayDays, ...]:
    """All of them, the earliest first. Text of a hand-edited file that cannot be understood does not count."""
    found: list[AwayDays] = []
    for key, value in game.settings:
        power = key.removeprefix(PREFIX).replace("-", "_").upper()
        if key.startswith(PREFIX) and power in game.variant.powers:
            found.extend(each for part in value.split(",")[:MOST] if (each := _read(part, power)) is not None)
    return tuple(sorted(found))


def _read(text: str, power: str) -> AwayDays | None:
    first, _, last = text.strip().partition(" - ")
    try:
        read = AwayDays(date.fromisoformat(first.strip()), date.fromisoformat((last or first).strip()), power)
    except ValueError:
        return None
    return read if read.first <= read.last <= read.first + LONGEST else None


def still_to_come(game: Game, now: datetime) -> tuple[AwayDays, ...]:
    """Absences that are not over."""
    today = now.astimezone(terms_of(game).zone_info).date()
    return tuple(each for each in absences(game) if each.last >= today)


def add_absence(game: Game, power: str, first: date, last: date, *, by: str = "GM", at: str = "") -> Game:
    """The game in which *power* is away from *first* to *last*.

    Raises:
        EditError: there is no such power, the days are in the wrong order or too many, or there are too many absences.
    """
    name = known_power(game, power)
    if not first <= last <= first + LONGEST:
        raise EditError(Why.BAD_TEXT, tr("An absence ends on the day on which it begins or later, and within 400 days."))
    mine = [each for each in absences(game) if each.power == name]
    added = AwayDays(first, last, name)
    if added in mine:
        return game
    if len(mine) >= MOST:
        raise EditError(Why.BAD_TEXT, tr("No more absences of one power are kept; take some away first."))
    return add_audit(_with(game, name, (*mine, added)), f"absence of {name}: {added.words}", by, at)


def clear_absences(game: Game, power: str, *, by: str = "GM", at: str = "") -> Game:
    """The game in which *power* is there. A deadline that was put off stays where it is.

    Raises:
        EditError: there is no such power, or it is not away.
    """
    name = known_power(game, power)
    if not any(each.power == name for each in absences(game)):
        raise EditError(Why.BAD_TEXT, tr("No absence of {power} is known.", power=name))
    return add_audit(_with(game, name, ()), f"absence of {name}: none", by, at)


def _with(game: Game, power: str, mine: Iterable[AwayDays]) -> Game:
    key = f"{PREFIX}{power.lower().replace('_', '-')}"
    others = tuple(each for each in game.settings if each[0] != key)
    said = ", ".join(each.words for each in sorted(mine))
    return replace(game, settings=(*others, *(((key, said),) if said else ())))


def are_ignored(game: Game) -> bool:
    """Return True if deadlines of *game* may fall into absences."""
    return dict(game.settings).get(_TERM, "") == _IGNORED


def set_ignored(game: Game, *, ignored: bool, by: str = "GM", at: str = "") -> Game:
    """The game whose deadlines may fall into absences, or may not."""
    others = tuple(each for each in game.settings if each[0] != _TERM)
    changed = replace(game, settings=(*others, *(((_TERM, _IGNORED),) if ignored else ())))
    return add_audit(changed, "absences: ignored" if ignored else "absences: put deadlines off", by, at)


def put_off(game: Game, branch: str, moment: datetime) -> tuple[tuple[datetime, AwayDays], ...]:
    """The steps by which a deadline at *moment* of the open phase of *branch* is put off; none where it falls into no absence.

    Each step leads to the clock time of *moment* on the day after the absence of a power of which orders are expected.
    """
    if are_ignored(game):
        return ()
    away = absences(game)
    awaited = expected(game, branch) if away else {}
    zone = terms_of(game).zone_info
    clock = moment.astimezone(zone).time()
    steps: list[tuple[datetime, AwayDays]] = []
    present = moment
    while True:
        day = present.astimezone(zone).date()
        there = [each for each in away if each.power in awaited and each.first <= day <= each.last]
        if not there:
            return tuple(steps)
        longest = max(there, key=lambda each: each.last)
        midnight = datetime(longest.last.year, longest.last.month, longest.last.day, tzinfo=zone) + timedelta(days=1)
        present = at_clock(midnight, clock, zone)
        steps.append((present, longest))


GM = "GM"


def put_deadline(game: Game, branch: str, moment: datetime | None, now: datetime, note: str = "", reason: str = "") -> Game:
    """The game with the open turn of *branch* due at *moment*, or without a deadline.

    A moment to come that falls into the absence of a power that has to order is put off, each step with its line in the trail.

    Raises:
        EditError: the branch is over.
    """
    zone = terms_of(game).zone_info
    deadline = None if moment is None else Deadline(written(moment.astimezone(zone)), note)
    phase = game.turn(game.last(branch)).phase
    said = "none" if deadline is None else deadline.at
    game = _audited(set_deadline(game, branch, deadline), f"deadline of {phase}: {said}", now, reason)
    return put_off_for_absences(game, branch, now)


def put_off_for_absences(game: Game, branch: str, now: datetime) -> Game:
    """The game whose open deadline is put off where it falls into an absence; the same game where it does not."""
    deadline = game.turn(game.last(branch)).deadline
    moment = due(deadline)
    if deadline is None or moment is None or moment <= now or game.branch(branch).ending is not None:
        return game
    phase = game.turn(game.last(branch)).phase
    for later, absence in put_off(game, branch, moment):
        later_deadline = Deadline(written(later.astimezone(terms_of(game).zone_info)), deadline.note)
        why = f"{absence.power} is away from {absence.first} to {absence.last}"
        game = _audited(set_deadline(game, branch, later_deadline), f"deadline of {phase}: {later_deadline.at}", now, why)
    return game


def give_next_deadline(game: Game, branch: str, now: datetime) -> Game:
    """The game, just processed, with the deadline that its terms give the phase that opened; the same game where they give none."""
    last = game.last(branch)
    if game.branch(branch).ending is not None or game.turn(last).deadline is not None or last.index == 0:
        return game
    terms, kind = terms_of(game), game.turn(last).phase.kind
    known = due(game.line(branch)[last.index - 1].deadline)
    moment = next_due(terms, kind, now, clock_time(game, branch), known)
    if moment is None or terms.stopped is not None:
        return game
    return put_deadline(game, branch, moment, now, reason=f"by the time for {kind.name.lower()} phases, {duration_text(terms.times[kind])}")


def stop_clock(game: Game, now: datetime) -> Game:
    """The game with its clock stopped: until it goes on nothing is late.

    Raises:
        EditError: it is stopped already.
    """
    terms = terms_of(game)
    if terms.stopped is not None:
        raise EditError(Why.BAD_TEXT, tr("The clock of this game is stopped already."))
    return _audited(with_terms(game, replace(terms, stopped=now)), "clock stopped", now)


def restart_clock(game: Game, branch: str, now: datetime) -> Game:
    """The game with its clock going on; the open deadline of *branch* comes as much later as the clock stood still.

    A deadline that was set while the clock stood is left as it was set.

    Raises:
        EditError: the clock is not stopped.
    """
    terms = terms_of(game)
    if terms.stopped is None:
        raise EditError(Why.BAD_TEXT, tr("The clock of this game is not stopped."))
    stood = max(now - terms.stopped, timedelta())
    game = _audited(with_terms(game, replace(terms, stopped=None)), f"clock going on after {duration_text(stood)}", now)
    turn = game.turn(game.last(branch))
    moment = due(turn.deadline)
    if turn.deadline is None or moment is None or game.branch(branch).ending is not None or turn.deadline.note == WHILE_STOPPED:
        return game
    return put_deadline(game, branch, moved(moment, stood, terms.zone_info), now, reason=f"the clock stood for {duration_text(stood)}")


WHILE_STOPPED = "set while the clock stood"
"""The note of a deadline that the clock's standing still does not move."""


def set_grace(game: Game, grace: timedelta, now: datetime) -> Game:
    """The game in which orders are taken so long after a deadline, marked as late."""
    changed = with_terms(game, replace(terms_of(game), grace=grace))
    return _audited(changed, f"grace: {duration_text(grace) if grace else 'none'}", now)


def set_time_for(game: Game, kind: PhaseKind, time: timedelta | None, now: datetime) -> Game:
    """The game in which phases of *kind* get so long, or no deadline by themselves."""
    terms = terms_of(game)
    times = {each: given for each, given in terms.times.items() if each is not kind}
    if time is not None:
        times[kind] = time
    changed = with_terms(game, replace(terms, times=MappingProxyType(times)))
    return _audited(changed, f"time for {kind.name.lower()} phases: {'none' if time is None else duration_text(time)}", now)


def set_early_processing(game: Game, now: datetime, *, speeds_up: bool) -> Game:
    """The game in which processing before a deadline brings the next one nearer, or does not."""
    changed = with_terms(game, replace(terms_of(game), speeds_up=speeds_up))
    return _audited(changed, "early processing: speeds up" if speeds_up else "early processing: keeps deadlines", now)


def set_zone(game: Game, zone: str, now: datetime) -> Game:
    """The game that keeps the time of *zone*; a deadline stays the moment that it was."""
    terms: DeadlineTerms = terms_of(game)
    return _audited(with_terms(game, replace(terms, zone=zone)), f"time zone: {zone}", now)


def _audited(game: Game, text: str, now: datetime, reason: str = "") -> Game:
    return add_audit(game, text, GM, written(now), reason)
