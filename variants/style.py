"""How a power looks on the map. The rules never see it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Pattern(StrEnum):
    """A power's second sign besides its colour."""

    NONE = "none"
    DIAGONAL = "diagonal"
    ANTIDIAGONAL = "antidiagonal"
    HORIZONTAL = "horizontal"
    VERTICAL = "vertical"
    CROSS = "cross"
    CHECKS = "checks"
    DOTS = "dots"


@dataclass(frozen=True, slots=True)
class PowerStyle:
    """Colours (``#RRGGBB``) and pattern of a power."""

    fill: str
    """Its land."""

    unit: str
    """Its units and arrows."""

    ink: str
    """What is drawn on its units."""

    pattern: Pattern


_DEFAULT_UNITS = (
    *("#C4481A", "#1B4A9B", "#4FB3E2", "#3A3A3A", "#00835B", "#8E5BB5", "#EBC11E", "#B01E54"),
    *("#7A5A2E", "#6C8E1F", "#1F8E8E", "#D98BB3", "#5A2E7A", "#E08A1E", "#2E5A4A", "#9AA7B5"),
)
"""Told apart by most eyes; lightness differs between neighbours in the list."""

_DEFAULT_PATTERNS = tuple(pattern for pattern in Pattern if pattern is not Pattern.NONE)


def default_style(index: int) -> PowerStyle:
    """A style for the power at *index* of a variant that says none. No two of the first hundred are alike."""
    unit = _DEFAULT_UNITS[index % len(_DEFAULT_UNITS)]
    pattern = _DEFAULT_PATTERNS[(index + index // len(_DEFAULT_UNITS)) % len(_DEFAULT_PATTERNS)]
    red, green, blue = (int(unit[at : at + 2], 16) for at in (1, 3, 5))
    fill = "#" + "".join(f"{round(part + (255 - part) * 0.45):02X}" for part in (red, green, blue))
    dark = 0.299 * red + 0.587 * green + 0.114 * blue < 140
    return PowerStyle(fill, unit, "#FFFFFF" if dark else "#1A1A1A", pattern)
