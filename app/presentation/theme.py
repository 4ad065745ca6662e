"""Themes: every colour of board and window comes from one file in ``resources/themes``, none from code."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from types import MappingProxyType
from typing import TypeVar

from app.presentation.colour import Colour
from app.presentation.window_colours import LARGEST, SUFFIX, ThemeError, WindowColours, read_window_table, theme_ids, theme_text
from languages import labelled, system_words, tr

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
