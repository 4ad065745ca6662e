"""Files that are too much, or nothing to work on: each is answered with what a designer can do, and none hangs.

Sizes are such that a way of reading that grows faster than the file would hang for minutes.
"""

from __future__ import annotations

import base64
import gzip
import re

import pytest
import shapely

from benchmarks.bench_compile_board import large_drawing, rules_of
from tests.unit.variants.compile.small_drawings import HEAD, PROVINCES, compiled, drawing, island
from variants.compile import board, compile_board
from variants.compile.elements import MOST_TANGLED, CompilationStoppedError
from variants.compile.neighbours import propose
from variants.compile.regions import CrossingsLeft
from variants.compiled import Stage
from variants.svg import read_xml as xml_reading
from variants.svg.style_sheet import StyleSheets

pytestmark = pytest.mark.slow

CRUMB = '<path d="M3,3 h0.1 v0.1 z"/>'
LAYER = f'<g inkscape:label="provinces">{PROVINCES}</g>'


def told(svg: str) -> str:
    return "\n".join(str(fault) for fault in compiled(svg, island()).faults)


def test_fonts_packed_into_style_sheets_cost_nothing_and_hide_no_rule_behind_them() -> None:
    font = base64.b64encode(bytes(range(256)) * 600).decode()
    quotes = ('"', "'", "") * 7
    faces = "".join(f"@font-face{{src:url({quote}data:font/woff;base64,{font}{quote})}}" for quote in quotes)
    wet = LAYER.replace('id="sea"', 'id="sea" class="wet"')
    svg = f"{HEAD}<style>{faces} .wet {{ fill: #123456 }}</style>{wet}</svg>"
    assert compiled(svg, island()).board is not None
    root = xml_reading.read_xml(svg.encode(), "fonts.svg")
    sheets = StyleSheets(root)
    sheets.write_into_elements()
    assert next(each for each in root.walk() if each.get("id") == "sea").style("fill") == "#123456"


def test_copies_of_copies_are_counted() -> None:
    groups = '<g id="u0">' + '<path d="M0,0 L1,1 L2,0 Z"/>' * 50 + "</g>"
    groups += "".join(f'<g id="u{each}">' + f'<use href="#u{each - 1}"/>' * 50 + "</g>" for each in range(1, 6))
    said = told(f'{HEAD}<defs>{groups}</defs><g inkscape:label="provinces">{PROVINCES}<use href="#u5" id="aaa"/></g></svg>')
    assert "clones of clones show more than 50000 shapes; the rest is left out" in said


def test_groups_in_groups_without_end_are_refused_with_their_line() -> None:
    assert "elements are nested too deeply; expected at most 60 levels" in told(HEAD + "<g>" * 5000 + LAYER + "</g>" * 5000 + "</svg>")


def test_a_path_of_very_many_points_is_not_awaited() -> None:
    points = " ".join(f"{each % 400},{each * 7 % 300}" for each in range(200_000))
    assert "<aaa> it has too many points" in told(
        f'{HEAD}<g inkscape:label="provinces">{PROVINCES}<path id="aaa" d="M{points}Z"/></g></svg>'
    )


def test_a_path_of_very_many_curves_is_not_awaited() -> None:
    curves = " c100,0 200,100 300,300 -100,0 -200,-100 -300,-300" * 10_000
    said = told(f'{HEAD}<g inkscape:label="provinces">{PROVINCES}<path id="aaa" d="M0,0{curves}Z"/></g></svg>')
    assert "<aaa> it has too many points" in said


def test_an_outline_that_runs_over_itself_a_hundred_thousand_times_is_mended_all_the_same() -> None:
    zigzag = " ".join(f"{each * 37 % 400},{each * 91 % 100}" for each in range(60_000))
    provinces = PROVINCES.replace("M0,0 H400 V100 H0 Z", f"M{zigzag}Z")
    said = told(f'{HEAD}<g inkscape:label="provinces">{provinces}</g></svg>')
    assert "cross themselves; mended" in said


