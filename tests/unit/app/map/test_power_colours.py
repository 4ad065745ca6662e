"""Powers can be told apart, by every eye."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations

import pytest

from app.map.colour import Colour, contrast, lch, oklab
from app.map.dress import Dress, dress_of
from app.map.picture import MapPicture, Palette
from app.map.power_colours import safe_styles, style_of
from app.map.theme import theme_ids, theme_named
from tests.fakes.board_pictures import start_picture
from variants.shipped import shipped, shipped_ids
from variants.style import Pattern, PowerStyle

Matrix = tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]

# Source: Machado, Oliveira, Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency" (2009), severity 1.0.
_EYES: dict[str, Matrix] = {
    "common": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def seen(colour: Colour, matrix: Matrix) -> Colour:
    linear = [(each / 255) ** 2.2 for each in colour[:3]]
    mixed = [min(1.0, max(0.0, sum(a * b for a, b in zip(row, linear, strict=True)))) for row in matrix]
    return Colour(*(round(255 * each ** (1 / 2.2)) for each in mixed))


def apart(first: Colour, second: Colour) -> float:
    """Distance in Oklab; 0.02 is just noticeable side by side."""
    return math.dist(oklab(first), oklab(second))


@pytest.mark.parametrize("theme", ["parchment", "night", "plain"])
@pytest.mark.parametrize("eye", _EYES)
def test_in_the_safe_palette_no_two_lands_look_alike_to_any_eye(eye: str, theme: str) -> None:
    dress = dress_of(replace(start_picture(), palette=Palette.SAFE, theme=theme))
    for first, second in combinations(dress.powers, 2):
        gap = apart(seen(dress.powers[first].land, _EYES[eye]), seen(dress.powers[second].land, _EYES[eye]))
        assert gap > 0.04, f"{first} and {second} differ by {gap:.3f} to {eye}"


@pytest.mark.parametrize("theme", ["parchment", "night", "plain"])
def test_lands_differ_from_one_another_from_open_land_and_from_the_sea(theme: str) -> None:
    dress = dress_of(replace(start_picture(), theme=theme))
    grounds = {power: colours.land for power, colours in dress.powers.items()}
    grounds["open land"] = dress.theme.land.open
    grounds["the sea"] = dress.theme.sea.bottom
    for first, second in combinations(grounds, 2):
        gap = apart(grounds[first], grounds[second])
        assert gap > 0.045, f"{first} and {second} differ by {gap:.3f}"


@pytest.mark.parametrize("theme", ["parchment", "night", "plain"])
@pytest.mark.parametrize("palette", list(Palette))
def test_arrows_stand_out_from_the_land_of_their_own_power(theme: str, palette: Palette) -> None:
    dress = dress_of(replace(start_picture(), theme=theme, palette=palette))
    for power, colours in dress.powers.items():
        assert contrast(colours.ink, colours.land) > 1.6, power


@pytest.mark.parametrize("theme", theme_ids())
@pytest.mark.parametrize("palette", list(Palette))
def test_the_symbol_on_a_unit_can_be_seen(theme: str, palette: Palette) -> None:
    dress = dress_of(replace(start_picture(), theme=theme, palette=palette))
    for power, colours in dress.powers.items():
        assert contrast(colours.glyph, colours.face) > 2.2, power


def test_in_print_powers_differ_by_pattern_and_letter() -> None:
    dress = dress_of(replace(start_picture(), theme="print"))
    assert dress.patterns
    assert dress.letters
    signs = [(colours.weave, colours.letter) for colours in dress.powers.values()]
    assert len(set(signs)) == len(signs)
    assert len({colours.face for colours in dress.powers.values()}) == 1


def test_a_power_without_colours_gets_one_from_the_palette() -> None:
    picture = replace(start_picture(), styles={})
    assert style_of(picture, "FRANCE") in safe_styles()[1]
    assert len({style_of(picture, power).fill for power in picture.variant.powers}) == len(picture.variant.powers)


def shown_in(variant_id: str, theme: str) -> Dress:
    folder = shipped(variant_id)
    return dress_of(MapPicture(folder.variant, folder.variant.start, styles=folder.styles, theme=theme))


def laid_over(ground: Colour, top: Colour) -> Colour:
    """*top*, as far as it is opaque, painted over *ground*."""
    share = top.alpha / 255
    return Colour(*(round(below * (1 - share) + above * share) for below, above in zip(ground[:3], top[:3], strict=True)))


@pytest.mark.parametrize("theme", ["parchment", "night", "plain", "print"])
@pytest.mark.parametrize("variant_id", shipped_ids())
def test_names_can_be_read_on_the_land_of_every_power(variant_id: str, theme: str) -> None:
    dress = shown_in(variant_id, theme)
    ink = dress.theme.ink
    for power, colours in dress.powers.items():
        behind = laid_over(colours.land, ink.label_halo)
        # 7 is the enhanced contrast of the Web Content Accessibility Guidelines 2.2 (1.4.6), 3 that of large or bold text (1.4.3).
        assert contrast(ink.label, behind) >= 7, power
        assert contrast(ink.label, colours.land) >= 2.8, power


@pytest.mark.parametrize("theme", ["parchment", "night", "plain"])
@pytest.mark.parametrize("variant_id", shipped_ids())
def test_arrows_and_units_of_every_power_stand_out_from_its_land(variant_id: str, theme: str) -> None:
    dress = shown_in(variant_id, theme)
    for power, colours in dress.powers.items():
        assert contrast(colours.ink, colours.land) >= 2.1, power
        assert contrast(colours.ink, dress.theme.orders.halo) >= 4, power
        assert contrast(colours.glyph, colours.face) >= 2.2, power
        # A unit has a light ring in a dark edge: one of the two is seen on any land.
        assert max(contrast(each, colours.land) for each in (dress.theme.unit.ring, dress.theme.unit.edge)) >= 4, power


@pytest.mark.parametrize("theme", ["parchment", "night", "plain"])
def test_a_france_with_colours_of_its_own_has_them_for_its_land_and_its_units(theme: str) -> None:
    green = PowerStyle("#A5D6A7", "#2E7D32", "#FFFFFF", Pattern.DOTS)
    picture = replace(start_picture(), theme=theme)
    own = dress_of(replace(picture, styles={**picture.styles, "FRANCE": green})).powers["FRANCE"]
    for colour in (own.land, own.face, own.ink):
        assert 110 < lch(colour).hue < 170, "green, as its variant says"


@pytest.mark.parametrize("theme", ["parchment", "night", "plain"])
def test_themes_dress_the_powers_of_the_standard_board_and_of_no_other(theme: str) -> None:
    standard, pure = shipped("standard"), shipped("pure")
    russia = standard.styles["RUSSIA"]
    elsewhere = MapPicture(pure.variant, pure.variant.start, {**pure.styles, "RUSSIA": russia}, theme=theme)
    dressed = theme_named(theme).powers["RUSSIA"]["glyph"]
    assert dress_of(elsewhere).powers["RUSSIA"].glyph == Colour.of(russia.ink) != dressed
    assert dress_of(replace(start_picture(), theme=theme)).powers["RUSSIA"].glyph == dressed
