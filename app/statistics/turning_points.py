"""The moments at which a game turned. Each kind is a rule, and the sentence says what happened by it.

* The *largest swing*: the greatest gain or loss of centres of one power in one year, at least three; the first where several are alike.
* The *first home centre lost*: the first capture of a home centre from the power whose home it is.
* A *stab*: see :mod:`app.statistics.stabs`. A *broken word*: see :mod:`app.statistics.promises`.
* An *elimination*: a power has no centre and no unit left.
* A *lead* that changes: at the end of a year one power has more centres than any other, and the last one to be alone in front was another.
* A *stalemate*: two years or more one after another in which no centre changed hands; reported once, when it ends or the game does.
* The *end*.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from adjudicator.phase import Phase
from adjudicator.resolution import Ending
from app.game.record import Cursor, Game, Turn
from app.statistics.centres import CentreHistory
from app.statistics.promises import Promise
from app.statistics.stabs import Stab
from languages import mark

LEAST_SWING = 3
"""Centres in a year."""
LEAST_STALEMATE = 2
"""Years."""


class PointKind(StrEnum):
    """Kind of moment that is listed."""

    SWING = mark("swing")
    HOME_LOST = mark("home lost")
    STAB = mark("stab")
    BROKEN_WORD = mark("broken word")
    ELIMINATION = mark("elimination")
    LEAD = mark("lead")
    STALEMATE = mark("stalemate")
    END = mark("end")


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """One moment."""

    kind: PointKind
    index: int
    """Index of the turn that shows it."""
    phase: Phase
    power: str = ""
    """Power that it is about: the one that swings, stabs, breaks its word, goes out, leads, or takes the home centre."""
    other: str = ""
    """Other power: the one that is stabbed or lied to, that led before, or that lost the home centre."""
    place: str = ""
    before: int = 0
    """Centres before the swing; the first year of a stalemate."""
    after: int = 0
    """Centres after the swing, or of the leader; the last year of a stalemate."""
    stab: Stab | None = None
    promise: Promise | None = None
    ending: Ending | None = None


def turning_points(
    game: Game, cursor: Cursor, history: CentreHistory, stabs: Sequence[Stab], promises: Sequence[Promise]
) -> tuple[TurningPoint, ...]:
    """All of them up to *cursor*, in their sequence."""
    line = game.line(cursor.branch)[: cursor.index + 1]
    found = [TurningPoint(PointKind.STAB, each.index, each.phase, each.by, each.to, each.attack.place, stab=each) for each in stabs]
    found += _broken_words(promises, stabs)
    found += _largest_swing(line, history)
    found += _first_home_lost(game, line)
    found += _eliminations(game, line, history)
    found += _leads(line, history)
    found += _stalemates(line)
    ending = game.branch(cursor.branch).ending
    if ending is not None and cursor == game.last(cursor.branch):
        last = end_of(line)
        found.append(TurningPoint(PointKind.END, last, line[last].phase, ending=ending))
    order = list(PointKind)
    found.sort(key=lambda each: (each.index, order.index(each.kind)))
    return tuple(found)


def end_of(line: Sequence[Turn]) -> int:
    """Return the index of the turn in which a game that is over ended: the one that ended it by its results, else the one that was open."""
    by_results = (index for index, turn in enumerate(line) if turn.resolution is not None and turn.resolution.ending is not None)
    return next(by_results, len(line) - 1)


def _broken_words(promises: Sequence[Promise], stabs: Sequence[Stab]) -> Iterator[TurningPoint]:
    """Each once for a pair and a season; not where the same move is listed as a stab."""
    told = {(each.index, each.by, each.to) for each in stabs}
    for each in promises:
        if each.kept or (each.index, each.by, each.to) in told:
            continue
        told.add((each.index, each.by, each.to))
        yield TurningPoint(PointKind.BROKEN_WORD, each.index, each.phase, each.by, each.to, each.place or "", promise=each)


def _largest_swing(line: Sequence[Turn], history: CentreHistory) -> Iterator[TurningPoint]:
    best: tuple[int, int, str, int, int] | None = None
    for at in range(1, len(history.ends)):
        for power, counts in history.counts:
            change = abs(counts[at] - counts[at - 1])
            if change >= LEAST_SWING and (best is None or change > best[0]):
                best = (change, at, power, counts[at - 1], counts[at])
    if best is not None:
        _, at, power, before, after = best
        index = _year_turn(line, history, at)
        yield TurningPoint(PointKind.SWING, index, line[index].phase, power, before=before, after=after)


def _year_turn(line: Sequence[Turn], history: CentreHistory, at: int) -> int:
    """The turn in which the centres of the year of moment *at* changed hands last; its last resolved one where none did."""
    first, last = history.ends[at - 1], history.ends[at]
    resolved = [index for index in range(first, last + 1) if line[index].resolution is not None]
    captured = [index for index in resolved if index < last and _captures(line[index])]
    return max(captured or [index for index in resolved if index < last] or resolved or [max(0, last - 1)])


def _captures(turn: Turn) -> bool:
    return turn.resolution is not None and bool(turn.resolution.captures)


def _first_home_lost(game: Game, line: Sequence[Turn]) -> Iterator[TurningPoint]:
    provinces = game.variant.board.provinces
    for index, turn in enumerate(line):
        for capture in turn.resolution.captures if turn.resolution is not None else ():
            province = provinces.get(capture.province)
            if province is not None and province.home is not None and capture.old == province.home and capture.new != province.home:
                yield TurningPoint(PointKind.HOME_LOST, index, turn.phase, capture.new, capture.old, capture.province)
                return


def _eliminations(game: Game, line: Sequence[Turn], history: CentreHistory) -> Iterator[TurningPoint]:
    started = {power for power in game.variant.powers if _lives(line[0], power)}
    for power in game.variant.powers:
        if power not in started or power in history.unknown or _lives(line[-1], power):
            continue
        gone = len(line) - 1
        while gone > 0 and not _lives(line[gone - 1], power):
            gone -= 1
        index = max(0, gone - 1)
        yield TurningPoint(PointKind.ELIMINATION, index, line[index].phase, power)


def _lives(turn: Turn, power: str) -> bool:
    position = turn.position
    has_units = any(unit.power == power for unit in position.units) or any(each.unit.power == power for each in position.dislodged)
    return has_units or power in position.owners.values()


def _leads(line: Sequence[Turn], history: CentreHistory) -> Iterator[TurningPoint]:
    leader: str | None = None
    for at in range(1, len(history.ends)):
        counts = sorted(((numbers[at], power) for power, numbers in history.counts), reverse=True)
        if history.unknown or not counts or (len(counts) > 1 and counts[0][0] == counts[1][0]):
            continue
        count, power = counts[0]
        if leader is not None and power != leader:
            index = _year_turn(line, history, at)
            yield TurningPoint(PointKind.LEAD, index, line[index].phase, power, leader, after=count)
        leader = power


def _stalemates(line: Sequence[Turn]) -> Iterator[TurningPoint]:
    """Years in which nothing was captured; the last one only where it was played to its end."""
    if any(turn.position.unseen for turn in line):
        return
    years: dict[int, list[int]] = {}
    for index, turn in enumerate(line):
        if turn.resolution is not None:
            years.setdefault(turn.phase.year, []).append(index)
    if line[-1].resolution is None and line[-1].phase.year in years:
        years.pop(line[-1].phase.year)
    run: list[int] = []
    for year in [*years, None]:
        if year is not None and not any(_captures(line[index]) for index in years[year]):
            run.append(year)
            continue
        if len(run) >= LEAST_STALEMATE:
            index = years[run[-1]][-1]
            yield TurningPoint(PointKind.STALEMATE, index, line[index].phase, before=run[0], after=run[-1])
        run = []
