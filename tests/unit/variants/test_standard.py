"""The standard game as its folder tells it."""

from __future__ import annotations

import pytest

import variants
from adjudicator.board import Terrain
from adjudicator.unit import Location
from adjudicator.variant import BuildPolicy, PowerRole
from tests.shared_data import shared_folder


def steps(kind: str) -> set[tuple[Location, Location]]:
    return {(edge.origin, edge.target) for edge in variants.standard().board.edges if kind in edge.kinds}


def test_the_board_has_its_75_provinces_and_34_centres() -> None:
    board = variants.standard().board
    kinds = [province.terrain for province in board.provinces.values()]
    assert (kinds.count(Terrain.INLAND), kinds.count(Terrain.COASTAL), kinds.count(Terrain.SEA)) == (14, 42, 19)
    assert len(board.centres) == 34


def test_every_step_goes_both_ways() -> None:
    for kind in "AF":
        assert steps(kind) == {(target, origin) for origin, target in steps(kind)}


def test_206_pairs_touch_and_fleets_have_141_ways() -> None:
    both = steps("A") | steps("F")
    assert len({frozenset((origin.province, target.province)) for origin, target in both}) == 206
    assert len(steps("F")) == 2 * 141


def test_an_army_stands_on_no_coast() -> None:
    assert not [place for step in steps("A") for place in step if place.coast]


def test_a_fleet_leaves_the_two_coasts_of_spain_for_different_seas() -> None:
    def seas(coast: str) -> set[str]:
        return {str(target) for origin, target in steps("F") if origin == Location("SPA", coast)}

    assert seas("NC") == {"GAS", "MAO", "POR"}
    assert seas("SC") == {"LYO", "MAO", "MAR", "POR", "WES"}


def test_the_game_starts_in_spring_1901_with_22_units() -> None:
    variant = variants.standard()
    assert str(variant.start.phase) == "S1901M"
    assert len(variant.start.units) == 22
    assert "RUSSIA F STP/SC" in [str(unit) for unit in variant.start.units]
    assert len(variant.start.owners) == 22
    assert variant.victory == 18
    assert variant.builds is BuildPolicy.HOME


def test_seven_powers_play_and_each_looks_different() -> None:
    folder = variants.shipped("standard")
    assert [power.role for power in folder.variant.powers.values()] == [PowerRole.PLAYING] * 7
    assert len({style.unit for style in folder.styles.values()}) == 7
    assert len({style.pattern for style in folder.styles.values()}) == 7


def test_ambiguous_codes_and_coast_words_reach_the_reader_of_orders() -> None:
    board = variants.standard().board
    assert board.ambiguous_aliases["LIV"] == ("LVN", "LVP")
    assert board.coast_names["NC"] == "north coast"
    assert "north" in board.coast_aliases["NC"]


def test_the_checksum_is_that_of_the_manifest_and_not_of_line_endings() -> None:
    source = variants.shipped_source("standard")
    text = source.read("variant.toml")
    windows = variants.MemorySource("standard", {"variant.toml": text.replace(b"\n", b"\r\n")})
    changed = variants.MemorySource("standard", {"variant.toml": text.replace(b"victory = 18", b"victory = 17")})
    checksum = variants.shipped("standard").checksum
    assert len(checksum) == 64
    assert variants.load(windows).checksum == checksum
    assert variants.load(changed).checksum != checksum


@pytest.mark.interop
def test_the_folder_says_what_three_other_programs_agree_on() -> None:
    import tomllib

    facts = tomllib.loads((shared_folder() / "standard" / "board.toml").read_text(encoding="utf-8"))
    board = variants.standard().board
    assert set(facts["province"]) == set(board.provinces)
    for code, fact in facts["province"].items():
        province = board.provinces[code]
        assert (province.name, province.centre, province.terrain) == (fact["name"], fact["supply"], fact["kind"])
        assert (province.home or "").lower() == fact.get("home", "").lower()
        armies = {str(target) for origin, target in steps("A") if origin == Location(code)}
        assert armies == {word.upper() for word in fact.get("army", [])}
        fleets = {str(target) for origin, target in steps("F") if origin == Location(code)}
        assert fleets == {word.upper() for word in fact.get("fleet", [])}
        assert set(province.coasts) == {coast.upper() for coast in fact.get("coasts", {})}
