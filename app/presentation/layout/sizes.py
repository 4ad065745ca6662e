"""Sizes of symbols at a zoom: they grow slower than the land, and never get too small to read."""

from __future__ import annotations

from dataclasses import dataclass

_UNIT_SHARE = 0.0110
"""Radius of a unit as a share of the board's width, where the zoom lets it be."""

_LEAST_UNIT_PIXELS = 10.5
_PLAIN_BELOW = 21.0
"""Pixels of radius below which units get the plainer glyphs."""

_LEAST_STAR_PIXELS = 4.6
_LEAST_BADGE_PIXELS = 6.4
_LEAST_TEXT_PIXELS = 9.0
_SMALLEST_WINDOW = 560.0
"""Boards seen smaller than this are thumbnails: their symbols shrink with them."""

_SLOWER = 0.72
"""Beyond the fitted zoom symbols grow with this power of it: room for arrows between neighbours."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """Lengths in board units (1 = one unit of the SVG), at one zoom."""

    pixel: float
    """One pixel of the screen."""

    unit: float
    """Radius of a unit."""

    star: float
    """Outer radius of a supply centre's star."""

    badge: float
    """Radius of a badge."""

    text: float
    """Pixel size of the text on badges."""

    shaft: float
    """Width of the arrow of a single unit, at its end."""

    small: bool
    """True if units are so small that they need the plainer glyphs."""

    @classmethod
    def at(cls, symbol_width: float, zoom: float, densest: float | None = None, fitted: float | None = None) -> Sizes:
        """The sizes where one board unit covers *zoom* pixels.

        Args:
            symbol_width: the width that symbols are a share of, in board units: the board's, or more where it has few provinces.
            zoom: pixels per board unit; above 0.
            densest: the distance of the two closest unit places, in board units; units never grow to touch there.
            fitted: the zoom at which the whole board is seen, where that is known.

        Raises:
            ValueError: *zoom* is not above 0.
        """
        if zoom <= 0:
            raise ValueError(f"zoom must be above 0, not {zoom}")
        pixel = 1 / zoom
        natural = symbol_width * _UNIT_SHARE
        if densest is not None:
            natural = min(natural, densest * 0.46)
        grown = natural * zoom
        if fitted is not None and zoom > fitted:
            grown = natural * fitted * (zoom / fitted) ** _SLOWER
        shrunk = min(1.0, symbol_width * zoom / _SMALLEST_WINDOW)
        pixels = max(_LEAST_UNIT_PIXELS * shrunk, grown)
        unit = pixels * pixel
        if densest is not None:
            unit = min(unit, max(densest * 0.5, 6 * pixel))
        unit_pixels = unit * zoom
        return cls(
            pixel,
            unit,
            max(unit * 0.40, _LEAST_STAR_PIXELS * shrunk * pixel),
            max(unit * 0.50, _LEAST_BADGE_PIXELS * shrunk * pixel),
            max(unit * 0.66, _LEAST_TEXT_PIXELS * shrunk * pixel),
            max(unit * 0.40, 3.4 * shrunk * pixel),
            unit_pixels < _PLAIN_BELOW,
        )
