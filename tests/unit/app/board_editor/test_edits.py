"""Changes by a click as fixes: each touches its own place in the file, and nothing else."""

from __future__ import annotations

import pytest

from app.board_editor.edits import CannotEditError, all_safe, move_anchor, set_cell, toggle_step
from variants.fault import Fault
from variants.fix import Fix, SetValue
from variants.shore_writing import apply_fix
from variants.svg.read_xml import read_xml

SVG = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" viewBox="{box}">
<!-- mine -->
<g inkscape:label="provinces"><path inkscape:label="ald" d="M0 0H9V9Z"/></g>
{layer}
</svg>
"""
LAYER = '<g inkscape:label="Anchors"{}><circle inkscape:label="unit:ald" cx="4" cy="5" r="3"/></g>'


def drawing(layer: str = LAYER.format(""), box: str = "0 0 100 100") -> bytes:
    return SVG.format(layer=layer, box=box).encode()


def test_an_anchor_is_moved_where_it_stands() -> None:
    made = apply_fix(drawing(), move_anchor(drawing(), "board.svg", "unit:ald", (20.5, 30)))
    assert made == drawing().replace(b'cx="4" cy="5"', b'cx="20.5" cy="30"')


def test_an_anchor_in_a_layer_that_is_moved_lands_where_it_was_let_go() -> None:
    svg = drawing(LAYER.format(' transform="translate(10,20) scale(2)"'))
    made = apply_fix(svg, move_anchor(svg, "board.svg", "unit:ald", (30, 40)))
    assert b'cx="10" cy="10"' in made


def test_a_page_that_does_not_begin_at_nought_is_counted_from_its_corner() -> None:
    svg = drawing(box="-50 -20 100 100")
    assert b'cx="-40" cy="0"' in apply_fix(svg, move_anchor(svg, "board.svg", "unit:ald", (10, 20)))


def test_a_missing_anchor_is_added_to_its_layer() -> None:
    """An anchor that is not drawn yet is put into its layer which is made where it is missing."""
    made = apply_fix(drawing(), move_anchor(drawing(), "board.svg", "sc:ald", (1, 2)))
    assert b'<circle id="sc-ald" inkscape:label="sc:ald" cx="1" cy="2" r="3"/>' in made
    assert made.startswith(drawing()[:200])
    bare = drawing("")
    made = apply_fix(bare, move_anchor(bare, "board.svg", "sc:ald", (1, 2)))
    assert b'inkscape:groupmode="layer" inkscape:label="anchors"' in made
    again = apply_fix(made, move_anchor(made, "board.svg", "sc:ald", (3, 4)))
    assert again.count(b"sc:ald") == 1


def test_a_drawing_that_is_no_xml_is_refused() -> None:
    with pytest.raises(CannotEditError, match=r"board\.svg cannot be changed"):
        move_anchor(b"<svg", "board.svg", "unit:ald", (1, 2))


TOML = b"""# my board
[provinces.ALD]
name = 'Ald'  # old name
army = ["BRE"]

[provinces.BRE]
name = "Bre"
army = [
    "ALD",  # over the hill
]
"""


def test_a_cell_keeps_comments_and_everything_else() -> None:
    assert apply_fix(TOML, set_cell("ALD", "name", "Aldland")) == TOML.replace(b"'Ald'", b'"Aldland"')
    made = apply_fix(TOML, set_cell("BRE", "centre", True))
    assert b"centre = true" in made
    assert made.replace(b"centre = true\n", b"") == TOML


def test_a_step_goes_both_ways_in_one_fix() -> None:
    without = apply_fix(TOML, toggle_step("army", "ALD", "BRE", is_there=True))
    assert b"BRE" not in without.partition(b"[provinces.BRE]")[0]
    again = apply_fix(without, toggle_step("army", "ALD", "BRE", is_there=False))
    assert b'army = ["BRE"]' in again
    coast = toggle_step("fleet", "SPA/NC", "GAS", is_there=False)
    assert [change.path for change in coast.changes if hasattr(change, "path")] == [
        ("provinces", "SPA", "coasts", "NC", "fleet"),
        ("provinces", "GAS", "fleet"),
    ]


def test_all_safe_changes_are_one_step_for_each_file() -> None:
    one = Fix("One", "variant.toml", (SetValue(("victory",), "3"),))
    other = Fix("Other", "variant.toml", (SetValue(("version",), '"2"'),))
    lake = Fix("Fill it", "variant.toml", (SetValue(("players",), "2"),), is_guess=True)
    faults = [Fault("variant.toml", 1, "x", fix=one), Fault("variant.toml", 2, "y", fix=other), Fault("variant.toml", 3, "z")]
    (fix,) = all_safe([*faults, Fault("variant.toml", 4, "a hole that may be a lake", fix=lake)])
    assert (fix.title, len(fix.changes)) == ("Mend 2 faults", 2)


NAMED = b"""<svg xmlns="http://www.w3.org/2000/svg" xmlns:ink="http://www.inkscape.org/namespaces/inkscape" viewBox="10 0 400 300">
<g ink:label="provinces"><path ink:label="ald" d="M10,0 h400 v300 h-400 z"/></g>
<g ink:label="labels" transform="scale(2)"><text ink:label="ald" x="50" y="40">Ald</text></g>
</svg>"""


def test_a_name_that_the_author_wrote_is_carried_along_itself() -> None:
    once = apply_fix(NAMED, move_anchor(NAMED, "board.svg", "label:ald", (120, 90), (100, 80)))
    assert once == NAMED.replace(
        b'<text ink:label="ald" x="50" y="40">', b'<text ink:label="ald" x="50" y="40" transform="translate(10,5)">'
    )
    again = apply_fix(once, move_anchor(once, "board.svg", "label:ald", (100, 80), (120, 90)))
    assert b'transform="translate(0,0)"' in again, "one transform, however often it is carried"


def test_a_name_that_the_program_placed_gets_an_anchor() -> None:
    bare = NAMED.replace(b'<text ink:label="ald" x="50" y="40">Ald</text>', b"")
    made = apply_fix(bare, move_anchor(bare, "board.svg", "label:ald", (120, 90), (100, 80)))
    assert b'<circle id="label-ald" ink:label="label:ald" cx="130" cy="90" r="3"/>' in made


def test_a_drawing_that_knows_nothing_of_inkscape_can_be_read_afterwards() -> None:
    plain = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><g id="provinces"><path id="ald" d="M0,0 h4 v3 z"/></g></svg>'
    made = apply_fix(plain, move_anchor(plain, "board.svg", "unit:ald", (1, 2)))
    labels = [each.label for each in read_xml(made, "board.svg").walk()]
    assert "anchors" in labels
    assert "unit:ald" in labels
