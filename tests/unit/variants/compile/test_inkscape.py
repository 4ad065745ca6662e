"""Drawings as Inkscape saves them: what a designer does there by habit compiles, or is reported in the designer's words with its place."""

from __future__ import annotations

import pytest

from tests.unit.variants.compile.small_drawings import ANCHORS, COASTS, HEAD, PROVINCES, compiled, drawing, faults_of, island
from variants import standard
from variants.catalogue import shipped_drawing
from variants.compile import compile_board
from variants.compile.check_board import check_board
from variants.compiled import CompiledBoard, LabelKind

pytestmark = pytest.mark.slow  # compiles a board in nearly every test

EAS = '<path id="eas" data-type="coast" d="M200,100 H400 V200 H200 Z"/>'
WES = '<path id="wes" data-type="coast" d="M0,100 H200 V200 H0 Z"/>'
BAY = '<path id="bay" data-type="sea" d="M0,200 H400 V300 H0 Z"/>'
PAIRS = {("BAY", "EAS"), ("BAY", "WES"), ("EAS", "SEA"), ("EAS", "WES"), ("SEA", "WES")}


def board_of(svg: str, *, names: bool = False) -> CompiledBoard:
    made = compiled(svg, island(), names=names)
    assert made.board is not None, made.faults
    return made.board


def pairs(svg: str) -> set[tuple[str, str]]:
    return {pair.provinces for pair in board_of(svg).adjacency}


def test_a_group_that_inkscape_has_named_is_looked_into() -> None:
    grouped = PROVINCES.replace(EAS, f'<g id="g23">{EAS}').replace(WES, f"{WES}</g>")
    assert grouped != PROVINCES
    assert faults_of(drawing(grouped), island()) == []
    assert pairs(drawing(grouped)) == PAIRS


@pytest.mark.parametrize("head", ['id="lands"', 'id="g5" inkscape:label="Lands"', 'inkscape:groupmode="layer" inkscape:label="lands"'])
def test_a_named_group_or_layer_of_provinces_is_looked_into(head: str) -> None:
    grouped = PROVINCES.replace(EAS, f"<g {head}>{EAS}</g>")
    assert faults_of(drawing(grouped), island()) == []


def test_a_shape_left_over_from_a_path_operation_has_no_code_and_a_place() -> None:
    found = faults_of(drawing(PROVINCES + '<path id="path24" d="M20,20 H60 V60 H20 Z"/>'), island())
    assert len(found) == 1
    assert "<path24> at (40, 40) the shape has no code; expected two to eight letters and digits as label" in found[0]


def test_a_label_that_is_no_code_is_repeated() -> None:
    found = faults_of(drawing(PROVINCES + '<path id="path24" inkscape:label="The Far East" d="M20,20 H60 V60 H20 Z"/>'), island())
    assert any("<The Far East> at (40, 40) the label 'The Far East' is no code" in fault for fault in found)


def test_a_label_that_is_the_name_of_a_missing_province_says_which() -> None:
    found = faults_of(drawing(PROVINCES.replace('id="eas"', 'id="path1" inkscape:label="East"')), island())
    assert any(
        "EAST is drawn and the variant has no such province; expected a code of the variant; is it EAS (East)?" in each for each in found
    )
    assert not any("is not drawn" in each for each in found), "it is reported once"
    assert not any("belongs to no province" in each for each in found), "told once"
    assert not any("does not say what it is" in each for each in found)


def test_where_a_province_is_missing_is_known_from_its_coast_or_its_name() -> None:
    found = faults_of(drawing(PROVINCES.replace(WES, "")), island())
    assert any("<wes> at (100, 100) WES (West) is not drawn" in each for each in found), found
    name = '<g inkscape:label="labels"><text inkscape:label="bay" x="50" y="250" text-anchor="middle">Bay</text></g>'
    found = faults_of(drawing(PROVINCES.replace(BAY, ""), ANCHORS + COASTS + name), island())
    assert any("<bay> at (50, 245) BAY (Bay) is not drawn" in each for each in found), found


