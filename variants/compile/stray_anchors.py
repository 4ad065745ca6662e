"""Anchors that lie where their province is not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import shapely

from languages import tr
from variants.compile.drawn import Drawing
from variants.compiled import SUPPLY_RADIUS, UNIT_RADIUS
from variants.fault import Fault, Faults, Severity
from variants.fault_kind import FaultKind
from variants.fix import Fix, RemoveElement


def drop_stray_anchors(drawing: Drawing, shapes: Mapping[str, shapely.Geometry], symbols: float, source: str, faults: Faults) -> None:
    """Note anchors that lie where their province is not, and forget them, so that other places are found.

    Args:
        drawing: loses these anchors.
        shapes: the provinces' outlines.
        symbols: the width that the sizes of symbols are parts of.
        source: the drawing's name, for faults.
        faults: gets a fault for each.
    """
    slack = {"unit": drawing.width / 4000, "sc": SUPPLY_RADIUS * symbols, "retreat": 4 * UNIT_RADIUS * symbols}
    page = shapely.box(0, 0, drawing.width, drawing.height)
    for shape in shapes.values():
        shapely.prepare(shape)
    for (kind, code, coast), spot in list(drawing.anchors.items()):
        ground = page if kind == "label" else shapes.get(code)
        if ground is None or shapely.dwithin(ground, shapely.Point(spot), slack.get(kind, 0.0)):
            continue
        del drawing.anchors[kind, code, coast]
        element = drawing.anchor_elements.get((kind, code, coast))
        name = f"{kind}:{code.lower()}{'/' + coast.lower() if coast else ''}"
        what = (
            tr("{name} lies outside of the page", name=name)
            if kind == "label"
            else tr("{name} lies outside of {code}", name=name, code=code)
        )
        expected = tr("a place inside; until then another is found")
        fix = Fix(tr("Let a place be found"), source, (RemoveElement(element.start, element.end),)) if element is not None else None
        fault = Fault(source, element.line if element else None, what, expected, Severity.WARNING, name, spot)
        faults.add(replace(fault, kind=FaultKind.STRAY_ANCHOR, places=(code,), fix=fix))
