"""Boards of diplicity: its JSON with the dSVG beside it, and files of its Variant Creator."""

from __future__ import annotations

import json

import pytest
import shapely

from adjudicator.board import Board, Terrain
from adjudicator.variant import PowerRole
from app.library.board_imports import BoardJudge
from tests.shared_data import shared_folder
from variants import VariantFolder
from variants.catalogue import shipped_source, standard
from variants.compile import compile_board
from variants.compiled import DecorationKind
from variants.importers import ImportResult, import_board
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


def test_a_coast_with_a_long_name_is_one_of_its_own() -> None:
    said = json.dumps(SERVED).replace("mid/sc", "mid/river")
    found = board({"strip.json": said, "strip.d.svg": DSVG.replace("mid/sc", "mid/river")}, "strip.json").variant
    assert found.board.provinces["MID"].coasts == ("NC", "RIV")
    assert ("F", "MID/RIV", "WES") in steps(found.board)


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


def near(word: str, way: str) -> dict[str, str]:
    return {"to": word, "pass": way}


def phases(*stops: str) -> dict[str, object]:
    """A round of phases such as ``Spring Movement``, whose first is a year after its last."""
    pairs = [each.rsplit(" ", 1) for each in stops]
    after = [*pairs[1:], pairs[0]]
    ways = [
        {"from": {"season": one, "type": kind}, "to": {"season": other, "type": next_kind, "yearDelta": int(at == len(pairs) - 1)}}
        for at, ((one, kind), (other, next_kind)) in enumerate(zip(pairs, after, strict=True))
    ]
    return {"seasons": list(dict.fromkeys(one for one, _ in pairs)), "transitions": ways}


USUAL = phases("Spring Movement", "Spring Retreat", "Fall Movement", "Fall Retreat", "Fall Adjustment")


def dvar(**more: object) -> str:
    def land(word: str, kind: str, *ways: dict[str, str], home: str = "", centre: bool = False) -> dict[str, object]:
        about = {"id": word, "name": word.title(), "type": kind, "supplyCenter": centre or bool(home), "adjacencies": list(ways)}
        return about | ({"homeNation": home} if home else {})

    said = {
        "schemaVersion": 1, "id": "strip", "name": "Strip", "description": "A strip.", "author": "Ann",
        "victoryConditions": [{"type": "supply-center-majority", "supplyCenters": 3}], "phaseProgression": USUAL,
        "nations": [{"id": "the-reds", "name": "Red", "color": "#F44336"}, {"id": "blue", "name": "Blue", "color": "#2196F3"},
                    {"id": "old", "name": "Old Guard", "color": "#607D8B", "non_playable": True}],
        "provinces": [
            land("wes", "sea", near("mid/nc", "fleet"), near("mid/sc", "fleet"), near("eas", "fleet")),
            land("mid", "land", near("eas", "army"), home="the-reds"),
            land("eas", "coastal", near("wes", "fleet"), near("mid", "army"), near("hil", "army"), home="blue"),
            land("hil", "land", near("eas", "army"), centre=True),
        ],
        "namedCoasts": [{"id": f"mid/{coast}", "name": "Mid", "parentProvince": "mid", "adjacencies": [near("wes", "fleet")]}
                        for coast in ("nc", "sc")],
        "initialState": {
            "phase": {"season": "Spring", "year": 1950, "type": "Movement"},
            "units": [{"nation": "the-reds", "type": "Fleet", "location": "mid/nc"}, {"nation": "blue", "type": "Army", "location": "eas"},
                      {"nation": "old", "type": "Army", "location": "hil"}],
            "supplyCenters": [{"nation": "the-reds", "province": "mid"}, {"nation": "blue", "province": "eas"},
                              {"nation": "old", "province": "hil"}],
        },
    }  # fmt: skip
    return json.dumps(said | more)


