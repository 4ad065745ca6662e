"""The trail of a game as people and programs read it: filtered, in words with the time of the game's zone, as text, CSV and data."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from zoneinfo import ZoneInfo

from app.game.deadlines import moment_of, terms_of
from app.game.record import Game
from app.game.trail import TrailEntry, TrailKind, deed_words, reason_words, trail_of
from app.gm.deadline_words import short_moment
from languages import sentence, tr

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""Characters that a spreadsheet would take for a formula at the start of a cell."""


def filtered(game: Game, deeds: Iterable[TrailKind] = (), find: str = "") -> tuple[TrailEntry, ...]:
    """The trail of *game* about one of *deeds*, or about anything where none is named, in which all words of *find* come up.

    They are looked for in the words that are shown, and in those of the file: ``Spring 1901`` is found, and ``S1901M`` too.
    """
    wanted, words = frozenset(deeds), find.casefold().split()
    found = (each for each in trail_of(game) if not wanted or each.deed in wanted)
    if not words:
        return tuple(found)

    def text(each: TrailEntry) -> str:
        shown = (deed_words(each.what, game.variant), reason_words(each.reason, game.variant))
        return " ".join((*shown, each.what, each.reason, each.by, each.deed)).casefold()

    return tuple(each for each in found if all(word in text(each) for word in words))


def zone_of(game: Game) -> ZoneInfo:
    """The zone that times of *game* are given in."""
    return terms_of(game).zone_info


def when_words(entry: TrailEntry, zone: ZoneInfo, *, with_year: bool = True) -> str:
    """``Fri 27 Nov 2026, 20:36``; the text itself where it is no time; empty where none was noted."""
    moment = moment_of(entry.at)
    return entry.at if moment is None else short_moment(moment, zone, with_year=with_year)


def as_text(game: Game, entries: Sequence[TrailEntry]) -> str:
    """A line each with its number in the trail, the oldest first, its reason under it."""
    zone = zone_of(game)
    lines: list[str] = []
    for each in entries:
        by = f" ({each.by})" if each.by and each.by != "GM" else ""
        when = when_words(each, zone) or tr("no time noted")
        what = deed_words(each.what, game.variant)
        lines.append(f"{each.number:>3}  {when}  {sentence(what)}{by}")
        if each.reason:
            lines.append(f"         {reason_words(each.reason, game.variant)}")
    return "\n".join([*lines, tr("Times are those of {zone}.", zone=zone.key)])


def as_csv(game: Game, entries: Sequence[TrailEntry]) -> str:
    """A row each: time, kind, what, reason, by, number. Nothing in it is taken for a formula."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(("time", f"time ({zone_of(game).key})", "kind", "what", "reason", "by", "number"))
    for each in entries:
        row = (each.at, when_words(each, zone_of(game)), str(each.deed), each.what, each.reason, each.by, str(each.number))
        writer.writerow([f"'{cell}" if cell.startswith(_FORMULA) else cell for cell in row])
    return out.getvalue()


def as_data(entries: Sequence[TrailEntry]) -> list[dict[str, str | int | None]]:
    """For programs."""
    return [
        {
            "number": each.number,
            "time": each.at or None,
            "kind": str(each.deed),
            "what": each.what,
            "reason": each.reason or None,
            "by": each.by or None,
        }
        for each in entries
    ]


__all__ = ["as_csv", "as_data", "as_text", "filtered", "trail_of", "when_words", "zone_of"]
