"""Boards of diplicity: its JSON with the dSVG beside it, and files of its Variant Creator."""

from __future__ import annotations

import json

import pytest

from adjudicator.board import Board, Terrain
from app.library.board_imports import BoardJudge
from tests.shared_data import shared_folder
from variants import VariantFolder
from variants.catalogue import shipped_source, standard
from variants.compile import compile_board
from variants.compiled import DecorationKind
from variants.importers import import_board
from variants.reader import read_anyway, read_with_faults
from variants.source import FolderSource, MemorySource


def place(word: str, kind: str, *, centre: bool = False, parent: str = "") -> dict[str, object]:
    return {"id": word, "name": word.title(), "type": kind, "supply_center": centre} | ({"parent": parent} if parent else {})


SERVED = {
    "id": "strip",
    "name": "Strip",
    "nations": [{"name": "Red", "color": "#F44336"}, {"name": "Blue", "color": "#2196F3"}],
    "provinces": [
        place("wes", "sea"), place("mid", "land", centre=True), place("mid/nc", "named_coast", parent="mid"),
        place("mid/sc", "named_coast", parent="mid"), place("eas", "coastal", centre=True), place("hil", "land"),
    ],
    "initial_phase": {"season": "Spring", "year": 1950, "type": "Movement"},
    "initial_units": [{"type": "Fleet", "nation": "Red", "province": "mid/nc"}, {"type": "Army", "nation": "Blue", "province": "eas"}],
    "initial_supply_centers": [{"nation": "Red", "province": "mid"}, {"nation": "Blue", "province": "eas"}],
}  # fmt: skip
DSVG = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300">
<g id="background"><rect width="400" height="300" fill="#9cf"/></g>
<g id="provinces" style="display:none"><path id="wes" d="M0,0 H400 V60 H100 V240 H400 V300 H0 Z"/>
<path id="mid" d="M100,60 H200 V240 H100 Z"/>
<path id="eas" d="M200,60 H300 V240 H200 Z"/><path id="hil" d="M300,60 H400 V240 H300 Z"/></g>
<g id="named-coasts"><path id="mid/nc" d="M100,60 H200 V120 H100 Z"/><path id="mid/sc" d="M100,180 H200 V240 H100 Z"/></g>
<g id="unit-positions"><circle id="mid" cx="150" cy="150" r="4"/></g><g id="province-names"/></svg>"""


def board(files: dict[str, str], name: str) -> VariantFolder:
    result = import_board(MemorySource("strip", {key: text.encode() for key, text in files.items()}), name)
    assert result.errors == (), result.errors
    found = BoardJudge().judge(result.variants[0]).folder
    assert found is not None
    return found


def steps(found: Board, renamed: dict[str, str] | None = None) -> set[tuple[str, str, str]]:
    def word(end: object) -> str:
        code, slash, coast = str(end).partition("/")
        return (renamed or {}).get(code, code) + slash + coast

    return {(kind, word(edge.origin), word(edge.target)) for edge in found.edges for kind in edge.kinds}


def test_borders_are_those_of_the_drawing_coast_by_coast() -> None:
    found = board({"strip.json": json.dumps(SERVED), "strip.d.svg": DSVG}, "strip.json").variant
    assert found.board.provinces["MID"].terrain is Terrain.COASTAL
    assert found.board.provinces["MID"].coasts == ("NC", "SC")
    assert ("F", "MID/NC", "WES") in steps(found.board)
    assert ("A", "MID", "EAS") in steps(found.board)
    assert not any(kind == "F" and "HIL" in (one, other) for kind, one, other in steps(found.board))
    assert sorted(map(str, found.start.units)) == ["BLUE A EAS", "RED F MID/NC"]
    assert str(found.start.phase) == "S1950M"


def test_without_its_drawing_it_says_which_file_is_missing() -> None:
    result = import_board(MemorySource("strip", {"strip.json": json.dumps(SERVED).encode()}), "strip.json")
    assert "its dSVG, such as strip.d.svg" in str(result.errors[0])


def test_a_file_of_the_variant_creator_has_its_shapes_and_neighbours_in_itself() -> None:
    def made_place(word: str, kind: str, left: int, near: list[str], nation: str | None = None, unit: str = "") -> dict[str, object]:
        data = f"M{left},0 H{left + 100} V100 H{left} Z"
        start = {"type": unit} if unit else None
        return {"id": word, "name": word.title(), "type": kind, "path": data, "homeNation": nation, "supplyCenter": nation is not None,
                "startingUnit": start, "adjacencies": near}  # fmt: skip

    made = {
        "name": "Two", "soloVictorySCCount": 2, "dimensions": {"width": 300, "height": 100}, "namedCoasts": [],
        "nations": [{"id": "red", "name": "Red", "color": "#F44336"}, {"id": "blue", "name": "Blue", "color": "#2196F3"}],
        "provinces": [
            made_place("one", "coastal", 0, ["sea", "two"], "red", "Fleet"),
            made_place("two", "coastal", 200, ["sea", "one"], "blue", "Army"),
            made_place("sea", "sea", 100, ["one", "two"]),
        ],
    }  # fmt: skip
    found = board({"two.json": json.dumps(made)}, "two.json").variant
    assert ("A", "ONE", "TWO") in steps(found.board), "the list says so, though they do not touch"
    assert ("F", "ONE", "SEA") in steps(found.board)
    assert found.victory == 2
    assert {str(each) for each in found.start.units} == {"RED F ONE", "BLUE A TWO"}


@pytest.mark.parametrize("text", ['{"a": 1}', "[1, 2]", '{"provinces": [], "nations": [', "{" * 9000])
def test_json_that_is_no_board_is_refused_under_its_own_name(text: str) -> None:
    result = import_board(MemorySource("x", {"x.json": text.encode()}), "x.json")
    assert result.variants == ()
    (fault,) = result.report
    assert str(fault).startswith("x.json")
    assert "JSON" in str(fault)


@pytest.mark.interop
def test_the_classical_board_of_today_has_every_step_of_the_standard_board() -> None:
    source = FolderSource(shared_folder() / "boards" / "diplicity")
    made = import_board(source, "classical.json").variants[0]
    folder, _ = read_with_faults(made.source, shipped_source)
    assert folder is not None
    assert steps(folder.variant.board, {"NAT": "NAO", "NRG": "NWG", "MID": "MAO", "GOL": "LYO"}) == steps(standard().board)


MAP = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300">
<g id="background"><rect id="Sea" width="400" height="300" fill="#d4d1ad"/><path d="M100,60 H400 V240 H100 Z" fill="#f4d7b5"/></g>
<g id="provinces" style="display:none"><path id="wes" fill="#000" d="M0,0 H100 V300 H0 Z"/><path id="nor" d="M100,0 H400 V60 H100 Z"/>
<path id="sou" d="M100,240 H400 V300 H100 Z"/><path id="mid" d="M100,60 H200 V240 H100 Z"/>
<path id="eas" d="M200,60 H400 V240 H200 Z"/><path id="mid/nc" d="M100,60 H200 V120 H100 Z"/>
<path id="mid/sc" d="M100,180 H200 V240 H100 Z"/></g>
<g id="supply-centers"><path id="midCenter" d="M140,140 h4 v4 h-4 Z"/></g>
<g id="names"><text id="of-the-West" x="10" y="180">of the West</text><text id="Gulf" x="10" y="160">Gulf</text>
<text id="WES" x="10" y="90">WES</text>
<text id="NORTHERN-SEA" x="220" y="30">NORTHERN SEA</text><text id="t1" x="220" y="280">Southern Sea</text>
<text id="Middle" x="120" y="160">Middle</text><text id="Easting" x="260" y="160">Easting</text></g></svg>"""
IDS = {"of-the-West": "wes", "Gulf": "wes", "WES": "wes", "NORTHERN-SEA": "nor", "t1": "sou", "Middle": "mid", "Easting": "eas"}


