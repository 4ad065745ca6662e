"""Meaning of a few letters in the row of a unit: ``bu`` is Burgundy, ``s mar bu`` the support there, where only one order fits. No Qt."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from adjudicator.location import Location
from adjudicator.order import Build, Convoy, Disband, Hold, Move, Order, Remove, Retreat, Support, Waive
from adjudicator.unit import Piece
from adjudicator.variant import Variant

_EXACT, _CODE, _NAME, _WORD = range(4)
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
    return _WORD if any(each.startswith(typed) for each in re.findall(r"\w+", name)) else None


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
