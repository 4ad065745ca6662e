"""Boards that the compile step makes of a drawing, and its faults on a wrong one."""

from __future__ import annotations

import hashlib

import pytest
import shapely

from adjudicator.board import Terrain
from tests.quick import each_nth
from tests.thorough import one_in
from tests.unit.variants.compile.small_drawings import ANCHORS, COASTS, HEAD, PROVINCES, compiled, drawing, faults_of, island
from variants.catalogue import shipped, shipped_board, shipped_drawing
from variants.compile import CompilationStoppedError, compile_board
from variants.compiled import BorderKind, CompiledBoard, DecorationKind, LabelKind
from variants.compiled_json import read_board, write_board


def board_of(svg: str, *, names: bool = False) -> CompiledBoard:
    made = compiled(svg, island(), names=names)
    assert made.board is not None, "\n".join(map(str, made.faults))
    return made.board


def pairs(board: CompiledBoard) -> set[tuple[str, str]]:
    return {pair.provinces for pair in board.adjacency}


def test_a_drawing_without_faults_compiles() -> None:
    made = compiled(drawing(), island())
    assert not made.faults
    assert made.board is not None
    assert set(made.board.provinces) == {"EAS", "WES", "SEA", "BAY"}
    assert made.board.provinces["EAS"].terrain is Terrain.COASTAL
    assert made.board.provinces["EAS"].bounds == (200, 100, 400, 200)


def test_the_same_drawing_gives_the_same_bytes() -> None:
    assert write_board(board_of(drawing(), names=True)) == write_board(board_of(drawing(), names=True))


def test_anchors_count_and_missing_ones_are_computed_inside() -> None:
    provinces = board_of(drawing()).provinces
    assert list(provinces["EAS"].units[""]) == [300, 150]
    assert list(provinces["EAS"].supply or ()) == [250, 120]
    x, y = provinces["SEA"].units[""]
    assert 0 < x < 400
    assert 0 < y < 100
    assert provinces["WES"].supply is not None


def test_a_fleet_on_a_named_coast_stands_near_that_shore() -> None:
    units = board_of(drawing()).provinces["WES"].units
    assert set(units) == {"", "NC", "SC"}
    assert units["NC"][1] < units[""][1] < units["SC"][1]


def test_borders_know_what_they_divide_and_the_frame_is_none() -> None:
    board = board_of(drawing())
    kinds = {border.provinces: border.kind for border in board.borders}
    assert kinds["EAS", "WES"] is BorderKind.LAND
    assert kinds["EAS", "SEA"] is BorderKind.COAST
    assert not [point for border in board.borders for line in border.lines for point in line if point[1] in (0, 300)]


def test_what_touches_is_seen_by_both_witnesses_and_a_corner_is_no_border() -> None:
    quarters = """
  <path id="sea" data-type="sea" d="M0,0 H200 V150 H0 Z"/> <path id="bay" data-type="sea" d="M200,150 H400 V300 H200 Z"/>
  <path id="eas" data-type="coast" d="M200,0 H400 V150 H200 Z"/> <path id="wes" data-type="coast" d="M0,150 H200 V300 H0 Z"/>"""
    board = board_of(drawing(quarters, ""))
    assert {pair.provinces: pair.witnesses for pair in board.adjacency} == {
        ("BAY", "EAS"): 2,
        ("BAY", "WES"): 2,
        ("EAS", "SEA"): 2,
        ("SEA", "WES"): 2,
    }


def test_thick_strokes_between_provinces_are_no_gap() -> None:
    apart = PROVINCES.replace("M200,100 H400", "M200.8,100 H400").replace("H200 Z", "H200.8 Z", 1)
    assert ("EAS", "WES") in pairs(board_of(drawing(apart)))


def test_bridges_join_and_part() -> None:
    joins, parts = 'inkscape:label="bay-sea"', 'inkscape:label="eas-wes" data-cut="1"'
    bridges = f'<g inkscape:label="bridges"><path {joins} d="M1,1 L2,2"/><path {parts} d="M1,1 L2,2"/></g>'
    found = pairs(board_of(drawing(more=ANCHORS + COASTS + bridges)))
    assert ("BAY", "SEA") in found
    assert ("EAS", "WES") not in found


def test_land_drawn_over_a_sea_cuts_it() -> None:
    whole_sea = PROVINCES.replace("M0,0 H400 V100 H0 Z", "M0,0 H400 V300 H0 Z").replace("M0,200 H400 V300 H0 Z", "M50,200 H350 V290 H50 Z")
    shape = board_of(drawing(whole_sea)).provinces["SEA"]
    assert len(shape.polygons) >= 1
    assert ("EAS", "SEA") in pairs(board_of(drawing(whole_sea)))