def test_a_dvar_has_its_neighbours_by_kind_of_unit_its_homes_and_what_wins() -> None:
    found = board({"strip.dvar.json": dvar(), "strip.d.svg": DSVG}, "strip.dvar.json").variant
    assert steps(found.board) == {
        *(("F", *pair) for one in ("MID/NC", "MID/SC", "EAS") for pair in ((one, "WES"), ("WES", one))),
        *(("A", *pair) for one in ("MID", "HIL") for pair in ((one, "EAS"), ("EAS", one))),
    }, "and not those of the drawing, in which fleets go from Mid to Eas"
    assert found.board.provinces["MID"].home == "RED"
    assert {str(each) for each in found.start.units} == {"RED F MID/NC", "BLUE A EAS", "OLD_GUARD A HIL"}
    assert (found.victory, str(found.start.phase)) == (3, "S1950M")
    assert found.powers["RED"].role is PowerRole.PLAYING
    assert [each.role for each in found.powers.values() if each.name == "Old Guard"] == [PowerRole.NEUTRAL]


def test_a_dvar_without_its_drawing_is_laid_out() -> None:
    assert len(board({"strip.dvar.json": dvar()}, "strip.dvar.json").variant.board.provinces) == 4


def test_phases_of_a_dvar_that_come_round_each_year_are_its_calendar() -> None:
    first = {"phase": {"season": "Summer", "year": 7, "type": "Movement"}, "units": [{"nation": "blue", "type": "Army", "location": "eas"}],
             "supplyCenters": [{"nation": "blue", "province": "eas"}]}  # fmt: skip
    text = dvar(phaseProgression=phases("Summer Movement", "Summer Retreat", "Harvest Adjustment"), initialState=first)
    calendar = board({"strip.dvar.json": text}, "strip.dvar.json").variant.calendar
    assert list(calendar.seasons.values()) == ["Summer", "Harvest"]
    assert [(each.season, each.kind.value[0], each.captures) for each in calendar.steps] == [
        ("S", "M", False),
        ("S", "R", True),
        ("H", "A", False),
    ]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"adjudicationModifiers": ["moon-phases"]}, "moon-phases"),
        ({"victoryConditions": [{"type": "province-control", "provinces": ["mid"]}]}, "province-control"),
        ({"dominanceRules": [{"province": "hil"}]}, "dominanceRules"),
        ({"phaseProgression": {"seasons": ["Spring"], "transitions": []}}, "do not follow one another"),
        ({"victoryConditions": [{"type": "timed-resolution", "year": 1960, "resolution": "most-supply-centers"}]}, "after 1960"),
    ],
)  # fmt: skip
def test_what_a_dvar_says_besides_is_a_line_of_the_report(more: dict[str, object], said: str) -> None:
    (made,) = import_board(MemorySource("strip", {"strip.dvar.json": dvar(**more).encode()}), "strip.dvar.json").variants
    assert sum(said in str(line) for line in made.report) == 1


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


@pytest.mark.slow
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


@pytest.mark.parametrize(("paint", "many"), [('fill="#dcb"', 1), ('fill="url(#hatched)"', 1), ('fill="#9cf"', 0), ('fill="#fff"', 0)])
def test_land_out_of_play_that_the_page_cuts_off_stays_land_and_its_water_and_margin_do_not(paint: str, many: int) -> None:
    ground = f'<path d="M0,0 H400 V300 H0 Z M100,60 V240 H400 V60 Z" fill="#9cf"/><path d="M340,60 H400 V240 H340 Z" {paint}/>'
    svg = DSVG.replace("M300,60 H400 V240 H300 Z", "M300,60 H340 V240 H300 Z").replace(
        '<rect width="400" height="300" fill="#9cf"/>', f'{ground}<path d="M100,60 H340 V240 H100 Z" fill="#dcb"/>'
    )
    files = {"strip.json": json.dumps(SERVED).encode(), "strip.d.svg": svg.encode()}
    (made,) = import_board(MemorySource("strip", files), "strip.json").variants
    drawing = next(each for name, each in made.files.items() if name.endswith(".svg")).decode()
    assert drawing.count('fill="#a69f8f"') == many


