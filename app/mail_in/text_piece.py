"""A piece of a text, and its parts: an order apart from what explains it in the same sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace

from app.mail_in.letter import MailLine
from app.mail_in.order_words import OrderWords
from app.mail_in.phrases import folded_words, located, phrases, words
from app.mail_in.remarks import explains, orders_in_brackets, remark_doubts, without_remarks
from app.mail_in.withdrawals import mentions, places_named, units_named, without_places
from languages import clauses

LIST_MARK = re.compile(r"\s*(?:[-*•·–>]|\(?\d{1,2}[.):])\s+")
"""Mark of an item of a list: ``1.``, ``-``."""


@dataclass(frozen=True, slots=True)
class TextPiece:
    """A sentence, or a line, of the sender's own text."""

    line: int
    column: int
    """Column at which it begins on its line, counted from 1."""
    text: str
    remark: str = ""
    """Words beside an order that are no part of it."""
    explanation: str = ""
    """Words behind an order that explain it, or deny another deed of its unit."""
    struck: str = ""
    """Words that its writer struck out."""
    author: str = ""
    """Writer of it, where a chat names one."""
    joined: tuple[MailLine, ...] = ()
    """The lines below it that it goes on in."""
    starts: tuple[tuple[int, int, int], ...] = ()
    """For a part of a paragraph: where in its text each line begins, its number, and the column."""
    is_quoted: bool = False
    """True if it stands between quotation marks that open on one line and close on a later one."""
    is_reported: bool = False
    """True if words before it say that another person said it: ``Marcel wrote:``."""
    is_exception: bool = False
    """True if the sentence before it says what all other units do: ``All hold except A Tri - Ven``."""
    written: str = ""
    """Text with the words of a change of mind, where those are left out: they count if no order is read beside them."""


def part_of(piece: TextPiece, at: int, to: int) -> TextPiece:
    """The part of *piece* from *at* up to *to*, with its own place."""
    text = piece.text[at:to]
    if text == piece.text and not piece.joined:
        return piece
    if not piece.starts:
        return replace(piece, column=piece.column + at, text=text, joined=())
    begun = max(each for each in piece.starts if each[0] <= at)
    inner = [each for each in piece.starts if at < each[0] < to]
    numbers = {line for _, line, _ in inner}
    joined = tuple(each for each in piece.joined if each.number in numbers)
    column = begun[2] + at - begun[0]
    starts = ((0, begun[1], column), *((start - at, line, column) for start, line, column in inner)) if inner else ()
    return replace(piece, line=begun[1], column=column, text=text, joined=joined, starts=starts)


def is_bare_unit(text: str, known: OrderWords) -> bool:
    """Return True if *text* names one unit with its place, and says nothing else: ``Army Silesia``."""
    named = mentions(text, known)
    beside = folded_words(without_places(text, named))
    return len(named) == 1 and units_named(text, known) == [0] and all(known.is_kind(word) or known.is_filler(word) for word in beside)


def units_or_places(text: str, known: OrderWords) -> bool:
    """Return True if *text* names a unit or a place."""
    return bool(units_named(text, known) or places_named(text, known))


def at_brackets(piece: TextPiece, known: OrderWords, reads: Callable[[str], bool], own: Collection[str]) -> list[TextPiece]:
    """*piece* without the orders in brackets that say it again, or more: ``Rumania helps (A Rum S A Vie - Gal)``; and these."""
    outside, inside = orders_in_brackets(piece.text, known, own, reads)
    return [replace(piece, text=outside), *(part_of(piece, start, end) for start, end in inside)] if inside else [piece]


def beside_remarks(piece: TextPiece, known: OrderWords, own: Collection[str]) -> TextPiece:
    """*piece* without the remarks beside its orders."""
    text, remark, written, denied = without_remarks(piece.text, known, own)
    said = [each for each in (piece.explanation, denied) if each]
    return replace(piece, text=text, remark=remark, written=written, explanation=clauses(said))


