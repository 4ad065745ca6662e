"""Boards laid out from their graph: shapes stand apart, in any number."""

from __future__ import annotations

import itertools

import pytest

from adjudicator.board import Terrain
from adjudicator.unit import Location
from tests.unit.variants.importers.test_draft import draft as small_draft
from variants import load
from variants.compile import compile_board
from variants.importers import import_board
from variants.importers.draft import DraftMap, DraftPower, DraftProvince, ImportReport, VariantDraft, add_both
from variants.importers.judge_text import standard_text
from variants.importers.mending import mend
from variants.importers.schematic import schematic_board
from variants.importers.write_variant import write_variant
from variants.source import MemorySource

COLUMNS, ROWS = 16, 12


def large_draft() -> VariantDraft:
    """A grid of lands with a sea in every third place."""
    made = VariantDraft("large", "Large", "x.map")
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


@pytest.mark.slow
def test_no_two_shapes_of_a_large_board_grow_together() -> None:
    made = large_draft()
    mend(made, ImportReport())
    svg = schematic_board(made)
    made.maps.append(DraftMap("plain", "Plain", svg))
    board = compile_board(svg, load(MemorySource("large", write_variant(made))).variant.board, names=False).board
    assert board is not None
    assert len(board.provinces) == COLUMNS * ROWS
    assert [border.provinces for border in board.borders if None not in border.provinces and len(set(border.provinces)) == 2] == []


def test_the_same_graph_gives_the_same_board() -> None:
    assert schematic_board(small_draft()) == schematic_board(small_draft())


def europe() -> dict[str, tuple[float, float]]:
    """Return the places of a board laid out from the standard board's text, by name."""
    (made,) = import_board(MemorySource("x", {"europe.map": standard_text().encode()}), "europe.map").variants
    variant = load(made.source).variant
    board = compile_board(made.files["plain.svg"], variant.board, names=False).board
    assert board is not None
    return {variant.board.provinces[code].name: shape.units[""] for code, shape in board.provinces.items()}


@pytest.mark.slow
def test_a_board_with_known_places_lies_with_west_on_the_left_and_north_above() -> None:
    places = europe()
    for west, east in (("Portugal", "Sevastopol"), ("Wales", "Moscow"), ("Brest", "Munich"), ("Mid-Atlantic Ocean", "Black Sea")):
        assert places[west][0] < places[east][0], f"{west} lies west of {east}"
    for north, south in (("Norway", "Tunis"), ("Edinburgh", "Spain"), ("Barents Sea", "Ionian Sea"), ("St Petersburg", "Ankara")):
        found = [next(spot for name, spot in places.items() if name.replace(".", "") == each) for each in (north, south)]
        assert found[0][1] < found[1][1], f"{north} lies north of {south}"


def test_lines_tell_whether_armies_or_fleets_go_along_them() -> None:
    made = VariantDraft("ways", "Ways", "x.map")
    for code, terrain in (("AAA", Terrain.COASTAL), ("BBB", Terrain.COASTAL), ("CCC", Terrain.INLAND), ("SEA", Terrain.SEA)):
        made.provinces[code] = DraftProvince(code, code.title(), terrain, centre=True)
    for first, second, letters in (("AAA", "BBB", "AF"), ("AAA", "CCC", "A"), ("BBB", "SEA", "F")):
        add_both(made, Location(first), Location(second), letters)
    lines = [line for line in schematic_board(made).decode().splitlines() if "<line" in line]
    solid = [line for line in lines if "stroke-dasharray" not in line]
    dashed = [line for line in lines if "stroke-dasharray" in line]
    assert (len(solid), len(dashed)) == (2, 2), "both, an army's, a fleet's"
    ends = [line.partition(" stroke")[0] for line in lines]
    assert len(set(ends)) == 3, "where both go, one line lies on the other"


@pytest.mark.slow
def test_350_places_share_the_page_so_that_each_has_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "COLUMNS", 25)
    monkeypatch.setitem(globals(), "ROWS", 14)
    made = large_draft()
    mend(made, ImportReport())
    board = compile_board(schematic_board(made), None, names=False).board
    assert board is not None
    assert len(board.provinces) == 350
    left, _, right, _ = zip(*(shape.bounds for shape in board.provinces.values()), strict=True)
    assert min(b - a for a, b in zip(left, right, strict=True)) > 0.02 * board.width


def test_seas_lie_over_the_lines_that_end_at_them() -> None:
    made = small_draft()
    svg = schematic_board(made).decode()
    background = svg[svg.index('id="layer-background"') : svg.index('id="layer-provinces"')]
    seas = [code for code, province in made.provinces.items() if province.terrain is Terrain.SEA]
    assert seas
    assert background.count("<path fill=") == len(seas)
    assert background.rindex("<line ") < background.index("<path ")
