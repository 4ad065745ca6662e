"""The example variants of the documentation can be played and have no faults."""

from __future__ import annotations

from pathlib import Path

from adjudicator.board import Edge
from variants import FolderSource, load
from variants.check import check_variant
from variants.compile.check_board import check_board

EXAMPLES = Path(__file__).resolve().parents[3] / "docs" / "examples"


def test_two_shores_has_no_faults() -> None:
    source = FolderSource(EXAMPLES / "two-shores")
    folder = load(source)
    assert check_variant(folder) == ()
    assert check_board(source.read("sound.svg"), folder.variant.board, "sound.svg") == ()


def test_the_narrows_count_half_and_carry_no_support() -> None:
    edges = load(FolderSource(EXAMPLES / "two-shores")).variant.board.edges
    narrows: list[Edge] = [edge for edge in edges if {edge.origin.province, edge.target.province} == {"BIR", "HOL"}]
    assert [(edge.half_strength, edge.supports) for edge in narrows] == [(1, False)] * 2
