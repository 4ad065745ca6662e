"""Colours for large areas in a power's colour, with light writing on them."""

from __future__ import annotations

from PySide6.QtGui import QColor

INK = "#fffaf0"
"""The writing."""

_DARK_ENOUGH = 0.12
"""Relative luminance against which that writing has a contrast of at least 5.9."""


def deep(colour: QColor) -> QColor:
    """*colour*, dark enough that light writing can be read on it."""
    found = QColor(colour)
    while luminance(found) > _DARK_ENOUGH:
        found = found.darker(112)
    return found


def luminance(colour: QColor) -> float:
    """Relative luminance as WCAG 2 has it: 0 black, 1 white."""
    parts = (colour.redF(), colour.greenF(), colour.blueF())
    red, green, blue = (each / 12.92 if each <= 0.03928 else ((each + 0.055) / 1.055) ** 2.4 for each in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
