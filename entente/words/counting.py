"""Numbers of things in words: ``1 unit``, ``2 units``, as the language in use counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from languages import active_language, plural


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
