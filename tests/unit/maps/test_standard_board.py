"""The board of Europe 1901: what its sources give, what it says about the game, and whether it can be read and hit."""

from __future__ import annotations

import math
from functools import cache
from itertools import combinations

import pytest
import shapely

import variants
from adjudicator.board import Terrain
from maps.source import build_standard
from variants.compile import compile_board
from variants.compile.drawing import DrawingReader
from variants.compile.drawn import Drawing
from variants.compile.label_placement import label_area
from variants.compile.steps import army_steps, fleet_steps
from variants.compiled import RETREAT_RADIUS, SUPPLY_RADIUS, CompiledBoard, LabelKind
from variants.compiled_json import read_board, write_board
from variants.fault import Faults

SVG = build_standard.TARGET
JSON = SVG.with_suffix(".board.json")
SMALL_WINDOW = 810
"""Pixels across that the board has in a window of 1280 x 800."""


@cache
def board() -> CompiledBoard:
    return read_board(JSON.read_bytes())


@cache
def drawing() -> Drawing:
    return DrawingReader(SVG.read_bytes(), SVG.name, Faults()).read()


def outline(code: str) -> shapely.Geometry:
    return shapely.MultiPolygon([shapely.Polygon(rings[0], rings[1:]) for rings in board().provinces[code].polygons])


def ground(code: str) -> shapely.Geometry:
    straits = [shapely.Polygon(rings[0], rings[1:]) for rings in board().provinces[code].straits]
    return shapely.difference(outline(code), shapely.union_all(straits))


@pytest.mark.slow
def test_the_drawing_is_what_its_sources_give_byte_for_byte() -> None:
    assert build_standard.build().encode() == SVG.read_bytes()


@pytest.mark.slow
def test_the_compiled_board_is_what_the_drawing_gives_byte_for_byte() -> None:
    made = compile_board(SVG.read_bytes(), variants.standard().board, SVG.name)
    assert made.faults == ()
    assert made.board is not None
    assert write_board(made.board) == JSON.read_bytes()


@pytest.mark.slow
def test_the_drawing_leaves_no_gap_and_no_overlap() -> None:
    parts = [province.shape for province in drawing().provinces.values()] + [
        area for piece in drawing().pieces if piece.kind == "impassable" for area in piece.areas
    ]
    assert all(shapely.is_valid(parts))
    assert shapely.coverage_is_valid(parts)
    whole = shapely.union_all(parts)
    assert len(shapely.get_parts(whole)) == 1
    assert shapely.get_num_interior_rings(whole) == 0
    assert math.isclose(whole.area, board().width * board().height, rel_tol=1e-5)


def test_what_touches_on_the_drawing_touches_in_the_game() -> None:
    table = {tuple(sorted((edge.origin.province, edge.target.province))) for edge in variants.standard().board.edges}
    assert {pair.provinces for pair in board().adjacency} == table
    assert len(table) == 206


def test_both_witnesses_see_every_border() -> None:
    assert [pair.provinces for pair in board().adjacency if pair.witnesses != 2] == []


@pytest.mark.slow
def test_armies_and_fleets_can_go_where_the_drawing_says_coast_by_coast() -> None:
    rules = variants.standard().board
    terrains = {code: province.terrain for code, province in rules.provinces.items()}
    shapes = {code: province.shape for code, province in drawing().provinces.items()}
    fleets = fleet_steps(board().adjacency, shapes, terrains, drawing().coasts, reach=0.5)
    assert fleets == {(edge.origin, edge.target) for edge in rules.edges if "F" in edge.kinds}
    assert len(fleets) == 2 * 141
    assert army_steps(board().adjacency, terrains) == {(edge.origin, edge.target) for edge in rules.edges if "A" in edge.kinds}


def test_every_unit_stands_wholly_on_its_own_ground_and_dry() -> None:
    for code, shape in board().provinces.items():
        for spot in shape.units.values():
            assert ground(code).contains(shapely.Point(spot).buffer(board().unit_radius * 0.98)), code


def test_every_anchor_lies_inside_its_province() -> None:
    for code, shape in board().provinces.items():
        for spot in (*shape.retreats.values(), *([shape.supply] if shape.supply else [])):
            assert ground(code).contains(shapely.Point(spot)), code


def test_every_centre_has_a_mark_and_nothing_else_has() -> None:
    assert {code for code, shape in board().provinces.items() if shape.supply} == set(variants.standard().board.centres)


