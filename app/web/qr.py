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
    modules: tuple[tuple[int, int], ...]
    """Places of all dark modules."""
    label: str
    """Name for screen readers."""

    @property
    def dots(self) -> str:
        """Path of all dark modules."""
        return "".join(f"M{x} {y}h1v1h-1z" for x, y in self.modules)


def qr_code(text: str, label: str) -> QrCode:
    """The code of *text*."""
    import segno

    matrix = segno.make(text, error="m", micro=False).matrix
    dark = tuple((x + _QUIET, y + _QUIET) for y, row in enumerate(matrix) for x, bit in enumerate(row) if bit)
    return QrCode(len(matrix) + 2 * _QUIET, dark, label)
