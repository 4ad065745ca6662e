"""Which province a shape without a code is, where its neighbours and the marks inside it tell.

A label is soon lost: Union and Combine in Inkscape keep one of two, and a shape drawn anew has none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

import shapely

from variants.compile.drawn import Drawing
from variants.compile.gaps import WIDEST

_ENOUGH = 0.5
"""Of the neighbours of shape and province together, how many must be the same."""
_MARK = 0.5
"""What a unit's place, a supply mark or a name inside the shape is worth beside that."""


def likely_provinces(drawing: Drawing, shapes: Sequence[shapely.Geometry], neighbours: Mapping[str, AbstractSet[str]]) -> dict[int, str]:
    """The number of a shape to the province that it is, for each of which nothing else is as likely.

    Args:
        shapes: those without a code.
        neighbours: each province that is not drawn, to those that units reach from there.
    """
    drawn = list(drawing.provinces)
    if not shapes or not neighbours or not drawn:
        return {}
    tree = shapely.STRtree([drawing.provinces[code].shape for code in drawn])
    touching = [{drawn[at] for at in tree.query(shape, predicate="dwithin", distance=WIDEST * drawing.width)} for shape in shapes]
    worth = {
        (at, code): _likeness(touching[at], reached & drawing.provinces.keys()) + _MARK * _is_marked(drawing, code, shape)
        for at, shape in enumerate(shapes)
        for code, reached in neighbours.items()
    }
    found: dict[int, str] = {}
    for (at, code), value in worth.items():
        rivals = [other for (where, what), other in worth.items() if (where == at) != (what == code)]
        if value >= _ENOUGH and all(value > other for other in rivals):
            found[at] = code
    return found


def _likeness(touching: AbstractSet[str], reached: AbstractSet[str]) -> float:
    both = touching & reached
    return len(both) / len(touching | reached) if both else -1.0


def _is_marked(drawing: Drawing, code: str, shape: shapely.Geometry) -> bool:
    """Whether every mark of a province lies in the shape, and there is one."""
    spots = [spot for (_, of, _), spot in drawing.anchors.items() if of == code]
    if code in drawing.labels:
        spots.append((drawing.labels[code].x, drawing.labels[code].y))
    return bool(spots) and all(shape.intersects(shapely.Point(spot)) for spot in spots)
