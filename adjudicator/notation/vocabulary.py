"""The words of a language that orders are written in: what a data module per language has to fill in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum


class Verb(Enum):
    """What an order does."""

    HOLD = "hold"
    MOVE = "move"
    SUPPORT = "support"
    CONVOY = "convoy"
    RETREAT = "retreat"
    DISBAND = "disband"
    """Disband or remove, as the phase has it."""
    BUILD = "build"
    WAIVE = "waive"


Phrase = tuple[str, ...]


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

    inside: frozenset[Phrase]
    """Between a unit's kind and its place: army ``in`` Paris."""

    while_moving: frozenset[Phrase]
    """Between a supported unit and its movement: ``in its`` attack."""

    by_convoy: frozenset[Phrase]
    through: frozenset[Phrase]
    """Before a sea of the route."""

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
    """What may follow a waiver: waive 2 ``builds``."""

    numbers: Mapping[str, int]
    plural: Callable[[str], str]
    """The plural of a kind's name."""