def without_explanations(piece: TextPiece, known: OrderWords, reads: Callable[[str], bool], own: Collection[str] = ()) -> list[TextPiece]:
    """*piece* without the words behind its orders that explain them: ``A Ruh - Bel: Belgien gehört zu mir``, ``…, because Ruth left``.

    It is cut behind a reason where another order follows. ``I don't like the look of Tyrolia, so Munich stays`` has it before them.
    """
    for found in _THEREFORE.finditer(piece.text):
        head, tail = piece.text[: found.start()], piece.text[found.end() :]
        follows = found[1].casefold() in words("speech", "consequence") and bool(places_named(tail, known)) and reads(tail)
        is_of_others = bool(own) and not units_named(head, known) and set(places_named(head, known)).isdisjoint(own)
        if follows and is_of_others and explains(head, known, is_reason=False):
            return without_explanations(replace(part_of(piece, found.end(), len(piece.text)), explanation=head.strip()), known, reads)
    marks = list(_EXPLAINS.finditer(piece.text))
    reasons = (
        {start for name in ("reasons", "opinions") for (start, _), *_ in located(piece.text, phrases("remark", name))} if marks else ()
    )
    for found in marks:
        is_reason = found.end() in reasons
        mark = found["mark"].strip()
        head, tail = piece.text[: found.start()], piece.text[found.end() :]
        if not is_reason and (mark == "" or (mark == "," and not _is_remark(tail, known))):
            continue
        item = LIST_MARK.match(head)
        begin = len(head) - len(head.lstrip()) if item is None else item.end()
        begins = units_named(head, known)[:1] == [begin] or any(map(known.is_deed, folded_words(head[begin:])[:1]))
        is_sentence = len(tail.split()) >= _FEWEST_EXPLAINING and not any(map(known.is_verb, folded_words(tail)[:1]))
        is_told = (begins or mark == ",") and is_sentence
        is_listed = is_told and mark != ":" and _is_statement(tail, known)
        if mark != ":" and places_named(tail, known):
            is_told = is_listed
        if not (is_reason or is_told):
            continue
        for joint in _AND_UNIT.finditer(tail) if is_reason else ():
            reason, rest, end = tail[: joint.start()], tail[joint.end() :], found.end() + joint.end()
            is_order = units_named(rest, known) or (places_named(rest, known) and any(map(known.is_verb, folded_words(rest))))
            if is_order and explains(reason, known, is_reason=True) and reads(head):
                first = replace(part_of(piece, 0, found.start()), explanation=reason.strip(" .!?"))
                return [first, *without_explanations(part_of(piece, end, len(piece.text)), known, reads)]
        if explains(tail, known, is_reason=is_reason) and (reads(head) or (is_listed and is_bare_unit(head[begin:], known))):
            return [replace(piece, text=head, explanation=clauses([each for each in (piece.explanation, tail.strip(" .!?")) if each]))]
    return [piece]


def _is_remark(text: str, known: OrderWords) -> bool:
    """Return True for ``it's closer to the front``: a statement that names nothing of the game."""
    heard = folded_words(text)
    told = any(known.is_deed(word) or known.spelt_kind_of(word) for word in heard)
    return phrases("remark", "states").match(" ".join(heard)) is not None and not told and not places_named(text, known)


def _is_statement(text: str, known: OrderWords) -> bool:
    """Return True for ``it was only there to watch Norway``, and not for ``over the North Sea``, ``it goes to Norway``."""
    heard = folded_words(text)
    return heard[0] in words("prose", "that") and not any(map(known.is_deed, heard))


_THEREFORE = re.compile(r"[,;]\s+(?:(?:and|und|et|e|y)\s+)?([^\W\d_]+)\s+(?=\w)", re.IGNORECASE)
_AND_UNIT = re.compile(r"[,;]\s+(?:(?:and|while|und|et|e|mentre|y)\s+)?(?=\w)", re.IGNORECASE)


_EXPLAINS = re.compile(r"(?<=[\w)])(?P<mark>\s[-–—]|\s?:|,?)\s+(?=[^\W\d_])")
_FEWEST_EXPLAINING = 4
"""Words behind the colon of an order that may be a sentence."""


def at_brackets_between(piece: TextPiece, known: OrderWords) -> list[TextPiece]:
    """*piece* cut behind a bracket that makes the order before it doubtful, or is a sentence, where another order follows."""
    for found in _BRACKET.finditer(piece.text):
        head, tail = piece.text[: found.start()], piece.text[found.end() :]
        said = found["said"]
        is_sentence = len(said.split()) >= _FEWEST_EXPLAINING and found["joint"] is not None and not places_named(said, known)
        is_remark = not units_named(said, known) and (is_sentence or remark_doubts(said, known))
        if is_remark and units_or_places(tail, known) and units_or_places(head, known):
            first = part_of(piece, 0, found.end("bracket"))
            return [first, *at_brackets_between(part_of(piece, found.end(), len(piece.text)), known)]
    return [piece]


_BRACKET = re.compile(r"(?P<bracket>\((?P<said>[^()]{3,160})\)[,;]?)(?P<joint>\s+(?:and|while|und|et|e|y)\b(?=\s))?", re.IGNORECASE)
