"""The strict reader takes canonical text and nothing else."""

from __future__ import annotations

import pytest

from adjudicator.errors import MalformedOrderError
from adjudicator.notation import parse_order
from adjudicator.order import Disband, Remove
from adjudicator.phase import PhaseKind
from tests.quick import one_by_one

CANONICAL = [
    "A PAR H",
    "A PAR - BUR",
    "A LON - BEL VIA",
    "F MAO - SPA/NC",
    "A PAR S A MAR",
    "A PAR S A MAR - BUR",
    "F NTH C A LON - BEL",
    "A PAR R GAS",
    "A PAR D",
    "F STP/NC B",
    "WAIVE",
    "W N_01 - X2Y",
]


@one_by_one("text", CANONICAL)
def test_what_was_written_is_read_back(text: str) -> None:
    assert str(parse_order(text)) == text


def test_a_d_is_a_removal_in_an_adjustment_phase_only() -> None:
    assert isinstance(parse_order("A PAR D", PhaseKind.ADJUSTMENT), Remove)
    assert isinstance(parse_order("A PAR D", PhaseKind.RETREAT), Disband)


@one_by_one(
    ("text", "column"),
    [
        ("", 1),
        ("a par h", 1),
        ("A", 2),
        ("A PAR", 6),
        ("A PAR X", 7),
        ("A PAR - ", 9),
        ("A PAR -", 8),
        ("A PAR  - BUR", 7),
        ("A PAR - BUR VIA ", 17),
        ("A PAR - BUR NOW", 13),
        ("A PAR H H", 9),
        ("A PAR S", 8),
        ("A PAR S A MAR BUR", 15),
        ("F NTH C A LON", 14),
        ("A PAR - bur", 9),
        ("A PAR - STP/", 9),
        ("WAIVE 2", 1),
        ("A PAR H\n", 7),
    ],
)
def test_anything_else_is_refused_at_its_place(text: str, column: int) -> None:
    with pytest.raises(MalformedOrderError) as caught:
        parse_order(text, source="orders.txt", line=3)
    span = caught.value.span
    assert span is not None
    assert (span.source, span.line, span.column) == ("orders.txt", 3, column)
    assert str(caught.value).startswith(f"orders.txt:3:{column}: ")


def test_an_endless_text_is_refused() -> None:
    with pytest.raises(MalformedOrderError, match="at most 200 characters"):
        parse_order("A PAR - " + "B" * 1_000_000)


def test_an_order_has_200_characters_at_most() -> None:
    longest = "A PAR - BUR VIA SEAS" + " NTH" * 45
    assert len(longest) == 200
    assert str(parse_order(longest)) == longest
    with pytest.raises(MalformedOrderError, match="at most 200"):
        parse_order(longest + "X")