@pytest.mark.parametrize(("ids", "drawing"), [("ids.json", "map.svg"), ("strip-ids.json", "strip-map.svg")])
def test_a_map_with_its_ids_comes_in_without_powers_and_says_so(ids: str, drawing: str) -> None:
    result = import_board(MemorySource("strip", {ids: json.dumps(IDS).encode(), drawing: MAP.encode()}), ids)
    (made,) = result.variants
    assert any("a map names no powers" in str(line) for line in made.report)
    board = read_anyway(made.source, shipped_source).folder
    assert board is not None
    assert str(BoardJudge().judge(made).lines[0]).startswith("variant.toml: there are no powers")
    found = board.variant.board
    assert {code: (each.name, each.terrain.value) for code, each in found.provinces.items()} == {
        "WES": ("Gulf of The West", "sea"), "NOR": ("Northern Sea", "sea"), "SOU": ("Southern Sea", "sea"),
        "MID": ("Middle", "coastal"), "EAS": ("Easting", "coastal"),
    }  # fmt: skip
    assert found.provinces["MID"].centre
    assert {("F", "MID/NC", "NOR"), ("F", "MID/SC", "SOU"), ("A", "MID", "EAS")} <= steps(found)


@pytest.mark.parametrize("ids", ["[1]", '{"a": 1}', "{"])
def test_ids_of_a_map_that_are_none_are_refused(ids: str) -> None:
    result = import_board(MemorySource("strip", {"ids.json": ids.encode(), "map.svg": MAP.encode()}), "ids.json")
    assert result.variants == ()
    assert str(result.report[0]).startswith("ids.json")


@pytest.mark.slow
@pytest.mark.interop
def test_the_map_of_hundred_has_every_step_that_the_service_has() -> None:
    source = FolderSource(shared_folder() / "boards" / "diplicity")
    one, other = (
        read_anyway(import_board(source, name).variants[0].source, shipped_source).folder
        for name in ("hundred-maps-ids.json", "hundred.json")
    )
    assert one is not None
    assert other is not None
    assert steps(one.variant.board) == steps(other.variant.board)
    names = {code: (each.name, each.terrain, each.centre) for code, each in other.variant.board.provinces.items()}
    assert {code: (each.name, each.terrain, each.centre) for code, each in one.variant.board.provinces.items()} == names


def test_ground_that_belongs_to_no_province_is_land_out_of_play_and_painted_water_is_none() -> None:
    hole = 'M300,60 H400 V240 H300 Z M320,100 V140 H360 V100 Z M320,170 V210 H360 V170 Z" fill-rule="evenodd'
    svg = DSVG.replace("M300,60 H400 V240 H300 Z", hole).replace(
        '<rect width="400" height="300" fill="#9cf"/>',
        '<rect width="400" height="300" fill="#9cf"/><path d="M100,60 H400 V160 H100 Z" fill="#dcb"/>',
    )
    found = board({"strip.json": json.dumps(SERVED), "strip.d.svg": svg}, "strip.json")
    files = {"strip.json": json.dumps(SERVED).encode(), "strip.d.svg": svg.encode()}
    drawing = import_board(MemorySource("strip", files), "strip.json").variants[0].files[found.maps[0].file]
    made = compile_board(drawing, found.variant.board, "board.svg")
    assert made.board is not None
    rocks = [each for each in made.board.decorations if each.kind is DecorationKind.IMPASSABLE]
    assert len(rocks) == 1
