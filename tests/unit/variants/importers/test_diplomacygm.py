"""A small folder of DiplomacyGM: layers are terrain, colours are owners, what touches is found from the shapes."""

from __future__ import annotations

import json

import pytest
import shapely

from adjudicator.board import Terrain
from adjudicator.variant import BuildPolicy
from app.library.board_imports import BoardJudge
from tests.quick import one_by_one
from variants import VariantFolder, load
from variants.compile import compile_board
from variants.compiled import CompiledBoard, DecorationKind
from variants.importers import ImportResult, import_board
from variants.source import MemorySource

CONFIG = {
    "name": "Small world",
    "file": "world.svg",
    "svg config": {"border_margin_hint": 1, "impassable": "a69f8f", "neutral": "f5deb3"},
    "year": 1905,
    "first_season": "Winter",
    "build_options": "anywhere",
    "victory_count": 2,
    "transformation": "moves",
    "abbreviations": {"nrt": "North Land", "nol": "North Land", "oce": "Ocean"},
    "overrides": {
        "provinces": {
            "Cape": {"coasts": {"nc": ["Ocean", "North Land"], "sc": ["Lagoon", "Nowhere"]}},
            "North Land": {"remove_adjacencies": ["Hill"], "adjacencies": ["Isle"]},
            "Atlantis": {},
        }
    },
    "players": {"Red": {"color": "ff0000"}, "Blue": {"color": {"standard": "0000ff"}}, "Gone": {"color": "00ff00", "disabled": "true"}},
}


def shape(name: str, x: int, y: int, width: int, height: int, fill: str = "f5deb3") -> str:
    return f'<rect inkscape:label="{name}" x="{x}" y="{y}" width="{width}" height="{height}" style="fill:#{fill};stroke:#000"/>'


SVG = f"""<svg viewBox="0 0 400 300" xmlns:inkscape="i" xmlns:sodipodi="s" xmlns="http://www.w3.org/2000/svg">
<g inkscape:label="Region Colors">
  {shape("North Land", 0, 0, 100, 100, "ff0000")}{shape("Hill", 100, 0, 100, 60)}{shape("Cape", 0, 100, 100, 100, "0000FF")}
  {shape("Waste", 200, 0, 100, 60, "a69f8f")}<rect x="390" y="0" width="5" height="5"/>
</g>
<g inkscape:label="Sea Adjacencies">{shape("Ocean", 100, 60, 300, 110)}{shape("Lagoon", 100, 170, 300, 130)}</g>
<g inkscape:label="Island Adjacencies">{shape("Isle", 250, 100, 40, 40)}</g>
<g inkscape:label="SC Markers">
  <g inkscape:label="North Land"><circle cx="20" cy="20" r="5" style="fill:none"/><circle cx="20" cy="20" r="3" style="fill:#ff0000"/></g>
  <g inkscape:label="Cape"><circle cx="20" cy="180" r="3" style="fill:#ffffff"/></g>
  <g inkscape:label="Mars"><circle cx="20" cy="180" r="3"/></g>
</g>
<g inkscape:label="Units">
  <g inkscape:label="North Land"><path d="M0,0L5,0L5,5Z" sodipodi:sides="6" style="fill:#ff0000"/></g>
  <g inkscape:label="Cape (nc)"><path d="M0,0L5,0L5,5Z" sodipodi:sides="3" style="fill:#0000ff"/></g>
</g>
<g inkscape:label="Army Locations"><g inkscape:label="Cape"><path d="M40,140L60,140L50,160Z"/></g></g>
<g inkscape:label="Fleet Locations" transform="translate(10,0)">
  <g inkscape:label="Cape nc"><path d="M70,110L80,110L80,120L70,120Z"/></g>
</g>
</svg>"""


def result_of(config: object = CONFIG, svg: str = SVG) -> ImportResult:
    text = config if isinstance(config, str) else json.dumps(config)
    return import_board(MemorySource("world", {"world/config.json": text.encode(), "world/world.svg": svg.encode()}))


@pytest.fixture(scope="module")
def result() -> ImportResult:
    return result_of()


@pytest.fixture(scope="module")
def folder(result: ImportResult) -> VariantFolder:
    return load(result.variants[0].source)


def steps(folder: VariantFolder) -> set[str]:
    return {f"{kind} {edge.origin} - {edge.target}" for edge in folder.variant.board.edges for kind in edge.kinds}


