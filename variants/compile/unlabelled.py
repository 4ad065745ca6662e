"""Province of a shape without a code, where its neighbours and the marks inside it tell.

A label is soon lost: Union and Combine in Inkscape keep one of two, and a redrawn shape has none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

import shapely

from variants.compile.drawn import Drawing
from variants.compile.gaps import WIDEST

_ENOUGH = 0.5
"""Part of the neighbours of shape and province together that must be the same."""


def likely_provinces(
    drawing: Drawing, shapes: Sequence[shapely.Geometry], missed: Sequence[str], around: Mapping[str, AbstractSet[str]]
) -> dict[int, str]:
    """The number of a shape to the province that it is, for each of which nothing else is as likely.

    Args:
        shapes: those without a code.
        missed: the provinces that are not drawn. One that has marks, such as its name, is where they lie.
        around: those of which nothing stands in the drawing, to their neighbours.
    """
    drawn = list(drawing.provinces)
    if not shapes or not missed or not drawn:
        return {}
    tree = shapely.STRtree([drawing.provinces[code].shape for code in drawn])
    touching = [{drawn[at] for at in tree.query(shape, predicate="dwithin", distance=WIDEST * drawing.width)} for shape in shapes]
    worth = {
        (at, code): _likeness(touching[at], around[code] & drawing.provinces.keys()) if code in around else _marked(drawing, code, shape)
        for at, shape in enumerate(shapes)
        for code in missed
    }
    found: dict[int, str] = {}
    for (at, code), value in worth.items():
        rivals = [other for (where, what), other in worth.items() if (where == at) != (what == code)]
        if value >= _ENOUGH and all(value > other for other in rivals):
            found[at] = code
    return found


def _likeness(touching: AbstractSet[str], reached: AbstractSet[str]) -> float:
    both = touching & reached
    return len(both) / len(touching | reached) if both else 0.0


def _marked(drawing: Drawing, code: str, shape: shapely.Geometry) -> float:
    """1 where there are marks of a province, and all of them lie in the shape."""
    spots = [spot for (_, of, _), spot in drawing.anchors.items() if of == code]
    if code in drawing.labels:
        spots.append((drawing.labels[code].x, drawing.labels[code].y))
    return float(bool(spots) and all(shape.intersects(shapely.Point(spot)) for spot in spots))
