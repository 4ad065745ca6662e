"""Drawings of godip and diplicity in our layers: shapes by name, coasts among them, and layers that say where units and marks stand."""

from __future__ import annotations

from collections.abc import Mapping

import shapely

from adjudicator.board import Terrain
from languages import tr
from variants.compile.bare_drawing import painted_at
from variants.compile.drawing import DrawingReader
from variants.compile.drawn import Drawing
from variants.fault import Fault, Faults, VariantError
from variants.importers.board_svg import crop, mark_ways, write_board_svg
from variants.importers.draft import ImportReport, VariantDraft
from variants.importers.gm_picture import Anchors, bare_ground, board_picture

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
    rocks += _dry(content, name, draft, shapes, view, rocks)
    picture = board_picture(draft, view, shapes, rocks, _anchors(drawing, codes), name, report)
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
    content: bytes,
    name: str,
    draft: VariantDraft,
    shapes: Mapping[str, shapely.Geometry],
    view: tuple[float, float, float, float],
    rocks: list[shapely.Geometry],
) -> list[shapely.Geometry]:
    """Return the ground of no province that is not painted as the seas are; at the page's edge, that which is painted at all."""
    inner = bare_ground([*shapes.values(), *rocks], view)
    bare = [*inner, *(each for each in bare_ground([*shapes.values(), *rocks], view, at_edge=True) if each not in inner)]
    codes = list(shapes)
    spots = [*(each.representative_point() for each in bare), *(shapes[code].representative_point() for code in codes)]
    try:
        paints, patterned = painted_at(content, name, spots)
    except VariantError:
        return inner
    seen = dict(zip(codes, paints[len(bare) :], strict=True))
    wet = {seen[code] for code in codes if draft.provinces[code].terrain is Terrain.SEA}
    wet -= {seen[code] for code in codes if draft.provinces[code].terrain is Terrain.INLAND}
    # Land out of play is hatched, provinces are not; a texture that lies over all says nothing.
    hatched = [each and not any(patterned[len(bare) :]) for each in patterned]

    def is_land(at: int) -> bool:
        if hatched[at]:
            return True
        return paints[at] not in wet and (at < len(inner) or paints[at] not in (None, (1.0, 1.0, 1.0)))

    return [each for at, each in enumerate(bare) if is_land(at)]


def _anchors(drawing: Drawing, codes: Mapping[str, str]) -> Anchors:
    return {(kind, codes[word.lower()], coast): spot for (kind, word, coast), spot in drawing.anchors.items() if word.lower() in codes}
