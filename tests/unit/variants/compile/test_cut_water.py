"""Water that is only divided by lines: named before anything is written, and cut along them where the designer says so."""

from __future__ import annotations

import pytest

from adjudicator.board import Terrain
from app.board_editor.beginning import Answers, begun, look_at
from tests.quick import each_nth
from tests.unit.variants.compile.bare_drawings import LAND, PLAIN_HEAD, WATER, in_layers
from variants.compile.bare_drawing import give_codes, with_cut_waters

LANDS = (("Arden", "M300,200 H500 V450 H300 Z", (400, 320)), ("Brack", "M500,200 H700 V450 H500 Z", (600, 320)))
SEAS = {"North Sea": (500, 90), "East Sea": (860, 350), "South Sea": (500, 600), "West Sea": (150, 350)}
LINES = ("M0,0 L300,200", "M1000,0 L704,196", "M1000,700 L700,450", "M2,699 Q150,580 296,455")
"""One from each corner of the page to a corner of the land; two of them end some units before it."""


SEA = f'<rect id="rect1" style="{WATER}" width="1000" height="700"/>'


def drawing(water: str = SEA, lines: tuple[str, ...] = LINES, group: str = "<g>", *, moved: bool = False) -> str:
    """Two lands in the water, and lines; in a group, whose own transform they undo where it is *moved*."""
    back = ' transform="scale(0.5) translate(-40 -80)"' if moved else ""
    lands = "".join(f'<path id="path{at}" style="{LAND}" d="{data}"{back}/>' for at, (_, data, _) in enumerate(LANDS, 5))
    strokes = "".join(f'<path id="line{at}" fill="none" stroke="#446" d="{data}"{back}/>' for at, data in enumerate(lines))
    words = {**{name: at for name, _, at in LANDS}, **SEAS}
    texts = "".join(f'<text x="{x}" y="{y}" style="font-size:18px;text-anchor:middle">{name}</text>' for name, (x, y) in words.items())
    return f"{PLAIN_HEAD}{group}{water}{lands}{strokes}</g><g>{texts}</g></svg>"


GROUP = '<g transform="translate(40 80) scale(2)">'
SHAPES = {
    "one shape": drawing(),
    "a backdrop": drawing("").replace("<g>", f'<g id="background">{SEA}</g><g>', 1),
    "no paint at all": drawing(""),
    "a group that is moved and scaled": drawing(
        f'<rect style="{WATER}" x="-20" y="-40" width="500" height="350"/>', group=GROUP, moved=True
    ),
}


@pytest.mark.slow
@each_nth(3, "kind", SHAPES)
def test_each_part_of_the_water_becomes_a_sea_with_the_text_over_it(kind: str) -> None:
    svg = SHAPES[kind].encode()
    before = look_at(svg, "isle.svg")
    assert [each for each in before.divided if "4 parts" in each], before.divided
    found = look_at(svg, "isle.svg", Answers(cut=True))
    assert {each.name for each in found.provinces if each.terrain is Terrain.SEA} == set(SEAS)
    assert {each.name for each in found.provinces if each.terrain is not Terrain.SEA} == {name for name, _, _ in LANDS}
    assert found.divided == ()
    files = begun(svg, "isle.svg", "isle", "Isle", Answers(cut=True))
    names = {each.name: each.code for each in found.provinces}
    north, arden = found.proposal.provinces[names["North Sea"]], found.proposal.provinces[names["Arden"]]
    assert set(north.fleet[""]) == {names["West Sea"], names["East Sea"], names["Arden"], names["Brack"]}
    assert set(arden.army) == {names["Brack"]}
    assert b"[provinces." in files["variant.toml"]


def test_nothing_is_cut_unasked() -> None:
    assert len(look_at(drawing().encode(), "isle.svg").provinces) == 3
    assert give_codes(drawing().encode(), "isle.svg").divided == ((4, 4),)


def test_lines_that_divide_nothing_are_none() -> None:
    """A leader to a land, a river, a wave."""
    svg = drawing(lines=("M150,340 L320,300", "M350,250 Q400,300 450,250", "M100,600 h40")).encode()
    assert look_at(svg, "isle.svg").divided == ()
    assert with_cut_waters(svg, "isle.svg") == svg


def test_a_drawing_of_closed_seas_is_left_as_it_is() -> None:
    svg = in_layers().encode()
    assert look_at(svg, "isle.svg").divided == ()
    assert with_cut_waters(svg, "isle.svg") == svg


def test_every_other_byte_stays() -> None:
    svg = drawing()
    after = with_cut_waters(svg.encode(), "isle.svg").decode()
    start, end = after.index('<g id="water">'), after.index("</g>") + len("</g>")
    assert after[:start] + after[end:] == svg.replace(SEA, "")
