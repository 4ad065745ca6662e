"""Style of a power on the map, and the distance of two colours, also to eyes that lack a kind of cone.

Simulation: Machado, Oliveira, Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency" (2009), full severity.
Distance: CIEDE2000, where about 1 is just seen side by side and 100 is black to white. Source: Sharma, Wu, Dalal, "The CIEDE2000
Color-Difference Formula: Implementation Notes, Supplementary Test Data, and Mathematical Observations" (2005).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import assert_never

from languages import tr

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
    return "#" + "".join(f"{round(part + (255 - part) * 0.45):02X}" for part in colour_parts(unit))


def ink_of(unit: str) -> str:
    """Return the colour of symbols on its units: white on dark ones, black on light ones and where white cannot be read."""
    red, green, blue = colour_parts(unit)
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
    linear = [part / 3294.6 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour_parts(colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def colour_parts(colour: str) -> tuple[int, int, int]:
    """Red, green and blue of *colour*, each up to 255.

    >>> colour_parts("#1E90FF")
    (30, 144, 255)
    """
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return red, green, blue


def _mixed(colour: str, towards: int = 0, share: float = 0.0) -> str:
    """*colour* with *share* of the grey *towards* (0 black, 255 white)."""
    return "#" + "".join(f"{round(part + (towards - part) * share):02X}" for part in colour_parts(colour))


Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]


class ColourSight(StrEnum):
    """Kind of eyes."""

    FULL = "full colour sight"
    PROTANOPIA = "protanopia"
    DEUTERANOPIA = "deuteranopia"
    TRITANOPIA = "tritanopia"
    ACHROMATOPSIA = "achromatopsia"
    """No colour at all: lightness alone is seen."""

    @property
    def words(self) -> str:
        """In the language in use."""
        match self:
            case ColourSight.FULL:
                return tr("full colour sight")
            case ColourSight.PROTANOPIA:
                return tr("protanopia")
            case ColourSight.DEUTERANOPIA:
                return tr("deuteranopia")
            case ColourSight.TRITANOPIA:
                return tr("tritanopia")
            case ColourSight.ACHROMATOPSIA:
                return tr("achromatopsia")
            case _:
                assert_never(self)


COLOUR_SEEING = (ColourSight.FULL, ColourSight.PROTANOPIA, ColourSight.DEUTERANOPIA, ColourSight.TRITANOPIA)
"""Eyes that see colour, in full or without one kind of cone."""


_MACHADO: MappingProxyType[ColourSight, Matrix] = MappingProxyType(
    {
        ColourSight.FULL: ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
        ColourSight.PROTANOPIA: ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
        ColourSight.DEUTERANOPIA: ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
        ColourSight.TRITANOPIA: ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
        ColourSight.ACHROMATOPSIA: ((0.2126, 0.7152, 0.0722),) * 3,
    },
)
_TO_XYZ: Matrix = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
_WHITE: Triple = (0.9505, 1.0, 1.089)


def colour_distance(first: str, second: str, sight: ColourSight = ColourSight.FULL) -> float:
    """Return the distance of ``#RRGGBB`` *first* and *second* to eyes of this *sight*.

    >>> round(colour_distance("#000000", "#FFFFFF"), 1)
    100.0
    >>> full = colour_distance("#C00000", "#006000")
    >>> full > colour_distance("#C00000", "#006000", ColourSight.DEUTERANOPIA)
    True
    """
    return _distance(*sorted((_lab(first, sight), _lab(second, sight))))


@lru_cache(maxsize=16384)
def _distance(first: Triple, second: Triple) -> float:
    return ciede2000(first, second)


def ciede2000(first: Triple, second: Triple) -> float:
    """The CIEDE2000 difference of two colours in L*a*b*; the letters are those of the source.

    >>> round(ciede2000((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485)), 4)
    2.0425
    """
    middle = ((math.hypot(*first[1:]) + math.hypot(*second[1:])) / 2) ** 7
    stretch = 1 + 0.5 * (1 - math.sqrt(middle / (middle + 25**7)))
    (l_1, c_1, h_1), (l_2, c_2, h_2) = (
        (light, math.hypot(stretch * a, b), math.degrees(math.atan2(b, stretch * a)) % 360) for light, a, b in (first, second)
    )
    grey = c_1 * c_2 == 0
    turn = 0.0 if grey else (h_2 - h_1 + 180) % 360 - 180
    d_l, d_c, d_h = l_2 - l_1, c_2 - c_1, 2 * math.sqrt(c_1 * c_2) * math.sin(math.radians(turn) / 2)
    l_mean, c_mean = (l_1 + l_2) / 2, (c_1 + c_2) / 2
    h_mean = h_1 + h_2 if grey else (h_1 + turn / 2) % 360
    t = (
        1
        - 0.17 * math.cos(math.radians(h_mean - 30))
        + 0.24 * math.cos(math.radians(2 * h_mean))
        + 0.32 * math.cos(math.radians(3 * h_mean + 6))
        - 0.20 * math.cos(math.radians(4 * h_mean - 63))
    )
    s_l = 1 + 0.015 * (l_mean - 50) ** 2 / math.sqrt(20 + (l_mean - 50) ** 2)
    s_c, s_h = 1 + 0.045 * c_mean, 1 + 0.015 * c_mean * t
    r_t = -2 * math.sqrt(c_mean**7 / (c_mean**7 + 25**7)) * math.sin(math.radians(60 * math.exp(-(((h_mean - 275) / 25) ** 2))))
    return math.sqrt((d_l / s_l) ** 2 + (d_c / s_c) ** 2 + (d_h / s_h) ** 2 + r_t * (d_c / s_c) * (d_h / s_h))


@lru_cache(maxsize=4096)
def _lab(colour: str, sight: ColourSight) -> Triple:
    red, green, blue = (_linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    seen = _times(_MACHADO[sight], (red, green, blue))
    x, y, z = (_curve(max(0.0, part) / white) for part, white in zip(_times(_TO_XYZ, seen), _WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _curve(part: float) -> float:
    return math.cbrt(part) if part > 0.008856 else 7.787 * part + 16 / 116


def _times(matrix: Matrix, vector: Triple) -> Triple:
    a, b, c = (sum(factor * part for factor, part in zip(row, vector, strict=True)) for row in matrix)
    return a, b, c
