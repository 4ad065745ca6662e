"""Curves as lists of points."""

from __future__ import annotations

import pytest

from app.presentation.layout.polyline import at, bow, cut, distance, distance_to, length, ribbon, through

LINE = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0))


def test_half_way_along_is_the_corner() -> None:
    point, _ = at(LINE, 0.5)
    assert point == pytest.approx((10, 0))


def test_cutting_takes_from_both_ends() -> None:
    shorter = cut(LINE, 3, 4)
    assert shorter[0] == pytest.approx((3, 0))
    assert shorter[-1] == pytest.approx((10, 6))
    assert length(shorter) == pytest.approx(13)


def test_cutting_more_than_there_is_leaves_a_stub() -> None:
    stub = cut(LINE, 30, 30)
    assert len(stub) >= 2
    assert 0 < length(stub) <= length(LINE) * 0.11


def test_opposite_bows_part() -> None:
    there, back = bow((0, 0), (100, 0), 0.15), bow((100, 0), (0, 0), 0.15)
    assert min(distance(a, b) for a in there[5:-5] for b in back[5:-5]) > 15


def test_a_curve_goes_through_every_station() -> None:
    stations = [(0.0, 0.0), (50.0, 30.0), (90.0, 10.0), (120.0, 60.0)]
    course = through(stations)
    assert all(min(distance(point, station) for point in course) < 1e-6 for station in stations)


def test_a_ribbon_is_as_wide_as_told_at_both_ends() -> None:
    outline = ribbon(((0.0, 0.0), (50.0, 0.0), (100.0, 0.0)), 4, 10)
    assert distance(outline[0], outline[-1]) == pytest.approx(4)
    assert distance(outline[2], outline[3]) == pytest.approx(10)


def test_the_distance_to_a_line_is_to_its_nearest_place() -> None:
    assert distance_to(LINE, (5, 3)) == pytest.approx(3)
    assert distance_to(LINE, (14, 5)) == pytest.approx(4)
