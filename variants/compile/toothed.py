"""Outlines with so many teeth so close together that growing, shrinking and cutting them would take minutes: told before it is tried.

Such work takes as long as there are pairs of places on the outlines that lie near one another. These are counted by the cells of a grid.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import shapely

MOST_NEAR = 2_500_000
"""Pairs of places that lie in one cell, of all outlines; the map of Europe, finely drawn, has 110 thousand."""
MOST_PLACES = 1_500_000
"""Places on all outlines beside their own points; where there would be more, the cells are larger."""
CELL = 0.003
"""Side of a cell, as a part of the board's width: half of the widest gap that is closed."""


def finely_toothed(shapes: Mapping[str, shapely.Geometry], width: float) -> str | None:
    """The province whose outline has the most to do with it, where the *shapes* together are too finely toothed; else ``None``."""
    # A shape far wider than the page is no tooth: with coarser cells it has few places, and teeth have as many pairs as ever.
    cell = max(CELL * width, sum(shape.length for shape in shapes.values()) / MOST_PLACES)
    codes = list(shapes)
    places, owners = shapely.get_coordinates(shapely.segmentize([shapes[code] for code in codes], cell), return_index=True)
    columns, rows = np.floor((places - places.min(axis=0)) / cell).astype(np.int64).T
    _, cells, counts = np.unique(columns * (int(rows.max()) + 1) + rows, return_inverse=True, return_counts=True)
    if int((counts**2).sum()) <= MOST_NEAR:
        return None
    return codes[int(np.argmax(np.bincount(owners, weights=counts[cells])))]
