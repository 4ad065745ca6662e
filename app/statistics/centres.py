"""Points for a game under every system, and who had how many centres when."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.game.record import Cursor, Game
from entente.outcome import Outcome, OutcomeKind
from entente.scoring import ScoredGame, Scoring, score
from entente.words.strengths import sees_all_of
from languages import tr


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
        (tr("start"), *(_named(year) for year, _ in ends[1:])),
        tuple(year for year, _ in ends),
        tuple(end for _, end in ends),
        tuple(ever),
        tuple(power for power in game.variant.powers if power not in whole),
    )


def _named(year: int) -> str:
    return tr("{year} BC", year=-year) if year < 0 else str(year)


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