def test_layers_and_colours_say_what_a_province_is(folder: VariantFolder) -> None:
    provinces = folder.variant.board.provinces
    assert {place.name: (code, place.terrain) for code, place in provinces.items()} == {
        "North Land": ("NRT", Terrain.COASTAL),
        "Hill": ("HIL", Terrain.COASTAL),
        "Cape": ("CAP", Terrain.COASTAL),
        "Waste": ("WAS", Terrain.IMPASSABLE),
        "Ocean": ("OCE", Terrain.SEA),
        "Lagoon": ("LAG", Terrain.SEA),
        "Isle": ("ISL", Terrain.COASTAL),
    }
    assert provinces["NRT"].aliases == ("NOL",)
    assert provinces["CAP"].coasts == ("NC", "SC")


def test_what_touches_is_joined_and_corrected_by_the_configuration(folder: VariantFolder) -> None:
    found = steps(folder)
    assert {"A NRT - CAP", "F CAP/NC - NRT", "F CAP/NC - OCE", "F LAG - CAP/SC", "F OCE - LAG", "F ISL - OCE", "A NRT - ISL"} <= found
    assert not [step for step in found if "HIL" in step and "NRT" in step]
    assert not [step for step in found if "WAS" in step]
    assert "F CAP/NC - LAG" not in found


def test_owners_cores_units_and_rules(folder: VariantFolder) -> None:
    variant = folder.variant
    assert list(variant.powers) == ["RED", "BLUE"]
    assert dict(variant.start.owners) == {"NRT": "RED", "CAP": "BLUE"}
    assert (variant.board.provinces["NRT"].home, variant.board.provinces["CAP"].home) == ("RED", None)
    assert [str(unit) for unit in variant.start.units] == ["BLUE F CAP/NC", "RED A NRT"]
    assert (str(variant.start.phase), variant.victory, variant.builds) == ("W1905A", 2, BuildPolicy.ANY_OWNED)
    assert folder.styles["RED"].unit == "#FF0000"


def test_the_drawing_compiles_with_the_authors_places(result: ImportResult, folder: VariantFolder) -> None:
    made = compile_board(result.variants[0].files["board.svg"], folder.variant.board, names=False)
    assert made.board is not None
    assert made.board.provinces["CAP"].units["NC"] == (85.0, 115.0)
    assert made.board.provinces["CAP"].units[""] == (50.0, 150.0)


def test_every_repair_is_a_line_of_the_report(result: ImportResult) -> None:
    report = "\n".join(map(str, result.variants[0].report))
    for part in (
        "a shape has no label: shown as land out of play",
        "an override for an unknown province 'Atlantis': left out",
        "the coast sc of Cape leads to an unknown place 'Nowhere': left out",
        "a supply centre in an unknown province 'Mars': left out",
        "world/config.json: transformation has no counterpart here: left out",
    ):
        assert part in report


def test_a_folder_below_changes_the_one_above() -> None:
    child = {"year": 2001, "players": {"Red": {"disabled": "true"}}, "victory_count": 1}
    files = {
        "world/config.json": json.dumps(CONFIG).encode(),
        "world/world.svg": SVG.encode(),
        "world/world.2/config.json": json.dumps(child).encode(),
    }
    result = import_board(MemorySource("x", files), "world/world.2/config.json")
    variant = load(result.variants[0].source).variant
    assert (variant.start.phase.year, list(variant.powers), variant.victory) == (2001, ["BLUE"], 1)


@one_by_one(
    ("config", "part"),
    [
        ("", "no JSON"),
        ("[1]", "no table"),
        ("{" * 100, "no JSON"),
        ("[" * 200_000, "no JSON"),
        ('{"file": "../../etc/passwd"}', ""),
        ("{}", ""),
        ('{"players": 7, "overrides": [], "abbreviations": "x", "year": "soon", "svg config": null}', ""),
        ('{"year": 1e999}', ""),
    ],
)
def test_a_bad_configuration_ends_in_a_report(config: str, part: str) -> None:
    result = result_of(config)
    assert part in "\n".join(map(str, (*result.report, *(line for each in result.variants for line in each.report))))


@pytest.mark.parametrize("svg", ["", "<svg/>", '<svg viewBox="0 0 9 9"/>', "<a/>", SVG[:900]])
def test_a_bad_drawing_is_an_error(svg: str) -> None:
    assert result_of(svg=svg).errors


