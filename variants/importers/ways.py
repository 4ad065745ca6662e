"""Marks on the drawing where the steps of an imported board and its shapes differ: bridges over water, cuts where no unit may go.

The lists of the source stand; without these marks a check would ask about every strait again that its author has answered long ago.
"""

from __future__ import annotations

import shapely
from shapely.affinity import translate

from adjudicator.board import Terrain
from variants.compile.adjacency import derive_adjacency
from variants.compile.shores import undrawn_coasts
from variants.compile.steps import fleet_steps
from variants.importers.board_svg import BoardPicture, BridgeOrCut
from variants.importers.draft import VariantDraft

REACH = 1 / 500
"""Part of the board's width that counts as touching."""


def mark_ways(picture: BoardPicture, draft: VariantDraft) -> None:
    """Add the bridges and cuts to *picture* that its shapes need to agree with the steps of *draft*."""
    shapes = {
        code: translate(shape, -picture.left, -picture.top)
        for code, shape in picture.shapes.items()
        if draft.provinces[code].terrain is not Terrain.IMPASSABLE
    }
    adjacency = derive_adjacency(shapes, picture.width, picture.height)
    terrains = {code: draft.provinces[code].terrain for code in shapes}
    listed: dict[tuple[str, str], set[bool]] = {}
    for origin, target, letter in draft.steps:
        pair = (min(origin.province, target.province), max(origin.province, target.province))
        listed.setdefault(pair, set()).add(Terrain.SEA in draft.kind(letter).terrains)
    touching = {each.provinces: each for each in adjacency}
    coasts = _coasts(draft, shapes, picture.width)
    sailed = {
        (min(a.province, b.province), max(a.province, b.province))
        for a, b in fleet_steps(adjacency, shapes, terrains, coasts, picture.width * REACH)
    }
    for pair in sorted({*touching, *listed}):
        if not shapes.keys() >= set(pair):
            continue
        kinds, border = listed.get(pair, set()), touching.get(pair)
        if kinds and (border is None or border.witnesses < 2):
            picture.ways.append(_way(picture, pair, (), cut=False))
        elif border is not None and not kinds:
            picture.ways.append(_way(picture, pair, (), cut=True))
        elif border is not None and True in kinds and pair not in sailed:
            picture.ways.append(_way(picture, pair, ("army", "fleet") if False in kinds else ("fleet",), cut=False))
        elif border is not None and True not in kinds and pair in sailed:
            picture.ways.append(_way(picture, pair, ("fleet",), cut=True))


def _coasts(draft: VariantDraft, shapes: dict[str, shapely.Geometry], width: float) -> dict[tuple[str, str], list[shapely.Geometry]]:
    seas = {code: shape for code, shape in shapes.items() if draft.provinces[code].terrain is Terrain.SEA}
    found: dict[tuple[str, str], list[shapely.Geometry]] = {}
    for code in shapes:
        coasts = draft.provinces[code].coasts
        if coasts:
            listed: dict[str, set[str]] = {coast: set() for coast in coasts}
            for origin, target, _ in draft.steps:
                if origin.province == code and origin.coast in listed and target.province in seas:
                    listed[origin.coast].add(target.province)
            lines = undrawn_coasts(shapes[code], seas, listed, width)
            found |= {(code, coast): list(each) for coast, each in lines.items()}
    return found


def _way(picture: BoardPicture, pair: tuple[str, str], units: tuple[str, ...], *, cut: bool) -> BridgeOrCut:
    line = shapely.shortest_line(picture.shapes[pair[0]], picture.shapes[pair[1]])
    (ax, ay), (bx, by) = line.coords
    return BridgeOrCut(pair, (ax, ay), (bx, by), units, cut)