def test_a_stray_stroke_does_not_stand_in_the_way() -> None:
    for stray in (
        '<path id="path901" d="M50,30 l0.01,0.01"/>',
        '<path id="path902" d="m 52,32 v 0.2 h 0.1 z"/>',
        '<path id="path903" d="M9,9 H80"/>',
    ):
        made = compiled(drawing(PROVINCES + stray), island(), names=False)
        assert made.board is not None
        (fault,) = made.faults
        assert "a stray shape of hardly any size is left out" in fault.what
        assert fault.point is not None


def test_a_clone_counts_as_its_original() -> None:
    clone = '<use x="0" y="0" xlink:href="#wes" id="use21" transform="translate(20,10)"/>'
    found = faults_of(drawing(PROVINCES + clone), island())
    assert any("<use21> at (120, 160) WES is drawn twice" in fault for fault in found)


def test_a_symbol_is_followed() -> None:
    symbol = PROVINCES.replace(EAS, f'<symbol id="sy1">{EAS}</symbol><use id="use3" inkscape:label="eas" xlink:href="#sy1"/>')
    assert faults_of(drawing(symbol), island()) == []


def test_a_drawing_inside_the_drawing_is_named() -> None:
    found = faults_of(drawing(PROVINCES.replace(EAS, f'<svg id="svg4">{EAS}</svg>')), island())
    assert any("<svg4> a drawing inside the drawing is not followed" in fault for fault in found)


def test_what_an_open_outline_leaves_open_has_its_place() -> None:
    opened = PROVINCES.replace(EAS, '<path id="eas" d="M200,100 H400 V200 H200 V130"/>')
    (fault,) = faults_of(drawing(opened), island())
    assert "<eas> at (200, 130) its outline is open; a straight line closes it" in fault
    assert board_of(drawing(opened)).provinces["EAS"].bounds == (200, 100, 400, 200)
    nearly = PROVINCES.replace(EAS, '<path id="eas" d="M200,100 H400 V200 H200 V100.3"/>')
    assert faults_of(drawing(nearly), island()) == []


def test_an_outline_that_crosses_itself_says_where() -> None:
    found = faults_of(drawing(PROVINCES.replace(WES, '<path id="wes" d="M0,100 L200,200 L200,100 L0,200 Z"/>')), island())
    assert any("<wes> at (100, 150) 1 of its outlines cross themselves" in fault for fault in found)


def test_text_and_pictures_among_the_provinces_are_reported() -> None:
    more = '<text id="text4" x="9" y="9">Sea</text><image id="image5" width="9" height="9"/>'
    found = "\n".join(faults_of(drawing(PROVINCES + more), island()))
    assert "<text4> only shapes count in the layer provinces; expected it in the layer labels or foreground" in found
    assert "<image5> only shapes count in the layer provinces; expected it in the layer background" in found


def test_a_province_beyond_the_page_is_reported() -> None:
    cut = drawing().replace('viewBox="0 0 400 300"', 'viewBox="0 0 199 300"')
    assert any("<eas> at (300, 150) EAS lies outside of the page" in fault for fault in faults_of(cut, island()))
    part = drawing().replace('viewBox="0 0 400 300"', 'viewBox="0 0 250 300"')
    assert any("75% of EAS lie outside of the page" in fault for fault in faults_of(part, island()))


def test_a_drawing_that_has_lost_its_labels_is_told_so_once() -> None:
    nameless = '<g id="anchors"><circle id="circle170" cx="3" cy="4" r="3"/><circle id="circle172" cx="30" cy="40" r="3"/></g>'
    (fault,) = faults_of(drawing(more=nameless, layer='id="layer-provinces"'), island())
    assert "nothing in the drawing has a label any more; expected a file saved as Inkscape SVG" in fault
    (fault,) = faults_of(f'{HEAD}<g id="g1">{PROVINCES}</g></svg>', island())
    assert "there is no layer of provinces" in fault
    assert "a file saved as Inkscape SVG" in fault


