"""The font of what stands beside or below something else."""

from __future__ import annotations

from PySide6.QtGui import QFont

_LEAST = 7.0
"""Points below which it cannot be read."""


def small_font(font: QFont, *, bold: bool = False) -> QFont:
    """*font* a little smaller; 9 points where it is measured in pixels."""
    small = QFont(font)
    small.setPointSizeF(max(_LEAST, font.pointSizeF() * 0.9) if font.pointSizeF() > 0 else 9.0)
    small.setBold(bold)
    return small
