"""Written form of a name on a board: plain words in one line, and no more letters than there is room for on any map."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

LONGEST_NAME = 80
"""Letters of a name that are written; accents of their own, and what joins letters, count."""
_MORE = "…"
_JOINER = "\u200d"
_SKINS = range(0x1F3FB, 0x1F400)
"""Colours of the face before them."""


def letters_of(name: str) -> int:
    """Return the number of letters of *name*, line breaks and runs of blanks as one.

    >>> letters_of("North  Sea")
    9
    """
    return len(" ".join(name.split()))


def written_name(name: str) -> str:
    """*name* in one line; of one that is too long the beginning, which ends in an ellipsis and never inside of a letter.

    >>> written_name("North  Sea")
    'North Sea'
    """
    return _beginning(" ".join(name.split()), LONGEST_NAME)


def written_rows(rows: Sequence[str]) -> tuple[str, ...]:
    """Return as much of a name in *rows* as is written, row by row."""
    found: list[str] = []
    left = LONGEST_NAME
    for row in rows:
        if left > 0:
            found.append(_beginning(row, left))
            left -= len(row) + 1
    return tuple(found)


def _beginning(text: str, most: int) -> str:
    """*text*, or what fits of it into *most* letters: whole words where that keeps half of them."""
    if len(text) <= most:
        return text
    cut = most - len(_MORE)
    whole = next((at for at in range(cut, 0, -1) if not _goes_on(text, at)), cut)
    word = text.rfind(" ", 0, whole + 1)
    return text[: word if word > whole // 2 else whole].rstrip() + _MORE


def _goes_on(text: str, at: int) -> bool:
    """Return True if the character at *at* belongs to the letter before it."""
    mark = unicodedata.category(text[at]) in ("Mn", "Me", "Mc", "Cf") or ord(text[at]) in _SKINS
    return mark or text[at - 1] == _JOINER
