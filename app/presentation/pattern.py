"""Patterns that distinguish lands where there are no colours: motifs, each in three weights, enough for the 34 powers of Chaos."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from variants.style import Pattern


class Motif(StrEnum):
    """Motifs that variants cannot choose: they are for print alone, where the variant's own run out."""

    LATTICE = "lattice"
    """Diagonals both ways."""
    ZIGZAG = "zigzag"
    RINGS = "rings"
    BRICKS = "bricks"
    PLUSES = "pluses"


class PatternWeight(StrEnum):
    """Weight of a motif."""

    PLAIN = "plain"
    BOLD = "bold"
    WIDE = "wide"
    """Twice as large."""


@dataclass(frozen=True, slots=True)
class LandPattern:
    """A motif and how it is drawn."""

    motif: Pattern | Motif
    thread: PatternWeight = PatternWeight.PLAIN

    @property
    def scale(self) -> float:
        """Scale of the motif."""
        return 2.0 if self.thread is PatternWeight.WIDE else 1.0

    @property
    def weight(self) -> float:
        """Thickness of its lines, in those of the plain one at the same size."""
        return 2.4 if self.thread is PatternWeight.BOLD else 0.75 if self.thread is PatternWeight.WIDE else 1.0


_MOTIFS: tuple[Pattern | Motif, ...] = (
    *(Pattern.DIAGONAL, Pattern.HORIZONTAL, Pattern.DOTS, Pattern.VERTICAL, Pattern.CROSS, Motif.ZIGZAG, Pattern.CHECKS),
    *(Pattern.ANTIDIAGONAL, Motif.LATTICE, Motif.RINGS, Motif.BRICKS, Motif.PLUSES),
)
LAND_PATTERNS: tuple[LandPattern, ...] = tuple(LandPattern(motif, thread) for thread in PatternWeight for motif in _MOTIFS)
"""All there are, the clearest first."""


def land_patterns_of(patterns: Mapping[str, Pattern]) -> Mapping[str, LandPattern]:
    """A weave for each power, given the pattern it has among colours; all differ as long as there are as many.

    The first power of a pattern keeps it; the others, and those without, get what is free, in their order. Past the end they are given
    out again from the start.
    """
    found: dict[str, LandPattern] = {}
    taken: set[LandPattern] = set()
    for power, pattern in patterns.items():
        own = LandPattern(pattern)
        if pattern is not Pattern.NONE and own not in taken:
            found[power] = own
            taken.add(own)
    free = _endless([each for each in LAND_PATTERNS if each not in taken])
    for power in patterns:
        if power not in found:
            found[power] = next(free)
    return found


def _endless(first: list[LandPattern]) -> Iterator[LandPattern]:
    yield from first
    while True:
        yield from LAND_PATTERNS
