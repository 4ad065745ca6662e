"""Colours as values, and mixing them so that lightness is what the eye sees (Oklab)."""

from __future__ import annotations

import math
import re
from functools import lru_cache
from typing import NamedTuple

from languages import tr

_TEXT = re.compile(r"#([0-9a-fA-F]{6})([0-9a-fA-F]{2})?")


class Colour(NamedTuple):
    """Red, green, blue and opacity, each 0 to 255."""

    red: int
    green: int
    blue: int
    alpha: int = 255

    @classmethod
    def of(cls, text: str) -> Colour:
        """The colour that ``#RRGGBB`` or ``#RRGGBBAA`` names.

        Raises:
            ValueError: *text* has another form.
        """
        match = _TEXT.fullmatch(text)
        if match is None:
            raise ValueError(tr("not a colour: {text!r}; expected a form such as #EFE4C9 or #EFE4C980", text=text))
        value = int(match[1], 16)
        return cls(value >> 16, value >> 8 & 255, value & 255, int(match[2] or "ff", 16))

    def __str__(self) -> str:
        opacity = "" if self.alpha == 255 else f"{self.alpha:02x}"
        return f"#{self.red:02x}{self.green:02x}{self.blue:02x}{opacity}"

    def faded(self, opacity: float) -> Colour:
        """The same colour with *opacity* (0 to 1) of its own opacity."""
        return self._replace(alpha=round(self.alpha * opacity))


class Lch(NamedTuple):
    """Oklab in cylinder form: lightness 0 to 1, chroma 0 to about 0.4, hue in degrees."""

    lightness: float
    chroma: float
    hue: float


def _linear(channel: int) -> float:
    value = channel / 255
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def _channel(value: float) -> int:
    value = min(1.0, max(0.0, value))
    curved = value * 12.92 if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055
    return round(curved * 255)


def oklab(colour: Colour) -> tuple[float, float, float]:
    """Lightness, green-red and blue-yellow of *colour*. Source: Björn Ottosson, "A perceptual color space" (2020)."""
    red, green, blue = _linear(colour.red), _linear(colour.green), _linear(colour.blue)
    long = math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    middle = math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    short = math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def from_oklab(lightness: float, green_red: float, blue_yellow: float, alpha: int = 255) -> Colour:
    """The nearest colour a screen has."""
    long = (lightness + 0.3963377774 * green_red + 0.2158037573 * blue_yellow) ** 3
    middle = (lightness - 0.1055613458 * green_red - 0.0638541728 * blue_yellow) ** 3
    short = (lightness - 0.0894841775 * green_red - 1.2914855480 * blue_yellow) ** 3
    return Colour(
        _channel(4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short),
        _channel(-1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short),
        _channel(-0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short),
        alpha,
    )


def lch(colour: Colour) -> Lch:
    """Lightness, chroma and hue of *colour*."""
    lightness, green_red, blue_yellow = oklab(colour)
    return Lch(lightness, math.hypot(green_red, blue_yellow), math.degrees(math.atan2(blue_yellow, green_red)) % 360)


def from_lch(lightness: float, chroma: float, hue: float, alpha: int = 255) -> Colour:
    """The nearest colour a screen has."""
    angle = math.radians(hue)
    return from_oklab(lightness, chroma * math.cos(angle), chroma * math.sin(angle), alpha)


@lru_cache(maxsize=4096)
def mixed(first: Colour, second: Colour, share: float) -> Colour:
    """*first* with *share* (0 to 1) of *second*, opacity too."""
    one, other = oklab(first), oklab(second)
    lightness, green_red, blue_yellow = (a + (b - a) * share for a, b in zip(one, other, strict=True))
    return from_oklab(lightness, green_red, blue_yellow, round(first.alpha + (second.alpha - first.alpha) * share))


def with_lightness(colour: Colour, least: float = 0.0, most: float = 1.0) -> Colour:
    """*colour* with its lightness held between *least* and *most*, hue and chroma kept."""
    value = lch(colour)
    return from_lch(min(most, max(least, value.lightness)), value.chroma, value.hue, colour.alpha)


def contrast(first: Colour, second: Colour) -> float:
    """Contrast ratio, 1 to 21, opacity ignored. Source: WCAG 2.2, "contrast ratio"."""
    lights = sorted(0.2126 * _linear(each.red) + 0.7152 * _linear(each.green) + 0.0722 * _linear(each.blue) for each in (first, second))
    return (lights[1] + 0.05) / (lights[0] + 0.05)
