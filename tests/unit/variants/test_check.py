"""The second look at a variant: odd, though it can be read."""

from __future__ import annotations

import dataclasses
import re

import variants
from tests.quick import one_by_one
from tests.unit.variants.toml_variants import ISLAND, read
from variants.catalogue import shipped_board
from variants.check import check_variant
from variants.compiled_json import read_board
from variants.fault import Fault, Severity
from variants.source import FolderSource
from variants.style import ColourSight, colour_distance


def odd(text: str) -> list[str]:
    folder, faults = read(text)
    assert folder is not None, "\n".join(map(str, faults))
    return [str(fault) for fault in check_variant(folder)]


def test_the_standard_game_is_not_odd() -> None:
    folder = variants.shipped("standard")
    board = read_board(shipped_board("standard"))
    assert check_variant(folder, {"standard": board}) == ()


def test_a_small_variant_is_not_odd() -> None:
    assert odd(ISLAND) == []


@one_by_one(
    ("old", "new", "words"),
    [
        (
            '[provinces.BAY]\nname = "Bay"\nterrain = "sea"\nfleet = ["WES/SC"]',
            '[provinces.BAY]\nname = "Bay"\nterrain = "sea"',
            "BAY (Bay) has no neighbours",
        ),
        ('start = ["A EAS"]', "start = []", "RED starts with 0 units and 1 centres"),
        ('home = ["EAS"]\nstart = ["A EAS"]', "start = []", "RED has no home centre and can never build"),
        ('home = ["EAS"]\nstart = ["A EAS"]', "start = []", "RED starts with nothing"),
        ("victory = 2", "victory = 1", "RED has won before the first move"),
        ("victory = 2", "victory = 2\nyear_limit = 1900", "year_limit 1900 lies before the start"),
        ('adjective = "Red"', "victory = 9", "RED needs 9 centres and the board has 2"),
        ('name = "East"\nterrain = "coastal"', 'name = "East"\nterrain = "inland"', "EAS is inland and a fleet can step there"),
        ("victory = 2", "victory = 1", "two powers can reach 1 of 2 centres at once"),
        ('name = "Blue"', 'name = "Blue"\nunit = "#C4481B"\npattern = "dots"', "RED and BLUE look alike to full colour sight"),
    ],
)
def test_what_is_odd_is_said(old: str, new: str, words: str) -> None:
    assert old in ISLAND
    text = ISLAND.replace(old, new)
    if "BAY (Bay)" in words:
        text = text.replace('[provinces.WES.coasts.SC]\nfleet = ["BAY"]\n', "")
    found = odd(text)
    assert any(words in fault for fault in found), found


def test_provinces_that_no_unit_can_reach_are_named() -> None:
    far = "".join(f'[provinces.{a}]\nname = "{a}"\nterrain = "inland"\narmy = ["{b}"]\n' for a, b in (("FAR", "OFF"), ("OFF", "FAR")))
    assert any("no unit can ever reach FAR, OFF" in fault for fault in odd(ISLAND + far))


def test_a_drawing_of_another_board_is_told_apart() -> None:
    folder, _ = read(ISLAND)
    assert folder is not None
    found = [str(fault) for fault in check_variant(folder, {"standard": read_board(shipped_board("standard"))})]
    assert any("EAS (East) is not drawn" in fault or "unit:wes/nc is missing" in fault or "WES" in fault for fault in found)
    assert any("PAR is drawn and the variant has no such province" in fault for fault in found)


def test_a_place_that_is_missing_on_a_drawing_is_named() -> None:
    folder = variants.shipped("standard")
    board = read_board(shipped_board("standard"))
    spain = dataclasses.replace(board.provinces["SPA"], units={"": (0.0, 0.0)}, supply=None)
    board = dataclasses.replace(board, provinces={**board.provinces, "SPA": spain})
    found = [str(fault) for fault in check_variant(folder, {"mine.svg": board})]
    assert any(fault.startswith("mine.svg: <spa> unit:spa/nc is missing") for fault in found)
    assert any("sc:spa is missing" in fault for fault in found)


def test_red_and_green_of_one_lightness_differ_only_to_full_sight() -> None:
    red, green = "#B0603A", "#7F7A3B"
    assert colour_distance(red, green) > 25
    assert colour_distance(red, green, ColourSight.DEUTERANOPIA) < colour_distance(red, green) / 2


def test_every_shipped_variant_reads_and_is_not_odd() -> None:
    for variant_id in variants.shipped_ids():
        folder = variants.shipped(variant_id)
        assert folder.variant.id == variant_id
        assert folder.faults == ()
        assert [str(fault) for fault in check_variant(folder)] == [], variant_id
        source = variants.shipped_source(variant_id)
        assert isinstance(source, FolderSource)
        assert "SOURCE.md" in source.names()


def test_a_board_without_a_unit_and_a_power_without_a_centre_cannot_be_played() -> None:
    text = re.sub(r"(?m)^start = \[.*\]$", "start = []", ISLAND)
    assert any("no unit stands on the board at the start" in str(each) for each in errors(text))
    bare = re.sub(r"(?m)^(home|centres) = \[.*\]$", "", ISLAND, count=1)
    assert any("has no centre" in str(each) for each in errors(bare))
    assert not errors(ISLAND)


def errors(text: str) -> list[Fault]:
    folder, faults = read(text)
    assert folder is not None, "\n".join(map(str, faults))
    return [each for each in check_variant(folder) if each.severity is Severity.ERROR]