def test_layers_by_other_names_are_named() -> None:
    (fault,) = faults_of(drawing(more="", layer='inkscape:groupmode="layer" inkscape:label="Layer 1"'), island())
    assert "there is no layer of provinces; its layers are 'Layer 1'" in fault
    slip = ANCHORS.replace('inkscape:label="anchors"', 'inkscape:groupmode="layer" inkscape:label="Anchor"')
    assert any(
        "the layer 'Anchor' is none that is read; expected the label anchors" in fault for fault in faults_of(drawing(more=slip), island())
    )
    notes = '<g inkscape:groupmode="layer" inkscape:label="Notes to myself"><path d="M0,0 H9"/></g>'
    assert faults_of(drawing(more=notes), island()) == []


def test_titles_and_effects_inside_layers_are_no_marks() -> None:
    titled = (
        (ANCHORS + COASTS)
        .replace('"anchors">', '"anchors"><title>t</title><desc>d</desc>')
        .replace('"coasts">', '"coasts"><title>t</title>')
    )
    assert faults_of(drawing(more=titled), island()) == []


def test_a_label_with_a_blank_or_a_coast_with_a_hyphen_is_understood() -> None:
    sloppy = (ANCHORS + COASTS).replace("unit:eas", " unit:eas ").replace("wes/nc", "wes-nc").replace("wes/sc", "wes sc")
    assert faults_of(drawing(more=sloppy), island()) == []
    assert board_of(drawing(more=sloppy)).provinces["EAS"].units[""] == (300, 150)


@pytest.mark.parametrize("radius", [1, 3, 5, 7.5, 20])
def test_an_anchor_is_exactly_the_middle_of_its_circle(radius: float) -> None:
    svg = drawing(more=ANCHORS.replace('r="3"', f'r="{radius}"') + COASTS)
    assert board_of(svg).provinces["EAS"].units[""] == (300, 150)


def test_layers_that_were_moved_scaled_and_turned_stay_together() -> None:
    moved = f'<g inkscape:label="map" transform="matrix(0,1,-1,0,350,-50)"><g inkscape:label="provinces">{PROVINCES}</g>{ANCHORS}</g>'
    svg = f"{HEAD}{moved}</svg>".replace('viewBox="0 0 400 300"', 'viewBox="0 -50 400 400"')
    board = board_of(svg)
    assert {pair.provinces for pair in board.adjacency} == PAIRS
    assert board.provinces["EAS"].units[""] == (200, 300)


def test_sizes_in_millimetres_change_nothing() -> None:
    sized = drawing().replace("viewBox", 'width="210mm" height="157.5mm" viewBox')
    assert pairs(sized) == PAIRS
    assert board_of(sized).width == 400


def test_a_path_effect_shows_what_it_makes() -> None:
    effect = PROVINCES.replace('id="eas"', 'id="eas" inkscape:path-effect="#pe1" inkscape:original-d="M 0,0 H 9 V 9 Z"')
    assert board_of(drawing(effect)).provinces["EAS"].bounds == (200, 100, 400, 200)


def test_gradients_filters_and_patterns_on_provinces_mean_nothing() -> None:
    painted = PROVINCES.replace('id="eas"', 'id="eas" style="fill:url(#g1);filter:url(#f1);stroke:url(#p1);marker-start:url(#m)"')
    assert faults_of(drawing(painted), island()) == []


def test_a_clip_is_reported_on_shapes_and_groups() -> None:
    for clip in ('clip-path="url(#c)"', 'style="mask:url(#m)"'):
        for shape in (EAS.replace("<path", f"<path {clip}"), f'<g data-province="eas" {clip}>{EAS}</g>'):
            found = faults_of(drawing(PROVINCES.replace(EAS, shape)), island())
            assert len(found) == 1
            assert "a clip or mask is not followed" in found[0]


