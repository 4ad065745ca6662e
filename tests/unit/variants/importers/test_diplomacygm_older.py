"""The older shape of DiplomacyGM's boards: layers by id, names that are written in shapes, pieces of seas, chaos."""

from __future__ import annotations

import json

import pytest

from adjudicator.board import Terrain
from adjudicator.variant import BuildPolicy
from tests.unit.variants.importers.test_diplomacygm import CONFIG, SVG, result_of, shape
from variants import VariantFolder, load
from variants.compile import compile_board
from variants.importers import Imported, import_board
from variants.source import MemorySource

OLDER = {
    "name": "Small world",
    "file": "assets/world.svg",
    "svg config": {
        "year": -430,
        "land_layer": "layer1",
        "sea_borders": "layer2",
        "island_borders": "layer3",
        "supply_center_icons": "g4",
        "starting_units": "g5",
        "army": "layer6",
        "fleet": "g7",
        "neutral": {"standard": "f5deb3"},
        "border_margin_hint": "1",
    },
    "adju flags": ["no coring", "odd flag"],
    "overrides": {"provinces": {"Cape": {"coasts": {"nc": ["Ocean"], "sc": ["Lagoon"]}}}},
    "players": CONFIG["players"],
}


def without_labels(svg: str = SVG) -> str:
    """The drawing with layers that only their ids tell, some inside of a group."""
    names = ("Region Colors", "Sea Adjacencies", "Island Adjacencies")
    for number, name in enumerate(names, start=1):
        svg = svg.replace(f'<g inkscape:label="{name}">', f'<g id="layer{number}" inkscape:label="Layer {number}">')
    svg = svg.replace('<g inkscape:label="SC Markers">', '<g inkscape:label="marks" transform="translate(0,0)"><g id="g4">')
    svg = svg.replace('</g>\n<g inkscape:label="Units">', '</g></g>\n<g id="g5">')
    return svg.replace('<g inkscape:label="Army Locations">', '<g id="layer6">').replace(
        '<g inkscape:label="Fleet Locations"', '<g id="g7" inkscape:label="x"'
    )


def older(config: object = OLDER, svg: str | None = None) -> Imported:
    files = {
        "config/small.json": json.dumps(config).encode(),
        "assets/world.svg": (svg or without_labels()).encode(),
        "config/z.json": b"{}",
    }
    (found,) = import_board(MemorySource("bot", files), "config/small.json").variants
    return found


def steps(folder: VariantFolder) -> set[str]:
    return {f"{kind} {edge.origin} - {edge.target}" for edge in folder.variant.board.edges for kind in edge.kinds}


def test_a_configuration_of_any_name_finds_its_drawing_and_its_layers_by_id() -> None:
    found = older()
    variant = load(found.source).variant
    assert {place.name for place in variant.board.provinces.values()} == {"North Land", "Hill", "Cape", "Waste", "Ocean", "Lagoon", "Isle"}
    assert variant.board.provinces["OCE"].terrain is Terrain.SEA
    assert str(variant.start.phase) == "S-0430M"
    assert [str(unit) for unit in variant.start.units] == ["BLUE F CAP/NC", "RED A NOR"]
    assert variant.start.owners["NOR"] == "RED"
    made = compile_board(found.files["board.svg"], variant.board, names=False).board
    assert made is not None
    assert made.provinces["CAP"].units["NC"] == (85.0, 115.0)
    assert any("the flag 'odd flag' has no counterpart" in line.what for line in found.report)


def test_coasts_with_seas_alone_lead_along_the_shore_as_well() -> None:
    found = steps(load(older().source))
    assert {"F CAP/NC - OCE", "F CAP/NC - NOR", "F NOR - CAP/NC", "F CAP/SC - LAG"} <= found
    assert "F CAP/SC - NOR" not in found
    told = [line.what for line in older().report]
    assert "the coast nc of Cape lists seas alone: the lands along its shore are found from the drawing: North Land" in told


def test_a_file_that_is_no_configuration_is_reported() -> None:
    result = import_board(MemorySource("bot", {"config/z.json": b"{}"}), "config/z.json")
    assert [fault.what for fault in result.errors] == ["this is no configuration of DiplomacyGM"]


