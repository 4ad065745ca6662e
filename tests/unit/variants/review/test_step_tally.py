"""Tally of the steps of the lists that were compared with those of the drawing, and of those that differ."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import variants
from app.board_editor.reviewing import as_json, as_lines
from tests.quick import each_nth
from tests.unit.app.commands.fake_services import Desk
from tests.unit.variants.review.planted import PLANTED
from tests.unit.variants.review.twelve import Files
from variants.catalogue import shipped_drawing
from variants.compile import compile_board
from variants.compile.check_board import compare
from variants.review import read_review, review_as_text

ARMIES, FLEETS = 12, 15
"""Steps of the correct board, counted by hand in its file."""
DIFFERING = {
    "an army's way missing where fleets have it": ((ARMIES, 0, 1), (FLEETS, 0, 0)),
    "a fleet's way missing where armies have it": ((ARMIES, 0, 0), (FLEETS, 0, 1)),
    "a fleet's way to the wrong coast": ((ARMIES, 0, 0), (FLEETS + 1, 1, 1)),
    "a fleet's way over dry land": ((ARMIES, 0, 0), (FLEETS + 1, 1, 0)),
}


def counts(files: Files) -> tuple[tuple[int, int, int], ...]:
    found = files.review().steps
    assert [(each.file, each.kind) for each in found] == [("board.svg", "army"), ("board.svg", "fleet")]
    return tuple((each.compared, each.only_listed, each.only_drawn) for each in found)


@pytest.mark.slow
def test_every_step_of_a_correct_board_is_compared_and_none_differs() -> None:
    assert counts(Files()) == ((ARMIES, 0, 0), (FLEETS, 0, 0))


@each_nth(3, "name", DIFFERING)
def test_a_step_that_differs_is_counted_where_it_is(name: str) -> None:
    (planted,) = [each for each in PLANTED if each.name == name]
    assert counts(planted.plant(Files())) == DIFFERING[name]


@pytest.mark.slow
def test_a_sea_and_a_land_that_know_nothing_of_one_another_differ_by_a_step() -> None:
    files = Files().with_toml('fleet = ["SOU"]', "fleet = []").with_toml('"DOV/SC", "SUD", "ISL"]', '"DOV/SC", "SUD"]')
    assert counts(files) == ((ARMIES, 0, 0), (FLEETS, 0, 1))


@pytest.mark.slow
def test_the_standard_board_has_all_of_its_steps_on_its_drawing() -> None:
    rules = variants.standard().board
    _, found = compare(compile_board(shipped_drawing("standard"), rules, names=False), rules, "standard.svg")
    ways = {
        letter: {frozenset((str(each.origin), str(each.target))) for each in rules.edges if letter in each.kinds} for letter in ("A", "F")
    }
    assert [(each.compared, each.only_listed, each.only_drawn) for each in found] == [(len(ways["A"]), 0, 0), (len(ways["F"]), 0, 0)]


@pytest.mark.slow
def test_it_is_said_in_words_as_json_and_between_processes() -> None:
    (planted,) = [each for each in PLANTED if each.name == "a fleet's way to the wrong coast"]
    found = planted.plant(Files()).review()
    assert as_lines(found)[-2:] == [
        "board.svg, army: 12 steps compared, none differs",
        "board.svg, fleet: 16 steps compared, 1 only in the lists, 1 only in the drawing",
    ]
    assert json.loads(as_json(found))["steps"][1] == {
        "file": "board.svg",
        "kind": "fleet",
        "compared": 16,
        "only listed": 1,
        "only drawn": 1,
    }
    assert read_review(review_as_text(found)).steps == found.steps


def test_check_variant_prints_what_was_compared(tmp_path: Path) -> None:
    files = Files()
    (tmp_path / "variant.toml").write_text(files.toml)
    (tmp_path / "board.svg").write_text(files.svg)
    said = Desk(game=False).run(f"check-variant '{tmp_path}'")
    assert "board.svg, army: 12 steps compared, none differs\nboard.svg, fleet: 15 steps compared, none differs\n" in said
