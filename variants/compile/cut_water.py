"""Water that is only divided by lines: found, and cut along them into closed shapes, since only those can be provinces."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from xml.sax.saxutils import quoteattr

import shapely
from shapely.ops import nearest_points, polygonize

from variants.compile.regions import areas_of, polygons_of
from variants.compile.sorted_shapes import Leaf
from variants.compile.terrains import is_blue, parsed_colour
from variants.svg.edit import span_of
from variants.svg.element import Element
from variants.svg.transforms import compose, matrix_of, moved, parts_of

_REACH = 0.015
"""Part of the page's width: the end of a line that comes so near to a shore or another line was meant to meet it."""
_OVER = 1 / 2000
"""Part of the page's width by which lines are drawn beyond what they meet."""
_LEAST = 1 / 60
"""Part of the page's width: the side of a square; what is smaller belongs to the part beside it."""
_KEPT = ("class", "style", "fill", "fill-opacity", "opacity", "stroke", "stroke-width")
_BLUE = "#a9c8d2"
MOST_LINES = 2000


@dataclass(frozen=True, slots=True)
class DividedWater:
    """Water that lines divide, or that is only painted ground between the lands."""

    parts: tuple[shapely.Geometry, ...]
    lines: int
    """Number of lines that run through it."""
    leaf: Leaf | None
    """The shape that is cut; ``None`` where the water is no shape that counts as a province."""
    fill: str


def divided_waters(
    waters: Sequence[Leaf], lands: Sequence[Leaf], ground: Sequence[Leaf], lines: Sequence[shapely.Geometry], page: tuple[float, float]
) -> tuple[DividedWater, ...]:
    """Waters that could be cut.

    Args:
        waters: shapes that are seas.
        lands: all other provinces, which lie on them.
        ground: painted backdrops, which are no provinces.
        lines: open lines of the drawing.
        page: its width and height.
    """
    drawn = [each for each in lines if each.length > _OVER * page[0]][:MOST_LINES]
    dry = shapely.union_all([each.area for each in lands]) if lands else shapely.MultiPolygon()
    found: list[DividedWater] = []
    for leaf in waters:
        region = areas_of(shapely.difference(leaf.area, dry))
        crossing = [each for each in drawn if shapely.intersection(each, region).length > _OVER * page[0]]
        parts = _parts(region, crossing, page[0]) if crossing else ()
        if len(parts) > max(1, len(_parts(region, (), page[0]))):
            found.append(DividedWater(parts, len(crossing), leaf, leaf.fill))
    if not waters and lands:
        blue = [each for each in ground if is_blue(parsed_colour(each.fill))]
        backdrop = max(blue, key=lambda each: each.area.area, default=None)
        frame = shapely.box(0, 0, *page)
        around = frame if backdrop is None else shapely.intersection(backdrop.area, frame)
        region = areas_of(shapely.difference(around, dry))
        crossing = [each for each in drawn if shapely.intersection(each, region).length > _OVER * page[0]]
        parts = _parts(region, crossing, page[0])
        if len(parts) > 1 and (backdrop is not None or crossing):
            found.append(DividedWater(parts, len(crossing), None, _BLUE if backdrop is None else backdrop.fill))
    return tuple(found)


def _parts(region: shapely.Geometry, lines: Sequence[shapely.Geometry], width: float) -> tuple[shapely.Geometry, ...]:
    """The parts into which *lines* and the land between them divide a *region*, crumbs joined to the part beside them."""
    if region.is_empty:
        return ()
    edges = [region.boundary, *lines, *(each for line in lines for each in _joins(line, lines, region.boundary, width))]
    shapely.prepare(region)
    parts = [each for each in polygonize(shapely.union_all(edges)) if region.contains(each.representative_point())]
    parts.sort(key=lambda each: -each.area)
    least = (_LEAST * width) ** 2
    large, crumbs = [each for each in parts if each.area >= least], [each for each in parts if each.area < least]
    for crumb in crumbs:
        beside = [shapely.intersection(crumb.boundary, each.boundary).length for each in large]
        if beside and max(beside) > 0:
            at = beside.index(max(beside))
            large[at] = areas_of(shapely.union(large[at], crumb))
    return tuple(large)


def _joins(line: shapely.Geometry, lines: Sequence[shapely.Geometry], shore: shapely.Geometry, width: float) -> Iterator[shapely.Geometry]:
    """Short lines from the ends of a *line* to the shore or line that each was meant to meet, and a little beyond."""
    points = list(line.coords)
    for end, inner in ((points[0], points[1]), (points[-1], points[-2])):
        spot = shapely.Point(end)
        others = [shore, *(each for each in lines if each is not line)]
        nearest = min(others, key=lambda each: each.distance(spot))
        away = nearest.distance(spot)
        if away > _REACH * width:
            continue
        target = nearest_points(spot, nearest)[1].coords[0]
        from_x, from_y = (end[0] - inner[0], end[1] - inner[1]) if away < 1e-6 * width else (target[0] - end[0], target[1] - end[1])
        length = math.hypot(from_x, from_y) or 1.0
        over = _OVER * width / length
        yield shapely.LineString([end, (target[0] + from_x * over, target[1] + from_y * over)])


def cut_waters(content: bytes, root: Element, waters: Sequence[DividedWater], first: Element, shift: Any) -> bytes:
    """*content* with each of the *waters* as closed shapes in its place; every other byte as it was.

    Args:
        root: of the drawing.
        first: the first province in the file: water that is no shape comes before the group that holds it.
        shift: the transform that takes the drawing's own corner to 0, 0.
    """
    taken = {each.get("id") for each in root.walk()}
    changes: list[tuple[int, int, str]] = []
    for water in waters:
        name = next(each for number in range(len(taken) + 2) if (each := "water" if not number else f"water-{'i' * number}") not in taken)
        taken.add(name)
        if water.leaf is not None:
            element = water.leaf.element
            start, end = span_of(content, element.start, element.end)
            look = {key: element.get(key) for key in _KEPT if element.get(key)}
            if not element.inherited("fill") or element.tag in ("g", "use"):
                look["fill"] = water.fill
            above = _above(element, shift)
        else:
            element = first
            while element.parent is not None and element.parent is not root:
                element = element.parent
            start = end = element.start
            look, above = {"fill": water.fill}, shift
        changes.append((start, end, _group(name, water.parts, look, above)))
    for start, end, markup in sorted(changes, reverse=True):
        content = content[:start] + markup.encode() + content[end:]
    return content


def _above(element: Element, shift: Any) -> Any:
    """The transform of all groups around an element."""
    groups: list[Element] = []
    while element.parent is not None:
        element = element.parent
        groups.append(element)
    matrix = shift
    for each in reversed(groups):
        matrix = compose(matrix_of(each), matrix)
    return matrix


def _group(name: str, parts: Sequence[shapely.Geometry], look: dict[str, str], above: Any) -> str:
    """The parts as paths in a group, in the coordinates that its place has."""
    back = None
    if above is not None:
        back = ~above
        parts_of(back)
    style = "".join(f" {key}={quoteattr(value)}" for key, value in look.items())
    lines = [f'<g id="{name}">']
    for part in parts:
        rings = [ring for polygon in polygons_of(part) for ring in (polygon.exterior, *polygon.interiors)]
        data = " ".join(
            "M" + " ".join(f"{x:.6g},{y:.6g}" for x, y in moved([(x, y) for x, y in ring.coords[:-1]], back)) + " Z" for ring in rings
        )
        lines.append(f'<path d="{data}" fill-rule="evenodd"{style}/>')
    return "\n".join((*lines, "</g>"))