def test_a_step_is_taken_from_the_coast_that_is_named() -> None:
    config = json.loads(json.dumps(CONFIG))
    config["overrides"]["provinces"]["Cape"]["coasts"] = {"nc": ["Ocean", "North Land"], "sc": ["Ocean", "North Land"]}
    config["overrides"]["provinces"]["North Land"]["remove_adjacent_coasts"] = ["Cape sc"]
    found = steps(load(result_of(config).variants[0].source))
    assert {"F NRT - CAP/NC", "F CAP/NC - NRT", "A NRT - CAP", "F OCE - CAP/SC"} <= found
    assert not found & {"F NRT - CAP/SC", "F CAP/SC - NRT"}


def test_a_shape_without_a_label_has_the_name_that_is_written_in_it() -> None:
    svg = SVG.replace('<rect inkscape:label="Hill"', "<rect ").replace(
        "</svg>",
        '<g inkscape:label="Titles"><text transform="translate(100,0)" x="20" y="30"><tspan>Hi</tspan><tspan>ll</tspan></text></g></svg>',
    )
    found = result_of(CONFIG, svg).variants[0]
    assert "Hi ll" in {place.name for place in load(found.source).variant.board.provinces.values()}
    assert any(line.what == "a shape has no label: it is Hi ll, which is written in it" for line in found.report)


def test_marks_and_units_without_labels_belong_where_they_lie() -> None:
    svg = SVG.replace('<g inkscape:label="North Land"><circle', "<g><circle").replace(
        '<g inkscape:label="North Land"><path d="M0,0L5,0L5,5Z"', '<g><path d="M30,30L35,30L35,35Z"'
    )
    variant = load(result_of(CONFIG, svg).variants[0].source).variant
    assert "NRT" in variant.board.centres
    assert "RED A NRT" in map(str, variant.start.units)


def test_a_unit_may_be_labelled_with_its_kind() -> None:
    svg = SVG.replace(
        '<g inkscape:label="Cape (nc)"><path d="M0,0L5,0L5,5Z" sodipodi:sides="3"', '<g inkscape:label="F Cape nc"><path d="M0,0L5,0L5,5Z"'
    )
    assert "BLUE F CAP/NC" in map(str, load(result_of(CONFIG, svg).variants[0].source).variant.start.units)


@pytest.mark.slow
def test_a_high_sea_has_pieces_that_all_touch_and_lie_on_the_board() -> None:
    config = json.loads(json.dumps(CONFIG))
    config["overrides"]["high provinces"] = {
        "High Sea": {"num": 2, "type": "SEA", "adjacencies": ["Ocean", "Isle", "Deep"]},
        "Deep": {"num": 1, "type": "SEA", "adjacencies": ["High Sea"]},
        "Bad": {"num": 0, "type": "SEA"},
    }
    found = result_of(config).variants[0]
    folder = load(found.source)
    names = {place.name: code for code, place in folder.variant.board.provinces.items()}
    first, second, deep = names["High Sea1"], names["High Sea2"], names["Deep1"]
    assert {f"F {first} - {second}", f"F OCE - {second}", f"F ISL - {first}", f"F {deep} - {first}", f"F {second} - {deep}"} <= steps(
        folder
    )
    assert f"A ISL - {first}" not in steps(folder)
    made = compile_board(found.files["board.svg"], folder.variant.board, names=False).board
    assert made is not None
    assert {first, second, deep} <= set(made.provinces)
    assert any("the high province 'Bad' has no number or no type" in line.what for line in found.report)


@pytest.mark.slow
def test_chaos_is_a_power_for_each_centre_and_begins_with_builds() -> None:
    config = {**CONFIG, "players": "chaos", "build_options": "control"}
    del config["first_season"]
    variant = load(result_of(config).variants[0].source).variant
    assert list(variant.powers) == ["NORTH_LAND", "CAPE"]
    assert dict(variant.start.owners) == {"NRT": "NORTH_LAND", "CAP": "CAPE"}
    assert (str(variant.start.phase), variant.builds) == ("W1905A", BuildPolicy.ANY_OWNED)


def test_a_layer_may_be_found_by_both_its_label_and_its_id() -> None:
    config = json.loads(json.dumps(CONFIG))
    config["svg config"]["land_layer"] = "both"
    svg = SVG.replace('<g inkscape:label="Region Colors">', '<g id="both" inkscape:label="Region Colors">')
    assert not [line for line in result_of(config, svg).variants[0].report if "drawn twice" in line.what]
    extra = SVG.replace("</svg>", f'<g id="far"><g>{shape("Far", 300, 0, 50, 60)}</g></g></svg>')
    config["svg config"]["land_layer"] = "far"
    assert "Far" in {place.name for place in load(result_of(config, extra).variants[0].source).variant.board.provinces.values()}
