"""Centres of a game by year: points under every system, from the game or from a table of counts alone."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping
from dataclasses import dataclass

from adjudicator.resolution import Ending
from app.game.record import Cursor, Game
from entente.outcome import Outcome, OutcomeKind
from entente.scoring import ScoredGame, Scoring, score
from entente.words.names import year_name
from entente.words.sentence import sees_all_of
from languages import labelled, tr


@dataclass(frozen=True, slots=True)
class CentreHistory:
    """The centres at the start and at the end of each year."""

    moments: tuple[str, ...]
    """``start``, then the years, the last of them as far as it was played: ``1901``, ``215 BC``."""

    years: tuple[int, ...]
    """The year of each moment; of the start, the year that follows."""

    ends: tuple[int, ...]
    """The index of the turn at whose position each moment is counted."""

    counts: tuple[tuple[str, tuple[int, ...]], ...]
    """Each power that ever had a centre, with its number at each moment; the most at the end come first."""

    unknown: tuple[str, ...] = ()
    """Powers that the viewer does not see whole, so that their centres are not counted."""

    @property
    def most(self) -> int:
        """The greatest number anybody ever had."""
        return max((max(counts) for _, counts in self.counts), default=0)

    def top(self, victory: int) -> int:
        """Return the upper end of a chart: *victory* where anybody came near it, else the greatest number, so that lines stand apart."""
        return max(self.most, victory if self.most * 3 >= victory else 0, 1)

    @property
    def most_now(self) -> tuple[str, ...]:
        """The powers with the most centres at the last moment."""
        most = max((counts[-1] for _, counts in self.counts), default=0)
        return tuple(power for power, counts in self.counts if counts[-1] == most)

    def of(self, power: str) -> tuple[int, ...]:
        """The numbers of *power*; empty where it never had any or they are unknown."""
        return dict(self.counts).get(power, ())


def centre_history(game: Game, cursor: Cursor, viewer: str | None = None) -> CentreHistory:
    """The centres of all powers up to *cursor*: at the start, and when each year was over.

    The year of *cursor* itself counts where it changed something or the game ended in it.

    Args:
        viewer: the power that *game* is seen as; powers that it does not see whole are left out.
    """
    line = game.line(cursor.branch)[: cursor.index + 1]
    ends = [(line[0].phase.year, 0)]
    ends += [(line[index - 1].phase.year, index) for index in range(1, len(line)) if line[index].phase.year != line[index - 1].phase.year]
    last = len(line) - 1
    is_over = game.branch(cursor.branch).ending is not None and cursor == game.last(cursor.branch)
    if last > ends[-1][1] and (is_over or line[last].position.owners != line[ends[-1][1]].position.owners):
        ends.append((line[last].phase.year, last))
    whole = [power for power in game.variant.powers if all(sees_all_of(line[end].position, power, viewer) for _, end in ends)]
    counts = {power: tuple(len(line[end].position.centres_of(power)) for _, end in ends) for power in whole}
    ever = [(power, numbers) for power, numbers in counts.items() if any(numbers)]
    ever.sort(key=lambda entry: -entry[1][-1])
    return CentreHistory(
        (tr("start"), *(year_name(year) for year, _ in ends[1:])),
        tuple(year for year, _ in ends),
        tuple(end for _, end in ends),
        tuple(ever),
        tuple(power for power in game.variant.powers if power not in whole),
    )


@dataclass(frozen=True, slots=True)
class FinalStanding:
    """A power at the end."""

    power: str
    centres: int
    points: Mapping[Scoring, float]
    shares_in_it: bool
    """True if it won, or shares the draw."""


def standings(game: Game, cursor: Cursor, history: CentreHistory) -> tuple[FinalStanding, ...]:
    """Every power at *cursor*, winners first, then by centres; none where the viewer does not see what all of them have."""
    if history.unknown:
        return ()
    ending = game.branch(cursor.branch).ending
    final = {power: (history.of(power) or (0,))[-1] for power in game.variant.powers}
    points = points_in_all_systems(history, final, Outcome.of(ending))
    winners = ending.winners if ending is not None else ()
    found = [FinalStanding(power, count, points[power], power in winners) for power, count in final.items()]
    return tuple(sorted(found, key=lambda each: (not each.shares_in_it, -each.centres)))


def points_in_all_systems(history: CentreHistory, final: Mapping[str, int], outcome: Outcome) -> Mapping[str, Mapping[Scoring, float]]:
    """Return the points of each power under every system.

    Args:
        history: the centres at the start and at the end of each year.
        final: the centres of each power at the end.
        outcome: of the game.
    """
    scored = scored_game(history, final, outcome)
    points = {system: score(system, scored) for system in Scoring}
    return {power: {system: points[system][power] for system in Scoring} for power in final}


def scored_game(history: CentreHistory, final: Mapping[str, int], outcome: Outcome) -> ScoredGame:
    """Return the game as systems of points and formulas take it."""
    return ScoredGame(final, outcome, _out(history, final), lived(history, outcome))


def lived(history: CentreHistory, outcome: Outcome) -> Mapping[str, int]:
    """Return the full years in which each power owned a centre, without the last one of a solo."""
    whole = slice(1, -1 if outcome.kind is OutcomeKind.SOLO else None)
    return {power: sum(count > 0 for count in counts[whole]) for power, counts in history.counts}


def _out(history: CentreHistory, final: Mapping[str, int]) -> tuple[str, ...]:
    """Powers without centres in the sequence in which they lost the last; those who went out in the same year are left out, and tie."""
    last_year = {}
    for power, count in final.items():
        if not count:
            last_year[power] = max((at for at, number in enumerate(history.of(power)) if number), default=-1)
    years = list(last_year.values())
    return tuple(sorted((power for power, year in last_year.items() if years.count(year) == 1), key=last_year.__getitem__))


MOST_BYTES = 200_000
MOST_YEARS = 400
MOST_POWERS = 64
MOST_CENTRES = 500
LONGEST_NAME = 40

_YEAR = re.compile(r"-?\d{1,5}")


class CentreCountsError(ValueError):
    """A file that is no table of centre counts; the message names the row and the column."""


def read_counts(data: bytes, what: str) -> CentreHistory:
    """Return the counts of each year. The first column names the years, the first row the powers.

    Raises:
        CentreCountsError: a cell is no year or no count, a row has too few, or there are too many.
    """
    if len(data) > MOST_BYTES:
        raise CentreCountsError(tr("{what}: larger than {most} bytes", what=what, most=MOST_BYTES))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CentreCountsError(tr("{what}: no text in UTF-8", what=what)) from error
    rows = [
        (number, [cell.strip() for cell in row]) for number, row in enumerate(_cells(text, what), 1) if any(cell.strip() for cell in row)
    ]
    if len(rows) < 2:
        raise CentreCountsError(tr("{what}: a row of powers and a row for a year are missing", what=what))
    powers = _powers(rows[0][1][1:], what)
    years: list[int] = []
    counts: list[list[int]] = []
    for number, row in rows[1:]:
        if not _YEAR.fullmatch(row[0]) or (years and int(row[0]) <= years[-1]):
            raise CentreCountsError(
                tr("{what}:{number}: {cell!r} is no year after the one before", what=what, number=number, cell=row[0][:20])
            )
        if len(row) - 1 != len(powers):
            raise CentreCountsError(
                tr("{what}:{number}: {there} counts for {powers} powers", what=what, number=number, there=len(row) - 1, powers=len(powers))
            )
        years.append(int(row[0]))
        counts.append([_count(cell, what, number, at) for at, cell in enumerate(row[1:], 2)])
    if len(years) > MOST_YEARS:
        raise CentreCountsError(tr("{what}: more than {most} years", what=what, most=MOST_YEARS))
    told = [(power, tuple(row[at] for row in counts)) for at, power in enumerate(powers)]
    told.sort(key=lambda entry: -entry[1][-1])
    names = tuple(str(year) for year in years)
    return CentreHistory(names, tuple(years), tuple(range(len(years))), tuple(told))


def _cells(text: str, what: str) -> list[list[str]]:
    try:
        return list(csv.reader(io.StringIO(text)))[: MOST_YEARS + 10]
    except csv.Error as error:
        raise CentreCountsError(labelled(what, error)) from error


def _powers(names: list[str], what: str) -> list[str]:
    if not 0 < len(names) <= MOST_POWERS or any(not name or len(name) > LONGEST_NAME for name in names):
        raise CentreCountsError(tr("{what}:1: the first row names 1 to {most} powers", what=what, most=MOST_POWERS))
    if len({name.casefold() for name in names}) < len(names):
        raise CentreCountsError(tr("{what}:1: two powers have one name", what=what))
    return names


def _count(cell: str, what: str, number: int, column: int) -> int:
    if not cell.isascii() or not cell.isdigit() or int(cell[:6]) > MOST_CENTRES:
        raise CentreCountsError(
            tr(
                "{what}:{number}: column {column}, {cell!r}, is no number of centres",
                what=what,
                number=number,
                column=column,
                cell=cell[:20],
            )
        )
    return int(cell)


def centres_to_win(history: CentreHistory) -> int:
    """Return more than half of all centres that were owned in one year, the usual number to win."""
    return max(sum(counts[at] for _, counts in history.counts) for at in range(len(history.years))) // 2 + 1


def ending_of(history: CentreHistory, to_win: int) -> Ending | None:
    """Return the solo of a power with *to_win* centres and the most in the last year; ``None`` without one."""
    leaders = history.most_now
    return Ending(leaders, "centres") if len(leaders) == 1 and history.of(leaders[0])[-1] >= to_win else None


def standings_of(history: CentreHistory, to_win: int) -> tuple[FinalStanding, ...]:
    """Return every power with its points; a game without a solo counts as a draw among all that own a centre."""
    ending = ending_of(history, to_win)
    final = {power: counts[-1] for power, counts in history.counts}
    points = points_in_all_systems(started_from(history), final, Outcome.of(ending))
    winners = ending.winners if ending is not None else ()
    return tuple(FinalStanding(power, count, points[power], power in winners) for power, count in final.items())


def started_from(history: CentreHistory) -> CentreHistory:
    """Return *history* with a start before its first year, as the history of a game has it."""
    counts = tuple((power, (0, *numbers)) for power, numbers in history.counts)
    return CentreHistory(("", *history.moments), (history.years[0], *history.years), (0, *history.ends), counts)
