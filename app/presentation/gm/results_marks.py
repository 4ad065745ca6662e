"""Lines in one player's results that are for that player alone. No Qt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from languages import plural, tr


@dataclass(frozen=True, slots=True)
class MarkedLine:
    """A line of a text."""

    text: str
    own: bool
    """True if others do not get it."""


def marked(texts: Mapping[str, str], reader: str, greetings: Sequence[str] = ()) -> tuple[MarkedLine, ...]:
    """The lines of *reader*'s text; those that some other text lacks are marked.

    Args:
        texts: by reader, everybody's among them.
        greetings: lines that address a person, which every text has in its own words.
    """
    others = [set(text.splitlines()) for name, text in texts.items() if name != reader]
    common = set.intersection(*others) if others else set(texts[reader].splitlines())
    return tuple(
        MarkedLine(line, bool(line.strip()) and line not in common and line not in greetings) for line in texts[reader].splitlines()
    )


def places(lines: Sequence[MarkedLine]) -> int:
    """Return the number of places that differ: marked lines that follow one another, blank ones between them too, are one."""
    count, inside = 0, False
    for line in lines:
        if line.own and not inside:
            count += 1
        if line.own or line.text.strip():
            inside = line.own
    return count


def difference_words(count: int) -> str:
    """``same``, ``1 differs``, ``2 differ``"""
    return plural("{count} differs", "{count} differ", count) if count else tr("same")


def size_words(size: int) -> str:
    """``212 kB``, ``1.3 MB``"""
    return tr("{size:.1f} MB", size=size / 1000000) if size >= 1_000_000 else tr("{size} kB", size=max(1, round(size / 1000)))