def imported_with(background: str, outer: str, hill: str) -> ImportResult:
    """The strip with another background, where the sea and the hills have other shapes."""
    svg = DSVG.replace('<rect width="400" height="300" fill="#9cf"/>', background)
    svg = svg.replace("M0,0 H400 V60 H100 V240 H400 V300 H0 Z", outer).replace("M300,60 H400 V240 H300 Z", hill)
    files = {"strip.json": json.dumps(SERVED).encode(), "strip.d.svg": svg.encode()}
    return import_board(MemorySource("strip", files), "strip.json")


def rocks(background: str, outer: str, hill: str) -> list[shapely.Geometry]:
    """The land out of play of that board."""
    (made,) = imported_with(background, outer, hill).variants
    found = read_anyway(made.source, shipped_source).folder
    assert found is not None
    drawn = compile_board(made.files[found.maps[0].file], found.variant.board, "board.svg", names=False)
    assert drawn.board is not None
    kept = [each for each in drawn.board.decorations if each.kind is DecorationKind.IMPASSABLE]
    return [shapely.Polygon(polygon[0], polygon[1:]) for each in kept for polygon in each.polygons]


@pytest.mark.slow
def test_land_out_of_play_at_three_sides_is_told_from_the_water_that_it_touches() -> None:
    ground = '<rect width="400" height="300" fill="#9cf"/><path d="M100,60 H310 V240 H100 Z" fill="#eee"/>'
    land = '<path d="M100,0 H400 V300 H330 V60 H100 Z" fill="#eee"/>'
    stripes = '<path d="M0,0 H400 V300 H0 Z" fill="#000" fill-opacity="10%"/>'
    (rock,) = rocks(ground + land + stripes, "M0,0 H100 V240 H300 V300 H0 Z", "M300,60 H310 V240 H300 Z")
    assert rock.bounds == pytest.approx((100, 0, 400, 300), abs=3)
    assert rock.area == pytest.approx(300 * 60 + 70 * 240, rel=0.05)


def test_a_small_island_that_is_hatched_stays_land_out_of_play() -> None:
    ground = '<rect width="400" height="300" fill="#9cf"/><path d="M100,60 H340 V240 H100 Z" fill="#eee"/>'
    hatched = '<path d="M380,100 h3 v3 h-3 z" fill="url(#hatching)"/>'
    outer = "M0,0 H400 V60 H100 V240 H400 V300 H0 Z"
    (rock,) = rocks(ground + hatched, outer, "M300,60 H340 V240 H300 Z")
    assert rock.centroid.distance(shapely.Point(381.5, 101.5)) < 1


STRIPES = " ".join(f"M{x},0 h4 l-40,60 h-4 Z" for x in range(100, 400, 10))
"""Hatching at the upper edge of the page, which its author has drawn stripe by stripe."""


@pytest.mark.parametrize(("stripes", "is_hatched"), [(STRIPES, True), ("M100,0 H400 V60 H100 Z", False)])
def test_a_sea_out_of_play_that_is_hatched_stays_hatched_water(stripes: str, is_hatched: bool) -> None:
    ground = '<rect width="400" height="300" fill="#9cf"/><path d="M100,60 H310 V240 H100 Z" fill="#eee"/>'
    drawn = f'<path d="{stripes}" fill="#000" fill-opacity=".1"/>'
    (made,) = imported_with(ground + drawn, "M0,0 H60 L100,60 V240 H400 V300 H0 Z", "M300,60 H310 V240 H300 Z").variants
    found = read_anyway(made.source, shipped_source).folder
    assert found is not None
    board = compile_board(made.files[found.maps[0].file], found.variant.board, "board.svg", names=False).board
    assert board is not None
    assert not any(each.kind is DecorationKind.IMPASSABLE for each in board.decorations)
    assert ('fill-opacity="0.2"' in board.background) is is_hatched
