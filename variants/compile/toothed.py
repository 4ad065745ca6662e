"""Outlines with so many teeth so close together that growing, shrinking and cutting them would take minutes: refused before it is tried.

Such work takes as long as there are pairs of places on the outlines that lie near one another, but for those that follow one another along
an outline: a border that is drawn with many points is no work. So each place counts as often as outlines come past it, which the length
of the outlines in its cell of a grid says.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import shapely

from languages import tr
from variants.compile.cut import too_entangled

MOST_NEAR = 800_000
"""Places times the outlines that come past them; the map of Europe, finely drawn, has 40 thousand, 350 provinces of 3 MB have 400."""
MOST_PLACES = 400_000
"""Places on all outlines beside their own points, well below what is refused; where there would be more, the cells are larger."""
CELL = 0.003
"""Side of a cell, as a part of the board's width: half of the widest gap that is closed."""


def too_much_work(shapes: Mapping[str, shapely.Geometry], width: float) -> tuple[str, str, str] | None:
    """Return the province to mend first, its fault and the remedy, where the work on the *shapes* would not end soon."""
    entangled = too_entangled(shapes)
    if entangled is not None:
        code, others = entangled
        what = tr("too many provinces lie among one another, first of all {code} among {others} others", code=code, others=others)
        return code, what, tr("provinces side by side, each of one shape or of few islands near one another")
    toothed = finely_toothed(shapes, width)
    if toothed is None:
        return None
    points = shapely.get_num_coordinates(shapes[toothed])
    what = tr("the outlines are too finely toothed, first of all that of {code} with {points} points", code=toothed, points=points)
    return toothed, what, tr("simpler outlines: Path > Simplify in Inkscape")


def finely_toothed(shapes: Mapping[str, shapely.Geometry], width: float) -> str | None:
    """The province whose outline has the most to do with it, where the *shapes* together are too finely toothed; else ``None``."""
    # A shape far wider than the page is no tooth: with coarser cells it has few places, and teeth have as many pairs as ever.
    cell = max(CELL * width, sum(shape.length for shape in shapes.values()) / MOST_PLACES)
    codes = [code for code, shape in shapes.items() if not shape.is_empty]
    if not codes:
        return None
    parts, part_owners = shapely.get_parts(shapely.segmentize([shapes[code] for code in codes], cell), return_index=True)
    rings, ring_parts = shapely.get_rings(parts, return_index=True)
    places, place_rings = shapely.get_coordinates(rings, return_index=True)
    owners = part_owners[ring_parts[place_rings]]
    onward = np.append(np.hypot(*np.diff(places, axis=0).T), 0.0)
    onward[np.append(place_rings[1:] != place_rings[:-1], True)] = 0.0
    columns, rows = np.floor((places - places.min(axis=0)) / cell).astype(np.int64).T
    _, cells = np.unique(columns * (int(rows.max()) + 1) + rows, return_inverse=True)
    passing = np.maximum(1.0, np.bincount(cells, weights=onward) / cell)[cells]
    if float(passing.sum()) <= MOST_NEAR:
        return None
    return codes[int(np.argmax(np.bincount(owners, weights=passing)))]
