"""Score of a game for each power, under every system of points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.game.record import Cursor, Game
from app.statistics.centres import CentreHistory
from entente.outcome import Outcome
from entente.scoring import ScoredGame, Scoring, score


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
    scored = ScoredGame(final, Outcome.of(ending), _out(history, final))
    points = {system: score(system, scored) for system in Scoring}
    winners = ending.winners if ending is not None else ()
    found = [
        FinalStanding(power, count, {system: points[system][power] for system in Scoring}, power in winners)
        for power, count in final.items()
    ]
    return tuple(sorted(found, key=lambda each: (not each.shares_in_it, -each.centres)))


def _out(history: CentreHistory, final: Mapping[str, int]) -> tuple[str, ...]:
    """Powers without centres in the sequence in which they lost the last; those who went out in the same year are left out, and tie."""
    last_year = {}
    for power, count in final.items():
        if not count:
            last_year[power] = max((at for at, number in enumerate(history.of(power)) if number), default=-1)
    years = list(last_year.values())
    return tuple(sorted((power for power, year in last_year.items() if years.count(year) == 1), key=last_year.__getitem__))
