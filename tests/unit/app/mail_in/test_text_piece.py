"""A piece of a text and its parts: an order apart from what explains it, from orders in brackets and from remarks between orders."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from adjudicator.notation import read_orders
from app.mail_in.letter import MailLine
from app.mail_in.order_words import order_words
from app.mail_in.text_piece import (
    TextPiece,
    asides_in_brackets,
    at_brackets,
    at_brackets_between,
    beside_remarks,
    is_bare_unit,
    part_of,
    units_or_places,
    without_explanations,
)
from tests.mails.tables import power_and_position, rows
from tests.quick import one_by_one
from variants.catalogue import standard

WORDS = order_words(standard())
ROWS = list(rows("text_piece"))
POWER, POSITION = power_and_position("FRANCE S1901M")
OWN = ("PAR", "MAR", "BRE")
"""Provinces of the writer's units."""


def reads(text: str) -> bool:
    entries = read_orders(standard(), POSITION, text, POWER).entries
    return bool(entries) and all(entry.reading.order is not None for entry in entries)


CUTS: dict[str, Callable[[TextPiece], Sequence[TextPiece]]] = {
    "explained": lambda piece: without_explanations(piece, WORDS, reads),
    "explained by own units": lambda piece: without_explanations(piece, WORDS, reads, OWN),
    "orders in brackets": lambda piece: at_brackets(piece, WORDS, reads, OWN),
    "brackets between orders": lambda piece: at_brackets_between(piece, WORDS),
    "asides in brackets": lambda piece: [asides_in_brackets(piece, WORDS)],
    "beside remarks": lambda piece: [beside_remarks(piece, WORDS, OWN)],
}


def shown(piece: TextPiece) -> str:
    """``column text``, then what a mark before it names, in brackets."""
    marks = {"remark": piece.remark, "explained": piece.explanation, "written": piece.written}
    return f"{piece.column} {piece.text}" + "".join(f" [{name} {text}]" for name, text in marks.items() if text)


def told(head: str, text: str) -> str:
    """The pieces that one is cut into, with ``/`` between them; words before ``||`` explained it already."""
    if head == "names a unit or a place":
        return "yes" if units_or_places(text, WORDS) else "no"
    before, bar, said = text.rpartition("|| ")
    return " / ".join(map(shown, CUTS[head](TextPiece(1, 1, said, explanation=before.strip() if bar else ""))))


@pytest.mark.parametrize(("head", "text", "answer"), ROWS)
def test_an_order_is_told_from_what_explains_it(head: str, text: str, answer: str) -> None:
    assert told(head, text) == answer


LINES = (MailLine(4, "and Brest waits."), MailLine(5, "Nothing more."))
PARAGRAPH = TextPiece(
    3, 7, "Paris holds and Brest waits. Nothing more.", joined=LINES, starts=((0, 3, 7), (12, 4, 2), (29, 5, 1)), author="Ada"
)
"""Text of three lines; the first begins at the seventh column of line 3, the second at the second column of line 4."""


@pytest.mark.parametrize(
    ("at", "to", "line", "column", "text", "joined", "starts"),
    [
        (0, 11, 3, 7, "Paris holds", (), ()),
        (6, 11, 3, 13, "holds", (), ()),
        (0, 12, 3, 7, "Paris holds ", (), ()),
        (0, 13, 3, 7, "Paris holds a", (4,), ((0, 3, 7), (12, 4, 2))),
        (6, 28, 3, 13, "holds and Brest waits.", (4,), ((0, 3, 13), (6, 4, 2))),
        (12, 28, 4, 2, "and Brest waits.", (), ()),
        (16, 42, 4, 6, "Brest waits. Nothing more.", (5,), ((0, 4, 6), (13, 5, 1))),
        (29, 42, 5, 1, "Nothing more.", (), ()),
        (37, 42, 5, 9, "more.", (), ()),
        (0, 42, 3, 7, "Paris holds and Brest waits. Nothing more.", (4, 5), ((0, 3, 7), (12, 4, 2), (29, 5, 1))),
    ],
)
def test_a_part_of_a_paragraph_keeps_its_own_place(
    at: int, to: int, line: int, column: int, text: str, joined: tuple[int, ...], starts: tuple[tuple[int, int, int], ...]
) -> None:
    part = part_of(PARAGRAPH, at, to)
    assert (part.line, part.column, part.text, part.author) == (line, column, text, "Ada")
    assert tuple(each.number for each in part.joined) == joined
    assert part.starts == starts


def test_a_part_of_a_line_goes_on_in_no_other() -> None:
    piece = TextPiece(2, 5, "A Par H. A Mar H", joined=LINES)
    assert part_of(piece, 9, 16) == TextPiece(2, 14, "A Mar H")
    assert part_of(piece, 0, 16) == TextPiece(2, 5, "A Par H. A Mar H")
    alone = TextPiece(2, 5, "A Par H. A Mar H")
    assert part_of(alone, 0, 16) is alone


@one_by_one(
    ("text", "said"),
    [
        ("Army Silesia", True),
        ("the army Silesia", False),
        ("Silesia", False),
        ("Army Silesia holds", False),
        ("my Army Silesia", False),
        ("Army Silesia, Army Berlin", False),
        ("A Sil", True),
        ("Army", False),
        ("Army Silesia Silesia", False),
    ],
)
def test_a_text_names_a_unit_alone(text: str, said: bool) -> None:
    assert is_bare_unit(text, WORDS) == said
