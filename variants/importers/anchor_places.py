"""The places that a source gives units, dislodged units and centres: taken where they can be meant, else found again."""

from __future__ import annotations

from collections.abc import Iterable

import shapely

from languages import mark, tr
from variants.importers.board_svg import BoardPicture, Point
from variants.importers.draft import ImportReport, VariantDraft

Key = tuple[str, str, str]
"""Kind (``unit``, ``retreat``, ``sc``), code, and coast or ``""``."""

_MOST_NAMED = 8
_WORDS = {"unit": (mark("a unit"), mark("units")), "sc": (mark("the centre"), mark("centres"))}


def take_anchors(
    picture: BoardPicture, draft: VariantDraft, wanted: Iterable[tuple[Key, Point]], source: str, report: ImportReport
) -> None:
    """Add *wanted* places to *picture*, the first of each key, those apart that lie outside of their province.

    Units and centres stand in their province, dislodged units in it or near it. What is left out is found again when the board is
    compiled; the report says so once for each kind.
    """
    strays: dict[str, list[str]] = {}
    for key, spot in wanted:
        kind, code, coast = key
        if key in picture.anchors or code not in picture.shapes or (coast and coast not in draft.provinces[code].coasts):
            continue
        if _is_inside(picture, key, spot):
            picture.anchors[key] = spot
        elif kind == "unit" or (kind == "sc" and draft.provinces[code].centre):
            strays.setdefault(kind, []).append(f"{code}/{coast}" if coast else code)
    for kind, places in strays.items():
        one, many = _WORDS[kind]
        if len(places) == 1:
            report.mended(
                source,
                None,
                tr("the place of {place} in {provinces} lies outside of its shape", place=tr(one), provinces=places[0]),
                tr("another is found"),
            )
        else:
            named = ", ".join(places[:_MOST_NAMED])
            if len(places) > _MOST_NAMED:
                named = tr("{names} and {count} more", names=named, count=len(places) - _MOST_NAMED)
            what = tr("the places of {many} in {named} lie outside of their shapes", many=tr(many), named=named)
            report.mended(source, None, what, tr("others are found"))


def _is_inside(picture: BoardPicture, key: Key, spot: Point) -> bool:
    kind, code, _ = key
    reach = picture.width / 25 if kind == "retreat" else -picture.width / 2000 if kind == "unit" else 0.0
    return bool(picture.shapes[code].buffer(reach).contains(shapely.Point(spot)))
