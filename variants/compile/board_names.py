"""Places of the names of provinces on a compiled board: as drawn, at their anchors, or where they fit."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import shapely

from variants.compile.author_names import written_rows
from variants.compile.drawn import Drawing, DrawnLabel
from variants.compile.label_placement import LabelPlacer, Written
from variants.compile.memory import Memory
from variants.compile.named_drawing import NamedDrawing
from variants.compile.places import ProvincePlaces
from variants.compile.regions import polygons_of
from variants.compiled import RETREAT_RADIUS, SUPPLY_RADIUS, UNIT_RADIUS, Label, LabelKind

Disc = tuple[tuple[float, float], float]


def place_names(
    drawing: Drawing,
    named: NamedDrawing,
    grounds: Mapping[str, shapely.Geometry],
    places: Mapping[str, ProvincePlaces],
    water: frozenset[str],
    width: float,
    memory: Memory,
    check_stop: Callable[[], None],
) -> dict[str, tuple[Label, ...]]:
    """Province code to its full name and its code, as they are written on the board.

    Args:
        drawing: what was drawn, written names included.
        named: what the provinces are called.
        grounds: where units of each province stand.
        places: what else stands in each province.
        water: the codes of seas.
        width: the width that the sizes of symbols are parts of, in board units.
        memory: has the names that were placed before.
        check_stop: called often; raises where the work is to be given up.
    """
    gap = 0.0012 * width
    discs: list[Disc] = []
    for each in places.values():
        discs += [(spot, UNIT_RADIUS * width + gap) for spot in each.units.values()]
        if each.supply is not None:
            discs.append((each.supply, SUPPLY_RADIUS * width + gap))
    placer = LabelPlacer(width, discs, grounds, memory)
    full: dict[str, Label] = {}
    short: dict[str, Label] = {}
    lakes = _lakes(drawing)
    tree = shapely.STRtree([shapely.Point(spot) for spot, _ in lakes])
    for code in grounds:
        check_stop()
        hidden = [(spot, RETREAT_RADIUS * width) for spot in places[code].retreats.values()]
        hidden += [lakes[int(at)] for at in sorted(tree.query(grounds[code], predicate="contains"))]
        drawn, anchor = drawing.labels.get(code), drawing.anchors.get(("label", code, ""))
        label: Label | None
        if drawn is not None:
            label = _drawn_label(drawn)
        elif anchor is not None:
            label = placer.at_anchor(code, named.written_name(code), code in water, anchor)
        else:
            label = placer.full(code, named.written_name(code), code in water, hidden)
        if label is not None:
            full[code] = label
        code_label = placer.short(code, code in water, hidden)
        if code_label is not None:
            short[code] = code_label
    for labels, kind in ((full, LabelKind.FULL), (short, LabelKind.SHORT)):
        written = [Written(label, memory) for label in labels.values()]
        for code in grounds:
            if code not in labels:
                check_stop()
                labels[code] = placer.loose(code, named.written_name(code), code in water, written, kind)
                written.append(Written(labels[code], memory))
    return {code: (full[code], short[code]) for code in grounds}


def _lakes(drawing: Drawing) -> list[Disc]:
    """Lakes as discs: names are better read on land."""
    areas = [part for piece in drawing.pieces if piece.kind == "lake" for area in piece.areas for part in polygons_of(area)]
    return [((area.centroid.x, area.centroid.y), math.sqrt(area.area / math.pi)) for area in areas]


def _drawn_label(drawn: DrawnLabel) -> Label:
    path = tuple((round(x, 1), round(y, 1)) for x, y in drawn.path) if drawn.path else None
    rows = written_rows(drawn.lines)
    return Label(LabelKind.FULL, rows, round(drawn.x, 1), round(drawn.y, 1), round(drawn.angle, 1), round(drawn.size, 1), 0.0, path)