def test_a_wide_hole_is_named_with_its_neighbours_and_place() -> None:
    holed = PROVINCES.replace(EAS, '<path id="eas" d="M220,120 L400,100 V200 H200 V160 Z"/>')
    found = [str(fault) for fault in check_board(drawing(holed).encode(), island().board, "small.svg")]
    assert any("a hole between EAS, SEA, WES belongs to nobody; expected borders that meet" in fault for fault in found), found
    lake = ANCHORS + COASTS + '<g inkscape:label="background"><path data-kind="lake" d="M200,100 H400 L220,120 L200,160 Z"/></g>'
    filled = [str(fault) for fault in check_board(drawing(holed, lake).encode(), island().board, "small.svg")]
    assert not any("belongs to nobody" in fault for fault in filled)


# --- names ---


def name_of(text: str, code: str = "EAS") -> tuple[tuple[str, ...], float, float, float]:
    label = board_of(drawing(more=f'<g inkscape:label="labels">{text}</g>'), names=True).provinces[code].label(LabelKind.FULL)
    assert label is not None
    return label.lines, label.x, label.y, label.size


def test_text_is_where_inkscape_shows_it_left_middle_or_right() -> None:
    text = (
        '<text xml:space="preserve" style="font-size:20px;text-anchor:{}" x="300" y="150" id="text1" inkscape:label="eas">'
        '<tspan sodipodi:role="line" x="300" y="150">East</tspan></text>'
    )
    text = text.replace("sodipodi:", "inkscape:")
    _, left, _, size = name_of(text.format("start"))
    _, middle, _, _ = name_of(text.format("middle"))
    _, right, _, _ = name_of(text.format("end"))
    assert size == 20
    assert middle == 300
    assert left - middle == pytest.approx(middle - right)
    assert 15 < left - middle < 25, "half the width of the word"


def test_rows_and_words_of_a_text_stay_together() -> None:
    text = (
        '<text style="font-size:9px;text-anchor:middle" x="300" y="140" id="text1" inkscape:label="eas"><tspan x="300" y="140">The '
        '<tspan style="font-size:12px">Far</tspan> Wide</tspan><tspan x="300" y="152">East</tspan></text>'
    )
    lines, _, y, size = name_of(text)
    assert lines == ("The Far Wide", "East")
    assert size == 12
    assert y == pytest.approx(146 - 0.3 * 12, abs=0.1)


def test_points_and_millimetres_are_sizes_too() -> None:
    assert name_of('<text inkscape:label="eas" x="250" y="150" font-size="9pt">East</text>')[3] == 12
    assert name_of('<text inkscape:label="eas" x="250" y="150" style="font-size:5.08mm">East</text>')[3] == pytest.approx(19.2)


def test_the_path_of_a_text_and_the_frame_of_a_text_are_no_names() -> None:
    text = (
        '<g inkscape:label="labels"><path id="path77" d="M220,180 Q300,140 380,180"/><rect id="rect5" x="1" y="1" width="9" height="9"/>'
        '<text id="text12" inkscape:label="eas" style="font-size:14px"><textPath xlink:href="#path77">'
        '<tspan style="font-size:11px">East</tspan></textPath></text>'
        '<text id="text13" inkscape:label="wes" style="shape-inside:url(#rect5)">'
        '<tspan x="50" y="150">West</tspan></text></g>'
    )
    assert faults_of(drawing(more=ANCHORS + COASTS + text), island()) == []


def test_letters_made_into_paths_and_old_flowed_text_are_reported() -> None:
    text = '<g inkscape:label="labels"><path inkscape:label="eas" d="M210,110 h9 v9 z"/><flowRoot inkscape:label="wes"/></g>'
    found = "\n".join(faults_of(drawing(more=ANCHORS + COASTS + text), island()))
    assert "this is no text, and only texts are names; expected a text, or the shape in the layer foreground" in found
    assert "flowed text of an older Inkscape cannot be read; expected plain text: Text > Convert to Text" in found


# --- art ---


def art_of(body: str, defs: str = "", attributes: str = "") -> tuple[str, str]:
    more = f'<defs>{defs}</defs>{ANCHORS}{COASTS}<g inkscape:label="background" {attributes}>{body}</g>'
    made = compiled(drawing(more=more), island(), names=False)
    assert made.board is not None
    return made.board.background, "\n".join(str(fault) for fault in made.faults)


