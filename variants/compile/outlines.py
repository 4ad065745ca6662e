"""Faults of an outline, to the point: where it is open, and where it crosses itself."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

import shapely

Point = tuple[float, float]

WIDEST_OPENING = 1 / 500
"""Part of the board's width: ends that lie this near were meant to meet."""
_PLACE = re.compile(r"\[(-?[\d.e+-]+) (-?[\d.e+-]+)\]")


def open_end(lines: Sequence[Sequence[Point]], width: float) -> Point | None:
    """Return the end of an outline that does not close, or ``None`` where all do. Strokes that enclose nothing are none."""
    for line in lines:
        if len(set(line)) > 2 and math.dist(line[0], line[-1]) > WIDEST_OPENING * width:
            return line[-1]
    return None


def crossing(lines: Sequence[Sequence[Point]]) -> Point:
    """A point at which one of the *lines*, closed, crosses or touches itself; the first point of all where none does."""
    for line in lines:
        if len(set(line)) > 2:
            match = _PLACE.search(shapely.is_valid_reason(shapely.Polygon(line)))
            if match is not None:
                return float(match[1]), float(match[2])
    return lines[0][0]
