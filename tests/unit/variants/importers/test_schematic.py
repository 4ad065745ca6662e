"""Boards laid out from their graph: shapes stand apart, whatever their number."""

from __future__ import annotations

import itertools

from adjudicator.board import Terrain
from adjudicator.location import Location
from tests.unit.variants.importers.test_draft import draft as small_draft
from variants import load
from variants.compile import compile_board
from variants.importers.draft import Draft, DraftMap, DraftPower, DraftProvince, add_both, mend
from variants.importers.result import Report
from variants.importers.schematic import schematic_board
from variants.importers.write_variant import write_variant
from variants.source import MemorySource

COLUMNS, ROWS = 16, 12


def large_draft() -> Draft:
    """A grid of lands with a sea in every third place."""
    made = Draft("large", "Large", "x.map")
    places = list(itertools.product(range(COLUMNS), range(ROWS)))
    for column, row in places:
        code = f"P{column:02}{row:02}"
        terrain = Terrain.SEA if (column + 2 * row) % 3 == 0 else Terrain.COASTAL if row % 2 else Terrain.INLAND
        made.provinces[code] = DraftProvince(code, f"Place {column} {row}", terrain, centre=(column, row) == (1, 0))
    for column, row in places:
        here = Location(f"P{column:02}{row:02}")
        for other in ((column + 1, row), (column, row + 1)):
            there = Location(f"P{other[0]:02}{other[1]:02}")
            letters = [
                each for each in "AF" if made.can_stand(each, here) and there.province in made.provinces and made.can_stand(each, there)
            ]
            add_both(made, here, there, letters)
    made.powers = {"RED": DraftPower("RED", "Red", home=["P0100"]), "BLUE": DraftPower("BLUE", "Blue", units=[("A", Location("P0200"))])}
    return made


def test_no_two_shapes_of_a_large_board_grow_together() -> None:
    made = large_draft()
    mend(made, Report())
    svg = schematic_board(made)
    made.maps.append(DraftMap("plain", "Plain", svg))
    board = compile_board(svg, load(MemorySource("large", write_variant(made))).variant.board).board
    assert board is not None
    assert len(board.provinces) == COLUMNS * ROWS
    assert [border.provinces for border in board.borders if None not in border.provinces and len(set(border.provinces)) == 2] == []


def test_the_same_graph_gives_the_same_board() -> None:
    assert schematic_board(small_draft()) == schematic_board(small_draft())
