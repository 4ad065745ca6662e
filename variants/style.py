"""Style of a power on the map. The rules never see it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

LEAST_SYMBOL_CONTRAST = 3.0
"""Contrast of a symbol on its unit that WCAG 2 asks of what is no text."""


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
    """Colour of the symbols on its units."""

    pattern: Pattern


_DEFAULT_UNITS = (
    *("#C4481A", "#1B4A9B", "#4FB3E2", "#3A3A3A", "#00835B", "#8E5BB5", "#EBC11E", "#B01E54"),
    *("#7A5A2E", "#6C8E1F", "#1F8E8E", "#D98BB3", "#5A2E7A", "#E08A1E", "#2E5A4A", "#9AA7B5"),
)
"""Colours that most eyes can distinguish; lightness differs between neighbours in the list."""

_DEFAULT_PATTERNS = tuple(pattern for pattern in Pattern if pattern is not Pattern.NONE)


def default_style(index: int) -> PowerStyle:
    """A style for the power at *index* of a variant that says none: sixteen colours, then the same lighter, then darker.

    >>> default_style(0).unit != default_style(1).unit
    True
    """
    turn, place = divmod(index, len(_DEFAULT_UNITS))
    unit = _mixed(_DEFAULT_UNITS[place], *((), (255, 0.42), (0, 0.42))[turn % 3])
    pattern = _DEFAULT_PATTERNS[(index + turn) % len(_DEFAULT_PATTERNS)]
    return PowerStyle(land_of(unit), unit, ink_of(unit), pattern)


def land_of(unit: str) -> str:
    """The colour of the land of a power whose units are *unit*: the same, nearly half way to white."""
    return "#" + "".join(f"{round(part + (255 - part) * 0.45):02X}" for part in _parts(unit))


def ink_of(unit: str) -> str:
    """Return the colour of symbols on its units: white on dark ones, black on light ones and where white cannot be read."""
    red, green, blue = _parts(unit)
    is_dark = 0.299 * red + 0.587 * green + 0.114 * blue < 140
    return "#FFFFFF" if is_dark and contrast_of("#FFFFFF", unit) >= LEAST_SYMBOL_CONTRAST else "#1A1A1A"


def contrast_of(first: str, second: str) -> float:
    """Contrast of two colours as WCAG 2 has it: 1 for the same, 21 for black on white.

    >>> round(contrast_of("#000000", "#FFFFFF"))
    21
    """
    bright, dark = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    linear = [part / 3294.6 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in _parts(colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _parts(colour: str) -> tuple[int, int, int]:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return red, green, blue


def _mixed(colour: str, towards: int = 0, share: float = 0.0) -> str:
    """*colour* with *share* of the grey *towards* (0 black, 255 white)."""
    return "#" + "".join(f"{round(part + (towards - part) * share):02X}" for part in _parts(colour))
