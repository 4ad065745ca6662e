"""An order as its words have it, before the board is asked: kinds may be missing, names may mean several places."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.notation.lexicon import WordMatch
from adjudicator.notation.reading import Assumption, TextSpan
from adjudicator.notation.vocabulary import Verb
from adjudicator.unit import Location


@dataclass(frozen=True, slots=True)
class DraftPlace:
    """A place that was named."""

    candidates: tuple[Location, ...]
    """Locations that the name can mean; more than one is for the board to settle."""

    span: TextSpan
    match: WordMatch
    stray_coast: TextSpan | None = None
    """A coast that was named and that the province does not have."""


@dataclass(frozen=True, slots=True)
class DraftUnit:
    """A unit that was named."""

    kind: str | None
    place: DraftPlace
    span: TextSpan
    power: str | None = None
    """The nationality that was written before it."""
    power_span: TextSpan | None = None


@dataclass(frozen=True, slots=True)
class Helper:
    """A unit that supports the order, as the order itself tells."""

    unit: DraftUnit
    span: TextSpan
    """Its words: ``supported by A Par``."""


@dataclass(frozen=True, slots=True)
class Draft:
    """An order that was named."""

    verb: Verb
    unit: DraftUnit | None = None
    other: DraftUnit | None = None
    """The supported or carried unit."""
    target: DraftPlace | None = None
    route: tuple[DraftPlace, ...] = ()
    via: bool = False
    count: int = 1
    move_span: TextSpan | None = None
    """The words that say that the unit moves; empty where two places stand side by side."""
    by_sign: TextSpan | None = None
    """The sign that stands for a verb: ``+`` builds and ``-`` removes."""
    helpers: tuple[Helper, ...] = ()
    """Units of which the text says that they support this one."""
    power: str | None = None
    power_span: TextSpan | None = None
    notes: tuple[Assumption, ...] = ()
    cost: int = 0
    """Distance of the wording from plain; of several drafts of one text the cheapest is meant."""
