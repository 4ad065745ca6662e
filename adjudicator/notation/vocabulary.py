"""The words of a language that orders are written in: what a data module per language has to fill in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from types import MappingProxyType

from adjudicator.notation.reading import Statement


class Verb(Enum):
    """Act of an order."""

    HOLD = "hold"
    MOVE = "move"
    SUPPORT = "support"
    CONVOY = "convoy"
    RETREAT = "retreat"
    DISBAND = "disband"
    """Disband or remove, as the phase has it."""
    BUILD = "build"
    WAIVE = "waive"

    __hash__ = object.__hash__  # that of Enum is Python code, and members are looked up for every word


Phrase = tuple[str, ...]


@lru_cache(maxsize=2000)
def first_words(phrases: frozenset[Phrase]) -> frozenset[str]:
    """The words that *phrases* begin with. Nearly all words of an order are none of them, which is soon seen."""
    return frozenset(phrase[0] for phrase in phrases if phrase)


@lru_cache(maxsize=2000)
def most_words(phrases: frozenset[Phrase]) -> int:
    """The most words of one of *phrases*."""
    return max(map(len, phrases), default=0)


@lru_cache(maxsize=1000)
def either(some: frozenset[Phrase], others: frozenset[Phrase]) -> frozenset[Phrase]:
    """The phrases of both, the same set each time it is asked for."""
    return some | others


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Verbs, connectives and notes, each as a set of phrases of folded words."""

    verbs: Mapping[Verb, frozenset[Phrase]]
    to: frozenset[Phrase]
    """Between a unit and its target, alone or after a verb of movement."""

    onto: frozenset[Phrase]
    """The same, only after a verb or a noun of movement: ``attack on``."""

    deeds: frozenset[Phrase]
    """Nouns between a support and the unit: supports ``the move of`` A Ber."""

    origin: frozenset[Phrase]
    """Between a target and the unit that goes there: support move to Burgundy ``from`` Marseilles."""

    inside: frozenset[Phrase]
    """Between a unit's kind and its place: army ``in`` Paris."""

    while_moving: frozenset[Phrase]
    """Between a supported unit and its movement: ``in its`` attack."""

    by_convoy: frozenset[Phrase]
    through: frozenset[Phrase]
    """Words before a sea of the route."""

    helped_by: frozenset[Phrase]
    """Behind an order and before the units that support it: ``supported by`` A Par."""

    route_joints: frozenset[Phrase]
    """Between two seas of the route."""

    coast: frozenset[Phrase]
    """The word itself, after a direction: north ``coast``."""

    coast_of: frozenset[Phrase]
    """Between a coast and its province: north coast ``of`` Spain."""

    articles: frozenset[str]
    """Words before the name of a kind of unit: ``an`` army."""

    fillers: frozenset[str]
    """Words that change nothing."""

    results: frozenset[str]
    """Words with which a note about the result begins."""

    power_headings: frozenset[str]
    """Words beside a power's name in a heading: ``orders``."""

    joints: frozenset[str]
    """Words between two orders on a line: ``and``."""

    builds: frozenset[Phrase]
    """Words that may follow a waiver: waive 2 ``builds``."""

    numbers: Mapping[str, int]

    conditions: frozenset[Phrase]
    """Words that make an order hang on something: ``if``, ``unless``."""

    alternatives: frozenset[Phrase]
    """Words between two orders of which one is meant: ``or``."""

    press: frozenset[Phrase]
    """Words with which a line of press begins."""

    statements: Mapping[Statement, frozenset[Phrase]]
    """Phrases that speak of all units at once: ``all hold``."""

    plural: Callable[[str], str]
    """The plural of a kind's name."""

    elisions: frozenset[str] = frozenset()
    """Words that are written together with the next one, with an apostrophe between: ``l``'Espagne."""

    def with_words(self, other: Vocabulary) -> Vocabulary:
        """The words of both; the plural is this one's."""
        return Vocabulary(
            verbs=MappingProxyType({verb: phrases | other.verbs[verb] for verb, phrases in self.verbs.items()}),
            to=self.to | other.to,
            onto=self.onto | other.onto,
            deeds=self.deeds | other.deeds,
            origin=self.origin | other.origin,
            inside=self.inside | other.inside,
            while_moving=self.while_moving | other.while_moving,
            by_convoy=self.by_convoy | other.by_convoy,
            through=self.through | other.through,
            helped_by=self.helped_by | other.helped_by,
            route_joints=self.route_joints | other.route_joints,
            coast=self.coast | other.coast,
            coast_of=self.coast_of | other.coast_of,
            articles=self.articles | other.articles,
            fillers=self.fillers | other.fillers,
            results=self.results | other.results,
            power_headings=self.power_headings | other.power_headings,
            joints=self.joints | other.joints,
            builds=self.builds | other.builds,
            numbers=MappingProxyType({**other.numbers, **self.numbers}),
            conditions=self.conditions | other.conditions,
            alternatives=self.alternatives | other.alternatives,
            press=self.press | other.press,
            statements=MappingProxyType({each: phrases | other.statements[each] for each, phrases in self.statements.items()}),
            plural=self.plural,
            elisions=self.elisions | other.elisions,
        )
