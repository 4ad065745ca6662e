"""A land between two waters: two coasts, a canal, or the strait into a closed sea; and the places of coasts that are not drawn."""

from __future__ import annotations

from adjudicator.board import Terrain
from tests.unit.variants.compile.small_drawings import compiled, drawing, island
from variants.compile.neighbours import Proposal, propose
from variants.notes import ShoreKind

TYPES = {"LAN": Terrain.COASTAL, "EAS": Terrain.INLAND, "WES": Terrain.INLAND, "NOR": Terrain.SEA, "SOU": Terrain.SEA}


def between(neck: int) -> Proposal:
    """A land in the middle, *neck* wide between a northern and a southern sea, with a land on either side."""
    top, bottom = 150 - neck // 2, 150 + neck // 2
    provinces = f"""
      <path id="nor" d="M0,0 H400 V{top} H0 Z"/><path id="sou" d="M0,{bottom} H400 V300 H0 Z"/>
      <path id="wes" d="M0,{top} H100 V{bottom} H0 Z"/><path id="lan" d="M100,{top} H300 V{bottom} H100 Z"/>
      <path id="eas" d="M300,{top} H400 V{bottom} H300 Z"/>
    """
    return propose(drawing(provinces, "").encode(), TYPES)


def test_a_broad_land_between_two_waters_has_two_coasts_named_by_compass() -> None:
    found = between(120)
    lan = found.provinces["LAN"]
    (shore,) = found.shores
    assert shore.kind is ShoreKind.COASTS
    assert {coast.name: coast.waters for coast in shore.coasts} == {"NC": ("NOR",), "SC": ("SOU",)}
    assert lan.fleet == {"NC": ("NOR",), "SC": ("SOU",)}
    assert 115 < shore.neck <= 120


def test_a_land_that_is_narrower_than_its_units_is_a_canal_with_one_coast() -> None:
    found = between(10)
    (shore,) = found.shores
    assert shore.kind is ShoreKind.CANAL
    assert found.provinces["LAN"].fleet == {"": ("NOR", "SOU")}


def test_the_narrowest_way_into_a_closed_water_is_a_strait() -> None:
    found = between(40)
    (shore,) = found.shores
    assert shore.kind is ShoreKind.STRAIT
    assert found.provinces["LAN"].fleet == {"": ("NOR", "SOU")}


def test_coasts_that_the_file_names_are_found_whatever_the_shapes_suggest() -> None:
    neck = 10
    top, bottom = 150 - neck // 2, 150 + neck // 2
    provinces = f"""
      <path id="nor" d="M0,0 H400 V{top} H0 Z"/><path id="sou" d="M0,{bottom} H400 V300 H0 Z"/>
      <path id="lan" d="M0,{top} H400 V{bottom} H0 Z"/>
    """
    found = propose(drawing(provinces, "").encode(), TYPES, coasts={"LAN": ("NC", "SC")}).provinces["LAN"]
    assert found.fleet == {"NC": ("NOR",), "SC": ("SOU",)}


def test_an_island_beside_the_land_is_no_coast_of_its_own() -> None:
    provinces = """
      <path id="nor" d="M0,0 H400 V150 H0 Z"/><path id="lan" d="M0,150 H400 V300 H0 Z M180,20 H220 V60 H180 Z"/>
    """
    found = propose(drawing(provinces, "").encode(), TYPES)
    assert found.shores == ()
    assert found.provinces["LAN"].fleet == {"": ("NOR",)}


def test_a_coast_that_is_not_drawn_has_its_place_beside_the_seas_of_its_list() -> None:
    made = compiled(drawing(more=""), island()).board
    assert made is not None
    units = made.provinces["WES"].units
    assert units["NC"][1] < 135
    assert units["SC"][1] > 165