def test_coasts_have_places_of_their_own() -> None:
    for code, province in variants.standard().board.provinces.items():
        assert set(board().provinces[code].units) == {"", *province.coasts}
        assert set(board().provinces[code].retreats) == {"", *province.coasts}


def test_no_unit_hides_a_supply_mark_and_no_two_units_touch() -> None:
    units = [(code, spot) for code, shape in board().provinces.items() for spot in shape.units.values()]
    radius = board().unit_radius
    for code, shape in board().provinces.items():
        if shape.supply is not None:
            for other, spot in units:
                assert math.dist(shape.supply, spot) >= radius + SUPPLY_RADIUS * board().width, (code, other)
    for (first, one), (second, two) in combinations(units, 2):
        if first != second:
            assert math.dist(one, two) >= 2 * radius, (first, second)


def labels(kind: LabelKind) -> dict[str, shapely.Geometry]:
    found = {}
    for code, shape in board().provinces.items():
        label = shape.label(kind)
        assert label is not None, code
        found[code] = label_area(label)
    return found


def test_no_unit_and_no_mark_covers_a_name() -> None:
    marks = [
        (code, shapely.Point(spot).buffer(radius))
        for code, shape in board().provinces.items()
        for spot, radius in (
            *((spot, board().unit_radius) for spot in shape.units.values()),
            *([(shape.supply, SUPPLY_RADIUS * board().width)] if shape.supply else []),
        )
    ]
    tree = shapely.STRtree([mark for _, mark in marks])
    for kind in LabelKind:
        for code, area in labels(kind).items():
            over = [marks[index][0] for index in tree.query(area, predicate="intersects")]
            assert not over, (kind, code, over)


def test_a_dislodged_unit_shows_beside_the_one_that_threw_it_out() -> None:
    for code, shape in board().provinces.items():
        for coast, spot in shape.retreats.items():
            seen = 1 - (board().unit_radius + RETREAT_RADIUS * board().width - math.dist(spot, shape.units[coast])) / (
                2 * RETREAT_RADIUS * board().width
            )
            assert seen >= 0.6, (code, coast)


def test_no_two_names_touch() -> None:
    for kind in LabelKind:
        areas = labels(kind)
        for first, second in combinations(areas, 2):
            assert not areas[first].intersects(areas[second]), (kind, first, second)


def test_every_name_lies_on_its_own_ground_and_inside_the_frame() -> None:
    frame = shapely.box(0, 0, board().width, board().height)
    for kind in LabelKind:
        for code, area in labels(kind).items():
            assert frame.contains(area), (kind, code)
            assert shapely.intersection(area, outline(code)).area >= 0.97 * area.area, (kind, code)


def test_names_have_few_sizes_and_can_be_read() -> None:
    for kind, least in ((LabelKind.FULL, 17), (LabelKind.SHORT, 21)):
        sizes = {label.size for shape in board().provinces.values() if (label := shape.label(kind))}
        assert len(sizes) <= 8
        assert min(sizes) >= least


def test_codes_can_be_read_in_a_small_window() -> None:
    sizes = [label.size for shape in board().provinces.values() if (label := shape.label(LabelKind.SHORT))]
    assert min(sizes) * SMALL_WINDOW / board().width >= 8


def test_every_province_can_be_hit_in_a_small_window() -> None:
    scale = SMALL_WINDOW / board().width
    for code in board().provinces:
        line = shapely.maximum_inscribed_circle(outline(code), tolerance=1)
        assert line.length * scale >= 8, f"{code} has room for a circle of {line.length * scale:.1f} pixels only"


def test_coarser_levels_keep_every_province_and_its_units() -> None:
    for shape in board().provinces.values():
        for level in shape.levels:
            coarse = shapely.union_all([shapely.Polygon(rings[0], rings[1:]).buffer(0) for rings in level])
            for spot in shape.units.values():
                assert coarse.contains(shapely.Point(spot)), shape.code
        points = [sum(len(ring) for polygon in level for ring in polygon) for level in shape.levels]
        assert points == sorted(points, reverse=True)


def test_terrains_are_the_games() -> None:
    rules = variants.standard().board
    assert {code: shape.terrain for code, shape in board().provinces.items()} == {
        code: province.terrain for code, province in rules.provinces.items()
    }
    assert board().provinces["SEV"].terrain is Terrain.COASTAL