def loops(x: int, y: int) -> str:
    """Seven hundred edges in small loops, each of which crosses the hundred nearest."""
    return f"M{x},{y}" + "".join(f"{'hv'[at % 2]}{1 if at % 4 < 2 else -0.98}" for at in range(700)) + "h-60z"


@pytest.fixture
def mended(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The points of each outline that was mended."""
    seen: list[int] = []
    mend = shapely.make_valid

    def counted(ring: shapely.Geometry, **options: str) -> shapely.Geometry:
        seen.append(shapely.get_num_coordinates(ring))
        return mend(ring, **options)

    monkeypatch.setattr(shapely, "make_valid", counted)
    return seen


def test_outlines_that_cross_themselves_thousands_of_times_are_refused(mended: list[int]) -> None:
    """A thousand outlines that each cross themselves thousands of times are refused after the first."""
    tangled = "".join(f'<path id="p{at}" data-type="coast" d="{loops(at % 40 * 90, at // 40 * 90)}"/>' for at in range(999))
    made = compile_board(
        f'{HEAD.replace("400 300", "4000 3000")}<g inkscape:label="provinces">{tangled}</g></svg>'.encode(), None, "small.svg"
    )
    said = [str(fault) for fault in made.faults if "too often" in fault.what]
    assert made.board is None
    assert len(said) == MOST_TANGLED
    assert "<p4> at (363, 4) its outline crosses itself too often" in said[0]
    assert "Path > Union, then Path > Simplify in Inkscape" in said[0]
    assert len(mended) == 4


def test_an_outline_that_crosses_itself_too_often_is_named_and_the_others_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CrossingsLeft.__init__, "__defaults__", (100, 1_000_000, 0))
    made = compiled(drawing(PROVINCES.replace("M0,0 H400 V100 H0 Z", loops(9, 9))), island())
    assert [fault.element for fault in made.faults if "too often" in fault.what] == ["sea"]
    assert made.board is None
    assert made.draft is not None
    assert set(made.draft.provinces) == set(compiled(drawing(), island()).draft.provinces)  # type: ignore[union-attr]


def test_a_knot_of_edges_that_all_lie_on_one_another_is_not_even_counted(mended: list[int]) -> None:
    knot = "".join(f"l{1 if at % 2 else -1},{(at % 7) / 10}l{-1 if at % 2 else 1},{-(at % 7) / 10}" for at in range(15_000))
    said = told(drawing(PROVINCES.replace("M0,0 H400 V100 H0 Z", f"M0,0 H400 V100 {knot} H0 Z")))
    assert "<sea>" in said
    assert "too often" in said
    assert mended == []


def comb(teeth: int, *, lying: bool = False) -> str:
    """An outline over a page of 4000 by 3000 with long thin teeth, that crosses itself nowhere."""
    long, thin, side = (3500, 1450 / teeth, 3900) if lying else (2600, 1950 / teeth, 2900)
    out, on = "hv" if lying else "vh"
    tooth = f"{out}{long}{on}{thin}{out}{-long}{on}{thin}"
    return f"M0,0{tooth * teeth}{out}{long - side}{on}{-2 * thin * teeth}z"


@pytest.mark.parametrize("outlines", [(comb(20_000),), (comb(1000), comb(1000, lying=True))])
def test_combs_of_thousands_of_teeth_are_refused_before_they_are_cut_or_grown(
    outlines: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    grown: list[int] = []
    monkeypatch.setattr(board, "cut_overlaps", lambda *_: grown.append(1))
    monkeypatch.setattr(board, "close_gaps", lambda *_: grown.append(1))
    paths = "".join(f'<path id="aa{at}" data-type="coast" d="{each}"/>' for at, each in enumerate(outlines))
    svg = f'{HEAD.replace("400 300", "4000 3000")}<g inkscape:label="provinces">{paths}</g></svg>'.encode()
    said = [str(fault) for fault in compile_board(svg, None, "small.svg").faults]
    assert any(re.search(r"too finely toothed, first of all that of AA\d with \d+ points; .*Path > Simplify", each) for each in said), said
    assert grown == []


def test_a_drawing_of_350_provinces_with_borders_of_a_thousand_points_is_read() -> None:
    made: list[Stage] = []
    svg = large_drawing(350)
    with pytest.raises(CompilationStoppedError):
        compile_board(svg, rules_of(svg), "large.svg", False, lambda: bool(made), lambda stage, _board: made.append(stage))
    assert made == [Stage.SKETCH]


def test_numbers_that_are_none_are_reported_with_their_shape() -> None:
    said = told(drawing(PROVINCES.replace("M0,0 H400 V100 H0 Z", "MNaN,0 L400,NaN L9,9 Z")))
    assert re.search(r"small\.svg:3: <sea> its path data cannot be read", said), said


@pytest.mark.parametrize("box", ['viewBox="0 0 1e300 1e300"', 'viewBox="NaN 0 NaN 5"', 'viewBox="0 0 0 0"', 'viewBox="0 0 400"', ""])
def test_a_page_without_a_size_or_with_one_that_is_none_says_what_is_wanted(box: str) -> None:
    assert 'the drawing has no size; expected viewBox="0 0 WIDTH HEIGHT"' in told(drawing().replace('viewBox="0 0 400 300"', box))


def test_a_compressed_drawing_is_read() -> None:
    plain = drawing().encode()
    made = compile_board(gzip.compress(plain), island().board, "small.svg")
    assert made.board is not None
    assert made.board.provinces == compiled(drawing(), island()).board.provinces  # type: ignore[union-attr]


def test_finding_neighbours_is_given_up_as_soon_as_nobody_wants_it() -> None:
    asked: list[int] = []

    def stop() -> bool:
        asked.append(1)
        return len(asked) > 3

    with pytest.raises(CompilationStoppedError):
        propose(drawing().encode(), {}, stop=stop)
    assert len(asked) == 4


def test_a_compressed_drawing_that_would_be_huge_or_is_damaged_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    packed = gzip.compress(drawing().encode())
    assert "compressed drawing is damaged" in str(compile_board(packed[:20] + b"xx" + packed[22:], None, "small.svg").faults[0])
    monkeypatch.setattr(xml_reading, "LARGEST_DRAWING", 600)
    assert "the drawing, unpacked, has" in str(compile_board(gzip.compress(b" " * 5000), None, "small.svg").faults[0])


def test_twenty_thousand_crumbs_are_counted_after_the_first_hundreds() -> None:
    crumbs = CRUMB * 20_000
    made = compiled(f'{HEAD}<g inkscape:label="provinces">{PROVINCES}{crumbs}</g></svg>', island())
    assert len(made.faults) <= 502
    assert any("more than 3000 shapes have no code; the rest is left out" in fault.what for fault in made.faults)


def test_a_few_crumbs_cost_no_board() -> None:
    made = compiled(f'{HEAD}<g inkscape:label="provinces">{PROVINCES}{CRUMB * 2000}</g></svg>', island())
    assert made.board is not None
    assert len(made.faults) <= 501


def test_more_provinces_than_any_board_has_are_refused() -> None:
    many = "".join(f'<path id="a{each}" d="M{each % 400},{each // 400} h1 v1 h-1 z"/>' for each in range(5000))
    assert "the drawing has more than 1000 provinces" in told(f'{HEAD}<g inkscape:label="provinces">{many}</g></svg>')


def test_a_scanned_picture_without_shapes_says_that_shapes_are_to_be_drawn_over_it() -> None:
    picture = '<image width="400" height="300" href="data:image/png;base64,' + "A" * 5_000_000 + '"/>'
    said = told(f"{HEAD}{picture}</svg>")
    assert "the drawing is a picture without shapes; expected a closed path for each province over the picture" in said


def test_a_drawing_that_is_still_being_written_is_one_fault_wherever_it_ends() -> None:
    whole = drawing().encode()
    for end in range(1, len(whole) - 1, 37):
        made = compile_board(whole[:end], island().board, "growing.svg")
        assert made.board is None
        assert len(made.faults) == 1
        assert "this is no XML" in str(made.faults[0])
