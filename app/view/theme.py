"""Themes: every colour of the board comes from a file in ``resources/themes``, none from code."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from types import MappingProxyType
from typing import TypeVar

from app.view.colour import Colour
from resources import resource

_THEMES = resource("themes")
_LARGEST = 200_000


class ThemeError(ValueError):
    """A theme cannot be used; the message names the file, the field and what was expected."""


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
    relief: float
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
    """What all units share."""

    ring: Colour
    edge: Colour
    shadow: Colour
    gloss: float


@dataclass(frozen=True, slots=True)
class OrderColours:
    """What all orders share, and what a person points at."""

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
    """How a power's own colours become the theme's: bounds of Oklab lightness, and a factor for chroma."""

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
    powers: Mapping[str, Mapping[str, Colour]]
    """Power id to colours of its own: ``land``, ``ink``, ``face``, ``glyph``."""

    dark: bool = False
    monochrome: bool = False
    """Whether powers have no colour at all: then pattern and letter are always drawn."""

    patterns: bool = False
    letters: bool = False


Part = TypeVar("Part", SeaColours, LandColours, InkColours, UnitColours, OrderColours, PowerRule)


def _part(kind: type[Part], raw: object, where: str) -> Part:
    if not isinstance(raw, dict):
        raise ThemeError(f"{where}: expected a table")
    values: dict[str, Colour | float] = {}
    for field in fields(kind):
        value = raw.get(field.name)
        place = f"{where}.{field.name}"
        if field.type == "Colour":
            if not isinstance(value, str):
                raise ThemeError(f"{place}: expected a colour such as #EFE4C9")
            try:
                values[field.name] = Colour.of(value)
            except ValueError as fault:
                raise ThemeError(f"{place}: {fault}") from fault
        elif isinstance(value, int | float) and not isinstance(value, bool):
            values[field.name] = float(value)
        else:
            raise ThemeError(f"{place}: expected a number")
    return kind(**values)  # type: ignore[arg-type]  # each value was checked against its field just above


def read_theme(text: str, theme_id: str) -> Theme:
    """The theme that the TOML *text* describes.

    Raises:
        ThemeError: it is no TOML, or a field is missing or of the wrong kind.
    """
    if len(text) > _LARGEST:
        raise ThemeError(f"{theme_id}: longer than {_LARGEST} characters")
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise ThemeError(f"{theme_id}: {fault}") from fault
    rule = raw.get("power", {})
    own: dict[str, Mapping[str, Colour]] = {}
    if isinstance(rule, dict):
        for power, colours in rule.items():
            if isinstance(colours, dict):
                try:
                    own[power] = MappingProxyType({part: Colour.of(str(value)) for part, value in colours.items()})
                except ValueError as fault:
                    raise ThemeError(f"{theme_id}: power.{power}: {fault}") from fault
    return Theme(
        theme_id,
        str(raw.get("name", theme_id)),
        _part(SeaColours, raw.get("sea"), f"{theme_id}: sea"),
        _part(LandColours, raw.get("land"), f"{theme_id}: land"),
        _part(InkColours, raw.get("ink"), f"{theme_id}: ink"),
        _part(UnitColours, raw.get("unit"), f"{theme_id}: unit"),
        _part(OrderColours, raw.get("orders"), f"{theme_id}: orders"),
        _part(PowerRule, rule, f"{theme_id}: power"),
        MappingProxyType(own),
        *(raw.get(flag) is True for flag in ("dark", "monochrome", "patterns", "letters")),
    )


def theme_ids() -> tuple[str, ...]:
    """The themes that travel with the program, parchment first."""
    found = sorted(path.stem for path in _THEMES.glob("*.toml"))
    return tuple(sorted(found, key=lambda each: each != "parchment"))


@cache
def theme_named(theme_id: str) -> Theme:
    """The theme of that id.

    Raises:
        ThemeError: there is none, or its file cannot be used.
    """
    if theme_id not in theme_ids():
        raise ThemeError(f"no theme is called {theme_id!r}; there are {', '.join(theme_ids())}")
    return read_theme((_THEMES / f"{theme_id}.toml").read_text(encoding="utf-8"), theme_id)
