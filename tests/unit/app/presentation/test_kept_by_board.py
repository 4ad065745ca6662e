"""Values computed for a board are computed once, and belong to that board."""

from __future__ import annotations

from dataclasses import replace

from app.presentation.layout.situation import KeptByBoard
from tests.fakes.board_pictures import drawn_standard
from variants.compiled import CompiledBoard


def test_a_board_gets_its_own_value_each_time_and_an_equal_one_another() -> None:
    board = drawn_standard()
    kept: KeptByBoard[list[CompiledBoard]] = KeptByBoard(lambda each: [each])
    twin = replace(board)
    assert twin == board
    assert kept.of(board) is kept.of(board)
    assert kept.of(twin)[0] is twin


def test_boards_not_seen_for_long_are_let_go() -> None:
    made: list[CompiledBoard] = []
    kept = KeptByBoard(made.append)
    first, *others = [replace(drawn_standard()) for _ in range(5)]
    for each in (first, *others[:3], first, others[3], first):
        kept.of(each)
    assert made.count(first) >= 1
    assert [each is first for each in made].count(True) == 1  # seen again and again: it stays
    kept.of(others[0])
    assert [each is others[0] for each in made].count(True) == 2
