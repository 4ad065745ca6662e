"""Neighbours read off a drawing and written into a variant's file, which keeps what it says already."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import variants
from tests.unit.variants.compile.small_drawings import drawing
from variants import MemorySource
from variants.catalogue import shipped_drawing
from variants.compile.fill_in import fill_in, stated_terrains
from variants.compile.neighbours import propose
from variants.notes import BorderAnswer, Reply
from variants.toml_text import read_toml

EXAMPLE = Path(__file__).resolve().parents[4] / "docs" / "examples" / "two-shores"
LISTS = re.compile(r"(?m)^(army|fleet) = .*\n")
COASTS = re.compile(r"(?m)^\[provinces\.\w+\.coasts\.\w+\]\n")


def filled(text: str, svg: bytes) -> str:
    content = text.encode()
    proposal = propose(svg, stated_terrains(read_toml("variant.toml", content)))
    assert not [fault for fault in proposal.faults if fault.severity is variants.Severity.ERROR]
    return fill_in("variant.toml", content, proposal.provinces).text


def test_the_lists_of_the_example_are_those_of_its_drawing() -> None:
    whole = (EXAMPLE / "variant.toml").read_text(encoding="utf-8")
    svg = (EXAMPLE / "sound.svg").read_bytes()
    bare = COASTS.sub("", LISTS.sub("", whole))
    assert "army = [" not in bare
    again = filled(bare, svg)
    made = variants.load(MemorySource("again", {"variant.toml": again.encode(), "sound.svg": svg}))
    meant = variants.load(MemorySource("meant", {"variant.toml": whole.encode(), "sound.svg": svg}))
    assert {str(edge) for edge in made.variant.board.edges} == {str(edge) for edge in meant.variant.board.edges}
    assert "# The narrows: armies may cross" in again


@pytest.mark.slow
def test_the_neighbours_of_europe_are_read_off_its_drawing() -> None:
    board = variants.standard().board
    found = propose(shipped_drawing("standard"), {code: each.terrain for code, each in board.provinces.items()}).provinces
    armies = {(code, target) for code, each in found.items() for target in each.army}
    assert armies == {(str(edge.origin), str(edge.target)) for edge in board.edges if "A" in edge.kinds}
    fleets = {
        (f"{code}/{coast}" if coast else code, target)
        for code, each in found.items()
        for coast, targets in each.fleet.items()
        for target in targets
    }
    assert fleets == {(str(edge.origin), str(edge.target)) for edge in board.edges if "F" in edge.kinds}


def test_what_the_file_says_already_stays_to_the_letter() -> None:
    whole = (EXAMPLE / "variant.toml").read_text(encoding="utf-8")
    assert filled(whole, (EXAMPLE / "sound.svg").read_bytes()) == whole


def test_provinces_that_the_file_lacks_are_written_with_terrain_and_centre() -> None:
    start = 'format = 1\nid = "isle"\nname = "Isle"\n'
    written = filled(start, drawing().encode())
    assert written.startswith(start)
    assert '[provinces.EAS]\nname = "Eas"\nterrain = "coastal"\ncentre = true\narmy = ["WES"]\n[provinces.EAS.coasts.NC]' in written
    assert '[provinces.WES.coasts.NC]\nfleet = ["EAS/NC", "SEA"]' in written
    assert '[provinces.SEA]\nname = "Sea"\nterrain = "sea"\nfleet = ["EAS/NC", "WES/NC"]' in written


def test_land_of_which_nothing_more_is_said_has_a_shore_where_it_touches_a_sea() -> None:
    provinces = """
      <path id="sea" data-type="sea" d="M0,0 H400 V100 H0 Z"/>
      <path id="mid" data-type="land" d="M0,100 H400 V200 H0 Z"/>
      <path id="sou" d="M0,200 H400 V300 H0 Z"/>
    """
    found = propose(drawing(provinces, "").encode(), {}).provinces
    assert {code: each.terrain.value for code, each in found.items()} == {"SEA": "sea", "MID": "coastal", "SOU": "inland"}
    assert found["SOU"].army == ("MID",)
    assert not found["SOU"].fleet


def test_a_terrain_in_the_file_stands_over_the_drawing() -> None:
    start = 'format = 1\nid = "isle"\nname = "Isle"\n\n[provinces.BAY]  # a marsh\nname = "Bay"\nterrain = "inland"\n'
    written = filled(start, drawing().encode())
    assert '[provinces.BAY]  # a marsh\nname = "Bay"\nterrain = "inland"\narmy = ["EAS", "WES"]\n' in written


def test_a_drawing_that_cannot_be_read_proposes_nothing_and_says_why() -> None:
    proposal = propose(b"<svg", {})
    assert not proposal.provinces
    assert proposal.faults


def test_borders_are_as_the_file_answers() -> None:
    whole = propose(drawing().encode(), {}).provinces
    assert "EAS" in whole["WES"].army
    cut = {
        ("EAS", "WES"): BorderAnswer(("EAS", "WES"), Reply.CUT, "a wall"),
        ("BAY", "SEA"): BorderAnswer(("BAY", "SEA"), Reply.BRIDGE, "a canal"),
    }
    found = propose(drawing().encode(), {}, answers=cut).provinces
    assert found["WES"].army == ()
    assert "SEA" in found["BAY"].fleet[""]
