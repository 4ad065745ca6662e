"""The variants that come with the program."""

from __future__ import annotations

from itertools import combinations

import pytest

import variants
from adjudicator.variant import BuildPolicy, PowerRole, Variant
from tests.quick import few, one_by_one
from variants import shipped
from variants.catalogue import shipped_board, shipped_source
from variants.compiled import CompiledBoard
from variants.compiled_json import read_board
from variants.hooks.hook_text import SUFFIX, shipped_hooks
from variants.style import colour_distance


def of(variant_id: str) -> Variant:
    return shipped(variant_id).variant


def units(variant: Variant, power: str) -> list[str]:
    return [str(unit.piece) for unit in variant.start.units_of(power)]


@pytest.mark.parametrize("variant_id", few(variants.shipped_ids(), "standard", "britain", "pure"))
def test_every_variant_can_be_drawn(variant_id: str) -> None:
    folder = shipped(variant_id)
    assert folder.maps
    assert folder.description
    for each in folder.maps:
        board: CompiledBoard = read_board(shipped_board(each.file)).with_centres(folder.variant.board.centres)
        assert set(board.provinces) == set(folder.variant.board.provinces)
        assert {code for code, shape in board.provinces.items() if shape.supply} == set(folder.variant.board.centres)
    assert set(folder.styles) == set(folder.variant.powers)


@one_by_one("variant_id", variants.shipped_ids())
def test_every_hook_that_is_named_is_shipped(variant_id: str) -> None:
    of_the_folder = {
        name.removeprefix("hooks/").removesuffix(SUFFIX) for name in shipped_source(variant_id).names() if name.endswith(SUFFIX)
    }
    assert set(shipped(variant_id).hooks) <= {*shipped_hooks(), *of_the_folder}


def test_every_variant_has_its_own_checksum() -> None:
    assert len({shipped(variant_id).checksum for variant_id in variants.shipped_ids()}) == len(variants.shipped_ids())


def test_the_standard_game_stands_first() -> None:
    assert variants.shipped_ids()[0] == "standard"


def test_in_fleet_rome_italy_has_two_fleets() -> None:
    assert units(of("fleet-rome"), "ITALY") == ["A VEN", "F NAP", "F ROM"]
    assert of("fleet-rome").board == of("standard").board


def test_in_1898_everyone_has_one_unit_and_one_centre_of_its_home() -> None:
    variant = of("1898")
    assert str(variant.start.phase) == "S1898M"
    for power in variant.powers:
        assert len(variant.start.units_of(power)) == len(variant.start.centres_of(power)) == 1
    assert variant.board.provinces["PAR"].home == "FRANCE"


@pytest.mark.parametrize(
    ("variant_id", "powers"), [("duel-germany-italy", ["GERMANY", "ITALY"]), ("duel-france-austria", ["AUSTRIA", "FRANCE"])]
)
def test_in_a_duel_the_others_centres_belong_to_nobody(variant_id: str, powers: list[str]) -> None:
    variant = of(variant_id)
    assert sorted(variant.powers) == powers
    assert set(variant.start.owners.values()) == set(powers)
    assert variant.board.provinces["LON"].home is None
    assert variant.board.provinces["WAL"].territory is None


def test_in_chaos_thirty_four_powers_begin_with_a_build() -> None:
    variant = of("chaos")
    assert len(variant.powers) == len(variant.start.owners) == 34
    assert variant.start.units == ()
    assert str(variant.start.phase) == "W1900A"
    assert variant.builds is BuildPolicy.ANY_OWNED
    assert sorted(power.letter for power in variant.powers.values()) == sorted("ABCDEFGHIJKLNPQRSTUVWXYZ0123456789"), "the judges' letters"


@pytest.mark.parametrize(("variant_id", "least"), [("standard", 20), ("crowded", 15), ("chaos", 9), ("pure", 20)])
def test_lands_can_be_told_apart_from_one_another_and_from_open_land(variant_id: str, least: float) -> None:
    fills = {power: style.fill for power, style in shipped(variant_id).styles.items()} | {"nobody": "#F0E5CA"}
    alike = [(a, b) for a, b in combinations(fills, 2) if colour_distance(fills[a], fills[b]) < (16 if "nobody" in (a, b) else least)]
    assert alike == []


def test_winter_1900_begins_with_builds_at_home() -> None:
    variant = of("winter-1900")
    assert (str(variant.start.phase), variant.start.units, variant.builds) == ("W1900A", (), BuildPolicy.HOME)
    assert len(variant.start.owners) == 22


def test_crowded_has_eleven_powers_and_a_centre_in_the_ruhr() -> None:
    variant = of("crowded")
    assert len(variant.powers) == 11
    assert len(variant.start.owners) == len(variant.board.centres) == 35
    assert variant.board.provinces["RUH"].centre


def test_in_britain_six_armies_wait_for_a_fleet() -> None:
    assert units(of("britain"), "ENGLAND") == ["A CLY", "A EDI", "A LON", "A LVP", "A WAL", "A YOR"]


def test_in_practice_six_powers_never_move() -> None:
    roles = {power.id: power.role for power in of("solo-france").powers.values()}
    assert roles.pop("FRANCE") is PowerRole.PLAYING
    assert set(roles.values()) == {PowerRole.DUMMY}


def test_pure_is_seven_armies_and_no_fleet() -> None:
    variant = of("pure")
    assert set(variant.board.kinds) == {"A"}
    assert len(variant.start.units) == len(variant.board.centres) == 7
    assert variant.victory == 4
