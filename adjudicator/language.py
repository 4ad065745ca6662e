"""Another language than English: what a board's places are called in it, and the words that orders are written with. Data only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

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
