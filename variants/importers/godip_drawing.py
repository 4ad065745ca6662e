"""Drawings of godip and diplicity in our layers: shapes by name, coasts among them, and layers that say where units and marks stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import shapely

from adjudicator.board import Terrain
from languages import tr
from variants.compile.bare_drawing import PaintedGround, painted_grounds
from variants.compile.drawing import DrawingReader
from variants.compile.drawn import Drawing
from variants.fault import Fault, Faults, VariantError
from variants.importers.board_svg import crop, mark_ways, write_board_svg
from variants.importers.draft import ImportReport, VariantDraft
from variants.importers.gm_picture import MOST_SIDES, Anchors, bare_ground, board_picture, opened, sides_at

_LEAST_DRAWN = 0.5
"""Part of the provinces: a drawing with fewer of them is another board's."""


def convert_godip_drawing(content: bytes, name: str, draft: VariantDraft, codes: Mapping[str, str], report: ImportReport) -> bytes:
    """The drawing in our layers.

    Args:
        codes: what the drawing calls the provinces, in small letters, to their codes.

    Raises:
        VariantError: it is no drawing, or less than half of the provinces are drawn.
    """
    faults = Faults()
    drawing = DrawingReader(content, name, faults, known={word.upper() for word in codes}).read()
    shapes: dict[str, shapely.Geometry] = {}
    for word, province in drawing.provinces.items():
        code = codes.get(word.lower())
        if code is None:
            report.mended(name, province.element.line, tr("the shape {word} is no province", word=word[:30]), tr("left out"))
        elif code in draft.provinces:
            shapes[code] = province.shape
    if len(shapes) < _LEAST_DRAWN * len(draft.provinces):
        what = tr("the drawing has shapes for {count} of {provinces} provinces", count=len(shapes), provinces=len(draft.provinces))
        raise VariantError((Fault(name, None, what, tr("a shape for each")),))
    for fault in faults.found():
        report.mended(fault.source, fault.line, fault.what, "", fault.element)
    view = (0.0, 0.0, drawing.width, drawing.height)
    rocks = [area for piece in drawing.pieces if piece.kind == "impassable" for area in piece.areas]
    try:
        painted = painted_grounds(content, name)
    except VariantError:
        painted = None
    rocks += bare_ground([*shapes.values(), *rocks], view) if painted is None else _dry(painted.seen, draft, shapes, view, rocks)
    picture = board_picture(draft, view, shapes, rocks, _anchors(drawing, codes), name, report)
    if painted is not None and painted.stripes:
        free = shapely.difference(shapely.union_all(painted.stripes), shapely.union_all([*shapes.values(), *rocks]))
        picture.hatchings = opened(free, drawing.width / 3000)
    for (word, coast), lines in drawing.coasts.items():
        code = codes.get(word.lower(), "")
        if code in picture.shapes and coast in draft.provinces[code].coasts:
            shore = shapely.intersection(shapely.union_all(lines), picture.shapes[code].boundary.buffer(drawing.width / 1000))
            parts = [part for part in shapely.get_parts(shapely.line_merge(shore)) if part.geom_type == "LineString"]
            picture.coasts[code, coast] = [[(x, y) for x, y in shapely.get_coordinates(part).tolist()] for part in parts]
    crop(picture)
    mark_ways(picture, draft)
    return write_board_svg(picture)


def _dry(
    grounds: Sequence[PaintedGround],
    draft: VariantDraft,
    shapes: Mapping[str, shapely.Geometry],
    view: tuple[float, float, float, float],
    rocks: Sequence[shapely.Geometry],
) -> list[shapely.Geometry]:
    """Ground of no province that is hatched, or not painted as the seas are; at the page's edge, only what is painted at all."""
    taken = [*shapes.values(), *rocks]
    spots = {code: shape.representative_point() for code, shape in shapes.items()}
    paints = {code: next((colour for area, colour in grounds if colour and area.contains(spot)), None) for code, spot in spots.items()}
    lands = {paints[code] for code in paints if draft.provinces[code].terrain is Terrain.INLAND}
    wet = {paints[code] for code in paints if draft.provinces[code].terrain is Terrain.SEA} - lands
    found: list[shapely.Geometry] = []
    for part in bare_ground(taken, view, at_edge=True):
        sides = sides_at(part, view)
        unpainted = {None, (1.0, 1.0, 1.0)} if sides else set()
        found += [
            piece
            for piece, colour in _painted_pieces(part, grounds)
            if colour not in wet | unpainted and (sides <= MOST_SIDES or colour in lands)
        ]
    # Land out of play is hatched, provinces are not; a texture that lies over all says nothing.
    hatched = [area for area, colour in grounds if colour is None and not any(area.contains(spot) for spot in spots.values())]
    frame = shapely.box(view[0], view[1], view[0] + view[2], view[1] + view[3])
    free = shapely.difference(frame, shapely.union_all(taken))
    marked = opened(shapely.intersection(shapely.union_all(hatched), free), view[2] / 1500)
    wide = opened(shapely.union_all(found), view[2] / 260)
    least = (view[2] / 300) ** 2
    return [part for part in shapely.get_parts(shapely.union_all([*marked, *wide])) if part.area > least]


def _painted_pieces(
    part: shapely.Geometry, grounds: Sequence[PaintedGround]
) -> Iterator[tuple[shapely.Geometry, tuple[float, float, float] | None]]:
    """The pieces of *part* by their uppermost colour, at last the one without paint."""
    rest = part
    for area, colour in grounds:
        if colour is not None and shapely.intersects(rest, area):
            yield shapely.intersection(rest, area), colour
            rest = shapely.difference(rest, area)
    yield rest, None


def _anchors(drawing: Drawing, codes: Mapping[str, str]) -> Anchors:
    return {(kind, codes[word.lower()], coast): spot for (kind, word, coast), spot in drawing.anchors.items() if word.lower() in codes}
