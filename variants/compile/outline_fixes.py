"""Fixes that change an outline: cut to size, as far as it can be read, large enough for a unit, or with the page around it."""

from __future__ import annotations

import re
from collections.abc import Iterable

import shapely
from shapely import affinity

from languages import tr
from variants.compile.drawn import Drawing, DrawnProvince
from variants.compile.regions import polygons_of, region
from variants.fix import Fix, SetAttribute
from variants.svg.element import Element
from variants.svg.numbers import view_box
from variants.svg.paths import lines_of
from variants.svg.transforms import ShapeError, compose, matrix_of, parts_of

CURVED = re.compile(r"[CcSsQqTtAa]")
_WORD = re.compile(r"[A-Za-z]|[^\sA-Za-z,]+")
_MOST_CUT = 12
"""Words at the end of path data without which it may be readable."""
_LENGTH = re.compile(r"\s*([0-9.]+)\s*([a-z]*)\s*")


def path_data(area: shapely.Geometry) -> str:
    """The outlines of an area as data of a path."""
    rings = [ring for part in polygons_of(area) for ring in (part.exterior, *part.interiors)]
    drawn = (" ".join(f"{x:.8g},{y:.8g}" for x, y in shapely.get_coordinates(ring)[:-1].tolist()) for ring in rings)
    return " ".join(f"M {points} Z" for points in drawn)


def cut_by(drawing: Drawing, below: DrawnProvince, above: shapely.Geometry, source: str) -> Fix | None:
    """The fix that cuts *above* out of a province that is one path of straight lines; ``None`` for others, as curves would be lost."""
    element = below.element
    if element.tag != "path" or element.start < 0 or CURVED.search(element.get("d")):
        return None
    matrix = None
    inner: Element | None = element
    try:
        while inner is not None:
            matrix = compose(matrix, matrix_of(inner))
            inner = inner.parent
        own, _ = region(lines_of(element, None, drawing.width / 8000), element.inherited("fill-rule") == "evenodd")
        upper = affinity.translate(above, *drawing.corner)
        if matrix is not None:
            a, b, c, d, e, f = parts_of(~matrix)
            upper = affinity.affine_transform(upper, (a, c, b, d, e, f))
    except (ShapeError, ZeroDivisionError, ValueError):
        return None
    outside = shapely.difference(own, upper)
    left = outside.area / own.area if own.area else 0.0
    drawn = below.shape.difference(above).area / below.shape.area
    # What is drawn in several shapes is not mended by one of them.
    if not left or abs(left - drawn) > 0.001:
        return None
    return Fix(tr("Take the mended outline"), source, (SetAttribute(element.start, "d", path_data(outside)),), is_guess=True)


def readable(element: Element, tolerance: float) -> SetAttribute | None:
    """The change that leaves out the end of path data that cannot be read, where all before it encloses something."""
    data = element.get("d")
    if element.tag != "path" or element.start < 0:
        return None
    ends = [each.start() for each in _WORD.finditer(data)][-_MOST_CUT:]
    for end in reversed(ends):
        part = data[:end].rstrip(" \t\r\n,")
        shorter = Element("path", {**element.attributes, "d": part}, element.line, element.parent)
        try:
            area, _ = region(lines_of(shorter, None, tolerance), evenodd=True)
        except ShapeError:
            continue
        closed = part if part[-1:] in "Zz" else f"{part} Z"
        return SetAttribute(element.start, "d", closed) if area.area > 0 else None
    return None


def enlarged(drawing: Drawing, drawn: DrawnProvince, side: float, source: str) -> Fix | None:
    """The fix that makes a shape *side* wide round its middle, where nothing but one other province, or none, lies in the way."""
    element, shape = drawn.element, drawn.shape
    left, top, right, bottom = shape.bounds
    width = max(right - left, bottom - top)
    if element.start < 0 or width <= 0:
        return None
    middle = ((left + right) / 2, (top + bottom) / 2)
    wide = affinity.scale(shape, side / width, side / width, origin=middle)
    others = [each.shape for each in drawing.provinces.values() if each is not drawn and each.shape.intersects(wide)]
    if len(others) > 1 or not shapely.box(0, 0, drawing.width, drawing.height).contains(wide):
        return None
    try:
        points = [point for line in lines_of(element, None, drawing.width / 8000) for point in line]
    except ShapeError:
        return None
    if not points:
        return None
    x, y = ((min(each) + max(each)) / 2 for each in zip(*points, strict=True))
    times = side / width
    scaled = f"matrix({times:.6g},0,0,{times:.6g},{x * (1 - times):.6g},{y * (1 - times):.6g})"
    transform = f"{element.get('transform')} {scaled}".strip()
    return Fix(tr("Enlarge it"), source, (SetAttribute(element.start, "transform", transform),), is_guess=True)


def larger_page(drawing: Drawing, shapes: Iterable[shapely.Geometry], source: str) -> Fix | None:
    """The fix that makes the page large enough for *shapes*, at the same scale."""
    root = drawing.root
    box = view_box(root) if root is not None else None
    if root is None or box is None or root.start < 0:
        return None
    page = shapely.box(0, 0, drawing.width, drawing.height)
    left, top, right, bottom = shapely.union_all([page, *shapes]).bounds
    x, y = box[:2]
    changes = [SetAttribute(root.start, "viewBox", f"{x + left:.8g} {y + top:.8g} {right - left:.8g} {bottom - top:.8g}")]
    for name, times in (("width", (right - left) / drawing.width), ("height", (bottom - top) / drawing.height)):
        length = _LENGTH.fullmatch(root.get(name))
        if length is not None:
            changes.append(SetAttribute(root.start, name, f"{float(length[1]) * times:.8g}{length[2]}"))
    return Fix(tr("Enlarge the page"), source, tuple(changes), is_guess=True)
