"""The sender's own lines cut into pieces that are read by themselves: sentences, without what a chat writes before them and remarks behind.

A piece remembers its place, so that its account has line and column. What is left out is blank in its text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice, pairwise

from app.mail_in.conditions import names_of_lists
from app.mail_in.joined_lines import LONGEST, joined
from app.mail_in.letter import MailLine
from app.mail_in.order_words import OrderWords, units_named
from app.mail_in.phrases import QUOTATION, folded_words, language_written, phrases, without_phrases, words, words_by_language
from app.mail_in.remarks import without_vocative
from app.mail_in.second_thoughts import keeps_units
from app.mail_in.sentences import MARKS, at_exception, sentences
from app.mail_in.text_piece import (
    TextPiece,
    asides_in_brackets,
    at_brackets,
    at_brackets_between,
    beside_remarks,
    text_line,
    without_explanations,
)

MOST_PIECES = 2_500
_OPENING = 3
"""Words in which a heading says that a change follows."""


def pieces_of(
    lines: Iterable[MailLine],
    known: OrderWords,
    is_heading: Callable[[str], bool],
    reads: Callable[[str], bool],
    is_of_all: Callable[[str], bool],
    own: Collection[str] = (),
    tells: Callable[[str], bool] = lambda _: False,
    *,
    is_due: bool = False,
) -> tuple[TextPiece, ...]:
    """The pieces of *lines*.

    Args:
        own: provinces in which the writer has units.
        is_heading: whether a text names a phase.
        reads: whether a text is orders from its beginning to its end.
        is_of_all: whether a text says what all units do.
        tells: whether a text says what is due, in whatever words.
        is_due: whether builds, removals or retreats are due; the name of a person in front of them is left out.
    """

    def says_something(text: str) -> bool:
        return reads(without_phrases(text, phrases("amendment", "trailing"))) or tells(text) or keeps_units(text, known)

    whole = joined(_with_quotations([text_line(line) for line in lines]), known, reads)
    found: list[TextPiece] = []
    for piece in whole:
        if len(found) > MOST_PIECES or not piece.text.strip():
            found.append(piece)
            continue
        for part in _of_long_line(replace(piece, text=without_vocative(piece.text, known)) if is_due else piece):
            if len(part.text) > LONGEST:
                found.append(part)
            else:
                for sentence in sentences(asides_in_brackets(part, known), known, is_heading, reads, is_of_all, says_something, own):
                    for each in at_brackets(sentence, known, lambda text: reads(text) or tells(text), own):
                        for one in at_exception(each, known, reads, is_of_all):
                            for told in without_explanations(one, known, says_something, own):
                                found.extend(beside_remarks(part, known, own) for part in at_brackets_between(told, known))
    return tuple(_below_reports(found))


def _below_reports(pieces: list[TextPiece]) -> Iterator[TextPiece]:
    """Yield *pieces*; those on the lines below ``Marcel wrote:``, up to an empty line or the end of its quotation, are reported."""
    last, head, only, is_block, is_open, marks = 0, "", 0, False, False, 0
    for piece in pieces:
        if not piece.text.strip() or piece.line > last + 1:
            head, is_block, is_open = "", False, False
        is_block = is_block and only in {0, piece.line}
        if _reports(head, piece):
            is_open, marks = QUOTATION.match(piece.text.lstrip()) is not None, 0
            is_block, only = not is_open, piece.line if piece.line == last else 0
        is_reported = is_block or is_open
        marks += len(QUOTATION.findall(piece.text))
        is_open = is_open and marks % 2 == 1
        yield replace(piece, is_reported=True) if is_reported else piece
        last = piece.joined[-1].number if piece.joined else piece.line
        head = "" if is_reported else piece.text


def _reports(head: str, piece: TextPiece) -> bool:
    """Return True if *head* ends with a colon and has another person say *piece*, or that is quoted and no list of the writer's."""
    if not head.rstrip().endswith(":"):
        return False
    heard = folded_words(head)
    if not words("amendment", "opens").isdisjoint(heard[:_OPENING]):
        return False  # ``A small change, since Walter has written so nicely:``
    lists = [number for number, word in enumerate(heard) if word in names_of_lists()]
    language = language_written(head)
    verbs = words_by_language("speech", "verbs").get(language, words("speech", "verbs"))
    verb = next((number for number, word in enumerate(heard[1:], 2) if word in verbs), 0)
    if phrases("speech", "own").search(" ".join(heard[: verb or None])) is not None:
        return False
    if not verb:
        return QUOTATION.match(piece.text.lstrip()) is not None and not lists and not piece.is_quoted
    return all(words("heading", "own").isdisjoint(heard[max(0, number - 2) : number]) for number in lists)


def _with_quotations(pieces: list[TextPiece]) -> list[TextPiece]:
    """*pieces* with those marked that stand between quotation marks on different lines."""
    found, start = list(pieces), None
    for number, piece in enumerate(pieces):
        if len(QUOTATION.findall(piece.text)) % 2 == 0:
            continue
        if start is None:
            start = number
        elif number - start <= _LONGEST_QUOTATION:
            found[start : number + 1] = [replace(each, is_quoted=True) for each in found[start : number + 1]]
            start = None
        else:
            start = number
    return found


_LONGEST_QUOTATION = 20
"""Lines; marks that are further apart do not belong together."""


def _of_long_line(piece: TextPiece) -> list[TextPiece]:
    """*piece*, and where it is a line of very many orders, the parts of it between their marks."""
    if len(piece.text) <= LONGEST:
        return [piece]
    cuts = [0, *(found.end() for found in islice(MARKS.finditer(piece.text), _MOST_PARTS)), len(piece.text)]
    return [replace(piece, column=piece.column + start, text=piece.text[start:end], joined=()) for start, end in pairwise(cuts)]


_MOST_PARTS = 400


def authors_of(pieces: Sequence[TextPiece]) -> tuple[str, ...]:
    """Return the writers of the lines of a chat."""
    return tuple(dict.fromkeys(piece.author for piece in pieces if piece.author))


_QUOTED = re.compile('["“„«‚‘»]([^"“”„«»]{3,400})["”“»«’]')


_ADDRESSED = re.compile(r"(?i)\s*(?:to|an|à|aux?|alla?|all|al|a|para)\W(?P<who>[^:.,;]{3,30}):")
"""Address of what is written to another power: ``All'Austria:``, ``To the Germans:``."""


def is_speech(text: str, known: OrderWords, power: str | None) -> bool:
    """Return True for ``Austria told me: "I will do A Vie - Tri"``, ``To Germany: A Nwy - StP``: words of, or to, another."""
    addressed = _ADDRESSED.match(text)
    named = () if addressed is None else filter(known.is_power, folded_words(addressed["who"]))
    if any(known.power(word) != power for word in named):
        return True
    if _QUOTED.search(text) is None:
        return False
    outside = _QUOTED.sub(" ", text)
    heard = folded_words(outside)
    others = {known.power(word) for word in heard if known.is_power(word)} - {power}
    if not others or words("speech", "verbs").isdisjoint(heard):
        return False
    return not units_named(outside, known)
