"""How far apart two colours look, also to eyes that lack a kind of cone.

Simulation: Machado, Oliveira, Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency" (2009), full severity.
Distance: CIE 1976 (L*a*b*), where about 2 is just seen and 100 is black to white.
"""

from __future__ import annotations

import math
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import assert_never

from languages import tr

Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]


class ColourSight(StrEnum):
    """Whose eyes."""

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
    """How far apart ``#RRGGBB`` *first* and *second* look to eyes of this *sight*."""
    return math.dist(_lab(first, sight), _lab(second, sight))


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
