"""The shapes of an imported board as a drawing in our layers: cut to the page and to one another, discs where one is missing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import shapely

from adjudicator.board import Terrain
from languages import tr
from variants.compile.cut import cut_overlaps
from variants.compile.regions import areas_of
from variants.importers.anchor_places import take_anchors
from variants.importers.board_svg import BoardPicture
from variants.importers.draft import ImportReport, VariantDraft
from variants.importers.jdip_drawing import TYPES
from variants.importers.lost_shapes import disc_words, divide_twins, draw_disc, usable_spots
from variants.svg.transforms import Point

Anchors = dict[tuple[str, str, str], Point]
"""Places of units, dislodged units and centres, by kind, code and coast."""
MOST_SIDES = 3
"""Sides of the page that land may lie at; what lies at all four is a margin, but where it is painted as lands are."""


def bare_ground(
    shapes: Iterable[shapely.Geometry], view: tuple[float, float, float, float], *, at_edge: bool = False
) -> list[shapely.Geometry]:
    """Ground between *shapes* that belongs to none of them, such as Switzerland or Ireland: land out of play.

    Gaps as narrow as a line are none, and what lies at the edge of the page is its margin.

    Args:
        at_edge: also what lies at sides of the page, which may be land that it cuts off; how it is painted is for the caller to see.
    """
    frame = shapely.box(view[0], view[1], view[0] + view[2], view[1] + view[3])
    rest = shapely.difference(frame, shapely.union_all(list(shapes)))
    least = (view[2] / 90) ** 2
    return [part for part in opened(rest, view[2] / 260) if part.area > least and (at_edge or not sides_at(part, view))]


def opened(area: shapely.Geometry, narrow: float) -> list[shapely.Geometry]:
    """The parts of *area* without what is narrower than twice *narrow*."""
    parts = shapely.get_parts(shapely.buffer(shapely.buffer(area, -narrow), narrow))
    return [part for part in parts if part.geom_type == "Polygon" and not part.is_empty]


def sides_at(part: shapely.Geometry, view: tuple[float, float, float, float]) -> int:
    """The number of sides of the page that *part* lies at."""
    left, top, right, bottom = part.bounds
    far = (left - view[0], top - view[1], view[0] + view[2] - right, view[1] + view[3] - bottom)
    return sum(each <= view[2] / 130 for each in far)


def board_picture(
    draft: VariantDraft,
    view: tuple[float, float, float, float],
    shapes: Mapping[str, shapely.Geometry],
    rocks: Sequence[shapely.Geometry],
    anchors: Anchors,
    source: str,
    report: ImportReport,
) -> BoardPicture:
    """Return the picture in our layers.

    Args:
        rocks: land out of play.
        source: the name of the drawing, for the report.
    """
    picture = BoardPicture(draft.name, *view)
    frame = shapely.box(view[0], view[1], view[0] + view[2], view[1] + view[3])
    water = frozenset(code for code, province in draft.provinces.items() if province.terrain is Terrain.SEA)
    inside = {code: areas_of(shapely.intersection(shape, frame)) for code, shape in shapes.items()}
    spots = usable_spots({code: spot for (kind, code, coast), spot in anchors.items() if kind == "unit" and not coast}, view)
    divide_twins(inside, spots, source, report)
    cut, _ = cut_overlaps({code: shape for code, shape in inside.items() if not shape.is_empty}, water, (view[2] / 2000) ** 2)
    beside = draft.neighbours()
    for code, province in draft.provinces.items():
        if (code not in cut or cut[code].is_empty) and province.terrain is not Terrain.IMPASSABLE:
            if code in cut:
                what = tr("{code} ({province}) lies hidden under other provinces", code=code, province=province.name)
            else:
                what = tr("{code} ({province}) has no shape on the page", code=code, province=province.name)
            report.mended(source, None, what, disc_words(is_placed=code in spots))
            cut.pop(code, None)
            cut[code] = draw_disc(view, spots.get(code), sorted(beside[code]), cut, view[2] / 70)
    picture.shapes = {code: cut[code] for code in draft.provinces if code in cut and not cut[code].is_empty}
    picture.rocks = [area for rock in rocks if not (area := areas_of(shapely.intersection(rock, frame))).is_empty]
    picture.types = {code: TYPES[province.terrain] for code, province in draft.provinces.items()}
    picture.names = {code: province.name for code, province in draft.provinces.items()}
    take_anchors(picture, draft, anchors.items(), source, report)
    return picture
