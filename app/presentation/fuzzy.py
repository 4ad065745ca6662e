"""Search by a few letters: a command, a province, or the order that is meant in the row of a unit. No Qt."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from adjudicator import Build, Convoy, Disband, Hold, Location, Move, Order, Piece, Remove, Retreat, Support, Variant, Waive

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


_EXACT, _CODE, _NAME, _IN_NAME = range(4)
"""Ranks of a match of letters with a place: its code, the start of its code, of its name, of a word of its name; lower is better."""


@dataclass(frozen=True, slots=True)
class Typed:
    """The orders that what was typed may mean, the likeliest first."""

    orders: tuple[Order, ...] = ()
    only: Order | None = None
    """The one that it means, where no other fits as well."""


@dataclass(frozen=True, slots=True)
class _Word:
    """A part of an order: a letter, or a place."""

    letter: str = ""
    place: Location | None = None
    needed: bool = True
    """True if a person who means the order types it."""


def typed_orders(variant: Variant, typed: str, orders: Sequence[Order], *, of_one_unit: bool) -> Typed:
    """Return the ones of *orders* that the letters *typed* may mean.

    Args:
        variant: whose names of places count.
        typed: what stands in the row so far. Every word begins the next part of the order: a letter such as ``s``, a code or a name.
        orders: those that the row may get.
        of_one_unit: whether all of them are for the same unit, which then need not be typed.
    """
    words = tuple(re.findall(r"[^\s,>–—-]+", typed.casefold()))
    if not words:
        return Typed()
    scored = []
    for number, order in enumerate(orders):
        score = _score(variant, words, tuple(_words(order, of_one_unit=of_one_unit)))
        if score is not None:
            scored.append((score, number, order))
    scored.sort(key=lambda each: each[:2])
    found = tuple(order for _, _, order in scored)
    is_plain = len(scored) == 1 or (len(scored) > 1 and scored[0][0] < scored[1][0])
    return Typed(found, found[0] if is_plain else None)


def _score(variant: Variant, typed: tuple[str, ...], parts: tuple[_Word, ...]) -> tuple[int, int] | None:
    """Return the number of parts that are left to be typed, and the sum of the others' ranks; ``None`` where a word fits nothing."""
    if not typed:
        return (sum(each.needed for each in parts), 0)
    if not parts:
        return None
    found = [] if parts[0].needed else [_score(variant, typed, parts[1:])]
    fits = _fit(variant, typed[0], parts[0])
    if fits is not None:
        further = _score(variant, typed[1:], parts[1:])
        found.append(None if further is None else (further[0], further[1] + fits))
    return min((each for each in found if each is not None), default=None)


def _fit(variant: Variant, typed: str, part: _Word) -> int | None:
    if part.place is None:
        return _EXACT if typed == part.letter else None
    province = variant.board.provinces[part.place.province]
    codes = [str(part.place), str(part.place).replace("/", ""), province.code, *province.aliases]
    codes = [each.casefold() for each in codes]
    name = province.name.casefold()
    if typed in codes or typed == name:
        return _EXACT
    if any(each.startswith(typed) for each in codes):
        return _CODE
    if name.startswith(typed):
        return _NAME
    return _IN_NAME if any(each.startswith(typed) for each in re.findall(r"\w+", name)) else None


def _words(order: Order, *, of_one_unit: bool) -> Iterator[_Word]:
    match order:
        case Hold(piece):
            yield from _unit(piece, needed=not of_one_unit)
            yield _Word("h")
        case Move(piece, target, via_convoy, route):
            yield from _unit(piece, needed=not of_one_unit)
            yield _Word(place=target)
            if via_convoy or route:
                yield _Word("via")
            for code in route:
                yield _Word(place=Location(code))
        case Support(piece, supported, target):
            yield from _unit(piece, needed=not of_one_unit)
            yield _Word("s")
            yield from _unit(supported)
            if target is not None:
                yield _Word(place=target)
        case Convoy(piece, army, target):
            yield from _unit(piece, needed=not of_one_unit)
            yield _Word("c")
            yield from _unit(army)
            yield _Word(place=target)
        case Retreat(piece, target):
            yield from _unit(piece, needed=not of_one_unit)
            yield _Word("r", needed=False)
            yield _Word(place=target)
        case Disband(piece) | Remove(piece):
            yield from _unit(piece, needed=not of_one_unit)
            yield _Word("d", needed=of_one_unit)
        case Build(piece):
            yield _Word(str(piece.kind).casefold())
            yield _Word(place=piece.location)
            yield _Word("b", needed=False)
        case Waive():
            yield _Word("w")


def _unit(piece: Piece, *, needed: bool = True) -> Iterator[_Word]:
    yield _Word(str(piece.kind).casefold(), needed=False)
    yield _Word(place=piece.location, needed=needed)
