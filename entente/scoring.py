"""Points of each power in a game, in the systems that tournaments and sites use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import assert_never

from entente.outcome import Outcome, OutcomeKind
from languages import mark, tr


class Scoring(StrEnum):
    """A system of points."""

    DRAW_SIZE = "draw-size"
    SUM_OF_SQUARES = "sum-of-squares"
    CENTRES = "centres"
    CARNAGE = "carnage"

    @property
    def description(self) -> str:
        """One sentence on how it counts."""
        return tr(_TEXTS[self][0])

    @property
    def source(self) -> str:
        """Source of the system."""
        return tr(_TEXTS[self][1])


_TEXTS = {
    Scoring.DRAW_SIZE: (
        mark("One point for the game: all of it for a solo, equal shares for those in a draw."),
        mark("A. B. Calhamer's rule that every game is worth one point; Draw-Size Scoring of webDiplomacy.net"),
    ),
    Scoring.SUM_OF_SQUARES: (
        mark("One point for the game: all of it for a solo; in a draw shares in proportion to the squares of the centres of those in it."),
        mark("Sum of Squares, as webDiplomacy.net and many conventions have it; explained at diplomaticon.com, 9 October 2021"),
    ),
    Scoring.CENTRES: (
        mark("One point for the game: all of it for a solo; in a draw shares in proportion to the centres owned."),
        mark("Supply Centre Scoring; explained at theembassydip.blogspot.com, Tournament Scoring part 4, March 2020"),
    ),
    Scoring.CARNAGE: (
        mark(
            "1,000 for each rank from below (7,000 for the first of seven), ties shared, and one for each centre; a solo takes everything."
        ),
        mark("Carnage, of the convention Carnage on the Mountain; World Diplomacy Wiki, Carnage Scoring System"),
    ),
}


@dataclass(frozen=True, slots=True)
class ScoredGame:
    """Game as a scoring system needs it."""

    centres: Mapping[str, int]
    """Centres of every power that scores, 0 for those that own none."""

    outcome: Outcome
    eliminated: Sequence[str] = ()
    """Powers that went out, first to last; Carnage ranks them so, and those that are not named tie."""


def score(scoring: Scoring | str, standing: ScoredGame) -> Mapping[str, float]:
    """The points of every power.

    A game that is open counts as a draw among all that own a centre; one that was abandoned gives nothing to anybody.

    Raises:
        ValueError: there is no such system.

    >>> from adjudicator.resolution import Ending
    >>> standing = ScoredGame({"ENGLAND": 10, "FRANCE": 24}, Outcome.of(Ending(("ENGLAND", "FRANCE"), "draw")))
    >>> score("draw-size", standing)["ENGLAND"]
    0.5
    >>> score("sum-of-squares", standing)["FRANCE"] > score("draw-size", standing)["FRANCE"]
    True
    """
    if scoring not in tuple(Scoring):
        raise ValueError(f"no system of points is called {str(scoring)[:40]!r}; there are {', '.join(Scoring)}")
    system = Scoring(scoring)
    if standing.outcome.kind is OutcomeKind.ABANDONED:
        return MappingProxyType(dict.fromkeys(standing.centres, 0.0))
    match system:
        case Scoring.DRAW_SIZE:
            return _shares(standing, dict.fromkeys(_sharers(standing), 1.0))
        case Scoring.SUM_OF_SQUARES:
            return _shares(standing, {power: float(standing.centres.get(power, 0) ** 2) for power in _sharers(standing)})
        case Scoring.CENTRES:
            return _shares(standing, {power: float(count) for power, count in standing.centres.items()})
        case Scoring.CARNAGE:
            return _carnage(standing)
        case _:
            assert_never(system)


def _sharers(standing: ScoredGame) -> tuple[str, ...]:
    """Powers in the draw; in an open game all that own a centre."""
    if standing.outcome.kind is OutcomeKind.DRAW:
        return standing.outcome.powers
    return tuple(power for power, count in standing.centres.items() if count)


def _shares(standing: ScoredGame, weights: Mapping[str, float]) -> Mapping[str, float]:
    """One point in proportion to *weights*; a solo takes it whole."""
    shares = dict.fromkeys(standing.centres, 0.0)
    if standing.outcome.kind is OutcomeKind.SOLO:
        weights = {standing.outcome.powers[0]: 1.0}
    whole = sum(weights.values())
    if not whole:
        weights = dict.fromkeys(_sharers(standing), 1.0)
        whole = float(len(weights)) or 1.0
    return MappingProxyType(shares | {power: weight / whole for power, weight in weights.items()})


def _carnage(standing: ScoredGame) -> Mapping[str, float]:
    powers = list(standing.centres)
    total = sum(1000 * rank for rank in range(1, len(powers) + 1)) + sum(standing.centres.values())
    if standing.outcome.kind is OutcomeKind.SOLO:
        return MappingProxyType({power: float(total if power in standing.outcome.powers else 0) for power in powers})
    out = {power: place for place, power in enumerate(standing.eliminated, 1)}
    worth = {power: (standing.centres[power], out.get(power, 0) if not standing.centres[power] else 0) for power in powers}
    points: dict[str, float] = {}
    for power in powers:
        below = sum(worth[other] < worth[power] for other in powers)
        tied = sum(worth[other] == worth[power] for other in powers)
        points[power] = 1000 * (below + (tied + 1) / 2) + standing.centres[power]
    return MappingProxyType(points)
