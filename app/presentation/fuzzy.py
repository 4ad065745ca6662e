"""Finding a command or a province by a few of its letters."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

Thing = TypeVar("Thing")

_START = 8.0
_WORD = 6.0
_RUN = 3.0
_GAP = 0.15


def score(query: str, text: str) -> float | None:
    """Return the score of *query* in *text*, higher is better; ``None`` where its letters do not all occur in their sequence.

    Letters at the start of the text or of a word count more, and so do letters that follow one another.
    """
    wanted = [letter for letter in query.casefold() if not letter.isspace()]
    if not wanted:
        return 0.0
    offered = text.casefold()
    best: float | None = None
    start = offered.find(wanted[0])
    while start != -1:
        found = _score_from(wanted, offered, start)
        if found is not None and (best is None or found > best):
            best = found
        start = offered.find(wanted[0], start + 1)
    return best


def _score_from(wanted: Sequence[str], offered: str, start: int) -> float | None:
    total = 0.0
    place = start
    previous = -2
    for letter in wanted:
        place = offered.find(letter, place)
        if place == -1:
            return None
        if place == 0:
            total += _START
        elif not offered[place - 1].isalnum():
            total += _WORD
        if place == previous + 1:
            total += _RUN
        total += 1.0
        previous = place
        place += 1
    return total - _GAP * (previous - start) - 0.01 * len(offered)


def ranked(
    query: str,
    things: Iterable[Thing],
    words: Callable[[Thing], str],
    more: Callable[[Thing], str] | None = None,
    name: Callable[[Thing], str] | None = None,
) -> list[Thing]:
    """The *things* whose *words* fit *query*, best first; all of them, in their own sequence, for an empty query.

    What has the query for its *name* comes first (``all-games``, or with blanks for hyphens), then what begins with it, then what has words
    that begin with its words, one after the other, then what has such words among *more*, and last what has its letters scattered.
    """
    known = list(things)
    if not query.strip():
        return known
    called = "-".join(query.casefold().split())
    ranks: list[tuple[int, float, int, Thing]] = []
    for number, thing in enumerate(known):
        text = words(thing)
        value = score(query, text)
        named = "" if name is None else name(thing).casefold()
        if named == called:
            tier = -1
        elif text.casefold().startswith(query.casefold().strip()):
            tier = 0
        elif named.startswith(called) or begins_words_in_turn(query, text):
            tier = 1
        elif more is not None and begins_words(query, f"{text} {more(thing)}"):
            tier = 2
        elif value is not None:
            tier = 3
        else:
            continue
        ranks.append((tier, -(value or 0.0), number, thing))
    ranks.sort(key=lambda entry: entry[:3])
    return [thing for _, _, _, thing in ranks]


def begins_words_in_turn(query: str, text: str) -> bool:
    """Return True if the words of *query* begin words of *text* in the same sequence: ``view as aus`` and ``View as: Austria``."""
    offered = iter(_words_of(text))
    return all(any(word.startswith(wanted) for word in offered) for wanted in _asked(query))


def begins_words(query: str, text: str) -> bool:
    """Return True if each word of *query* begins some word of *text*.

    For long texts, in which the scattered letters of nearly every query occur.
    """
    offered = _words_of(text)
    return all(any(word.startswith(wanted) for word in offered) for wanted in _asked(query))


def _words_of(text: str) -> list[str]:
    return re.split(r"\W+", text.casefold())


def _asked(query: str) -> list[str]:
    """The words of *query*; a hyphen within a name parts words, and one that stands alone, as in an order, is a word that fits nothing."""
    return re.sub(r"(?<=\w)-(?=\w)", " ", query.casefold()).split()
