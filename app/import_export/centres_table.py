"""Tables of centres (CSV): who owned which centre at the end of each year, written and read; counts of centres, written."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping
from dataclasses import dataclass

from adjudicator.variant import Variant
from app.game.record import Game
from app.import_export.received import ExchangeError
from languages import system_words, tr

MOST_ROWS = 2_000
MOST_COLUMNS = 1_200


@dataclass(frozen=True, slots=True)
class CentresTable:
    """Owners by year."""

    years: tuple[str, ...]
    owners: Mapping[str, tuple[str | None, ...]]
    """Centre to its owner in each year; ``None`` where it has none."""

    def last(self) -> dict[str, str]:
        """Centre to owner in the last year; centres without one are absent."""
        return {centre: owners[-1] for centre, owners in self.owners.items() if owners[-1] is not None}


def write_centres(game: Game, branch: str) -> bytes:
    """A row for each centre and a column for each year: the power that owned it when the year ended, empty where there was none.

    The first column is the start. Below an empty row stand the counts by power.
    """
    line = game.line(branch)
    ends: dict[str, Mapping[str, str]] = {"start": line[0].position.owners}
    for turn in line:
        if turn.resolution is not None:
            ends[str(turn.phase.year)] = turn.resolution.next.owners
    centres = sorted(game.variant.board.centres)
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(["centre", *ends])
    rows.writerows([centre, *(owners.get(centre, "") for owners in ends.values())] for centre in centres)
    rows.writerow([])
    rows.writerow(["power", *ends])
    for power in game.variant.powers:
        rows.writerow([power, *(sum(owner == power for owner in owners.values()) for owners in ends.values())])
    return out.getvalue().encode()


def read_centres(data: bytes, variant: Variant, what: str) -> CentresTable:
    """The owners in *data*: a row for each centre, or, turned round, a row for each year.

    Raises:
        ExchangeError: a cell is no centre, power or year; with its row and column.
    """
    text = data.decode("utf-8-sig", "replace")
    try:
        dialect = csv.Sniffer().sniff(text[:4000], delimiters=",;\t")
    except csv.Error:
        dialect = csv.excel
    try:
        rows = [[cell.strip() for cell in row] for row in csv.reader(io.StringIO(text, newline=""), dialect)]
    except csv.Error as error:
        raise ExchangeError(tr("{what} is no table that can be read: {error}.", what=what, error=system_words(error))) from error
    end = next((at for at, row in enumerate(rows) if at and not any(row)), len(rows))
    rows = rows[:end]
    if len(rows) < 2 or len(rows) > MOST_ROWS or max(map(len, rows)) > MOST_COLUMNS:
        raise ExchangeError(
            tr("{what}: a table of centres has a heading and a row for each centre; this one has {count} rows.", what=what, count=len(rows))
        )
    if rows[0][0].casefold() == "year":
        width = max(map(len, rows))
        rows = [[row[at] if at < len(row) else "" for row in rows] for at in range(width)]
    elif any(cell.casefold() in {power.casefold() for power in variant.powers} for cell in rows[0][1:]):
        raise ExchangeError(
            tr("{what} counts centres by power, which does not tell whose each one is. A row for each centre is read.", what=what)
        )
    return _table(rows, variant, what)


def _table(rows: list[list[str]], variant: Variant, what: str) -> CentresTable:
    years = tuple(rows[0][1:])
    for at, year in enumerate(years, 2):
        if not re.fullmatch(r"-?\d{1,6}|start", year.casefold()):
            raise ExchangeError(tr("{what}:1: column {at} is {year!r}, which is no year", what=what, at=at, year=year))
    centres = {code.casefold(): code for code in variant.board.centres}
    centres |= {variant.board.provinces[code].name.casefold(): code for code in variant.board.centres}
    powers = {word.casefold(): power.id for power in variant.powers.values() for word in (power.id, power.name, power.letter)}
    owners: dict[str, tuple[str | None, ...]] = {}
    for number, row in enumerate(rows[1:], 2):
        if not any(row):
            continue
        code = centres.get(row[0].casefold())
        if code is None:
            raise ExchangeError(
                tr("{what}:{number}: {row!r} is no supply centre of {variant}", what=what, number=number, row=row[0], variant=variant.name)
            )
        if code in owners:
            raise ExchangeError(tr("{what}:{number}: {row} stands there twice", what=what, number=number, row=row[0]))
        found: list[str | None] = []
        for at in range(1, len(years) + 1):
            cell = row[at] if at < len(row) else ""
            if cell and cell.casefold() not in powers:
                raise ExchangeError(
                    tr(
                        "{what}:{number}: column {at} is {cell!r}, which is no power of {variant}",
                        what=what,
                        number=number,
                        at=at + 1,
                        cell=cell,
                        variant=variant.name,
                    )
                )
            found.append(powers.get(cell.casefold()))
        owners[code] = tuple(found)
    return CentresTable(years, owners)
