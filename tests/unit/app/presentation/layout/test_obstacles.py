"""Discs that lines keep clear of, kept by the squares of the board."""

from __future__ import annotations

from random import Random

from app.presentation.layout.polyline import Obstacles


def test_those_near_a_way_are_the_same_however_large_the_squares_are() -> None:
    numbers = Random(7)  # places, not secrets
    fine, coarse, below = Obstacles(13.0), Obstacles(5000.0), Obstacles(40.0)
    layered = Obstacles(40.0, below)
    for index in range(400):
        at = (numbers.uniform(-50, 1000), numbers.uniform(-50, 1000))
        for each in (fine, coarse, layered if index % 2 else below):
            each.add(at, 5.0, index)
    for _ in range(50):
        first, last = ((numbers.uniform(0, 900), numbers.uniform(0, 900)) for _ in range(2))
        found = [set(each.near(first, last, 30.0, [(first, 20.0)])) for each in (fine, coarse, layered)]
        assert found[0] == found[1] == found[2]
        assert found[0]


def test_discs_around_the_spared_points_are_left_out() -> None:
    obstacles = Obstacles(10.0)
    obstacles.add((0.0, 0.0), 3.0, 1.0)
    obstacles.add((20.0, 0.0), 3.0, 1.0)
    assert [each.x for each in obstacles.near((0.0, 0.0), (25.0, 0.0), 5.0, [((1.0, 1.0), 2.0)])] == [20.0]
