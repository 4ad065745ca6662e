"""Places of units, dislodged units and supply marks: the drawing's anchors, and computed ones where it has none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import shapely
from shapely.ops import nearest_points

from languages import tr
from variants.compile.drawn import Drawing
from variants.compile.regions import polygons_of
from variants.compiled import RETREAT_RADIUS, SUPPLY_RADIUS, UNIT_RADIUS
from variants.fault import Fault, FaultKind, Faults, Severity
from variants.fix import Fix, RemoveElement

Point = tuple[float, float]


def middle(shape: shapely.Geometry, tolerance: float) -> Point:
    """The middle of the largest circle that fits into the largest part of *shape*."""
    part = shapely.simplify(polygons_of(shape)[0], tolerance / 2)
    line = shapely.maximum_inscribed_circle(part, tolerance=tolerance)
    x, y = line.coords[0]
    return round(x, 1), round(y, 1)


_RINGS, _STEPS = 13, 16
_TURNS = np.pi * (0.25 + np.arange(_STEPS) / 8)


def nearby(shape: shapely.Geometry, taken: Sequence[tuple[Point, float]], radius: float, around: Point) -> Point:
    """A place inside *shape* for a mark of *radius*, clear of the *taken* circles and as near to *around* as may be.

    Where nothing fits wholly, the least bad place.
    """
    distance = np.repeat(np.arange(1, _RINGS + 1) * radius * 0.7, _STEPS)
    x = around[0] + distance * np.tile(np.cos(_TURNS), _RINGS)
    y = around[1] + distance * np.tile(np.sin(_TURNS), _RINGS)
    inside = shapely.contains_xy(shape, x, y)
    if not inside.any():
        return around
    x, y, distance = x[inside], y[inside], distance[inside]
    room = shapely.distance(shapely.points(x, y), shape.boundary) - radius
    for (cx, cy), other in taken:
        np.minimum(room, np.hypot(x - cx, y - cy) - other - radius, out=room)
    best = int(np.argmin(np.maximum(0.0, -room) * 8 + distance))
    return round(float(x[best]), 1), round(float(y[best]), 1)


class ProvincePlaces:
    """The places of one province."""

    def __init__(self, units: Mapping[str, Point], retreats: Mapping[str, Point], supply: Point | None) -> None:
        self.units = dict(units)
        self.retreats = dict(retreats)
        self.supply = supply


def find_places(
    code: str,
    ground: shapely.Geometry,
    anchors: Mapping[tuple[str, str, str], Point],
    coasts: Mapping[str, Sequence[shapely.Geometry]],
    centre: bool,
    width: float,
) -> ProvincePlaces:
    """The places of province *code*.

    Args:
        ground: its outline without straits.
        anchors: what the drawing says: by kind, code, coast.
        coasts: the shore of each named coast, empty where the drawing has none.
        centre: whether it needs a supply mark.
        width: of the board.
    """
    unit, retreat, supply = (part * width for part in (UNIT_RADIUS, RETREAT_RADIUS, SUPPLY_RADIUS))
    found = ProvincePlaces({}, {}, anchors.get(("sc", code, "")))
    named = [coast for kind, of, coast in anchors if of == code and kind == "unit" and coast]
    for coast in ("", *dict.fromkeys([*coasts, *named])):
        spot = anchors.get(("unit", code, coast))
        if spot is None:
            shores = coasts.get(coast, ())
            spot = (
                _on_shore(ground, shapely.union_all(list(shores)), unit, middle(ground, width / 2000))
                if shores
                else middle(ground, width / 2000)
            )
        found.units[coast] = spot
    taken: list[tuple[Point, float]] = [(spot, unit) for spot in found.units.values()]
    if centre and found.supply is None:
        found.supply = nearby(ground, taken, supply, found.units[""])
    if found.supply is not None:
        taken.append((found.supply, supply))
    for coast, spot in found.units.items():
        placed = anchors.get(("retreat", code, coast))
        found.retreats[coast] = placed or nearby(ground, taken, retreat, spot)
    return found


def _on_shore(ground: shapely.Geometry, shore: shapely.Geometry, radius: float, inland: Point) -> Point:
    """A place inside *ground* beside the middle of *shore*."""
    if shore.is_empty:
        return inland
    mid = shore.centroid if shore.length == 0 else nearest_points(shore, shore.centroid)[0]
    for part in (1.6, 1.2, 0.9, 0.6, 0.3):
        inner = ground.buffer(-radius * part)
        if not inner.is_empty:
            spot = nearest_points(inner, mid)[0]
            return round(spot.x, 1), round(spot.y, 1)
    return inland


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
