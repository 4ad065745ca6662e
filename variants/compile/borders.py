"""The lines between the provinces, each once, and what they divide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import shapely

from variants.compile.area_operations import shared_line
from variants.compile.memory import Memory
from variants.compile.regions import lines_of
from variants.compiled import Border, BorderKind

_LINE = 1
"""Number of a line in shapely."""

Key = tuple[BorderKind, str | None, str | None]


def draw_borders(
    shapes: Mapping[str, shapely.Geometry],
    water: frozenset[str],
    impassable: Sequence[shapely.Geometry],
    straits: Mapping[str, shapely.Geometry],
    inlets: Mapping[str, shapely.Geometry],
    size: tuple[float, float],
    memory: Memory,
) -> tuple[Border, ...]:
    """Every border. Where two outlines share a line it is one border; where they leave a gap each keeps its own line.

    Args:
        shapes: ground by province, without overlaps.
        water: the seas among them.
        impassable: ground that no one enters.
        straits: water inside a province, by its code; inlets too.
        inlets: those of them that are open to the sea without a line at their mouth.
        size: width and height of the drawing; its frame is no border.
        memory: has the lines that outlines shared before.
    """
    keyed: tuple[object, ...] = ("borders", size, water, *shapes, *memory.marks([*shapes.values(), *impassable]))
    for within in (straits, inlets):
        keyed = (*keyed, None, *within, *memory.marks(list(within.values())))
    return memory.get(keyed, partial(_borders, shapes, water, impassable, straits, inlets, size, memory))


def _borders(
    shapes: Mapping[str, shapely.Geometry],
    water: frozenset[str],
    impassable: Sequence[shapely.Geometry],
    straits: Mapping[str, shapely.Geometry],
    inlets: Mapping[str, shapely.Geometry],
    size: tuple[float, float],
    memory: Memory,
) -> tuple[Border, ...]:
    width, height = size
    frame = shapely.box(0, 0, width, height).exterior.buffer(width / 4000)
    codes: list[str | None] = [*shapes, *(None for _ in impassable)]
    geometries = [*shapes.values(), *impassable]
    outlines = shapely.boundary(geometries)
    shapely.prepare(outlines)
    wet = [code in water for code in codes]
    tree = shapely.STRtree(geometries)
    marks = memory.marks(geometries)
    left: list[list[shapely.Geometry]] = [[] for _ in geometries]
    found: dict[Key, list[shapely.Geometry]] = {}
    for first, second in zip(*tree.query(geometries, predicate="intersects"), strict=True):
        if first >= second:
            continue
        line = partial(shared_line, geometries[first], geometries[second], outlines[first], outlines[second])
        shared = memory.get(("shared line", marks[first], marks[second]), line)
        if shared.length == 0:
            continue
        left[first].append(shared)
        left[second].append(shared)
        for code, other_wet in ((codes[first], wet[second]), (codes[second], wet[first])):
            if code is not None and code in inlets and other_wet:
                shared = shapely.difference(shared, inlets[code].buffer(width / 5000))
        for line, wet_first, wet_second in _by_strait(shared, (codes[first], wet[first]), (codes[second], wet[second]), straits):
            _add(found, (codes[first], wet_first), (codes[second], wet_second), line)
    reach = width * 0.005
    shortest = width / 2000
    for index, geometry in enumerate(geometries):
        if abs(outlines[index].length - sum(line.length for line in left[index])) < shortest:
            continue  # others lie all around it: what is left, if anything, is shorter than any line that is drawn
        key = ("line alone", marks[index], size, *memory.marks(left[index]))
        for line in memory.get(key, partial(_alone, geometry.boundary, left[index], frame)):
            if line.length < shortest:
                continue
            near = [int(other) for other in tree.query(line.buffer(reach), predicate="intersects") if int(other) != index]
            other = min(near, key=lambda each: (geometries[each].distance(line), each), default=None)
            facing = (None, True) if other is None else (codes[other], wet[other])
            _add(found, (codes[index], wet[index]), facing, line)
    for code, strait in straits.items():
        outline = shapely.difference(strait.boundary, shapes[code].boundary)
        found.setdefault((BorderKind.COAST, code, code), []).append(outline)
    borders: list[Border] = []
    for (kind, a, b), lines in found.items():
        drawn = memory.get(("drawn", *memory.marks(lines)), partial(_drawn, lines))
        if drawn:
            borders.append(Border(kind, (a, b), drawn))
    return tuple(sorted(borders, key=lambda border: (border.kind, str(border.provinces[0] or ""), str(border.provinces[1] or ""))))


def _alone(outline: shapely.Geometry, shared: Sequence[shapely.Geometry], frame: shapely.Geometry) -> list[shapely.Geometry]:
    """The lines of an *outline* that are neither *shared* nor on the *frame*."""
    alone = shapely.difference(outline, _lines_in(shared)) if shared else outline
    return lines_of(shapely.difference(alone, frame))


def _drawn(lines: Sequence[shapely.Geometry]) -> tuple[tuple[tuple[float, float], ...], ...]:
    joined = shapely.union_all(list(lines)) if len(lines) > 1 else lines[0]
    return tuple(tuple((float(x), float(y)) for x, y in line.coords) for line in sorted(lines_of(joined), key=_place))


def _lines_in(shapes: Sequence[shapely.Geometry]) -> shapely.Geometry:
    """The lines of *shapes* together, as they are."""
    parts = shapely.get_parts(shapely.get_parts(shapes))
    return shapely.multilinestrings(parts[shapely.get_type_id(parts) == _LINE])


def _place(line: shapely.Geometry) -> tuple[float, ...]:
    return tuple(line.bounds)


def _by_strait(
    shared: shapely.Geometry, first: tuple[str | None, bool], second: tuple[str | None, bool], straits: Mapping[str, shapely.Geometry]
) -> list[tuple[shapely.Geometry, bool, bool]]:
    """Parts of a shared line, and whether it is water on either side there: a strait makes a land's edge water."""
    parts = [(shared, first[1], second[1])]
    for side, (code, _) in enumerate((first, second)):
        strait = straits.get(code) if code is not None else None
        if strait is None:
            continue
        split: list[tuple[shapely.Geometry, bool, bool]] = []
        for line, wet_first, wet_second in parts:
            inside = shapely.intersection(line, strait.boundary)
            split.append((shapely.difference(line, inside), wet_first, wet_second))
            split.append((inside, True, wet_second) if side == 0 else (inside, wet_first, True))
        parts = split
    return [part for part in parts if part[0].length > 0]


def _add(
    found: dict[Key, list[shapely.Geometry]], first: tuple[str | None, bool], second: tuple[str | None, bool], line: shapely.Geometry
) -> None:
    if first[0] is None and second[0] is None and first[1] == second[1]:
        return
    wet = (first[1], second[1])
    kind = BorderKind.SEA if all(wet) else BorderKind.COAST if any(wet) else BorderKind.LAND
    a, b = sorted((first[0], second[0]), key=lambda code: (code is None, code or ""))
    found.setdefault((kind, a, b), []).append(line)