def test_curves_transforms_groups_and_use_are_followed() -> None:
    made = PROVINCES.replace(
        '<path id="eas" data-type="coast" d="M200,100 H400 V200 H200 Z"/>',
        '<g id="eas" data-type="coast" transform="translate(200,100) scale(2)">'
        '<use xlink:href="#half"/><rect x="50" y="0" width="50" height="50"/></g>',
    )
    defs = '<defs><path id="half" d="m0,0 c10,0 40,0 50,0 l0,50 h-50 z"/></defs>'
    shape = board_of(drawing(made).replace(HEAD, HEAD + defs)).provinces["EAS"]
    assert shape.bounds == (200, 100, 400, 200)


def test_a_view_box_that_starts_elsewhere_is_moved_to_the_corner() -> None:
    moved = drawing(f'<g transform="translate(1000,500)">{PROVINCES}</g>', "").replace('viewBox="0 0', 'viewBox="1000 500')
    assert board_of(moved).provinces["EAS"].bounds == (200, 100, 400, 200)


def test_holes_by_either_filling_rule() -> None:
    lake = "M200,100 H400 V200 H200 Z M250,120 V180 H350 V120 Z"
    for rule in ("nonzero", "evenodd"):
        made = PROVINCES.replace('d="M200,100 H400 V200 H200 Z"', f'fill-rule="{rule}" d="{lake}"')
        (polygon,) = board_of(drawing(made, "")).provinces["EAS"].polygons
        assert len(polygon) == 2
    same_way = "M200,100 H400 V200 H200 Z M250,120 H350 V180 H250 Z"
    (polygon,) = board_of(drawing(PROVINCES.replace("M200,100 H400 V200 H200 Z", same_way), "")).provinces["EAS"].polygons
    assert len(polygon) == 1


def test_decorations_are_named_so_that_a_theme_can_colour_them() -> None:
    art = (
        '<g inkscape:label="foreground"><path data-kind="river" data-rank="2" d="M210,110 L300,150"/>'
        '<path data-kind="lake" d="M310,110 h20 v20 h-20 z"/><path data-kind="strait" data-province="eas" d="M200,100 h30 v20 h-30 z"/></g>'
        '<g inkscape:label="impassable"><path id="rock" d="M390,0 h10 v10 h-10 z"/></g>'
    )
    board = board_of(drawing(more=ANCHORS + art))
    kinds = [(each.kind, each.rank) for each in board.decorations]
    assert kinds == [(DecorationKind.IMPASSABLE, 1), (DecorationKind.RIVER, 2), (DecorationKind.LAKE, 1)]
    assert len(board.provinces["EAS"].straits) == 1
    assert (BorderKind.COAST, ("EAS", "EAS")) in {(border.kind, border.provinces) for border in board.borders}


def test_the_authors_own_names_win() -> None:
    text = (
        '<defs><path id="curve" d="M220,180 Q300,140 380,180"/></defs><g inkscape:label="labels">'
        '<text inkscape:label="sea" x="100" y="50" font-size="20">The <tspan>Wide</tspan> Sea</text>'
        '<text inkscape:label="eas" font-size="14"><textPath xlink:href="#curve">Eastland</textPath></text></g>'
    )
    provinces = board_of(drawing(more=text), names=True).provinces
    east = provinces["EAS"].label(LabelKind.FULL)
    assert east is not None
    assert east.lines == ("Eastland",)
    assert east.path is not None
    assert list(east.path[0]) == [220, 180]
    sea = provinces["SEA"].label(LabelKind.FULL)
    assert sea is not None
    assert sea.size == 20


def test_compiled_boards_survive_the_way_to_text_and_back() -> None:
    board = board_of(drawing(), names=True)
    assert read_board(write_board(board)) == board


@each_nth(
    3,
    ("old", "new", "words"),
    [
        ('id="wes"', 'id="wst"', ""),
        ('id="wes"', 'id="xyz"', "<xyz> at (100, 150) XYZ is drawn and the variant has no such province"),
        ('id="wes"', 'id="xyz"', "<wes> at (100, 100) WES (West) is not drawn; expected a shape in the layer provinces, with this code"),
        ('id="wes"', 'data-x="1"', "the shape has no code"),
        ("M0,100 H200 V200 H0 Z", "M0,100 Hello", "<wes>"),
        ("M0,100 H200 V200 H0 Z", "", "WES has no area"),
        ("M0,100 H200 V200 H0 Z", "M0,100 L1e300,5 L9,9 Z", "a point lies far outside of every drawing"),
        ("M0,100 H200 V200 H0 Z", "M0,100 L200,200 L200,100 L0,200 Z", "1 of its outlines cross themselves; mended"),
        ('cx="300" cy="150"', 'cx="100" cy="150"', "<unit:eas> at (100, 150) unit:eas lies outside of EAS; expected a place inside"),
        ("unit:eas", "unit:nix", "the anchor unit:nix belongs to no province"),
        ("unit:eas", "flag:eas", "'flag:eas' is not the name of an anchor; expected unit:spa"),
        ("wes/nc", "north", "'north' is not the name of a coast; expected a label such as stp/nc"),
        ('inkscape:label="Provinces"', 'inkscape:label="Layer 1"', "there is no layer of provinces"),
        ('viewBox="0 0 400 300"', 'viewBox="0 0 0 300"', "the drawing has no size"),
        ('<path id="sea"', '<path transform="rotate(x)" id="sea"', "transform"),
    ],
)
def test_a_fault_names_the_element_and_the_place(old: str, new: str, words: str) -> None:
    svg = drawing()
    assert old in svg
    found = faults_of(svg.replace(old, new), island())
    assert any(words in fault for fault in found) or (not words and not found), found


