"""Sentences that tell what a unit does not do and what it does instead: ``The fleet does not go to Greece but to the Aegean``."""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.notation.order_tokens import TokenKind
from app.mail_in.conditions import is_conditional
from app.mail_in.folding import folded_words, tokens_in
from app.mail_in.order_words import OrderWords
from app.mail_in.phrases import pairs, phrases, words
from app.mail_in.withdrawals import NamedPlace, located, mentions, units_named

_LONGEST = 300
_PLACES_OF_ORDER = 2
"""Places of one order of a movement at most, but for a support."""


class Turned(NamedTuple):
    """Sentence without what is denied in it."""

    text: str
    """As long as the sentence, with blanks in place of what is denied."""
    denied: str


def turned(text: str, known: OrderWords) -> Turned | None:
    """*text* without the part that it denies; ``None`` where it denies none, or speaks of several units.

    The verb stays where only the goal is another: ``la flotta del Mar Ionio non va in Grecia ma nel Mar Egeo``.
    """
    if len(text) > _LONGEST or "?" in text:
        return None
    for pattern in pairs("amendment", "denied"):
        for (start, _), (begin, end), (then, _) in (found for found in located(text, pattern) if len(found) == _PLACES_OF_ORDER + 1):
            joint = text[end:then]
            if words("amendment", "rather").isdisjoint(folded_words(joint)) and not joint.lstrip().startswith((",", ";")):
                continue  # ``geht nicht in die Ukraine``
            if is_conditional(text[begin:end]):
                continue
            head = mentions(text[:start], known)
            behind = [place for place in mentions(text, known) if place.start >= begin and place.end <= end]
            meant = mentions(text[then:], known)
            if len({place.province for place in head}) != 1 or len(behind) >= _PLACES_OF_ORDER or units_named(text[begin:end], known):
                continue
            units = units_named(text[then:], known)
            if units and not any(known.is_deed(word) for word in folded_words(text[then : then + units[0]])):
                is_same = bool(meant) and meant[0].province == head[0].province
                return Turned(" " * then + text[then:], text[begin:end].strip()) if is_same else None
            return Turned(_without_denied(text, head, bool(behind), start, end, then, known), text[begin:end].strip())
    return None


def _without_denied(text: str, head: list[NamedPlace], has_goal: bool, start: int, end: int, then: int, known: OrderWords) -> str:
    """*text* with blanks between its unit and what is meant, but for the verb where only the goal is denied.

    Args:
        has_goal: whether a goal is denied, and no deed.
        start: of the *not*.
        end: of what is denied.
        then: start of what is meant.
    """
    words_of = [token for token in tokens_in(text) if token.kind is TokenKind.WORD]
    unit = head[-1].end
    for token in words_of:
        if unit <= token.start < start and known.spelt_kind_of(token.folded):
            unit = token.end
    verbs = words("prose", "move")
    deeds = [
        token
        for token in words_of
        if (unit <= token.start < start or start < token.start < end) and (known.is_deed(token.folded) or token.folded in verbs)
    ]
    says_anew = any(known.is_deed(token.folded) or token.folded in verbs for token in words_of if token.start >= then)
    kept = deeds if has_goal and not says_anew else []
    shown = [" "] * (then - unit)
    for token in kept:
        shown[token.start - unit : token.end - unit] = text[token.start : token.end]
    return text[:unit] + "".join(shown) + text[then:]


def without_replaced_place(text: str, known: OrderWords) -> Turned | None:
    """*text* without the one place that it says is replaced: ``Gascony instead of Paris for the army``, ``Serbia, not Vienna``."""
    if len(text) > _LONGEST or "?" in text:
        return None
    for name in ("instead", "not"):
        for ((start, end),) in located(text, phrases("amendment", name)):
            place = next((each for each in mentions(text, known) if each.start >= end), None)
            if place is None or len(text[end : place.start].split()) > _MOST_BETWEEN or not mentions(text[:start], known):
                continue
            begin = len(text[:start].rstrip(" ,("))
            stop = place.end + (text[place.end : place.end + 1] in {",", ")"})
            return Turned(text[:begin] + " " * (stop - begin) + text[stop:], text[start : place.end].strip())
    return None


_MOST_BETWEEN = 2
"""Words between ``instead of`` and its place."""
