"""Far too many of one thing in a drawing: each is read, or refused with what a designer can act on, before anything takes long."""

from __future__ import annotations

import re

import pytest
import shapely
from _pytest.mark import ParameterSet

from benchmarks import crowded_drawings as crowded
from tests.quick import each_nth, few
from variants.compile import compile_board
from variants.compile.area_operations import is_dense, opened, swollen
from variants.compile.gaps import close_gaps
from variants.compile.regions import CrossingsLeft, region

Point = tuple[float, float]


def square(x: float, y: float, size: float, *, back: bool = False) -> list[Point]:
    """A closed line around a square."""
    line = [(x, y), (x + size, y), (x + size, y + size), (x, y + size), (x, y)]
    return line[::-1] if back else line


def slow(*case: object) -> ParameterSet:
    return pytest.param(*case, marks=pytest.mark.slow)


def thorough(*case: object) -> ParameterSet:
    """A bound that another case meets too."""
    return pytest.param(*case, marks=pytest.mark.thorough)


@each_nth(
    7,
    ("kind", "many", "message"),
    [
        slow("islands", (4100,), r"<p000> .*more than 3000 outlines, islands and holes included; .*Path > Break Apart"),
        ("holes", (4100,), r"<p000> .*more than 3000 outlines"),
        slow("heaped", (3000,), r"<p000> .*its outline crosses itself too often; .*Path > Union"),
        ("scattered", (999, 4), r"too many provinces lie among one another, first of all P\d+ among \d+ others; .*side by side"),
        ("scattered", (200, 10), r"too many provinces lie among one another, first of all P\d+ among 199 others; .*few islands near"),
        ("stripes", (150, 60), r"too many provinces lie among one another"),
        slow("fringe", (36_000,), r"too finely toothed, first of all that of WES with 72\d+ points; .*Path > Simplify"),
        slow("stripes", (10, 16_500), r"more than 320000 points; .*Path > Simplify"),
        thorough("winding", (20, 21_000, "l"), r"more than 320000 points; .*Path > Simplify"),
        slow("names", (4100, 40), r"more than 4000 names of provinces; .*one for each province"),
        ("coast_anchors", (30,), r"<unit:wes/iaa> .*WES has more than 8 coasts; .*such as nc"),
        slow("anchors", (10_100, 40), r"more than 10000 anchors; .*one for each place"),
        slow("coast_lines", (4100,), r"<wes/nc> .*more than 4000 coast lines; .*join their nodes"),
        slow("bridges", (4100, 40), r"more than 4000 bridges; .*one for each pair"),
        slow("straits", (5100,), r"more than 5000 pieces of landscape; .*Path > Combine"),
        ("crossed_straits", (300,), r"straits, inlets and impassable ground cross one another too often; .*Path > Union"),
        thorough("lakes", (5100,), r"more than 5000 pieces of landscape"),
        thorough("rocks", (5100,), r"more than 5000 pieces of landscape"),
        slow("repeats", (250,), r"<wes> .*more than 200 shapes with codes of other shapes; .*Path > Combine"),
        ("crossed_group", (300,), r"<aaa> .*its parts cross one another too often; .*Path > Union"),
    ],
)
def test_too_many_of_one_thing_are_reported_once_with_what_mends_it(kind: str, many: tuple[int | str, ...], message: str) -> None:
    made = compile_board(getattr(crowded, kind)(*many), None, "small.svg", names=False)
    said = [str(fault) for fault in made.faults if re.search(message, str(fault))]
    assert len(said) == 1, [str(fault)[:200] for fault in made.faults[:5]]
    assert made.board is None


MANY = {
    "islands": crowded.islands(600),
    "holes": crowded.holes(600),
    "teeth": crowded.teeth(20, 20),
    "bays": crowded.bays(80),
    "long names": crowded.long_names(100_000),
}


@pytest.mark.parametrize("kind", few(MANY, "long names"))
def test_what_is_many_and_not_too_many_is_read(kind: str) -> None:
    made = compile_board(MANY[kind], None, "small.svg", names=False)
    assert made.board is not None, [str(fault)[:200] for fault in made.faults[:3]]


