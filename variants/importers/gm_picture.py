"""The shapes of a board of DiplomacyGM as a drawing in our layers."""

from __future__ import annotations

from collections.abc import Mapping

import shapely

from adjudicator.board import Terrain
from variants.compile.cut import cut_overlaps
from variants.compile.path_points import Point
from variants.compile.regions import areas_of
from variants.importers.board_svg import BoardPicture, write_board_svg
from variants.importers.draft import Draft
from variants.importers.jdip_drawing import TYPES

Anchors = dict[tuple[str, str, str], Point]
"""Places of units, dislodged units and centres, by kind, code and coast."""


def draw_board(draft: Draft, view: tuple[float, float, float, float], shapes: Mapping[str, shapely.Geometry], anchors: Anchors) -> bytes:
    """The drawing in our layers."""
    picture = BoardPicture(draft.name, *view)
    frame = shapely.box(view[0], view[1], view[0] + view[2], view[1] + view[3])
    water = frozenset(code for code, province in draft.provinces.items() if province.terrain is Terrain.SEA)
    inside = {code: areas_of(shapely.intersection(shape, frame)) for code, shape in shapes.items()}
    cut, _ = cut_overlaps({code: shape for code, shape in inside.items() if not shape.is_empty}, water, (view[2] / 2000) ** 2)
    bare = [code for code in draft.provinces if code not in shapes]
    for number, code in enumerate(bare):
        cut[code] = _disc(view, anchors.get(("unit", code, "")), number, cut)
    picture.shapes = {code: cut[code] for code in draft.provinces if code in cut and not cut[code].is_empty}
    picture.types = {code: TYPES[province.terrain] for code, province in draft.provinces.items()}
    picture.names = {code: province.name for code, province in draft.provinces.items()}
    for key, spot in anchors.items():
        kind, code, coast = key
        shape = picture.shapes.get(code)
        known = not coast or coast in draft.provinces[code].coasts
        if shape is not None and known and (kind != "unit" or shape.buffer(-view[2] / 2000).contains(shapely.Point(spot))):
            picture.anchors[key] = spot
    return write_board_svg(picture)


def _disc(view: tuple[float, float, float, float], spot: Point | None, number: int, drawn: dict[str, shapely.Geometry]) -> shapely.Geometry:
    """A disc for a province that has no shape: where its unit stands, else in a row at the top. What lies under it gives way."""
    x, y = spot or (view[0] + view[2] / 30 * (1 + number % 28), view[1] + view[2] / 30 * (1 + number // 28))
    disc = shapely.Point(x, y).buffer(view[2] / 70)
    for other, shape in drawn.items():
        left = areas_of(shapely.difference(shape, disc))
        if not left.is_empty:
            drawn[other] = left
    return disc
