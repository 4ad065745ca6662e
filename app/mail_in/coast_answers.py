"""Answers to a question about a coast: ``South coast please``, above a quotation that asks *which coast of Spain*."""

from __future__ import annotations

import re
from collections.abc import Iterator

from adjudicator.legal import legal_orders, orderable
from adjudicator.order import Build, Move, Order, Retreat
from adjudicator.position import Position
from adjudicator.unit import Location
from adjudicator.variant import Variant
from app.mail_in.conditions import courtesy
from app.mail_in.folding import folded_words
from app.mail_in.order_words import OrderWords
from app.mail_in.phrases import words_of
from app.mail_in.withdrawals import mentions, places_named

_LONGEST = 8
"""Words of an answer."""
_QUESTION = re.compile(r"[^.!?]*\?")


def coast_answer(variant: Variant, position: Position, power: str, text: str, quoted: str, known: OrderWords) -> Order | None:
    """Return the order of *power* that *text* completes by naming a coast; ``None`` where it does more, or it is not plain which.

    One question of *quoted* speaks of a coast and names one province that has several; one unit of *power* can go there, or be built there.
    """
    heard = folded_words(text)
    sides = [word for word in heard if known.is_coast(word)]
    small = courtesy() | words_of("due.joints", "prose.small", "lead_in.words", "statement.to")
    if not sides or len(heard) > _LONGEST or "?" in text or mentions(text, known):
        return None
    if not all(word in small or known.is_coast(word) or known.is_filler(word) for word in heard):
        return None
    asked = [each[0] for each in _QUESTION.finditer(quoted) if any(map(known.is_coast, folded_words(each[0])))]
    about = {place for each in asked for place in places_named(each, known) if variant.board.provinces[place].coasts}
    if len(about) != 1:
        return None
    [province] = about
    named = set(places_named(quoted, known)) - about
    possible = list(_with_coasts(variant, position, power, province))
    possible = [(place, order) for place, order in possible if place in named] or possible
    if len({place for place, _ in possible}) != 1:
        return None
    codes = {code for lexicon in known.lexicons if (code := lexicon.coasts.get(tuple(sides))) is not None}
    meant = [order for _, order in possible if (goal := _goal(order)) is not None and goal.coast in codes]
    return meant[0] if len(meant) == 1 else None


def _with_coasts(variant: Variant, position: Position, power: str, province: str) -> Iterator[tuple[str, Order]]:
    """Yield the legal orders of *power* for which a coast of *province* is needed, each with the place of its unit."""
    for place in orderable(variant, position, power):
        for order in legal_orders(variant, position, place):
            goal = _goal(order)
            if goal is not None and goal.province == province and goal.coast is not None:
                yield place.province, order


def _goal(order: Order) -> Location | None:
    match order:
        case Move() | Retreat():
            return order.target
        case Build():
            return order.piece.location
        case _:
            return None
