"""Powers are distinct, for every eye."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations, product

import pytest

from app.presentation import power_colours
from app.presentation.picture import MapPicture
from app.presentation.power_colours import (
    LEAST_DISTANCE,
    LandPattern,
    PictureColours,
    PowerColours,
    faded_ink,
    line_ink,
    picture_colours_of,
    provisional_ink,
    safe_styles,
    style_of,
)
from app.presentation.theme import Colour, contrast, lch, oklab, theme_named
from app.presentation.window_colours import theme_ids
from app.session.view_options import Colours
from tests.fakes.board_pictures import start_picture
from tests.quick import each_nth
from variants.catalogue import shipped, shipped_ids
from variants.style import COLOUR_SEEING, ColourSight, Pattern, PowerStyle, colour_distance


def web(colour: Colour) -> str:
    return "#" + "".join(f"{part:02x}" for part in colour[:3])


def apart(first: Colour, second: Colour) -> float:
    """Distance in Oklab; 0.02 is just noticeable side by side."""
    return math.dist(oklab(first), oklab(second))


@pytest.mark.parametrize("theme", ["parchment", "night", "plain"])
@pytest.mark.parametrize("eye", COLOUR_SEEING)
def test_in_the_safe_palette_no_two_lands_look_alike_to_any_eye(eye: ColourSight, theme: str) -> None:
    picture_colours = picture_colours_of(replace(start_picture(), colours=Colours.SAFE, theme=theme))
    for first, second in combinations(picture_colours.powers, 2):
        gap = colour_distance(web(picture_colours.powers[first].land), web(picture_colours.powers[second].land), eye)
        assert gap >= LEAST_DISTANCE, f"{first} and {second} differ by {gap:.1f} to {eye}"


@pytest.mark.parametrize("theme", ["parchment", "night", "plain"])
def test_lands_differ_from_one_another_from_open_land_and_from_the_sea(theme: str) -> None:
    picture_colours = picture_colours_of(replace(start_picture(), theme=theme))
    grounds = {power: colours.land for power, colours in picture_colours.powers.items()}
    grounds["open land"] = picture_colours.theme.land.open
    grounds["the sea"] = picture_colours.theme.sea.bottom
    for first, second in combinations(grounds, 2):
        gap = apart(grounds[first], grounds[second])
        assert gap > 0.045, f"{first} and {second} differ by {gap:.3f}"


@pytest.mark.parametrize("theme", ["parchment", "night", "plain"])
def test_lines_of_a_chart_differ_from_one_another_and_from_the_ground_of_the_window(theme: str) -> None:
    picture_colours = picture_colours_of(replace(start_picture(), theme=theme))
    lines = {power: line_ink(colours, picture_colours.theme) for power, colours in picture_colours.powers.items()}
    ground = Colour.of(dict(picture_colours.theme.window.colours)["panel"])
    for first, second in combinations(lines, 2):
        assert apart(lines[first], lines[second]) > 0.08, f"{first} and {second}"
    assert min(contrast(line, ground) for line in lines.values()) >= 3


@pytest.mark.parametrize("theme", ["parchment", "night", "plain"])
@pytest.mark.parametrize("source", list(Colours))
def test_arrows_stand_out_from_the_land_of_their_own_power(theme: str, source: Colours) -> None:
    picture_colours = picture_colours_of(replace(start_picture(), theme=theme, colours=source))
    for power, colours in picture_colours.powers.items():
        assert contrast(colours.ink, colours.land) > 1.6, power


@pytest.mark.parametrize("theme", theme_ids())
@pytest.mark.parametrize("source", list(Colours))
def test_the_symbol_on_a_unit_can_be_seen(theme: str, source: Colours) -> None:
    picture_colours = picture_colours_of(replace(start_picture(), theme=theme, colours=source))
    for power, colours in picture_colours.powers.items():
        assert contrast(colours.glyph, colours.face) > 2.2, power


def test_in_print_powers_differ_by_pattern_and_letter() -> None:
    picture_colours = picture_colours_of(replace(start_picture(), theme="print"))
    assert picture_colours.patterns
    assert picture_colours.letters
    signs = [(colours.land_pattern, colours.letter) for colours in picture_colours.powers.values()]
    assert len(set(signs)) == len(signs)
    assert len({colours.face for colours in picture_colours.powers.values()}) == 1


def test_a_power_without_colours_gets_one_from_the_palette() -> None:
    picture = replace(start_picture(), styles={})
    assert style_of(picture, "FRANCE") in safe_styles()[1]
    assert len({style_of(picture, power).fill for power in picture.variant.powers}) == len(picture.variant.powers)


def shown_in(variant_id: str, theme: str) -> PictureColours:
    folder = shipped(variant_id)
    return picture_colours_of(MapPicture(folder.variant, folder.variant.start, styles=folder.styles, theme=theme))


def laid_over(ground: Colour, top: Colour) -> Colour:
    """*top*, as far as it is opaque, painted over *ground*."""
    share = top.alpha / 255
    return Colour(*(round(below * (1 - share) + above * share) for below, above in zip(ground[:3], top[:3], strict=True)))


@pytest.mark.parametrize("theme", ["parchment", "night", "plain", "print"])
@pytest.mark.parametrize("variant_id", shipped_ids())
def test_names_can_be_read_on_the_land_of_every_power(variant_id: str, theme: str) -> None:
    picture_colours = shown_in(variant_id, theme)
    ink = picture_colours.theme.ink
    for power, colours in picture_colours.powers.items():
        behind = laid_over(colours.land, ink.label_halo)
        # 7 is the enhanced contrast of the Web Content Accessibility Guidelines 2.2 (1.4.6), 3 that of large or bold text (1.4.3).
        assert contrast(ink.label, behind) >= 7, power
        assert contrast(ink.label, colours.land) >= 2.8, power


@pytest.mark.parametrize("theme", ["parchment", "night", "plain"])
@pytest.mark.parametrize("variant_id", shipped_ids())
def test_arrows_and_units_of_every_power_stand_out_from_its_land(variant_id: str, theme: str) -> None:
    picture_colours = shown_in(variant_id, theme)
    for power, colours in picture_colours.powers.items():
        assert contrast(colours.ink, colours.land) >= 2.1, power
        assert contrast(colours.ink, picture_colours.theme.orders.halo) >= 4, power
        assert contrast(colours.glyph, colours.face) >= 2.2, power
        # A unit has a light ring in a dark edge: one of the two is seen on any land.
        assert max(contrast(each, colours.land) for each in (picture_colours.theme.unit.ring, picture_colours.theme.unit.edge)) >= 4, power


@pytest.mark.parametrize("theme", ["parchment", "night", "plain"])
def test_a_france_with_colours_of_its_own_has_them_for_its_land_and_its_units(theme: str) -> None:
    green = PowerStyle("#A5D6A7", "#2E7D32", "#FFFFFF", Pattern.DOTS)
    picture = replace(start_picture(), theme=theme)
    own = picture_colours_of(replace(picture, styles={**picture.styles, "FRANCE": green})).powers["FRANCE"]
    for colour in (own.land, own.face, own.ink):
        assert 110 < lch(colour).hue < 170, "green, as its variant says"


@pytest.mark.parametrize("theme", ["parchment", "night", "plain"])
def test_themes_dress_the_powers_of_the_standard_board_and_of_no_other(theme: str) -> None:
    standard, pure = shipped("standard"), shipped("pure")
    russia = standard.styles["RUSSIA"]
    elsewhere = MapPicture(pure.variant, pure.variant.start, {**pure.styles, "RUSSIA": russia}, theme=theme)
    of_theme = theme_named(theme).powers["RUSSIA"]["glyph"]
    assert picture_colours_of(elsewhere).powers["RUSSIA"].glyph == Colour.of(russia.ink) != of_theme
    assert picture_colours_of(replace(start_picture(), theme=theme)).powers["RUSSIA"].glyph == of_theme


def picture_colours_in(variant_id: str, theme: str, source: Colours, *, patterns: bool) -> PictureColours:
    folder = shipped(variant_id)
    return picture_colours_of(
        MapPicture(folder.variant, folder.variant.start, styles=folder.styles, theme=theme, colours=source, patterns=patterns),
    )


def confused(picture_colours: PictureColours, sight: ColourSight) -> list[str]:
    """Pairs of powers whose lands neither colour, lightness nor covering tells apart."""
    return [
        f"{first} and {second}"
        for (first, one), (second, other) in combinations(picture_colours.powers.items(), 2)
        if one.land_pattern == other.land_pattern and colour_distance(web(one.land), web(other.land), sight) < LEAST_DISTANCE
    ]


@each_nth(6, "variant_id", shipped_ids())
def test_colour_blind_people_distinguish_every_pair_of_lands(variant_id: str) -> None:
    for theme, source in product(theme_ids(), Colours):
        quiet = picture_colours_in(variant_id, theme, source, patterns=False)
        for sight in COLOUR_SEEING:
            assert confused(quiet, sight) == [], (theme, source, sight)
        patterned = picture_colours_in(variant_id, theme, source, patterns=True)
        for sight in ColourSight:
            assert confused(patterned, sight) == [], (theme, source, sight)


def confused_arrows(picture_colours: PictureColours, sight: ColourSight) -> list[str]:
    """Pairs of powers whose arrows neither colour nor a letter tells apart: as they are drawn firm, provisional, and without effect."""
    theme = picture_colours.theme
    found = []
    for (first, one), (second, other) in combinations(picture_colours.powers.items(), 2):
        looks = {
            "firm": (one.ink, other.ink, letter_of(one), letter_of(other)),
            "provisional": (provisional_ink(one.ink, theme), provisional_ink(other.ink, theme), letter_of(one), letter_of(other)),
            "faded": (faded_ink(one.ink, theme), faded_ink(other.ink, theme), letter_of(one, faded=True), letter_of(other, faded=True)),
        }
        found += [
            f"{first} and {second}, {look}"
            for look, (mine, theirs, my_letter, their_letter) in looks.items()
            if my_letter == their_letter and colour_distance(web(mine), web(theirs), sight) < LEAST_DISTANCE
        ]
    return found


def letter_of(colours: PowerColours, *, faded: bool = False) -> str:
    """Return the letter on its arrows."""
    return colours.letter if (colours.faded_arrow_letter if faded else colours.arrow_letter) else ""


@each_nth(7, "variant_id", shipped_ids())
def test_colour_blind_people_distinguish_every_pair_of_arrows(variant_id: str) -> None:
    for theme, source in product(theme_ids(), Colours):
        picture_colours = picture_colours_in(variant_id, theme, source, patterns=False)
        for sight in COLOUR_SEEING:
            assert confused_arrows(picture_colours, sight) == [], (theme, source, sight)


@pytest.mark.parametrize("theme", [each for each in theme_ids() if not theme_named(each).monochrome])
def test_arrows_of_the_standard_powers_need_no_letters(theme: str) -> None:
    picture_colours = picture_colours_in("standard", theme, Colours.VARIANT, patterns=False)
    assert [power for power, colours in picture_colours.powers.items() if colours.arrow_letter] == []


def test_in_print_every_arrow_has_its_letter() -> None:
    picture_colours = picture_colours_in("standard", "print", Colours.VARIANT, patterns=False)
    assert all(colours.arrow_letter and colours.faded_arrow_letter for colours in picture_colours.powers.values())


@pytest.mark.parametrize("theme", ["parchment", "night", "plain", "contrast"])
def test_colours_alone_tell_the_seven_powers_of_the_standard_board_apart(theme: str) -> None:
    picture_colours = picture_colours_in("standard", theme, Colours.VARIANT, patterns=False)
    assert all(colours.land_pattern is None for colours in picture_colours.powers.values())


@pytest.mark.parametrize("theme", ["parchment", "night", "plain"])
def test_patterns_of_the_standard_powers_are_those_that_their_variant_names(theme: str) -> None:
    picture_colours = picture_colours_in("standard", theme, Colours.VARIANT, patterns=True)
    named = {power: style.pattern for power, style in shipped("standard").styles.items() if style.pattern is not Pattern.NONE}
    assert {power: picture_colours.powers[power].land_pattern for power in named} == {
        power: LandPattern(pattern) for power, pattern in named.items()
    }


def test_colours_of_the_same_theme_and_powers_are_not_worked_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = shipped("chaos")
    before = MapPicture(folder.variant, folder.variant.start, folder.styles)
    known = picture_colours_of(before)
    compared: list[object] = []

    def noted(*asked: object) -> float:
        compared.append(asked)
        return 100.0

    monkeypatch.setattr(power_colours, "colour_distance", noted)
    monkeypatch.setattr(power_colours, "style_of", noted)
    moved = replace(before, position=replace(before.position, units=before.position.units[1:]), orders=(), show_orders=False)
    assert picture_colours_of(moved) is known
    assert compared == []


@pytest.mark.parametrize("change", [{"colours": Colours.SAFE}, {"patterns": True}, {"letters": True}, {"theme": "night"}, {"styles": {}}])
def test_whatever_colours_depend_on_changes_them(change: dict[str, object]) -> None:
    before = start_picture()
    assert picture_colours_of(replace(before, **change)) != picture_colours_of(before)  # type: ignore[arg-type]
