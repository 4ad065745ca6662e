"""Islands of many provinces among one another: looked at one by one, with what comes of looking at all of them at once."""

from __future__ import annotations

import random

import numpy as np
import pytest
import shapely

from benchmarks import crowded_drawings as crowded
from variants.compile import area_operations, compile_board, gaps
from variants.compile.area_operations import (
    FEW_PARTS,
    Swelling,
    cleaned,
    distances,
    is_coverage,
    is_scattered,
    near_parts,
    shared_line,
    swollen,
)
from variants.compile.gaps import close_gaps


def scattered(provinces: int, each: int, gap: float) -> dict[str, shapely.Geometry]:
    """Provinces of squares of 10 that fill a board, each square beside squares of other provinces."""
    side = round((provinces * each) ** 0.5)
    boxes = [shapely.box(at % side * 10, at // side * 10, at % side * 10 + 10 - gap, at // side * 10 + 10 - gap) for at in range(side**2)]
    random.Random(1).shuffle(boxes)
    return {f"P{at}": shapely.union_all(boxes[at::provinces]) for at in range(provinces)}


def test_only_the_islands_beside_another_province_are_compared_with_it() -> None:
    row = shapely.multipolygons([shapely.box(at * 10, 0, at * 10 + 5, 5) for at in range(FEW_PARTS + 8)])
    other = shapely.box(25, 0, 40, 5)
    assert near_parts(row, other).equals(
        shapely.multipolygons([shapely.box(20, 0, 25, 5), *(shapely.box(at, 0, at + 5, 5) for at in (30, 40))])
    )
    assert shapely.get_num_geometries(near_parts(row.boundary, other, 12)) == 5
    assert near_parts(row, shapely.box(25, 90, 40, 95)).is_empty
    few = shapely.multipolygons(list(row.geoms)[:FEW_PARTS])
    assert near_parts(few, other) is few


def test_the_line_that_islands_share_is_that_of_their_whole_outlines() -> None:
    shapes = list(scattered(4, 100, 0).values())
    assert max(shapely.get_num_geometries(shapes)) > FEW_PARTS
    for at, one in enumerate(shapes):
        for other in shapes[at + 1 :]:
            assert shared_line(one, other).equals(shapely.intersection(one.boundary, other.boundary))


@pytest.fixture
def one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Islands by the hundred count as very many."""
    monkeypatch.setattr(area_operations, "MANY_PARTS", 100)
    monkeypatch.setattr(area_operations, "MUCH_AMONG", 0)


@pytest.mark.usefixtures("one_by_one")
def test_scattered_islands_are_a_coverage_or_not_as_all_of_them_at_once() -> None:
    shapes = list(scattered(6, 60, 0).values())
    assert is_scattered(shapes)
    assert is_coverage(shapes)
    assert bool(shapely.coverage_is_valid(shapes))
    assert not is_coverage([*shapes, shapely.box(3, 3, 7, 7)])


def test_islands_in_their_own_seas_are_not_scattered() -> None:
    archipelagos = [shapely.multipolygons([shapely.box(at * 9, y, at * 9 + 5, y + 5) for at in range(400)]) for y in range(0, 90, 9)]
    assert not is_scattered(archipelagos)
    assert is_scattered(list(scattered(100, 9, 1).values()))


@pytest.mark.usefixtures("one_by_one")
@pytest.mark.slow
def test_gaps_between_scattered_islands_are_closed_island_by_island(monkeypatch: pytest.MonkeyPatch) -> None:
    shapes = scattered(6, 60, 0.8)
    closed = close_gaps(shapes, (), 190, 190)
    assert bool(shapely.coverage_is_valid(list(closed.values())))
    assert shapely.union_all(list(closed.values())).area > 0.99 * 189**2
    monkeypatch.setattr(gaps, "is_scattered", lambda _: False)
    monkeypatch.setattr(area_operations, "is_scattered", lambda _: False)
    whole = close_gaps(shapes, (), 190, 190)
    for code, shape in closed.items():
        assert shapely.symmetric_difference(shape, whole[code]).area < 0.02 * whole[code].area


@pytest.mark.usefixtures("one_by_one")
def test_islands_of_one_province_that_grow_together_are_one() -> None:
    pair = shapely.multipolygons([shapely.box(0, 0, 10, 10), shapely.box(10, 0, 20, 10)])
    parts = cleaned([shapely.box(0, 10, 20, 20), pair], 1.0, 0.01)
    assert [shapely.get_num_geometries(part) for part in parts] == [1, 1]
    joined = area_operations.joined_parts(
        np.array([shapely.box(0, 0, 10, 10), shapely.box(10, 0, 20, 10), shapely.box(40, 0, 50, 10)]), np.array([0, 0, 1]), 2
    )
    assert [each.area for each in joined] == [200, 100]
    assert joined[0].geom_type in ("Polygon", "MultiPolygon")
    assert shapely.get_num_geometries(joined[0]) == 1


@pytest.mark.slow
def test_a_board_of_scattered_islands_has_the_neighbours_of_its_islands() -> None:
    made = compile_board(crowded.scattered(50, 10), None, "small.svg", names=False)
    assert made.board is not None, [str(fault)[:200] for fault in made.faults[:3]]
    drawn = made.drawing.provinces if made.drawing is not None else {}
    shapes = {code: each.shape for code, each in drawn.items()}
    touching = {(one, other) for one in shapes for other in shapes if one < other and shapely.dwithin(shapes[one], shapes[other], 6.0)}
    found = {pair.provinces for pair in made.board.adjacency}
    assert found <= touching
    assert len(found) > 0.5 * len(touching)


@pytest.mark.slow
def test_an_outline_of_teeth_that_has_grown_has_few_points_left_to_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    comb = shapely.Polygon([(0, 90), *((at * 0.2, 2.0 * (at % 2)) for at in range(4800)), (960, 90)])
    grown: list[int] = []
    move = shapely.buffer

    def counted(shape: shapely.Geometry, reach: float, **options: int) -> shapely.Geometry:
        grown.append(int(np.sum(shapely.get_num_coordinates(shape))))
        return move(shape, reach, **options)

    swelling = Swelling(np.array([comb], dtype=object))
    monkeypatch.setattr(shapely, "buffer", counted)
    found = [swelling.to(np.array([0]), reach)[0] for reach in (3.0, 6.0, 9.0)]
    whole = [count for count in grown if count]
    assert whole[0] >= 4800
    assert max(whole[1:]) < 1500
    monkeypatch.undo()
    for reach, area in zip((3.0, 6.0, 9.0), found, strict=True):
        plain = swollen(comb, reach)
        assert shapely.symmetric_difference(area, plain).area < 0.01 * plain.area


def test_distances_are_those_of_every_pair() -> None:
    lines = [shapely.LineString([(at, 0), (at, 5)]) for at in (0, 2, 7)]
    assert distances(lines).tolist() == [[0, 2, 7], [2, 0, 5], [7, 5, 0]]


def test_borders_that_cannot_be_cleaned_at_one_distance_are_at_another(monkeypatch: pytest.MonkeyPatch) -> None:
    distances_tried: list[float] = []
    clean = shapely.coverage_clean

    def failing(areas: object, *, gap_width: float, snapping_distance: float) -> object:
        distances_tried.append(snapping_distance)
        if snapping_distance == 0.2:
            raise shapely.GEOSException("TopologyException: CoverageUnion cannot process overlapping inputs.")
        return clean(areas, gap_width=gap_width, snapping_distance=snapping_distance)

    monkeypatch.setattr(shapely, "coverage_clean", failing)
    made = cleaned([shapely.box(0, 0, 10, 10), shapely.box(10.05, 0, 20, 10)], 1.0, 0.2)
    assert is_coverage(list(made))
    assert distances_tried == [0.2, 0.1]
