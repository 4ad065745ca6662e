"""Promises of powers to one another in press, kept or broken: explicit sentences alone.

A promise is a whole sentence that begins with ``I``, ends without a question mark, and is written to one power alone:

* ``I support ...``, ``I will support ...``: kept where the writer helps the receiver in the next movement (the one it is written in).
* ``I will not attack you``, ``I spare you``: broken by any attack of the writer on the receiver in that movement.
* ``I will not move to Burgundy``, ``I stay out of Burgundy``: broken by a move there in that movement.

An answer that agrees to a proposal (``app/players/agreements.py``) is one too, in the language in use and in English.

Other text is left alone: the meaning of a letter is not guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from adjudicator.board import Board
from adjudicator.order import Move
from adjudicator.phase import Phase, PhaseKind
from adjudicator.variant import Variant
from app.game.entries import Press
from app.game.record import Cursor, Game, Turn
from app.players.agreements import Bargain, ProposalKind, Stance, read
from app.statistics.deeds import Deed


class PromiseKind(StrEnum):
    """Kind of promise."""

    SUPPORT = "support"
    PEACE = "peace"
    """No attack on the receiver."""
    KEEP_OUT = "keep out"
    """No move to a place."""


@dataclass(frozen=True, slots=True)
class Promise:
    """One sentence, and what came of it."""

    index: int
    """Index of the movement that it was for."""
    phase: Phase
    kind: PromiseKind
    by: str
    to: str
    place: str | None
    """The province to keep out of."""
    words: str
    """The sentence as written: a person's own text."""
    kept: bool


LONGEST = 300
"""Characters of a sentence that is looked at."""
MOST_TEXT = 20_000
"""Characters of a message that are looked at."""

_SENTENCE = re.compile(r"[^.!?\n]{1,400}[.!?\n]?")
_I = r"I(?:\s+will|\s+shall|['’]ll)?\s+"
_SUPPORT = re.compile(rf"{_I}support\s+\S.*", re.IGNORECASE)
_PEACE = re.compile(rf"{_I}(?:not\s+attack|spare)\s+you\W*", re.IGNORECASE)
_OUT = r"not\s+(?:move|go|come)\s+(?:in)?to|not\s+(?:attack|enter|take)|spare|(?:stay|keep)\s+out\s+of"
_KEEP_OUT = re.compile(rf"{_I}(?:{_OUT})\s+(.*)", re.IGNORECASE)


def promises_of(game: Game, cursor: Cursor, deeds: Iterable[Deed]) -> tuple[Promise, ...]:
    """The promises up to *cursor* whose movement is over, in their sequence."""
    by_index: dict[int, list[Deed]] = {}
    for deed in deeds:
        by_index.setdefault(deed.index, []).append(deed)
    found: list[Promise] = []
    waiting: list[Press] = []
    for index, turn in enumerate(game.line(cursor.branch)[: cursor.index + 1]):
        waiting += [each for each in turn.press if len(each.receivers) == 1]
        if turn.phase.kind is PhaseKind.MOVEMENT and turn.resolution is not None:
            for press in waiting:
                found += _promised(game.variant, index, turn, press, by_index.get(index, []))
            waiting = []
    return tuple(found)


def sentences(text: str) -> Iterator[str]:
    """The sentences of a message that may be promises: short enough, and no questions."""
    for match in _SENTENCE.finditer(text[:MOST_TEXT]):
        words = match[0].strip()
        if words and not words.endswith("?") and len(words) <= LONGEST:
            yield words


def _promised(variant: Variant, index: int, turn: Turn, press: Press, deeds: list[Deed]) -> Iterator[Promise]:
    (receiver,) = press.receivers
    sender, board = press.sender, variant.board
    mine = [deed for deed in deeds if deed.by == sender and deed.to == receiver]
    agreed = read(variant, press.text)
    if agreed is not None:
        if agreed[0] is Stance.AGREE:
            yield _agreed(index, turn, press, mine, agreed[1])
        return
    for words in sentences(press.text):
        plain = words.rstrip(" .!")
        if _SUPPORT.fullmatch(plain):
            kept = any(deed.helps for deed in mine)
            yield Promise(index, turn.phase, PromiseKind.SUPPORT, sender, receiver, None, words, kept)
        elif _PEACE.fullmatch(plain):
            kept = not any(deed.attacks for deed in mine)
            yield Promise(index, turn.phase, PromiseKind.PEACE, sender, receiver, None, words, kept)
        elif (match := _KEEP_OUT.fullmatch(plain)) is not None:
            place = _place_names(board).get(match[1].casefold().removeprefix("the ").strip())
            if place is not None:
                yield Promise(index, turn.phase, PromiseKind.KEEP_OUT, sender, receiver, place, words, not _went_to(turn, sender, place))


def _agreed(index: int, turn: Turn, press: Press, mine: list[Deed], proposal: Bargain) -> Promise:
    """The promise in an answer to a proposal, in whatever language it was written by a button or an opponent."""
    (receiver,), by, words = press.receivers, press.sender, press.text
    match proposal.kind:
        case ProposalKind.SUPPORT:
            return Promise(index, turn.phase, PromiseKind.SUPPORT, by, receiver, None, words, any(deed.helps for deed in mine))
        case ProposalKind.KEEP_OUT:
            place = proposal.about
            return Promise(index, turn.phase, PromiseKind.KEEP_OUT, by, receiver, place, words, not _went_to(turn, by, place))
        case _:
            return Promise(index, turn.phase, PromiseKind.PEACE, by, receiver, None, words, not any(deed.attacks for deed in mine))


def _went_to(turn: Turn, power: str, place: str) -> bool:
    """Return True if *power* ordered a unit to *place*."""
    assert turn.resolution is not None
    return any(
        each.power == power and isinstance(each.order, Move) and each.order.target.province == place for each in turn.resolution.outcomes
    )


@lru_cache(maxsize=8)
def _place_names(board: Board) -> Mapping[str, str]:
    """Return the code for each name of a province, without case: its names and codes."""
    found: dict[str, str] = {}
    for code, province in board.provinces.items():
        for name in (code, province.name, *province.names):
            found.setdefault(name.casefold(), code)
    return found
