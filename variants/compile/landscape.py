"""Landscape on a board beside its provinces: mountains, lakes, rivers, ground that no unit enters."""

from __future__ import annotations

from collections.abc import Sequence

import shapely

from languages import tr
from variants.compile.detail import as_polygon
from variants.compile.drawn import Drawing
from variants.compile.regions import polygons_of
from variants.compiled import Decoration, DecorationKind
from variants.fault import Fault, Faults, Severity
from variants.fault_kind import FaultKind


def landscape_of(drawing: Drawing, impassable: Sequence[shapely.Geometry], source: str, faults: Faults) -> tuple[Decoration, ...]:
    """The landscape of *drawing*, with its *impassable* ground; a kind that is unknown goes into *faults*, by the name *source*."""
    found = [
        Decoration(DecorationKind.IMPASSABLE, 1, "", tuple(as_polygon(part) for part in polygons_of(area)))
        for area in impassable
        if not area.is_empty
    ]
    kinds = {kind.value.replace(" ", "-"): kind for kind in DecorationKind}
    for piece in drawing.pieces:
        kind = kinds.get(piece.kind)
        if piece.kind in ("impassable", "strait", "inlet", "sea"):
            continue
        if kind is None:
            what = tr("unknown data-kind {kind!r}", kind=piece.kind[:30])
            expected = tr("one of strait, inlet, {kinds}", kinds=", ".join(sorted(kinds)))
            faults.add(Fault(source, None, what, expected, Severity.WARNING, kind=FaultKind.LANDSCAPE))
            continue
        polygons = tuple(as_polygon(part) for area in piece.areas for part in polygons_of(area))
        lines = tuple(tuple((round(x, 2), round(y, 2)) for x, y in line) for line in piece.lines)
        found.append(Decoration(kind, piece.rank, piece.name, polygons, lines))
    return tuple(found)
