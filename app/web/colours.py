"""The style sheet of a game: the colours of themes and powers as properties, for light and dark. Colours are never written in a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from adjudicator.position import Position
from adjudicator.variant import Variant
from app.presentation.picture import MapPicture
from app.presentation.power_colours import PictureColours, faded_ink, picture_colours_of, provisional_ink
from app.presentation.theme import Colour, contrast, mixed
from app.presentation.window_colours import WindowColours
from variants.style import PowerStyle

LIGHT, DARK = "parchment", "night"
_READABLE = 4.6
"""Contrast of letters on a power's band."""


def power_numbers(variant: Variant) -> Mapping[str, int]:
    """The number under which a page knows each power: names of powers are no part of any style."""
    return {power: number for number, power in enumerate(variant.powers)}


def colours_css(variant: Variant, position: Position, styles: Mapping[str, PowerStyle]) -> str:
    """The colours of a game on *variant*."""
    light = picture_colours_of(MapPicture(variant, position, styles, theme=LIGHT))
    dark = picture_colours_of(MapPicture(variant, position, styles, theme=DARK))
    bands = "".join(_bands(light, variant))
    rules = [f":root{{{''.join(_properties(light, variant))}{bands}}}"]
    rules.append(f"@media (prefers-color-scheme:dark){{:root{{{''.join(_properties(dark, variant))}}}}}")
    rules += map(_rules_of, power_numbers(variant).values())
    return "\n".join(rules)


def _rules_of(number: int) -> str:
    names = ("ink", "face", "glyph", "land", "draft", "pale", "band", "onband")
    own = "".join(_rule(f"--{name}", f"var(--{name}{number})") for name in names)
    return f".p{number}{{{own}}}.p.o{number}{{fill:var(--land{number})}}"


def _properties(colours: PictureColours, variant: Variant) -> Iterator[str]:
    theme = colours.theme
    yield _rule("color-scheme", "dark" if theme.dark else "light")
    for name, group in (
        ("sea", theme.sea),
        ("land", theme.land),
        ("ink", theme.ink),
        ("unit", theme.unit),
        ("order", theme.orders),
        ("w", theme.window),
    ):
        for field, value in _colours_in(group).items():
            yield _rule(f"--{name}-{field.replace('_', '-')}", _css(value))
    for power, number in power_numbers(variant).items():
        own = colours.power(power)
        parts = {
            "ink": own.ink,
            "face": own.face,
            "glyph": own.glyph,
            "land": own.land,
            "draft": provisional_ink(own.ink, theme),
            "pale": faded_ink(own.ink, theme),
        }
        yield "".join(_rule(f"--{name}{number}", _css(colour)) for name, colour in parts.items())


def _bands(colours: PictureColours, variant: Variant) -> Iterator[str]:
    """The ground and letters of what is a power's own on a page, the same by day and by night."""
    white, black = Colour(255, 255, 255), Colour(0, 0, 0)
    for power, number in power_numbers(variant).items():
        band = colours.power(power).ink
        while contrast(band, white) < _READABLE:
            band = mixed(band, black, 0.15)
        yield _rule(f"--band{number}", _css(band)) + _rule(f"--onband{number}", _css(white))


def _colours_in(group: Any) -> Mapping[str, Colour]:
    """The colours among the fields of a part of a theme; those of the window are texts by name."""
    if isinstance(group, WindowColours):
        return {name: Colour.of(said) for name, said in group.colours}
    return {field.name: value for field in fields(group) if isinstance(value := getattr(group, field.name), Colour)}


def _rule(name: str, value: str) -> str:
    return ":".join((name, value)) + ";"


def _css(colour: Colour) -> str:
    solid = f"#{colour.red:02x}{colour.green:02x}{colour.blue:02x}"
    return solid if colour.alpha == 255 else f"{solid}{colour.alpha:02x}"
