"""A board that cannot be is refused with everything that is wrong, each with its place."""

from __future__ import annotations

import pytest

from adjudicator.board import Board, BoardError, Edge, Province, Terrain, UnitKind
from adjudicator.errors import DiplomacyError
from adjudicator.unit import Location

ARMY = UnitKind("A", "army", frozenset({Terrain.INLAND}))
AAA, BBB = (Province(code, code.title(), Terrain.INLAND) for code in ("AAA", "BBB"))


def edge(origin: str, target: str, kinds: str = "A") -> Edge:
    return Edge(Location.of(origin), Location.of(target), frozenset(kinds))


def test_all_that_is_wrong_is_reported_at_once() -> None:
    with pytest.raises(BoardError) as caught:
        Board.of((AAA, BBB, AAA, AAA), (ARMY, ARMY), (edge("AAA", "CCC"), edge("AAA", "BBB", "AX"), edge("AAA/NC", "BBB")))
    assert caught.value.faults == (
        "province AAA stands twice",
        "unit kind A stands twice",
        "edge AAA - CCC: no such place CCC",
        "edge AAA - BBB: no such unit kind X",
        "edge AAA/NC - BBB: no such place AAA/NC",
    )
    assert isinstance(caught.value, DiplomacyError)
    assert str(caught.value).splitlines() == list(caught.value.faults)


def test_an_edge_that_goes_one_way_is_a_board_like_any_other() -> None:
    assert Board.of((AAA, BBB), (ARMY,), (edge("AAA", "BBB"),)).edges == (edge("AAA", "BBB"),)
