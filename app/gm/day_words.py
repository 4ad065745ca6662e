"""Days and months as people type them: in English, and in the language in use, long, short, or their first letters, accents or none."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from datetime import date

from entente.words.dates import MONTHS, month_short, weekday_long, weekday_short
from languages import active_code, tr, using

_ENGLISH = "en"
_A_MONDAY = date(2024, 1, 1)


def weekday_of(word: str) -> int | None:
    """0 for ``mon``, ``Monday`` and ``Mo.``; ``None`` for what is no day of the week, and for the beginning of two."""
    return _number(
        word,
        2,
        [lambda: [weekday_long(day) for day in range(7)], lambda: [weekday_short(_A_MONDAY.replace(day=day + 1)) for day in range(7)]],
    )


def month_of(word: str) -> int | None:
    """1 for ``jan``, ``January`` and ``janv.``; ``None`` for what is no month, and for the beginning of two."""
    found = _number(word, 3, [lambda: [tr(each) for each in MONTHS], lambda: [month_short(month) for month in range(1, 13)]])
    return None if found is None else found + 1


def is_today(word: str) -> bool:
    """``today``"""
    return _is_said(word, lambda: [tr("today")])


def is_tomorrow(word: str) -> bool:
    """``tomorrow``"""
    return _is_said(word, lambda: [tr("tomorrow")])


def is_passed_over(word: str) -> bool:
    """Return True if a word before a day or a clock time has no meaning: ``at``, ``on``."""
    return _is_said(word, lambda: tr("at on the next of").split())


def is_clock_word(word: str) -> bool:
    """Return True if a word behind a clock time has no meaning: ``o'clock``."""
    return _is_said(word, lambda: [tr("o'clock")])


def _number(word: str, least: int, lists: Sequence[Callable[[], list[str]]]) -> int | None:
    """Return the number of the name in the lists that *word* is, or begins, in the language in use, else in English."""
    bare = _bare(word)
    if len(bare) < least:
        return None
    for code in dict.fromkeys((active_code(), _ENGLISH)):
        with using(code):
            names = [[_bare(name) for name in names()] for names in lists]
        whole = {at for each in names for at, name in enumerate(each) if name == bare}
        begun = whole or {at for each in names for at, name in enumerate(each) if name.startswith(bare)}
        if begun:
            return min(begun) if len(begun) == 1 else None
    return None


def _is_said(word: str, words: Callable[[], list[str]]) -> bool:
    for code in dict.fromkeys((active_code(), _ENGLISH)):
        with using(code):
            if _bare(word) in {_bare(each) for each in words()}:
                return True
    return False


def _bare(word: str) -> str:
    plain = unicodedata.normalize("NFKD", word.casefold().replace("’", "'"))
    return "".join(letter for letter in plain if not unicodedata.combining(letter)).rstrip(".")
