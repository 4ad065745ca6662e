"""Faults of a game file, each with its place."""

from __future__ import annotations

from dataclasses import dataclass, replace

from adjudicator.errors import SourceSpan
from languages import tr
from variants.fault import Severity


@dataclass(frozen=True, slots=True)
class GameFileFault:
    """One thing that is wrong. Text: ``straits.dpn:12:3: A BUD > SER is not an order, expected an order such as A PAR - BUR``."""

    span: SourceSpan
    what: str
    expected: str
    severity: Severity = Severity.ERROR

    def __str__(self) -> str:
        return tr("{span}: {what}, expected {expected}", span=self.span, what=self.what, expected=self.expected)


MOST_FAULTS = 20_000
"""Further ones are counted, and the last fault says how many."""


class GameFileFaults:
    """Collects the faults of one file, and which lines were not taken in.

    >>> faults = GameFileFaults("straits.dpn")
    >>> faults.error(12, 3, "A BUD > SER is not an order", "an order such as A PAR - BUR")
    >>> print(faults.found()[0])
    straits.dpn:12:3: A BUD > SER is not an order, expected an order such as A PAR - BUR
    >>> sorted(faults.skipped)
    [12]
    """

    def __init__(self, source: str) -> None:
        self.source = source
        """Name of the file in messages."""
        self._found: list[GameFileFault] = []
        self._more = 0
        self.skipped: set[int] = set()
        """Numbers of lines that were not understood: they are kept unchanged, also where their block is edited."""

    def error(self, line: int, column: int, what: str, expected: str, length: int = 1, *, skipped: bool = True) -> None:
        """A line that is not taken in, or, where not *skipped*, not as it was meant. Lines and columns count from 1."""
        if skipped:
            self.skipped.add(line)
        self._add(GameFileFault(SourceSpan(self.source, line, column, max(1, length)), what, expected))

    def warning(self, line: int, column: int, what: str, expected: str, length: int = 1) -> None:
        """A line that is taken in, yet looks wrong."""
        self._add(GameFileFault(SourceSpan(self.source, line, column, max(1, length)), what, expected, Severity.WARNING))

    def found(self) -> tuple[GameFileFault, ...]:
        """All faults in the order of the file."""
        found = sorted(self._found, key=in_sequence)
        if self._more:
            found.append(replace(found[-1], what=tr("there are {count} more faults", count=self._more), expected=tr("none")))
        return tuple(found)

    def _add(self, fault: GameFileFault) -> None:
        if len(self._found) < MOST_FAULTS:
            self._found.append(fault)
        else:
            self._more += 1


def in_sequence(fault: GameFileFault) -> tuple[int, int]:
    """Return the key by which faults are sorted."""
    return fault.span.line, fault.span.column


def shown(text: str) -> str:
    """*text* as messages quote it: not longer than 40 characters, and printable.

    >>> shown("A BUD - SER")
    'A BUD - SER'
    >>> len(shown("A" * 1000))
    40
    """
    cut = text if len(text) <= 40 else f"{text[:39]}…"
    return "".join(mark if mark.isprintable() else "\ufffd" for mark in cut)
