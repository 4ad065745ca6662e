"""QR codes as one path of an SVG, which a template places."""

from __future__ import annotations

from dataclasses import dataclass

_QUIET = 3
"""Modules of light ground around a code."""


@dataclass(frozen=True, slots=True)
class QrCode:
    """A code to be drawn."""

    side: int
    """Its width in modules, with the ground around it."""
    dots: str
    """The path of all dark modules."""
    label: str
    """Name for screen readers."""


def qr_code(text: str, label: str) -> QrCode:
    """The code of *text*."""
    import segno

    matrix = segno.make(text, error="m", micro=False).matrix
    dots = "".join(f"M{x + _QUIET} {y + _QUIET}h1v1h-1z" for y, row in enumerate(matrix) for x, bit in enumerate(row) if bit)
    return QrCode(len(matrix) + 2 * _QUIET, dots, label)
