"""Limits on the marks, pieces and parts of each kind in a drawing: far more than anybody draws, and few enough to be read in seconds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType

from languages import mark, tr


class Mark(Enum):
    """Kind of mark that is counted."""

    ANCHOR = "anchor"
    BRIDGE = "bridge"
    COAST_LINE = "coast line"
    CENTRE = "centre"
    NAME = "name"
    OUTLINE = "outline"
    PIECE = "piece"
    REPEAT = "repeat"


MOST: Mapping[Mark, int] = MappingProxyType(
    {
        Mark.ANCHOR: 10_000,
        Mark.BRIDGE: 4000,
        Mark.COAST_LINE: 4000,
        Mark.CENTRE: 4000,
        Mark.NAME: 4000,
        Mark.OUTLINE: 3000,
        Mark.PIECE: 5000,
        Mark.REPEAT: 200,
    }
)

_WORDS: Mapping[Mark, tuple[str, str]] = MappingProxyType(
    {
        Mark.ANCHOR: (mark("the drawing has more than {most} anchors; the rest is left out"), mark("one for each place")),
        Mark.BRIDGE: (mark("the drawing has more than {most} bridges; the rest is left out"), mark("one for each pair")),
        Mark.COAST_LINE: (
            mark("the drawing has more than {most} coast lines; the rest is left out"),
            mark("long lines: join their nodes"),
        ),
        Mark.CENTRE: (mark("the drawing has more than {most} marks of centres; the rest is left out"), mark("one for each centre")),
        Mark.NAME: (mark("the drawing has more than {most} names of provinces; the rest is left out"), mark("one for each province")),
        Mark.OUTLINE: (
            mark("the drawing has more than {most} outlines, islands and holes included; the rest is left out"),
            mark("fewer islands: Path > Break Apart, crumbs deleted, then Path > Combine"),
        ),
        Mark.PIECE: (
            mark("the drawing has more than {most} pieces of landscape; the rest is left out"),
            mark("pieces joined: Path > Combine; or plain art without data-kind"),
        ),
        Mark.REPEAT: (
            mark("the drawing has more than {most} shapes with codes of other shapes; the rest is left out"),
            mark("one shape for each province: Path > Combine"),
        ),
    }
)
"""Words for the fault, and for the right number."""


class MarksLeft:
    """Counts marks of one drawing."""

    def __init__(self) -> None:
        self._seen: Counter[Mark] = Counter()

    def take(self, kind: Mark, count: int = 1) -> bool:
        """Return True if *count* more may be read."""
        self._seen[kind] += count
        return self._seen[kind] <= MOST[kind]

    def is_first_beyond(self, kind: Mark, count: int = 1) -> bool:
        """Return True if the last ones that were taken, *count* of them, are the first that are too many."""
        return self._seen[kind] - count <= MOST[kind] < self._seen[kind]

    @staticmethod
    def words(kind: Mark) -> tuple[str, str]:
        """Return the words for the fault, and for the right number."""
        what, expected = _WORDS[kind]
        return tr(what, most=MOST[kind]), tr(expected)