def test_a_hidden_layer_of_art_is_not_shown_and_a_strait_in_it_counts() -> None:
    body = (
        '<rect width="9" height="9"/><path data-kind="river" d="M0,150 H50"/>'
        '<path data-kind="strait" data-province="eas" d="M300,100 h9 v100 h-9 z"/>'
    )
    shown, _ = art_of(body)
    assert "<rect" in shown
    hidden, _ = art_of(body, attributes='style="display:none"')
    assert hidden == ""
    svg = drawing(more=f'{ANCHORS}{COASTS}<g inkscape:label="background" style="display:none">{body}</g>')
    board = board_of(svg)
    assert board.decorations == ()
    assert len(board.provinces["EAS"].straits) == 1


def test_a_pattern_is_reported_and_never_black() -> None:
    shown, told = art_of('<rect id="rect1" width="9" height="9" style="fill:url(#p)"/>', '<pattern id="p"><path d="M0,0"/></pattern>')
    assert 'fill="none"' in shown
    assert "<rect1> patterns are left out" in told


def test_filters_masks_clips_and_markers_are_reported_once_each() -> None:
    shape = '<rect width="9" height="9" style="fill:#f00;filter:url(#f);mask:url(#m);marker-end:url(#k)" clip-path="url(#c)"/>'
    shown, told = art_of(shape * 3)
    assert shown.count("#f00") == 3
    for word in ("filters and blurs", "masks", "clips", "markers"):
        assert told.count(f"{word} are left out") == 1


# --- style sheets ---


def test_style_sheets_by_class_tag_and_id_are_followed() -> None:
    sheet = "<style>/* made elsewhere */ .st0{fill:#abc} rect.st1{fill:#123;stroke:red} #only{fill:#456} .gone{display:none}</style>"
    body = (
        '<rect class="st0" width="1" height="1"/><rect class="st0 st1" width="2" height="1"/>'
        '<rect id="only" class="st1" width="3" height="1"/><rect class="st0" style="fill:#999" width="4" height="1"/>'
    )
    shown, told = art_of(body, sheet)
    assert told == ""
    assert [part.split('"')[0] for part in shown.split('fill="')[1:]] == ["#abc", "#123", "#456", "#999"]
    assert art_of('<g class="gone"><rect width="1" height="1"/></g>', sheet)[0].count('display="none"') == 1


def test_a_filling_rule_of_a_class_counts() -> None:
    holed = '<path id="eas" class="ring" d="M200,100 H400 V200 H200 Z M320,120 H390 V180 H320 Z"/>'
    for rule, rings in (("evenodd", 2), ("nonzero", 1)):
        svg = drawing(f"<style>.ring{{fill-rule:{rule}}}</style>" + PROVINCES.replace(EAS, holed))
        (polygon,) = board_of(svg).provinces["EAS"].levels[0]
        assert len(polygon) == rings


def test_style_rules_that_are_not_understood_are_reported() -> None:
    _, told = art_of('<rect width="1" height="1"/>', "<style>g + rect{fill:#abc}</style>")
    assert "a style sheet is followed in part only: g + rect" in told


def test_a_style_sheet_reaches_nothing_outside_of_the_file() -> None:
    shown, _ = art_of('<rect class="a" width="1" height="1"/>', "<style>.a{fill:url(http://localhost/x);stroke:url(file:///x)}</style>")
    assert "localhost" not in shown
    assert "file:" not in shown


# --- the shipped board after a day in Inkscape ---


@pytest.mark.slow
def test_the_standard_board_written_with_labels_only_gives_the_same_board() -> None:
    """Inkscape gives ids of its own to what has none, and keeps labels."""
    svg = shipped_drawing("standard")
    first = compile_board(svg, standard().board, names=False).board
    moved = svg.replace(b'viewBox="0 0 2000 1838.1"', b'viewBox="0 0 2000 1838.1" inkscape:version="1.2"').replace(
        b'<g id="layer-', b'<g id="g-'
    )
    second = compile_board(moved, standard().board, names=False).board
    assert first is not None
    assert second is not None
    assert first.provinces == second.provinces
    assert first.adjacency == second.adjacency
