"""Thin gaps between provinces are closed, wide ones stay."""

from __future__ import annotations

import shapely

from tests.unit.variants.compile.small_drawings import ANCHORS, drawing, island
from variants.compile import compile_board
from variants.compile.gaps import close_gaps
from variants.compiled import BorderKind


def grid(gap: float) -> dict[str, shapely.Geometry]:
    """Nine squares with *gap* between them, on a board of 300 x 300."""
    half = gap / 2
    return {
        f"P{x}{y}": shapely.box(x * 100 + half, y * 100 + half, (x + 1) * 100 - half, (y + 1) * 100 - half)
        for x in range(3)
        for y in range(3)
    }


def test_thin_gaps_are_shared_evenly_and_borders_become_one() -> None:
    closed = close_gaps(grid(1.2), (), 300, 300)
    shapes = list(closed.values())
    assert shapely.coverage_is_valid(shapes)
    assert shapely.union_all(shapes).area > 299**2 * 0.999
    assert max(shape.area for shape in shapes) < 1.03 * min(shape.area for shape in shapes)


def test_wide_gaps_stay() -> None:
    closed = close_gaps(grid(12), (), 300, 300)
    assert all(shape.area == 88 * 88 for shape in closed.values())


def test_nobody_grows_into_fixed_ground() -> None:
    rock = shapely.box(99, 0, 101, 300)
    closed = close_gaps(grid(2), [rock], 300, 300)
    assert all(shapely.intersection(shape, rock).area < 1 for shape in closed.values())


def test_drawings_without_gaps_are_left_alone() -> None:
    shapes = grid(0)
    assert close_gaps(shapes, (), 300, 300) == shapes


def test_two_lands_drawn_apart_have_one_border() -> None:
    apart = """
  <path id="sea" data-type="sea" d="M0,0 H400 V99 H0 Z"/> <path id="bay" data-type="sea" d="M0,201 H400 V300 H0 Z"/>
  <path id="eas" data-type="coast" d="M201,101 H400 V199 H201 Z"/> <path id="wes" data-type="coast" d="M0,101 H199 V199 H0 Z"/>"""
    board = compile_board(drawing(apart, ANCHORS).encode(), island().board, names=False).board
    assert board is not None
    (border,) = [border for border in board.borders if border.provinces == ("EAS", "WES")]
    assert border.kind is BorderKind.LAND
    assert len(border.lines) == 1
    assert all(abs(x - 200) <= 1 for x, _ in border.lines[0])
