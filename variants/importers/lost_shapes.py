"""Provinces that a drawing shows nowhere, or several of them by one shape: where they are drawn all the same."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np
import shapely

from languages import tr
from variants.compile.regions import areas_of
from variants.importers.draft import ImportReport
from variants.svg.transforms import Point

SAME = 0.98
"""Shapes that share this much of both lie exactly on one another."""
_REACH, _CELLS = 0.3, 61
"""Distance around its neighbours within which a place is looked for, in parts of the page's width; and cells of the grid."""

View = tuple[float, float, float, float]


def usable_spots(spots: Mapping[str, Point], view: View) -> dict[str, Point]:
    """The places that say something: those on the page that no third province shares."""
    left, top, width, height = view
    count: dict[Point, int] = {}
    for spot in spots.values():
        count[spot] = count.get(spot, 0) + 1
    return {
        code: spot for code, spot in spots.items() if count[spot] < 3 and left < spot[0] < left + width and top < spot[1] < top + height
    }


def disc_words(*, is_placed: bool) -> str:
    """Return the remedy for a province without a shape, in words."""
    return tr("a disc is drawn for it where its unit stands") if is_placed else tr("a disc is drawn for it beside its neighbours")


def draw_disc(
    view: View, spot: Point | None, beside: Collection[str], drawn: dict[str, shapely.Geometry], radius: float
) -> shapely.Geometry:
    """A disc for a province that has no shape: at its own *spot*, else *beside* its neighbours. What lies under it gives way."""
    x, y = spot or _place_beside(view, [drawn[code] for code in beside if code in drawn], list(drawn.values()), radius)
    disc = shapely.Point(x, y).buffer(radius)
    for other, shape in drawn.items():
        left = areas_of(shapely.difference(shape, disc))
        if not left.is_empty:
            drawn[other] = left
    return disc


def _place_beside(view: View, neighbours: Sequence[shapely.Geometry], drawn: Sequence[shapely.Geometry], radius: float) -> Point:
    """The place nearest to the middle of the *neighbours* at which a disc covers no other province's middle and is on the page."""
    left, top, width, height = view
    middles = shapely.get_coordinates(shapely.point_on_surface(list(neighbours))) if neighbours else np.zeros((0, 2))
    home = middles.mean(axis=0) if len(middles) else np.array([left + width / 2, top + height / 2])
    reach = np.linspace(-_REACH, _REACH, _CELLS) * width
    xs, ys = (each.ravel() for each in np.meshgrid(home[0] + reach, home[1] + reach))
    edge = np.minimum(np.minimum(xs - left, left + width - xs), np.minimum(ys - top, top + height - ys))
    cost = np.hypot(xs - home[0], ys - home[1]) + 20 * np.maximum(0.0, 1.2 * radius - edge)
    taken = shapely.get_coordinates(shapely.point_on_surface([shape for shape in drawn if not shape.is_empty]))
    for x, y in taken.tolist():
        cost += 10 * np.maximum(0.0, 2.2 * radius - np.hypot(xs - x, ys - y))
    best = int(np.argmin(np.round(cost, 6)))
    return float(xs[best]), float(ys[best])


def divide_twins(shapes: dict[str, shapely.Geometry], spots: Mapping[str, Point], source: str, report: ImportReport) -> None:
    """Divide every shape that several provinces have between these: by their places where they have some in it, else in strips."""
    codes = [code for code, shape in shapes.items() if not shape.is_empty]
    tree = shapely.STRtree([shapes[code] for code in codes])
    done: set[str] = set()
    for code in codes:
        if code in done:
            continue
        near = [codes[int(at)] for at in sorted(tree.query(shapes[code]))]
        twins = [each for each in near if each not in done and _same(shapes[code], shapes[each])]
        done.update(twins)
        if len(twins) > 1:
            parts = _divided(shapes[code], [spots.get(each) for each in twins])
            shapes.update(zip(twins, parts, strict=True))
            what = tr("{twins} and {twins_2} are drawn exactly on one another", twins=", ".join(twins[:-1]), twins_2=twins[-1])
            report.mended(source, None, what, tr("their shape is divided between them"))


def _same(first: shapely.Geometry, second: shapely.Geometry) -> bool:
    if first is second:
        return True
    larger = max(first.area, second.area)
    return bool(min(first.area, second.area) > SAME * larger and shapely.intersection(first, second).area > SAME * larger)


def _divided(shape: shapely.Geometry, spots: Sequence[Point | None]) -> list[shapely.Geometry]:
    inside = [spot for spot in spots if spot is not None and shape.contains(shapely.Point(spot))]
    if len(set(inside)) == len(spots):
        cells = shapely.get_parts(shapely.voronoi_polygons(shapely.MultiPoint(inside), extend_to=shape))
        own = [next(cell for cell in cells if cell.intersects(shapely.Point(spot))) for spot in inside]
        return [areas_of(shapely.intersection(shape, cell)) for cell in own]
    return _strips(shape, len(spots))


def _strips(shape: shapely.Geometry, count: int) -> list[shapely.Geometry]:
    """*shape* in strips of the same area, across its longer side."""
    left, top, right, bottom = shape.bounds
    flat = right - left >= bottom - top
    low, high = (left, right) if flat else (top, bottom)

    def until(cut: float) -> shapely.Geometry:
        return shapely.box(left, top, cut, bottom) if flat else shapely.box(left, top, right, cut)

    parts: list[shapely.Geometry] = []
    before = low
    for number in range(1, count + 1):
        below, above = before, high
        for _ in range(40 if number < count else 0):
            middle = (below + above) / 2
            if shapely.intersection(shape, until(middle)).area < shape.area * number / count:
                below = middle
            else:
                above = middle
        strip = shapely.difference(until(above), until(before)) if before > low else until(above)
        parts.append(areas_of(shapely.intersection(shape, strip)))
        before = above
    return parts
