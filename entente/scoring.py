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
    C_DIPLO = "c-diplo"
    TRIBUTE = "tribute"
    BANGKOK = "bangkok"
    DETOUR09 = "detour09"
    WORLD_CLASSIC = "world-classic"

    @property
    def counts_years(self) -> bool:
        """True if powers that went out get points for the years that they lived."""
        return self in {Scoring.BANGKOK, Scoring.DETOUR09, Scoring.WORLD_CLASSIC}

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
    Scoring.C_DIPLO: (
        mark(
            "100 for a solo; else 1 for each who plays, 1 for each centre, and 38, 14 and 7 for the first three, who share where they tie."
        ),
        mark("C-Diplo 100 of European conventions, as the Diplomacy Tournament Visualiser (diplomacytv.com) counts it"),
    ),
    Scoring.TRIBUTE: (
        mark(
            "100 for a solo; else 1 for each centre and an equal share of 66 for each survivor, who pays those that lead 1 for each centre "
            "of theirs above 6."
        ),
        mark("Tribute, as the Diplomacy Tournament Visualiser (diplomacytv.com) counts it"),
    ),
    Scoring.BANGKOK: (
        mark(
            "41 for a solo and half a point for each centre of the others; else 1 for each centre, 3 for each survivor, 12 shared by those "
            "within two centres of the lead, and 0.3 for each year of those who went out."
        ),
        mark("Bangkok, as the Diplomacy Tournament Visualiser (diplomacytv.com) counts it"),
    ),
    Scoring.DETOUR09: (
        mark(
            "110 for a solo; else 100 in all, for centres, survival, the first four places and the lead; 0.25 for each year, at most 2, of "
            "those who went out or lost to a solo."
        ),
        mark(
            "Detour, rules of the Diplomacy National World Cup 2, stabbeurfou.org; years of those who lost to a solo as the Diplomacy "
            "Tournament Visualiser (diplomacytv.com) counts them"
        ),
    ),
    Scoring.WORLD_CLASSIC: (
        mark(
            "420 for a solo; else 10 for each centre, 30 for each survivor, 48 shared by those who lead; 1 for each year of those who went "
            "out or lost to a solo."
        ),
        mark("World Classic, as the Diplomacy Tournament Visualiser (diplomacytv.com) counts it"),
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

    years: Mapping[str, int] | None = None
    """Full years that each power owned a centre before any solo; ``None`` where they are not known."""


def score(scoring: Scoring | str, standing: ScoredGame) -> Mapping[str, float]:
    """The points of every power.

    A game that is open counts as a draw among all that own a centre; one that was abandoned gives nothing to anybody.

    Raises:
        ValueError: there is no such system, or it counts years and they are not known.

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
    if system.counts_years and standing.years is None:
        raise ValueError(f"{system} counts the years that powers lived, which are not known")
    match system:
        case Scoring.DRAW_SIZE:
            return _shares(standing, dict.fromkeys(_sharers(standing), 1.0))
        case Scoring.SUM_OF_SQUARES:
            return _shares(standing, {power: float(standing.centres.get(power, 0) ** 2) for power in _sharers(standing)})
        case Scoring.CENTRES:
            return _shares(standing, {power: float(count) for power, count in standing.centres.items()})
        case Scoring.CARNAGE:
            return _carnage(standing)
        case Scoring.C_DIPLO:
            return _c_diplo(standing)
        case Scoring.TRIBUTE:
            return _tribute(standing)
        case Scoring.BANGKOK:
            return _bangkok(standing)
        case Scoring.DETOUR09:
            return _detour09(standing)
        case Scoring.WORLD_CLASSIC:
            return _world_classic(standing)
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


def _solo(standing: ScoredGame) -> str | None:
    """Return the power that won alone."""
    return standing.outcome.powers[0] if standing.outcome.kind is OutcomeKind.SOLO else None


def _years(standing: ScoredGame, power: str) -> int:
    assert standing.years is not None
    return standing.years.get(power, 0)


def _leaders(standing: ScoredGame) -> tuple[str, ...]:
    """Return the powers with the most centres."""
    most = max(standing.centres.values(), default=0)
    return tuple(power for power, count in standing.centres.items() if count == most)


def _c_diplo(standing: ScoredGame) -> Mapping[str, float]:
    """C-Diplo 100: a solo takes 100; else 1, a point a centre, and 38, 14, 7 for the first three places, shared by those that tie."""
    winner = _solo(standing)
    if winner is not None:
        return MappingProxyType({power: 100.0 if power == winner else 0.0 for power in standing.centres})
    places = (38, 14, 7)
    points: dict[str, float] = {}
    for power, count in standing.centres.items():
        above = sum(other > count for other in standing.centres.values())
        tied = sum(other == count for other in standing.centres.values())
        points[power] = 1 + count + sum(places[above : above + tied]) / tied
    return MappingProxyType(points)


def _tribute(standing: ScoredGame) -> Mapping[str, float]:
    """Tribute: survivors share 66, own a point a centre, and pay the leaders one for each of their centres above 6, at most their share."""
    winner = _solo(standing)
    if winner is not None:
        return MappingProxyType({power: 100.0 if power == winner else 0.0 for power in standing.centres})
    alive = [power for power, count in standing.centres.items() if count]
    points = dict.fromkeys(standing.centres, 0.0)
    if not alive:
        return MappingProxyType(points)
    leaders = _leaders(standing)
    share = 66 / len(alive)
    paid = min(share, max(0, standing.centres[leaders[0]] - 6))
    for power in alive:
        gain = paid * (len(alive) - len(leaders)) / len(leaders) if power in leaders else -paid
        points[power] = standing.centres[power] + share + gain
    return MappingProxyType(points)


def _bangkok(standing: ScoredGame) -> Mapping[str, float]:
    """Bangkok: 12 points go in three shares to leaders, two to those one centre behind, one to those two behind."""
    winner = _solo(standing)
    if winner is not None:
        return MappingProxyType({power: 41.0 if power == winner else count / 2 for power, count in standing.centres.items()})
    most = max(standing.centres.values(), default=0)
    shares = {power: max(0, 3 - (most - count)) if count else 0 for power, count in standing.centres.items()}
    whole = sum(shares.values()) or 1
    return MappingProxyType(
        {
            power: count + 3 + 12 * shares[power] / whole if count else 0.3 * _years(standing, power)
            for power, count in standing.centres.items()
        }
    )


def _detour09(standing: ScoredGame) -> Mapping[str, float]:
    """Detour09: 2 and a point a centre for survivors, 4, 3, 2, 1 for places (ties take the lowest), the lead of a single leader; of 100."""
    winner = _solo(standing)
    counts = standing.centres
    points = dict.fromkeys(counts, 0.0)
    if winner is not None:
        points[winner] = 110.0
    else:
        ranked = sorted((count for count in counts.values() if count), reverse=True)
        for power, count in counts.items():
            if count:
                lowest = sum(other >= count for other in ranked)
                lead = count - ranked[1] if len(ranked) > 1 and count == ranked[0] else 0
                points[power] = count + 2 + max(0, 5 - lowest) + lead
        whole = sum(points.values()) or 1.0
        points = {power: number * 100 / whole for power, number in points.items()}
    for power, count in counts.items():
        if power != winner and (not count or winner is not None):
            points[power] += min(2.0, 0.25 * _years(standing, power))
    return MappingProxyType(points)


def _world_classic(standing: ScoredGame) -> Mapping[str, float]:
    """World Classic: 10 a centre and 30 for survivors, 48 shared by the leaders; years for those that are out or lost to a solo."""
    winner = _solo(standing)
    leaders = _leaders(standing)
    points: dict[str, float] = {}
    for power, count in standing.centres.items():
        if power == winner:
            points[power] = 420.0
        elif not count or winner is not None:
            points[power] = float(_years(standing, power))
        else:
            points[power] = 10 * count + 30 + (48 / len(leaders) if power in leaders else 0)
    return MappingProxyType(points)
