"""Boards that change in mid-game: what is carried over into steps and hooks, and what is reported as lost."""

from __future__ import annotations

from adjudicator.board import Terrain
from tests.quick import each_nth
from tests.unit.variants.importers.judge_maps import imported, step, told, variant


def test_a_border_that_is_open_in_a_season() -> None:
    found = step(variant("IN FALL\nAMEND DDD ABUTS AAA\nAMEND AAA ABUTS DDD\n"), "DDD", "AAA", "A")
    assert found is not None
    assert found.seasons == frozenset("F")
    assert "main.map:22: a change in mid-game: IN FALL: steps open and close: carried over" in told(
        "IN FALL\nAMEND DDD ABUTS AAA\nAMEND AAA ABUTS DDD\n"
    )


def test_a_border_that_is_closed_in_a_season() -> None:
    found = step(variant("IN FALL: AMEND DDD ABUTS -BBB\nIN FALL: AMEND BBB ABUTS -DDD\n"), "DDD", "BBB", "A")
    assert found is not None
    assert found.seasons == frozenset("S")


def test_a_place_that_is_shut_in_a_season() -> None:
    found = variant("IN FALL: SHUT DDD\n")
    assert found.board.provinces["DDD"].terrain is Terrain.COASTAL
    assert {edge.seasons for edge in found.board.edges if "DDD" in (edge.origin.province, edge.target.province)} == {frozenset("S")}


def test_a_place_that_is_open_in_both_seasons_though_it_is_shut() -> None:
    found = variant("Ice = ice\nSHUT ICE ABUTS SEA\nAMEND SEA ABUTS ICE\nIN SPRING: WATER ICE\nIN FALL: WATER ICE\n")
    ice = step(found, "SEA", "ICE", "F")
    assert ice is not None
    assert ice.seasons == frozenset("SF")


def test_a_canal_that_is_opened_in_a_year() -> None:
    found = step(variant("FROM S1905M\nAMEND DDD ABUTS AAA\nAMEND AAA ABUTS DDD\n"), "AAA", "DDD", "F")
    assert found is not None
    assert (found.seasons, found.years) == (None, (1905, None))
    closed = step(variant("FROM S1905M: AMEND DDD ABUTS -BBB\nFROM S1905M: AMEND BBB ABUTS -DDD\n"), "BBB", "DDD", "F")
    assert closed is not None
    assert closed.years == (None, 1904)


def test_a_border_that_is_open_in_one_phase() -> None:
    found = step(variant("IN F1903M: AMEND DDD ABUTS AAA\nIN F1903M: AMEND AAA ABUTS DDD\n"), "AAA", "DDD", "A")
    assert found is not None
    assert (found.seasons, found.years) == (frozenset("F"), (1903, 1903))


def test_a_border_that_is_closed_in_one_phase_is_a_hook() -> None:
    lines = "IN F1903M: AMEND DDD ABUTS -BBB\nIN F1903M: AMEND BBB ABUTS -DDD\n"
    assert '"BBB - DDD", "DDD - BBB"' in imported(lines).files["hooks/closed_steps.hook"].decode()
    assert "main.map:21: a change in mid-game: IN F1903M: steps open and close: carried over, with a hook" in told(lines)


def test_other_home_centres_at_some_time_are_a_hook() -> None:
    lines = "IN W1903A\nRED\nHOMES DDD\n"
    found = imported(lines)
    assert '"season": "W", "year": 1903' in found.files["hooks/changing_homes.hook"].decode()
    assert 'hooks = ["changing_homes"]' in found.files["variant.toml"].decode()
    assert "main.map:22: a change in mid-game: IN W1903A: Red may build in other home centres: carried over, with a hook" in told(lines)


@each_nth(
    4,
    ("lines", "lost"),
    [
        ("IN S1903M\nRED\nA DDD\n", "units"),
        ("IN S1903M\nRED\nOWNS DDD\n", "owners of centres"),
        ("IN S1903M\nDUMMY RED\n", "who plays"),
        ("IN S1903M\nVICTORY 2\n", "victory and builds"),
        ("IN S1903M\nUNPLAYED RED\n", "powers that come or go"),
        ("IN S1903M\nDROP DDD\n", "places that come or go"),
        ("IN S1903M\nUNOWNED -DDD\n", "what is a supply centre"),
        ("IN S1903M\nPORT DDD\n", "the terrain of places"),
        ("IN S1903M\nRED\nHOMES CCC\n", "home centres, in a phase without builds"),
        ("FROM F1903M\nAMEND DDD ABUTS AAA\n", "steps that open or close"),
        ("IN W1903A\nAMEND DDD ABUTS AAA\n", "steps that open or close"),
        ("IN CARNIVAL\nAMEND DDD ABUTS AAA\n", "the time has no counterpart here"),
        ("IN W1903A\nNOTIFY nobody\n", "nothing that the rules here know of"),
    ],
)
def test_what_is_lost_is_reported(lines: str, lost: str) -> None:
    when = lines.partition("\n")[0]
    assert f"main.map:22: a change in mid-game: {when}: {lost}: left out" in told(lines)


def test_what_stands_under_a_time_does_not_hold_at_the_start() -> None:
    found = variant("IN W1903A\nRED\nHOMES DDD\nA DDD\nIN START\nBLUE DDD\n")
    assert found.board.provinces["DDD"].home == "BLUE"
    assert found.board.provinces["AAA"].home == "RED"
