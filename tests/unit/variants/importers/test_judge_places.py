"""Places of map files after later lines renamed, dropped, amended or restated them."""

from __future__ import annotations

import pytest

from adjudicator.board import Terrain
from tests.unit.variants.importers.judge_maps import BOARD, homes, step, told, units, variant


def test_a_place_with_another_code_keeps_its_borders_home_and_unit() -> None:
    found = variant("AAA -> Avalon = ava old+aland\nAMEND DDD ABUTS AVA\nAMEND AVA ABUTS DDD -CCC\n")
    assert step(found, "AVA", "BBB", "A") is not None
    assert step(found, "BBB", "AVA", "F") is not None
    assert step(found, "DDD", "AVA", "A") is not None
    assert step(found, "AVA", "CCC", "A") is None
    assert homes(found)["RED"] == {"AVA"}
    assert "RED A AVA" in units(found)
    assert (found.board.provinces["AVA"].name, "AAA" in found.board.provinces["AVA"].aliases) == ("Avalon", True)


def test_a_place_is_renamed_by_its_name_too() -> None:
    assert "DUN" in variant("Dunes -> Great Dunes = dun\n").board.provinces


def test_two_places_can_exchange_their_codes() -> None:
    found = variant("AAA -> Was A = xxx\nDDD -> Was D = aaa\nXXX -> Was A = ddd\n")
    assert homes(found)["RED"] == {"DDD"}
    assert found.board.provinces["AAA"].name == "Was D"
    assert step(found, "AAA", "BBB", "A") is not None
    assert step(found, "DDD", "CCC", "A") is not None


def test_coasts_go_with_their_place_and_can_be_renamed_first() -> None:
    found = variant("CCC/NC -> Kap (north coast) = kap/nc\nCCC/SC -> Kap (south coast) = kap/sc\nCCC -> Kap = kap\n")
    assert found.board.provinces["KAP"].coasts == ("NC", "SC")
    assert step(found, "SEA", "KAP/NC", "F") is not None
    assert set(variant("CCC -> Kap = kap\n").board.provinces["KAP"].coasts) == {"NC", "SC"}


def test_what_is_dropped_takes_its_home_unit_and_borders_along() -> None:
    found = variant("DROP BBB\nNew Bay = bbb\nCOAST BBB ABUTS SEA\nAMEND SEA ABUTS BBB\nBLUE DDD\nF DDD\n")
    assert homes(found) == {"RED": {"AAA"}, "BLUE": {"DDD"}}
    assert units(found) == {"RED A AAA", "BLUE F DDD"}
    assert "BBB" not in found.board.centres
    assert step(found, "AAA", "BBB", "A") is None
    assert step(found, "SEA", "BBB", "F") is not None


def test_a_neighbour_is_taken_away_with_all_its_coasts() -> None:
    found = variant("AMEND SEA ABUTS -CCC\n")
    assert step(found, "SEA", "CCC/NC", "F") is None
    assert step(found, "SEA", "CCC/SC", "F") is None
    one = variant("AMEND SEA ABUTS -CCC/NC\n")
    assert (step(one, "SEA", "CCC/NC", "F"), step(one, "SEA", "CCC/SC", "F") is None) == (None, False)


@pytest.mark.parametrize("line", ["COAST CCC ABUTS AAA BBB SEA", "AMEND CCC ABUTS DDD"])
def test_a_place_written_large_again_has_lost_its_coasts(line: str) -> None:
    found = variant(f"{line}\n")
    assert found.board.provinces["CCC"].coasts == ()
    assert step(found, "SEA", "CCC", "F") is not None
    assert step(found, "CCC", "SEA", "F") is not None
    assert step(found, "AAA", "CCC", "A") is not None


def test_without_neighbours_only_the_terrain_changes() -> None:
    found = variant("LAND DDD\n")
    assert found.board.provinces["DDD"].terrain is Terrain.INLAND
    assert step(found, "DDD", "BBB", "A") is not None


def test_no_fleet_stands_in_a_place_written_small_that_has_no_coasts() -> None:
    found = variant("COAST ddd ABUTS BBB SEA\n")
    assert step(found, "SEA", "DDD", "F") is None
    assert step(found, "BBB", "DDD", "A") is not None


def test_a_border_for_one_power_goes_by_its_letter() -> None:
    border = step(variant("AMEND DDD ABUTS U:AAA\nAMEND AAA ABUTS U:DDD\n"), "DDD", "AAA", "A")
    assert border is not None
    assert border.powers == frozenset({"BLUE"})
    assert any("the power with the letter Q, which none has" in line for line in told("AMEND DDD ABUTS Q:AAA\n"))


def test_a_border_for_an_owner_is_for_all_and_told() -> None:
    assert any("DDD leads to AAA for the owner of CCC only: it leads there for all" in line for line in told("AMEND DDD ABUTS AAA(CCC)\n"))


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("QQQ -> Qua = qua", "main.map:21: 'QQQ' is renamed and is no place: the new name stands by itself"),
        ("DROP QQQ", "main.map:21: QQQ is dropped and is no place: left out"),
        ("COAST DDD BBB SEA", "main.map:21: 'COAST DDD BBB SEA' has no ABUTS before its neighbours: read as if it had"),
        ("COAST", "main.map:21: 'COAST' names no place: left out"),
    ],
)
def test_lines_that_say_too_little_are_reported(line: str, what: str) -> None:
    assert what in told(f"{line}\n")


def test_codes_that_become_one_are_kept_apart() -> None:
    board = BOARD.replace("Dunes = ddd", "Dunes = ddd\nD-two = d-d-d").replace("WATER SEA", "COAST D-D-D ABUTS BBB SEA\nWATER SEA")
    assert {"DDD", "DDD2"} <= set(variant("", board).board.provinces)
