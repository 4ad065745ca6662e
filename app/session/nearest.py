"""Names that may have been meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from languages import tr


def nearest(word: str, names: Iterable[str], most: int = 3) -> tuple[str, ...]:
    """Up to *most* of *names* that resemble *word*, the nearest first; letter case does not count."""
    folded: dict[str, str] = {}
    for name in names:
        folded.setdefault(name.casefold(), name)
    wanted = word.casefold()
    starts = [name for key, name in folded.items() if wanted and key.startswith(wanted)]
    close = [folded[key] for key in get_close_matches(wanted, folded, n=most, cutoff=0.6)]
    return tuple(dict.fromkeys((*close, *starts)))[:most]


def did_you_mean(suggestions: tuple[str, ...]) -> str:
    """``; did you mean undo or redo?``, or nothing."""
    if not suggestions:
        return ""
    return tr("; did you mean {suggestions}?", suggestions=f" {tr('or')} ".join(suggestions))