def test_faults_name_the_line_of_the_element() -> None:
    svg = drawing().replace("M0,100 H200 V200 H0 Z", "nonsense")
    line = next(number for number, text in enumerate(svg.splitlines(), 1) if "nonsense" in text)
    assert any(fault.startswith(f"small.svg:{line}: <wes>") for fault in faults_of(svg, island()))


def test_all_faults_are_listed() -> None:
    svg = drawing().replace("M0,100 H200 V200 H0 Z", "").replace('id="bay"', 'id="zzz"').replace("unit:eas", "unit:qqq")
    found = "\n".join(faults_of(svg, island()))
    for words in ("WES has no area", "ZZZ is drawn", "BAY (Bay) is not drawn", "unit:qqq"):
        assert words in found


def test_without_a_variant_the_drawing_says_what_it_is() -> None:
    board = compiled(drawing(), None).board
    assert board is not None
    assert board.provinces["SEA"].terrain is Terrain.SEA
    label = board.provinces["SEA"].label(LabelKind.FULL)
    assert label is not None
    assert label.lines == ("Sea",)


def test_names_can_be_left_for_later() -> None:
    made = compile_board(drawing().encode(), island().board, names=False)
    assert made.board is not None
    assert [shape.labels for shape in made.board.provinces.values()] == [()] * 4
    assert read_board(write_board(made.board)) == made.board


def test_work_that_nobody_wants_any_more_is_given_up() -> None:
    answers = iter([False] * 3 + [True] * 100)
    with pytest.raises(CompilationStoppedError):
        compile_board(drawing().encode(), island().board, stop=lambda: next(answers))


def test_a_drawing_of_very_many_points_is_refused_with_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("variants.compile.elements.MOST_POINTS", 12)
    assert any("Path > Simplify" in fault for fault in faults_of(drawing(), island()))


@pytest.mark.slow
def test_a_board_without_a_stated_scale_fits_its_units_to_the_room_there_is() -> None:
    small = "".join(
        f'<path id="p{x:02}{y:02}" data-type="land" d="M{x * 20},{y * 15} h20 v15 h-20 z"/>' for x in range(20) for y in range(20)
    )
    many = compiled(drawing(small, ""), names=False).board
    few = compiled(drawing(PROVINCES, ""), names=False).board
    assert many is not None
    assert few is not None
    assert many.symbol_scale < few.symbol_scale
    stated = compiled(drawing(PROVINCES, "").replace("viewBox=", 'data-symbol-scale="0.5" viewBox='), names=False).board
    assert stated is not None
    assert stated.symbol_scale == 0.5


def test_an_inlet_is_water_without_a_line_at_its_mouth_and_a_strait_has_one() -> None:
    middle = shapely.Point(310, 100)

    def mouths(kind: str) -> list[BorderKind]:
        art = f'<g inkscape:label="foreground"><path data-kind="{kind}" data-province="eas" d="M300,95 h20 v30 h-20 z"/></g>'
        board = board_of(drawing(more=ANCHORS + art))
        assert len(board.provinces["EAS"].straits) == 1
        return [border.kind for border in board.borders for line in border.lines if shapely.LineString(line).distance(middle) < 1]

    assert mouths("inlet") == []
    assert mouths("strait") == [BorderKind.SEA]


def test_bridges_are_drawn_unless_they_are_hidden() -> None:
    def bridges(attributes: str) -> list[str]:
        layer = f'<g inkscape:label="bridges" {attributes}><path inkscape:label="bay-sea" d="M10,10 L20,220"/></g>'
        return [each.name for each in board_of(drawing(more=ANCHORS + layer)).decorations if each.kind is DecorationKind.BRIDGE]

    assert bridges("") == ["BAY-SEA"]
    assert bridges('display="none"') == []


def test_a_name_stands_where_its_anchor_is() -> None:
    anchor = '<g inkscape:label="anchors"><circle inkscape:label="label:sea" cx="320" cy="70" r="1"/></g>'
    label = board_of(drawing(more=anchor), names=True).provinces["SEA"].label(LabelKind.FULL)
    assert label is not None
    assert [label.x, label.y, label.angle] == [320, 70, 0]


@pytest.mark.slow
@pytest.mark.parametrize("name", one_in(2, ["pure", "standard"]))  # that of the standard board is compared byte for byte in tests/unit/maps
def test_a_shipped_board_is_what_its_drawing_compiles_to(name: str) -> None:
    made = compile_board(shipped_drawing(name), shipped(name).variant.board, f"{name}.svg").board
    assert made is not None
    # Hashes, because a difference of a megabyte is not read.
    assert hashlib.sha256(write_board(made)).hexdigest() == hashlib.sha256(shipped_board(name)).hexdigest()
