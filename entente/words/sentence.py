"""Sentences that are built thousands of times a second, and numbers of things in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from string import Formatter
from types import MappingProxyType

from adjudicator.position import Position
from languages import active_language, plural, tr

_MOST_KEPT = 1 << 11


class Sentence:
    """One sentence with places: ``Sentence(mark("{unit} moves to {place}"))("Army Paris", "Burgundy")``.

    Args:
        text: English, the key in the catalogue. What it is called with stands in the order of its places, each of which is there once.
    """

    __slots__ = ("_english", "_text", "places")

    def __init__(self, text: str) -> None:
        pieces = list(Formatter().parse(text))
        self._text = text
        self._english = "".join(before.replace("%", "%%") + ("" if name is None else "%s") for before, name, _, _ in pieces)
        self.places = tuple(name for _, name, _, _ in pieces if name)

    def __call__(self, *values: str) -> str:
        if active_language() is None:
            return self._english % values
        return tr(self._text, **dict(zip(self.places, values, strict=True)))


class Sentences:
    """One thing to say, in a text for every choice of places that may be empty: with odds, with a place, with both.

    Args:
        places: all of them, in the order of what it is called with.
        texts: the fullest last. A choice that is none of theirs takes the fullest.
    """

    __slots__ = ("_fullest", "_places", "_said", "_texts")

    def __init__(self, places: str, *texts: str) -> None:
        self._places = tuple(places.split())
        self._texts = {frozenset(Sentence(each).places): each for each in texts}
        self._fullest = texts[-1]
        self._said: dict[tuple[str, ...], str] = {}

    def __call__(self, *values: str) -> str:
        if active_language() is not None:
            return self._say(values)
        said = self._said.get(values)
        if said is None:
            if len(self._said) >= _MOST_KEPT:
                self._said.clear()
            said = self._said[values] = self._say(values)
        return said

    def _say(self, values: tuple[str, ...]) -> str:
        given = dict(zip(self._places, values, strict=True))
        filled = {name: value for name, value in given.items() if value}
        text = self._texts.get(frozenset(filled))
        return tr(self._fullest, **given) if text is None else tr(text, **filled)


def counted(number: int, noun: str) -> str:
    """``1 unit``, ``2 units``; another language says it for the nouns that are listed here, the rest stands in English.

    >>> counted(1, "unit"), counted(2, "unit")
    ('1 unit', '2 units')
    """
    if active_language() is not None and noun in _COUNTED:
        return _COUNTED[noun](number)
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


_COUNTED: Mapping[str, Callable[[int], str]] = MappingProxyType(
    {
        "build": lambda number: plural("{count} build", "{count} builds", number),
        "centre": lambda number: plural("{count} centre", "{count} centres", number),
        "departure": lambda number: plural("{count} departure", "{count} departures", number),
        "difference": lambda number: plural("{count} difference", "{count} differences", number),
        "doubtful line": lambda number: plural("{count} doubtful line", "{count} doubtful lines", number),
        "edit": lambda number: plural("{count} edit", "{count} edits", number),
        "error": lambda number: plural("{count} error", "{count} errors", number),
        "file": lambda number: plural("{count} file", "{count} files", number),
        "folder": lambda number: plural("{count} folder", "{count} folders", number),
        "free centre": lambda number: plural("{count} free centre", "{count} free centres", number),
        "game": lambda number: plural("{count} game", "{count} games", number),
        "land": lambda number: plural("{count} land", "{count} lands", number),
        "line": lambda number: plural("{count} line", "{count} lines", number),
        "mail": lambda number: plural("{count} mail", "{count} mails", number),
        "more line": lambda number: plural("{count} more line", "{count} more lines", number),
        "new province": lambda number: plural("{count} new province", "{count} new provinces", number),
        "older journal": lambda number: plural("{count} older journal", "{count} older journals", number),
        "open border": lambda number: plural("{count} open border", "{count} open borders", number),
        "opponent": lambda number: plural("{count} opponent", "{count} opponents", number),
        "order": lambda number: plural("{count} order", "{count} orders", number),
        "phase": lambda number: plural("{count} phase", "{count} phases", number),
        "place": lambda number: plural("{count} place", "{count} places", number),
        "power": lambda number: plural("{count} power", "{count} powers", number),
        "program": lambda number: plural("{count} program", "{count} programs", number),
        "province": lambda number: plural("{count} province", "{count} provinces", number),
        "received line": lambda number: plural("{count} received line", "{count} received lines", number),
        "reminder": lambda number: plural("{count} reminder", "{count} reminders", number),
        "removal": lambda number: plural("{count} removal", "{count} removals", number),
        "repair": lambda number: plural("{count} repair", "{count} repairs", number),
        "shape": lambda number: plural("{count} shape", "{count} shapes", number),
        "supply centre": lambda number: plural("{count} supply centre", "{count} supply centres", number),
        "terrain": lambda number: plural("{count} terrain", "{count} terrains", number),
        "time": lambda number: plural("{count} time", "{count} times", number),
        "turn": lambda number: plural("{count} turn", "{count} turns", number),
        "unit": lambda number: plural("{count} unit", "{count} units", number),
        "warning": lambda number: plural("{count} warning", "{count} warnings", number),
        "year": lambda number: plural("{count} year", "{count} years", number),
    }
)


def sees_all_of(position: Position, power: str, viewer: str | None) -> bool:
    """Return True if *viewer* sees everything that *power* has in *position*; ``None`` sees the whole board."""
    return viewer in (None, power) or not position.unseen


def describe_centres(count: int, *, whole: bool) -> str:
    """``3 centres``; of a power that is not seen whole, ``2 centres seen`` or ``centres unknown``."""
    if whole:
        return counted(count, "centre")
    return plural("{count} centre seen", "{count} centres seen", count) if count else tr("centres unknown")


def describe_units(count: int, *, whole: bool) -> str:
    """``3 units``; of a power that is not seen whole, ``1 unit seen`` or ``units unknown``."""
    if whole:
        return counted(count, "unit")
    return plural("{count} unit seen", "{count} units seen", count) if count else tr("units unknown")