def brought_in(svg: str, **changed: object) -> tuple[VariantFolder, CompiledBoard, str]:
    """The folder, its compiled board, and its report."""
    config = json.dumps({**CONFIG, **changed}).encode()
    made = import_board(MemorySource("world", {"world/config.json": config, "world/world.svg": svg.encode()})).variants[0]
    read = load(made.source)
    compiled = compile_board(made.files["board.svg"], read.variant.board, names=False)
    assert compiled.board is not None, compiled.faults
    return read, compiled.board, "\n".join(map(str, made.report))


def test_land_out_of_play_is_hatched_land_and_no_sea() -> None:
    rocks = f'<g inkscape:label="Impassables">{shape("Rock", 320, 200, 40, 40, "a69f8f")}</g></svg>'
    _, board, _ = brought_in(SVG.replace("</svg>", rocks))
    spots = [
        shapely.Polygon(polygon[0]).centroid
        for each in board.decorations
        if each.kind is DecorationKind.IMPASSABLE
        for polygon in each.polygons
    ]
    assert {(round(spot.x), round(spot.y)) for spot in spots} >= {(340, 220), (392, 2)}, "its own layer, and land without a label"


def test_a_coast_drawn_as_a_shape_of_its_own_is_merged_with_its_province_by_name() -> None:
    twice = SVG.replace("</g>", shape("north-land", 0, 0, 100, 100) + shape("Cape (nc)", 0, 100, 100, 40) + "</g>", 1)
    read, board, report = brought_in(twice)
    assert sorted(each.name for each in read.variant.board.provinces.values()) == [
        *("Cape", "Hill", "Isle", "Lagoon", "North Land", "Ocean", "Waste"),
    ]
    assert "Cape (nc) lies on Cape: they are one province" in report
    assert set(board.provinces) == {"CAP", "HIL", "ISL", "LAG", "NRT", "OCE"}


def test_provinces_with_the_same_shape_and_other_names_are_told_apart() -> None:
    twin = SVG.replace("</g>", shape("Moor", 100, 0, 100, 60) + "</g>", 1)
    _, board, report = brought_in(twin)
    assert "HIL and MOO are drawn exactly on one another: their shape is divided between them" in report
    assert all(shapely.Polygon(board.provinces[code].polygons[0][0]).area > 2_500 for code in ("HIL", "MOO"))


def test_a_province_without_a_shape_goes_beside_its_neighbours() -> None:
    high = {"Upper": {"num": 2, "type": "SEA", "adjacencies": ["Lagoon", "Ocean"]}}
    overrides = {**CONFIG["overrides"], "high provinces": high}  # type: ignore[dict-item]
    _, board, report = brought_in(SVG, overrides=overrides)
    assert "(Upper1) has no shape on the page: a disc is drawn for it beside its neighbours" in report
    for code in [code for code, each in board.provinces.items() if code.startswith("UP")]:
        left, top, right, bottom = board.provinces[code].bounds
        assert 90 < (left + right) / 2 < 400, "in the water, not in a row along the top"
        assert 90 < (top + bottom) / 2 < 290


def test_centres_and_units_outside_of_their_provinces_are_found_again() -> None:
    moved = SVG.replace('cx="20" cy="20"', 'cx="0" cy="0"').replace('cx="20" cy="180"', 'cx="0" cy="0"')
    _, board, report = brought_in(moved)
    assert "the places of centres in NRT, CAP lie outside of their shapes: others are found" in report
    for code in ("NRT", "CAP"):
        supply = board.provinces[code].supply
        left, top, right, bottom = board.provinces[code].bounds
        assert supply is not None
        assert left < supply[0] < right
        assert top < supply[1] < bottom


def test_colours_of_the_configuration_are_taken_only_where_they_can_be_told_apart() -> None:
    players = {"Red": {"color": "ff0000"}, "Blue": {"color": "f40404"}}
    read, _, report = brought_in(SVG, players=players)
    assert "colours of the source: Red and Blue look alike: all powers have colours of the palette" in report
    assert read.styles["RED"].unit != "#FF0000"


def test_homes_of_powers_with_one_colour_are_an_obstacle_that_is_said_first() -> None:
    config = {**CONFIG, "players": {"Red": {"color": "ff0000"}, "Ruby": {"color": "ff0000"}, "Blue": {"color": "0000ff"}}}
    result = import_board(MemorySource("world", {"config.json": json.dumps(config).encode(), "world.svg": SVG.encode()}))
    verdict = BoardJudge().judge(result.variants[0])
    assert verdict.headline.startswith("not yet: config.json: Red, Ruby have one colour, #FF0000, in the source: NRT can be any of theirs")
