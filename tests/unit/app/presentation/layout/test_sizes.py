"""Symbols are never too small to read, and never grow as fast as the land."""

from __future__ import annotations

import pytest

from app.presentation.layout.drawing import Sizes

WIDTH = 2000.0


@pytest.mark.parametrize("window", [600, 810, 1800, 3840])
def test_symbols_have_a_least_size_on_the_screen(window: int) -> None:
    zoom = window / WIDTH
    sizes = Sizes.at(WIDTH, zoom)
    assert sizes.unit * zoom >= 10
    assert sizes.star * zoom >= 4.5
    assert sizes.badge * zoom >= 6
    assert sizes.text * zoom >= 8.9


def test_on_a_large_screen_units_keep_their_share_of_the_board() -> None:
    assert Sizes.at(WIDTH, 1.9).unit == pytest.approx(WIDTH * 0.011)


def test_beyond_the_fitted_zoom_units_grow_on_the_screen_but_slower_than_the_land() -> None:
    fitted, closer = Sizes.at(WIDTH, 0.9, fitted=0.9), Sizes.at(WIDTH, 3.6, fitted=0.9)
    assert closer.unit < fitted.unit
    assert closer.unit * 3.6 > fitted.unit * 0.9


def test_units_of_crowded_boards_do_not_touch() -> None:
    assert Sizes.at(WIDTH, 1.0, densest=20.0).unit <= 10


def test_small_units_get_the_plain_symbols() -> None:
    assert Sizes.at(WIDTH, 0.4).small
    assert not Sizes.at(WIDTH, 1.9).small


def test_no_zoom_is_refused() -> None:
    with pytest.raises(ValueError, match="above 0"):
        Sizes.at(WIDTH, 0)


def test_on_a_thumbnail_symbols_shrink_with_the_board() -> None:
    window, thumbnail = Sizes.at(WIDTH, 600 / WIDTH), Sizes.at(WIDTH, 200 / WIDTH)
    assert thumbnail.unit * 200 / WIDTH < window.unit * 600 / WIDTH / 2
