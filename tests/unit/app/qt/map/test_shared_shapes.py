"""Variants on one drawing share its paths, and each has its own marks."""

from __future__ import annotations

from app.qt.map.paint.shapes import BoardShapes
from variants.catalogue import shipped_board
from variants.compiled_json import read_board


def test_paths_made_for_one_board_serve_another_of_the_same_outlines() -> None:
    board = read_board(shipped_board("pure"))
    fewer = board.with_centres(["PAR"])
    first = BoardShapes(board)
    outlines, shore = first.provinces(1), first.coarse_shore
    second = first.over(fewer)
    assert second.board is fewer
    assert second.provinces(1) is outlines
    assert second.coarse_shore is shore
    assert first.board is board
