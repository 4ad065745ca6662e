"""Colours as values."""

from __future__ import annotations

import pytest

from app.presentation.theme import Colour, contrast, lch, mixed, with_lightness


def test_a_colour_is_read_and_written_in_the_same_form() -> None:
    assert str(Colour.of("#efe4c9")) == "#efe4c9"
    assert str(Colour.of("#EFE4C980")) == "#efe4c980"


@pytest.mark.parametrize("text", ["", "efe4c9", "#fff", "#gggggg", "#ffffff0", "red"])
def test_another_form_is_refused_with_what_was_expected(text: str) -> None:
    with pytest.raises(ValueError, match="expected a form such as"):
        Colour.of(text)


def test_mixing_ends_at_both_colours() -> None:
    red, blue = Colour.of("#c00000"), Colour.of("#0000c0")
    assert mixed(red, blue, 0.0) == red
    assert mixed(red, blue, 1.0) == blue


def test_a_mixture_lies_between_in_lightness() -> None:
    dark, light = Colour.of("#202020"), Colour.of("#e0e0e0")
    middle = lch(mixed(dark, light, 0.5)).lightness
    assert lch(dark).lightness < middle < lch(light).lightness


def test_lightness_is_held_between_bounds_and_hue_is_kept() -> None:
    blue = Colour.of("#1b4a9b")
    lifted = with_lightness(blue, least=0.7)
    assert lch(lifted).lightness == pytest.approx(0.7, abs=0.02)
    assert abs(lch(lifted).hue - lch(blue).hue) < 12


def test_black_on_white_has_the_greatest_contrast() -> None:
    assert contrast(Colour.of("#000000"), Colour.of("#ffffff")) == pytest.approx(21.0)
    assert contrast(Colour.of("#777777"), Colour.of("#777777")) == pytest.approx(1.0)
