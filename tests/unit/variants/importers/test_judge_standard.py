"""Map files that use one which is not there: it is named, and the built-in standard board stands in for it."""

from __future__ import annotations

import pytest

from adjudicator.board import Board
from adjudicator.variant import Variant
from tests.quick import few
from variants import load, standard
from variants.importers import import_board
from variants.importers.judge_text import standard_text
from variants.source import MemorySource


def brought_in(**files: str) -> tuple[Variant, list[str]]:
    source = MemorySource("maps", {name.replace("__", "."): text.encode() for name, text in files.items()})
    (made,) = import_board(source, "main.map").variants
    return load(made.source).variant, [str(line) for line in made.report]


def steps(board: Board) -> set[str]:
    return {f"{kind} {edge.origin} - {edge.target}" for edge in board.edges for kind in edge.kinds}


@pytest.mark.slow
def test_the_text_of_the_standard_board_is_the_standard_board() -> None:
    found, report = brought_in(main__map=f"BEGIN SPRING 1901 MOVEMENT\n{standard_text()}")
    assert report == []
    assert steps(found.board) == steps(standard().board)
    assert dict(found.start.owners) == dict(standard().start.owners)
    assert {str(unit) for unit in found.start.units} == {str(unit) for unit in standard().start.units}
    assert {code: each.home for code, each in found.board.provinces.items()} == {
        code: each.home for code, each in standard().board.provinces.items()
    }


@pytest.mark.slow
@pytest.mark.parametrize("name", few(["standard", "standard.map", "STANDARD"], "STANDARD"))
def test_a_missing_standard_board_is_named_and_stood_in_for(name: str) -> None:
    found, report = brought_in(main__map=f"VICTORY 20\nUSE {name}\n")
    assert steps(found.board) == steps(standard().board)
    assert found.victory == 20
    assert any("main.map:2: the file" in line and "is not here: the built-in standard board is used for it" in line for line in report)


@pytest.mark.slow
def test_a_missing_part_of_it_is_stood_in_for_by_that_part() -> None:
    found, report = brought_in(main__map="USE standard.geography\nRED (Reddish:R) PAR BRE MAR\nA PAR\nBLUE (Bluish:B) LON\nF LON\n")
    assert set(found.powers) == {"RED", "BLUE"}
    assert {str(unit) for unit in found.start.units} == {"RED A PAR", "BLUE F LON"}
    assert steps(found.board) == steps(standard().board)
    assert len([line for line in report if "is not here" in line]) == 1


@pytest.mark.slow
def test_a_missing_board_of_another_name_is_stood_in_for_where_the_file_has_none() -> None:
    found, report = brought_in(main__map="USE elsewhere\nDROP SWI\n")
    assert steps(found.board) == steps(standard().board)
    assert any("the file elsewhere.map is used and is not here: the built-in standard board is used for it" in line for line in report)


def test_a_board_that_is_whole_without_a_missing_file_stays_what_it_is() -> None:
    text = "Aa = aaa\nBb = bbb\nLAND AAA ABUTS BBB\nLAND BBB ABUTS AAA\nRED AAA\nA AAA\nBLUE BBB\nA BBB\nUSE extras\n"
    found, report = brought_in(main__map=text)
    assert set(found.board.provinces) == {"AAA", "BBB"}
    assert any("the file extras.map is used and is not here: the rest is read without it" in line for line in report)
