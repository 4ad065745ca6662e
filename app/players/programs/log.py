"""Log of the lines to and from a program, with their times: for its author to read."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from languages.outside_text import outside_line

MOST_ENTRIES = 5_000
MOST_CHARACTERS = 8_000_000
"""Limit of all entries; the oldest entries go first."""
LONGEST_RAW = 100_000
"""Characters of a line that are kept."""


class Way(StrEnum):
    """Direction of a line."""

    SENT = "sent"
    HEARD = "heard"
    ERROR = "stderr"
    """A line of its standard error."""
    NOTE = "note"
    """No line: something that happened."""


@dataclass(frozen=True, slots=True)
class ProgramLogEntry:
    """One line, or something that happened."""

    at_ms: int
    """Milliseconds since the program was started or reached, by a clock that only goes forward."""
    way: Way
    kind: str
    """The type of the message; ``late``, ``stopped``, ``warning``, ... of a note."""
    words: str
    """Meaning of the line, in a line for people."""
    raw: str = ""
    phase: str = ""
    round_trip_ms: int | None = None
    """Milliseconds between sending a turn and receiving its orders."""

    def __str__(self) -> str:
        trip = "" if self.round_trip_ms is None else f" ({self.round_trip_ms} ms)"
        return f"{self.at_ms:>8} {self.way.value:<6} {self.kind}: {self.words}{trip}"


def _size(entry: ProgramLogEntry) -> int:
    return len(entry.raw) + len(entry.words)


class Log:
    """The last lines to and from one program."""

    def __init__(self) -> None:
        self._entries: deque[ProgramLogEntry] = deque()
        self._characters = 0
        self.dropped = 0
        """Entries that are no longer kept."""

    def add(self, entry: ProgramLogEntry) -> None:
        """Keep *entry*, its words on one line: what a program says opens no other line of the log, and steers no terminal."""
        if not entry.words.isprintable():
            shift = len(entry.words) - len(entry.words.lstrip(" "))
            entry = replace(entry, words=" " * min(shift, 40) + outside_line(entry.words, LONGEST_RAW))
        self._entries.append(entry)
        self._characters += _size(entry)
        while len(self._entries) > MOST_ENTRIES or self._characters > MOST_CHARACTERS:
            self._characters -= _size(self._entries.popleft())
            self.dropped += 1

    @property
    def total(self) -> int:
        """Entries that there were."""
        return self.dropped + len(self._entries)

    def since(self, number: int) -> tuple[ProgramLogEntry, ...]:
        """The entries from *number* on, counted from 0 over all that there were."""
        return tuple(list(self._entries)[max(0, number - self.dropped) :])

    def __iter__(self) -> Iterator[ProgramLogEntry]:
        return iter(tuple(self._entries))
