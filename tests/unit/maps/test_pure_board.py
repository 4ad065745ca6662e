"""The board of Pure: seven lands, every one beside every other."""

from __future__ import annotations

from itertools import combinations

import pytest

import variants
from maps.source import build_pure
from variants.catalogue import shipped_board, shipped_drawing
from variants.compile.check_board import check_board
from variants.compiled_json import read_board, write_board


def test_the_drawing_is_what_its_source_gives() -> None:
    assert build_pure.build().encode() == shipped_drawing("pure")


def test_every_land_is_beside_every_other() -> None:
    codes = sorted(variants.shipped("pure").variant.board.provinces)
    assert [pair.provinces for pair in read_board(shipped_board("pure")).adjacency] == list(combinations(codes, 2))


@pytest.mark.slow
def test_drawing_and_variant_agree() -> None:
    assert check_board(shipped_drawing("pure"), variants.shipped("pure").variant.board, "pure.svg") == ()


def test_a_board_of_few_lands_has_large_units() -> None:
    board = read_board(shipped_board("pure"))
    assert board.symbol_scale > 2
    assert board.unit_radius > 0.02 * board.width
    assert write_board(board) == shipped_board("pure")
