"""Points and a chart from centre counts alone: a CSV with a row for each year and a column for each power."""

from __future__ import annotations

import csv
import io
import re

from adjudicator.resolution import Ending
from app.statistics.centres import CentreHistory, FinalStanding, points_in_all_systems
from entente.outcome import Outcome
from languages import labelled, tr

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