@pytest.mark.slow
def test_thousands_of_islands_and_holes_are_one_area() -> None:
    islands = [square(at % 60 * 10, at // 60 * 10, 4) for at in range(3000)]
    assert region(islands, evenodd=False)[0].area == 3000 * 16
    frame = square(-1, -1, 1000)
    assert region([frame, *islands], evenodd=True)[0].area == 1_000_000 - 3000 * 16
    # By the other rule a ring that runs the same way as the one around it is no hole.
    assert region([frame, *islands], evenodd=False)[0].area == 1_000_000
    assert region([frame, *(line[::-1] for line in islands)], evenodd=False)[0].area == 1_000_000 - 3000 * 16


def test_an_island_in_a_lake_of_an_island_is_land_again() -> None:
    rings = [square(at * 10, at * 10, 400 - at * 20, back=bool(at % 2)) for at in range(5)]
    expected = sum((-1) ** at * (400 - at * 20) ** 2 for at in range(5))
    assert region(rings, evenodd=True)[0].area == region(rings, evenodd=False)[0].area == expected


def test_squares_that_share_edges_are_joined_though_there_are_thousands() -> None:
    left = CrossingsLeft()
    tiles = [square(at % 50 * 4, at // 50 * 4, 4) for at in range(2500)]
    area, mended = region(tiles, evenodd=True, left=left)
    assert (area.area, area.geom_type, mended, left.refused) == (200 * 200, "Polygon", 0, 0)


@pytest.mark.slow
def test_rings_in_one_another_by_the_thousand_are_refused_before_they_are_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    cut: list[int] = []
    monkeypatch.setattr(shapely, "symmetric_difference", lambda *_: cut.append(1))
    left = CrossingsLeft()
    area, _ = region([square(at * 0.05, at * 0.05, 1000 - at * 0.1) for at in range(4500)], evenodd=True, left=left)
    assert (left.refused, cut) == (1, [])
    assert area.area == 1_000_000


def test_many_islands_grow_as_each_would_alone() -> None:
    islands = shapely.MultiPolygon([shapely.box(at * 10, 0, at * 10 + 4, 4) for at in range(200)])
    grown = swollen(islands, 4.0)
    assert shapely.symmetric_difference(grown, shapely.buffer(islands, 4.0, quad_segs=2)).area < 1e-6


@pytest.mark.slow
def test_gaps_in_pieces_are_closed_like_gaps_in_one(monkeypatch: pytest.MonkeyPatch) -> None:
    side = 12
    corners = [(at % side * 25 + 0.2, at // side * 25 + 0.2) for at in range(side**2)]
    shapes = {f"P{at}": shapely.box(x, y, x + 24.6, y + 24.6) for at, (x, y) in enumerate(corners)}
    whole = close_gaps(shapes, (), 300, 300)
    monkeypatch.setattr("variants.compile.gaps._TILE", 200)
    pieces = close_gaps(shapes, (), 300, 300)
    assert all(shapely.symmetric_difference(whole[code], pieces[code]).area < 0.5 for code in shapes)
    assert shapely.coverage_is_valid(list(pieces.values()))


def test_closing_gaps_stops_when_nobody_wants_the_board() -> None:
    class StoppedError(Exception):
        pass

    def stop() -> None:
        raise StoppedError

    shapes = {f"P{at}": shapely.box(at * 100 + 0.5, 0, at * 100 + 99.5, 300) for at in range(3)}
    with pytest.raises(StoppedError):
        close_gaps(shapes, (), 300, 300, stop)


def fringe(teeth: int, gap: float = 1.0) -> bytes:
    """A land with short teeth along a part of its shore, a pixel each, and a sea that hardly touches them."""
    shore = "".join(f" L{at + 0.5},1498 L{at + 1},1500" for at in range(teeth))
    land = f'<path id="wes" data-type="coast" d="M0,1500{shore} H3900 V3000 H0 Z"/>'
    sea = f'<path id="sea" data-type="sea" d="M0,0 H3900 V{1498 - gap} H0 Z"/>'
    return f'{crowded.HEAD}<g inkscape:label="provinces">{land}{sea}</g></svg>'.encode()


@pytest.mark.slow
@pytest.mark.parametrize(("reach", "wide"), [(3.0, 0.025), pytest.param(12.0, 0.1, marks=pytest.mark.slow)])
def test_an_outline_of_teeth_grows_and_shrinks_as_its_edges_would(reach: float, wide: float) -> None:
    # A few hundred teeth: to move them as a whole, which is what they are compared with, takes as long as there are pairs.
    comb = shapely.Polygon([(0, 90), *((at * wide, 2.0 * (at % 2)) for at in range(300)), (300 * wide, 90)])
    assert is_dense(comb, reach)
    assert not is_dense(shapely.simplify(comb, 10.0), reach)
    grown, plain = swollen(comb, reach), shapely.buffer(comb, reach, quad_segs=2)
    assert shapely.symmetric_difference(grown, plain).area < 0.01 * plain.area
    kept, expected = opened(comb, reach), shapely.buffer(shapely.buffer(comb, -reach), reach * 1.05)
    assert shapely.symmetric_difference(kept, expected).area < 0.01 * expected.area


@pytest.mark.slow
def test_a_fringe_of_teeth_is_read_and_never_moved_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    moved: list[int] = []
    move = shapely.buffer

    def counted(shape: shapely.Geometry, reach: float, **options: int) -> shapely.Geometry:
        dense = isinstance(shape, shapely.Geometry) and is_dense(shape, abs(reach))
        moved.append(shapely.get_num_coordinates(shape) if dense else 0)
        return move(shape, reach, **options)

    monkeypatch.setattr(shapely, "buffer", counted)
    made = compile_board(fringe(1000), None, "small.svg", names=False)
    assert made.board is not None
    assert [(pair.provinces) for pair in made.board.adjacency] == [("SEA", "WES")]
    assert max(moved) == 0


def test_a_smooth_outline_of_thousands_of_points_is_moved_as_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    smooth = shapely.Point(0, 0).buffer(300, quad_segs=4500)
    assert is_dense(smooth, 12.0)
    few_points, plain = shapely.Point(0, 0).buffer(300, quad_segs=64), shapely.buffer(smooth, 12.0, quad_segs=2)
    monkeypatch.setattr("variants.compile.area_operations._band", None)  # which takes the outline to pieces
    grown = swollen(smooth, 12.0)
    assert shapely.symmetric_difference(grown, plain).area < 0.001 * plain.area
    assert shapely.covers(grown, smooth)
    assert shapely.symmetric_difference(opened(smooth, 12.0), opened(few_points, 12.0)).area < 0.001 * smooth.area
