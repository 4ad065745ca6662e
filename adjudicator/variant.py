"""Variant: board, powers, calendar, rules and start. Never changes during a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from adjudicator.board import Board
from adjudicator.caching import HasCache, field_values, rebuilt
from adjudicator.phase import PhaseKind
from adjudicator.position import Position
from adjudicator.rules import Rules

Names = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class OrderLanguage:
    """Names and order words of one language. Read for a board, it adds to what is read in English and takes nothing away."""

    code: str
    """``de``."""

    name: str
    """In English: ``German``."""

    provinces: Names
    """The names of a province, by its code or its English name."""

    powers: Names
    """The names and adjectives of a power, by its id or its English name."""

    coasts: Names
    """The names of a coast, by its code: ``{"NC": ("côte nord",)}``."""

    kinds: Names
    """The names of a kind of unit, by its letter or its English name."""

    verbs: Names
    """Phrases for what an order does, by ``hold``, ``move``, ``support`` and so on."""

    words: Names
    """The other phrases, by what they are for: ``to``, ``fillers``, ``conditions``."""

    numbers: Mapping[str, int]
    """Number words: ``{"zwei": 2}``."""


class PowerRole(StrEnum):
    """Role of a power: whether it plays, stands as a dummy, or is neutral land."""

    PLAYING = "playing"
    DUMMY = "dummy"
    """Power with units and centres that has no player: they hold."""
    NEUTRAL = "neutral"
    """Dummy that is no party to victory or draws."""


@dataclass(frozen=True, slots=True)
class Power:
    """A side."""

    id: str
    """``AUSTRIA``: ``[A-Z][A-Z0-9_]*``."""

    name: str
    """``Austria-Hungary``."""

    adjective: str
    letter: str
    role: PowerRole = PowerRole.PLAYING
    victory: int | None = None
    """Centres this power needs to win; ``None`` is the variant's number."""


class BuildPolicy(StrEnum):
    """Policy of builds, always on centres the power owns that stand empty."""

    HOME = "home"
    ANY_OWNED = "any owned"
    ANY_OWNED_WITH_HOME = "any owned while a home centre is owned"
    ANY_HOME = "any home centre of any power"
    CORES = "cores"


@dataclass(frozen=True, slots=True)
class CalendarStep:
    """One phase of the calendar's round."""

    season: str
    """The season's letter: ``S``."""

    kind: PhaseKind

    captures: bool = False
    """True if centres change owner at the end of this phase (and the retreats of its season)."""

    later: int = 0
    """Years from the step before to this one, for rounds that span several years; the first step of a round has the
    calendar's ``year_step`` instead."""


@dataclass(frozen=True, slots=True)
class Calendar:
    """The round of phases, and how years pass."""

    steps: tuple[CalendarStep, ...]
    """In the standard game: S M, S R, F M, F R (captures), W A."""

    seasons: Mapping[str, str]
    """Letter to name: ``{"S": "Spring", "F": "Fall", "W": "Winter"}``."""

    year_step: int = 1
    """Years added when the round starts again. There is no year 0: the year after -1 is 1."""

    def __hash__(self) -> int:
        return hash((self.steps, self.year_step))

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return rebuilt, (Calendar, field_values(self))


@dataclass(frozen=True, slots=True)
class Variant(HasCache):
    """Board, rules, calendar, powers and start."""

    id: str
    name: str
    version: str
    board: Board
    powers: Mapping[str, Power]
    """Powers by id, in the order they are listed to people."""

    calendar: Calendar
    rules: Rules
    start: Position
    victory: int
    """Centres that win the game."""

    builds: BuildPolicy = BuildPolicy.HOME
    year_limit: int | None = None
    """The last year played; ``None`` is no limit."""

    years_without_capture: int | None = None
    """The game ends in a draw after so many years in which no centre changed hands."""

    languages: Sequence[OrderLanguage] = field(default=(), compare=False, repr=False)
    """Languages besides English that orders may be written in. The rules know nothing of them."""

    def __hash__(self) -> int:
        return hash((self.id, self.version, self.rules, self.victory))  # the start would take longer to hash than most look-ups last

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return rebuilt, (Variant, field_values(self))
