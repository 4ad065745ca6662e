"""Absences of players: fields of the ``[game]`` block that everybody may read, and their effect on deadlines.

``absence france: 2026-12-20 - 2027-01-06, 2027-02-01 - 2027-02-03``; each day counts whole, in the game's zone. Nothing here reads a clock.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from app.game.deadlines import at_clock, terms_of
from app.game.edit_checks import known_power
from app.game.edits import add_audit
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
