"""Kinds of a land between two waters are written into its lists and those of its neighbours."""

from __future__ import annotations

import pytest

from adjudicator.unit import Location
from adjudicator.variant import Variant
from tests.unit.variants.compile.small_drawings import drawing
from variants.catalogue import shipped_source
from variants.notes import ShoreAnswer, ShoreKind
from variants.reader import read_variant
from variants.review import review
from variants.reviewed import DividedLand
from variants.shore_writing import with_shore
from variants.source import MemorySource
from variants.toml_edit import TomlEditError

PROVINCES = """
<path id="nor" d="M0,0 H400 V90 H0 Z"/><path id="sou" d="M0,210 H400 V300 H0 Z"/>
<path id="wes" d="M0,90 H100 V210 H0 Z"/><path id="lan" d="M100,90 H300 V210 H100 Z"/><path id="eas" d="M300,90 H400 V210 H300 Z"/>
"""
ONE = """format = 1
id = "strip"
name = "Strip"
victory = 2

[calendar]
start = "S1901M"

[maps.main]
name = "Strip"
file = "board.svg"

[powers.RED]
name = "Red"
fill = "#aa3333"
unit = "#771111"
home = ["WES"]
start = ["A WES"]

[powers.BLUE]
name = "Blue"
fill = "#3333aa"
unit = "#111177"
home = ["LAN"]
start = ["F LAN"]

[provinces.NOR]
name = "North"
terrain = "sea"
fleet = ["LAN"]

[provinces.SOU]
name = "South"
terrain = "sea"
fleet = ["LAN"]

# The land in the middle.
[provinces.LAN]
name = "Land"
terrain = "coastal"
centre = true
army = ["WES", "EAS"]
fleet = ["NOR", "SOU"]

[provinces.WES]
name = "West"
terrain = "inland"
centre = true
army = ["LAN"]

[provinces.EAS]
name = "East"
terrain = "inland"
army = ["LAN"]
"""


def lands(text: str) -> tuple[DividedLand, ...]:
    files = {"variant.toml": text.encode(), "board.svg": drawing(PROVINCES, "").encode()}
    return review(MemorySource("board.svg", files), shipped_source).lands


def answered(text: str, kind: ShoreKind) -> str:
    (land,) = lands(text)
    return with_shore(text.encode(), land, ShoreAnswer("LAN", kind, "Ships pass there")).decode()


def variant(text: str) -> Variant:
    return read_variant(MemorySource("strip", {"variant.toml": text.encode(), "board.svg": b""}), shipped_source).variant


def fleet_steps(text: str) -> set[tuple[str, str]]:
    return {(str(edge.origin), str(edge.target)) for edge in variant(text).board.edges if "F" in edge.kinds}


def test_the_drawing_says_which_land_lies_between_two_waters_and_what_it_looks_like() -> None:
    (land,) = lands(ONE)
    assert (land.code, land.waters, land.looks_like, land.present) == ("LAN", ("NOR", "SOU"), ShoreKind.COASTS, ShoreKind.CANAL)
    assert land.coasts == (("NC", ("NOR",)), ("SC", ("SOU",)))


def test_its_shores_become_coasts_with_every_step_both_ways() -> None:
    text = answered(ONE.replace('start = ["F LAN"]', 'start = ["A LAN"]'), ShoreKind.COASTS)
    assert fleet_steps(text) == {("LAN/NC", "NOR"), ("NOR", "LAN/NC"), ("LAN/SC", "SOU"), ("SOU", "LAN/SC")}
    (land,) = lands(text)
    assert land.present is ShoreKind.COASTS
    assert land.answer == ShoreAnswer("LAN", ShoreKind.COASTS, "Ships pass there")
    assert "# The land in the middle.\n[provinces.LAN]" in text


@pytest.mark.slow
def test_coasts_become_one_again_and_fleets_at_the_start_stand_on_it() -> None:
    split = answered(ONE.replace('start = ["F LAN"]', 'start = ["F LAN/NC"]'), ShoreKind.COASTS)
    text = answered(split, ShoreKind.STRAIT)
    assert fleet_steps(text) == fleet_steps(ONE)
    assert Location("LAN") in {unit.location for unit in variant(text).start.units}
    (land,) = lands(text)
    assert land.present is ShoreKind.STRAIT
    assert text.count("[[shores]]") == 1, "an earlier answer is replaced"


@pytest.mark.slow
def test_between_canal_and_strait_only_the_answer_changes() -> None:
    text = answered(ONE, ShoreKind.CANAL)
    assert text.startswith(ONE.rstrip())
    assert 'is = "canal"' in text.removeprefix(ONE.rstrip())


def test_a_step_of_which_the_drawing_tells_no_coast_goes_to_each_and_is_not_lost() -> None:
    text = ONE.replace('fleet = ["NOR", "SOU"]', 'fleet = ["NOR", "SOU", "FAR"]').replace('start = ["F LAN"]', 'start = ["A LAN"]')
    text += '\n[provinces.FAR]\nname = "Far"\nterrain = "sea"\nfleet = ["LAN"]\n'
    (land,) = lands(ONE)
    found = fleet_steps(with_shore(text.encode(), land, ShoreAnswer("LAN", ShoreKind.COASTS, "")).decode())
    assert {("LAN/NC", "FAR"), ("LAN/SC", "FAR"), ("FAR", "LAN/NC"), ("FAR", "LAN/SC")} <= found


def test_a_land_that_stands_in_another_file_is_refused() -> None:
    (land,) = lands(ONE)
    with pytest.raises(TomlEditError, match="LAN does not stand in this file"):
        with_shore(b'format = 1\nid = "x"\nextends = "strip"\n', land, ShoreAnswer("LAN", ShoreKind.CANAL, ""))
