"""Edits of a game master to deadlines: set and move them, stop the clock, time for each kind of phase; and absences of players, for which
deadlines wait.

``absence france: 2026-12-20 - 2027-01-06, 2027-02-01 - 2027-02-03``; each day counts whole, in the game's zone. Nothing here reads a clock.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from types import MappingProxyType

from adjudicator.phase import PhaseKind
from app.game.deadlines import DeadlineTerms, at_clock, clock_time, due, duration_text, moved, next_due, terms_of, with_terms, written
from app.game.edit_checks import known_power
from app.game.edits import add_audit
from app.game.entries import Deadline
from app.game.gm_edits import set_deadline
from app.game.readiness import expected
from app.game.record import Game
from app.game.refusal import EditError, Why
from languages import tr

PREFIX = "absence "
"""Words before the power, in small letters: ``absence france``."""
_TERM, _IGNORED = "absences", "ignored"
MOST = 40
"""Absences of one power that a game keeps."""
LONGEST = timedelta(days=400)
"""No absence is longer."""


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
