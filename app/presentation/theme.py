"""Themes: every colour of board and window comes from one file in ``resources/themes``; colours as values, mixed by lightness (Oklab)."""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache, lru_cache
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from app.presentation.window_colours import LARGEST, SUFFIX, ThemeError, WindowColours, read_window_table, theme_ids, theme_text
from languages import labelled, system_words, tr

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


__all__ = ["Theme", "ThemeError", "read_theme", "theme_ids", "theme_named"]


@dataclass(frozen=True, slots=True)
class SeaColours:
    """Water."""

    top: Colour
    bottom: Colour
    shallow: Colour
    line: Colour
    border: Colour
    border_halo: Colour
    grain: float
    washes: float


@dataclass(frozen=True, slots=True)
class LandColours:
    """Ground."""

    open: Colour
    impassable: Colour
    hatch: Colour
    tint: float
    rim: float
    open_rim: Colour
    shadow: Colour
    shadow_strength: float
    grain: float
    light: float
    lake: Colour
    river: Colour
    hills: Colour
    woods: Colour
    dunes: Colour
    steppe: Colour
    coast_line: Colour
    road: Colour


@dataclass(frozen=True, slots=True)
class InkColours:
    """Lines, names, stars and the frame."""

    border: Colour
    frontier: Colour
    coast: Colour
    label: Colour
    label_halo: Colour
    sea_label: Colour
    sea_label_halo: Colour
    table: Colour
    """Around the board."""

    frame: Colour
    frame_light: Colour
    star: Colour
    star_edge: Colour


@dataclass(frozen=True, slots=True)
class UnitColours:
    """Colours of all units."""

    ring: Colour
    edge: Colour
    shadow: Colour
    gloss: float


@dataclass(frozen=True, slots=True)
class OrderColours:
    """Colours of all orders, and of the marks of the pointer."""

    halo: Colour
    shadow: Colour
    danger: Colour
    danger_ink: Colour
    void: Colour
    void_ink: Colour
    hover: Colour
    hover_edge: Colour
    glow: Colour
    selection: Colour
    dim: Colour
    fog: Colour


@dataclass(frozen=True, slots=True)
class PowerRule:
    """Rule that makes the theme's colours of a power's own: bounds of Oklab lightness, and a factor for chroma."""

    land_least: float
    land_most: float
    land_chroma: float
    ink_least: float
    ink_most: float
    face_least: float
    face_most: float


@dataclass(frozen=True, slots=True)
class Theme:
    """One look of the board."""

    id: str
    name: str
    sea: SeaColours
    land: LandColours
    ink: InkColours
    unit: UnitColours
    orders: OrderColours
    rule: PowerRule
    window: WindowColours
    powers: Mapping[str, Mapping[str, Colour]]
    """Power id to colours of its own: ``land``, ``ink``, ``face``, ``glyph``."""

    dark: bool = False
    monochrome: bool = False
    """True if powers have no colour at all: then pattern and letter are always drawn."""

    patterns: bool = False
    letters: bool = False


_MISSING = Colour.of("#ff00ff")
"""Stands in for a colour that a theme lacks while the rest of it is read, so that all that it lacks is found."""

Part = TypeVar("Part", SeaColours, LandColours, InkColours, UnitColours, OrderColours, PowerRule)


def _part(kind: type[Part], raw: object, where: str, faults: list[str]) -> Part:
    """The table *raw* as *kind*; missing values become *faults*, with others in their place."""
    if not isinstance(raw, dict):
        faults.append(tr("{where}: expected a table", where=where))
        raw = {}
    values: dict[str, Colour | float] = {}
    for field in fields(kind):
        value = raw.get(field.name)
        place = f"{where}.{field.name}"
        if field.type == "Colour":
            values[field.name] = _colour(value, place, faults)
        elif isinstance(value, int | float) and not isinstance(value, bool):
            values[field.name] = float(value)
        else:
            faults.append(tr("{place}: expected a number", place=place))
    return kind(**{field.name: values.get(field.name, 0.0) for field in fields(kind)})  # type: ignore[arg-type]  # checked just above


def _colour(value: object, place: str, faults: list[str]) -> Colour:
    if not isinstance(value, str):
        faults.append(tr("{place}: expected a colour such as #EFE4C9", place=place))
        return _MISSING
    try:
        return Colour.of(value)
    except ValueError as error:
        faults.append(labelled(place, error))
        return _MISSING


def _own_colours(rule: object, where: str, faults: list[str]) -> Mapping[str, Mapping[str, Colour]]:
    """The colours that the theme gives to single powers."""
    if not isinstance(rule, dict):
        return MappingProxyType({})
    return MappingProxyType(
        {
            power: MappingProxyType({part: _colour(value, f"{where}.{power}.{part}", faults) for part, value in colours.items()})
            for power, colours in rule.items()
            if isinstance(colours, dict)
        }
    )


def read_theme(text: str, theme_id: str) -> Theme:
    """The theme that the TOML *text* describes.

    Raises:
        ThemeError: it is no TOML, or fields are missing or of the wrong kind; all of them are named, with the file.
    """
    file = f"{theme_id}{SUFFIX}"
    if len(text) > LARGEST:
        raise ThemeError(tr("{file}: longer than {largest} characters", file=file, largest=LARGEST))
    try:
        raw = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise ThemeError(labelled(file, system_words(error))) from error
    window, missing = read_window_table(text, theme_id)
    faults: list[str] = []
    theme = Theme(
        theme_id,
        str(raw.get("name", theme_id)),
        _part(SeaColours, raw.get("sea"), labelled(file, "sea"), faults),
        _part(LandColours, raw.get("land"), labelled(file, "land"), faults),
        _part(InkColours, raw.get("ink"), labelled(file, "ink"), faults),
        _part(UnitColours, raw.get("unit"), labelled(file, "unit"), faults),
        _part(OrderColours, raw.get("orders"), labelled(file, "orders"), faults),
        _part(PowerRule, raw.get("power"), labelled(file, "power"), faults),
        window,
        _own_colours(raw.get("power"), labelled(file, "power"), faults),
        *(raw.get(flag) is True for flag in ("dark", "monochrome", "patterns", "letters")),
    )
    if faults or missing:
        raise ThemeError("\n".join((*faults, *missing)))
    return theme


@cache
def theme_named(theme_id: str) -> Theme:
    """The theme of that id.

    Raises:
        ThemeError: there is none, or its file cannot be used.
    """
    return read_theme(theme_text(theme_id), theme_id)
