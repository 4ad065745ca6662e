"""Distances of colours, against the published test data of CIEDE2000."""

from __future__ import annotations

import pytest

from tests.quick import one_by_one
from variants.style import COLOUR_SEEING, ColourSight, ciede2000, colour_distance

# Pairs 1, 4, 7, 9, 13, 14, 17, 19, 25, 30 and 34 of Sharma, Wu, Dalal (2005), table 1.
PUBLISHED = [
    ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
    ((50.0, -1.3802, -84.2814), (50.0, 0.0, -82.7485), 1.0000),
    ((50.0, 0.0, 0.0), (50.0, -1.0, 2.0), 2.3669),
    ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0009), 7.1792),
    ((50.0, -0.001, 2.49), (50.0, 0.0009, -2.49), 4.8045),
    ((50.0, -0.001, 2.49), (50.0, 0.0011, -2.49), 4.7461),
    ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
    ((50.0, 2.5, 0.0), (56.0, -27.0, -3.0), 31.9030),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((22.7233, 20.0904, -46.694), (23.0331, 14.973, -42.5619), 2.0373),
    ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082),
]


@one_by_one(("first", "second", "expected"), PUBLISHED)
def test_ciede2000_gives_the_published_differences(
    first: tuple[float, float, float], second: tuple[float, float, float], expected: float
) -> None:
    assert ciede2000(first, second) == pytest.approx(expected, abs=0.00005)
    assert ciede2000(second, first) == pytest.approx(expected, abs=0.00005)


def test_black_and_white_are_100_apart_to_every_eye() -> None:
    assert all(colour_distance("#000000", "#ffffff", sight) == pytest.approx(100, abs=0.1) for sight in ColourSight)


def test_eyes_without_a_kind_of_cone_confuse_their_own_pairs() -> None:
    told_apart = {sight: colour_distance("#b04000", "#667700", sight) for sight in COLOUR_SEEING}
    assert told_apart[ColourSight.FULL] > 40
    assert told_apart[ColourSight.DEUTERANOPIA] < 10 < told_apart[ColourSight.TRITANOPIA]
