"""Without colours every power's land differs by what covers it."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from pytestqt.qtbot import QtBot

from app.presentation.picture import MapPicture
from app.presentation.power_colours import LAND_PATTERNS, LandPattern, PatternWeight, land_patterns_of, picture_colours_of
from app.presentation.theme import Colour
from app.qt.map.paint.shapes import PATTERN_TILE, pattern_tile
from tests.fakes.board_pictures import start_picture
from tests.quick import one_by_one
from variants.catalogue import shipped, shipped_ids
from variants.style import Pattern

BLACK = Colour(0, 0, 0)


def ink(weave: LandPattern, cells: int = 16) -> tuple[float, ...]:
    """Return the darkness of each of *cells* by *cells* parts of a square of two tiles, 0 to 255."""
    tile = pattern_tile(weave, BLACK)
    step = PATTERN_TILE * 4 // cells
    dark = []
    for row in range(cells):
        for column in range(cells):
            x, y = (column * step + step // 2) / weave.scale, (row * step + step // 2) / weave.scale
            dark.append(float(tile.pixelColor(int(x) % PATTERN_TILE, int(y) % PATTERN_TILE).alpha()))
    return tuple(dark)


@pytest.mark.slow
def test_every_motif_and_thread_is_painted_and_no_two_look_the_same(qtbot: QtBot) -> None:
    painted = {weave: ink(weave, 64) for weave in LAND_PATTERNS}
    for weave, cells in painted.items():
        share = sum(cells) / len(cells) / 255
        assert 0.04 < share < 0.75, weave
    for (one, first), (other, second) in combinations(painted.items(), 2):
        differing = sum(abs(a - b) > 60 for a, b in zip(first, second, strict=True)) / len(first)
        assert differing > 0.05, (one, other)


def test_a_power_keeps_its_pattern_and_others_get_what_is_free() -> None:
    found = land_patterns_of({"A": Pattern.NONE, "B": Pattern.DIAGONAL, "C": Pattern.DIAGONAL, "D": Pattern.NONE})
    assert found["B"] == LandPattern(Pattern.DIAGONAL)
    assert len(set(found.values())) == 4
    assert all(each.thread is PatternWeight.PLAIN and each.motif is not Pattern.NONE for each in found.values())


def test_more_powers_than_weaves_are_still_covered() -> None:
    found = land_patterns_of({str(number): Pattern.NONE for number in range(90)})
    assert len(found) == 90
    assert len(set(found.values())) == len(LAND_PATTERNS)


@one_by_one("variant_id", shipped_ids())
def test_in_print_no_two_powers_of_a_shipped_variant_have_lands_alike(variant_id: str) -> None:
    folder = shipped(variant_id)
    picture_colours = picture_colours_of(MapPicture(folder.variant, folder.variant.start, styles=folder.styles, theme="print"))
    land_patterns = [each.land_pattern for each in picture_colours.powers.values()]
    assert None not in land_patterns
    assert len(set(land_patterns)) == len(land_patterns)
    assert picture_colours.patterns
    assert picture_colours.letters


def test_with_patterns_a_power_without_a_pattern_stays_without() -> None:
    picture_colours = picture_colours_of(replace(start_picture(), patterns=True))
    assert picture_colours.powers["RUSSIA"].land_pattern is None
    assert picture_colours.powers["FRANCE"].land_pattern == LandPattern(Pattern.DOTS)
