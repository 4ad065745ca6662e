"""Stretches of a land's shore on different waters: named coasts that are not drawn, with the waters that each lies on.

A land between two waters is one of three things: a land with two coasts, a canal that joins both waters (one coast), or a strait that is
the only way into a closed water. The shapes tell which is likely; a designer has the last word by naming coasts, or by drawing them.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from types import MappingProxyType

import numpy as np
import numpy.typing as npt
import shapely
import shapely.ops

from adjudicator.board import Terrain
from variants.compile.area_operations import distances, near_parts, swollen
from variants.compile.regions import lines_of, polygons_of
from variants.compiled import Adjacent
from variants.notes import ShoreKind

TOUCH = 0.003
"""Distance of a shore from its water up to which they touch, as a part of the board's width: thick strokes leave gaps."""
NECK = 2.5
"""Unit radii: where the land between two stretches is narrower, a canal runs through it."""
LONGEST_STRAIT = 6.0
"""Unit radii: a wider land is no strait, even where it is all that lies between a closed water and the others."""
MOST_STRETCHES = 60
"""Number of stretches of a land's shore: the longest ones. Each is compared with each."""
LEAST_PART = 0.02
"""Part of a land's area: smaller islands have no coast of their own."""

COMPASS: Mapping[str, tuple[float, float]] = {"NC": (0.0, -1.0), "EC": (1.0, 0.0), "SC": (0.0, 1.0), "WC": (-1.0, 0.0)}
"""Coast to its direction, ``y`` down."""


@dataclass(frozen=True, slots=True)
class Coast:
    """A stretch of shore, or several that belong together."""

    name: str
    """``NC``, ``EC``, ``SC``, ``WC``, or what the variant calls it; empty where the land has one coast."""
    lines: tuple[shapely.Geometry, ...]
    waters: tuple[str, ...]
    """The seas it lies on, sorted."""


@dataclass(frozen=True, slots=True)
class Shore:
    """The shore of one land."""

    code: str
    kind: ShoreKind
    coasts: tuple[Coast, ...]
    neck: float
    """Width of the land between its waters, in units of the drawing."""
    point: tuple[float, float]
    """Narrowest point."""
    parts: tuple[Coast, ...] = ()
    """The coasts it would have, were it one with several."""


@dataclass(slots=True)
class _Stretch:
    line: shapely.Geometry
    waters: frozenset[str]
    is_mainland: bool = True
    """True if it belongs to the largest part of the land."""


def divided_shores(
    shapes: Mapping[str, shapely.Geometry],
    terrains: Mapping[str, Terrain],
    adjacency: Sequence[Adjacent],
    named: Mapping[str, Collection[str]],
    width: float,
    radius: float,
    answers: Mapping[str, ShoreKind] = MappingProxyType({}),
) -> tuple[Shore, ...]:
    """The lands whose shore falls into stretches on different waters, sorted by code.

    Args:
        shapes: outlines without overlaps.
        terrains: what each is.
        adjacency: which of them touch.
        named: lands that have coasts for certain, with the names of these.
        width: of the board.
        radius: of a unit.
        answers: what the designer says of a land.
    """
    seas = {code: shape for code, shape in shapes.items() if terrains[code] is Terrain.SEA}
    beside: dict[str, set[str]] = {code: set() for code in shapes}
    for pair in adjacency:
        first, second = pair.provinces
        beside.setdefault(first, set()).add(second)
        beside.setdefault(second, set()).add(first)
    found: dict[str, Shore] = {}
    dryness: dict[str, float] = {}
    for code, shape in shapes.items():
        waters = {other: seas[other] for other in sorted(beside[code]) if other in seas}
        if terrains[code] is not Terrain.COASTAL or not waters:
            continue
        stretches = _stretches(shape, waters, width * TOUCH)
        names = tuple(named.get(code, ()))
        if not stretches or len(names) == 1 or (len(stretches) < 2 and len(names) < 2):
            continue  # a list may name waters that the drawing shows elsewhere
        groups = _near_ones_together(stretches, NECK * radius)
        if len(names) < 2 and sum(each.is_mainland for each in stretches) < 2:
            continue
        kind = ShoreKind.COASTS if len(groups) > 1 or len(names) > 1 else ShoreKind.CANAL
        if len(names) > 1:
            groups = _as_many(stretches, len(names))
        neck, point = _neck(groups if len(groups) > 1 else [[each] for each in stretches])
        coasts = tuple(_named(shape, groups, names))
        parts = coasts if len(coasts) > 1 else tuple(_named(shape, _as_many(stretches, 2), names))
        if code in answers and len(names) < 2:
            kind = answers[code]
            coasts = parts if kind is ShoreKind.COASTS else coasts
        found[code] = Shore(code, kind, coasts, neck, point, parts)
        dryness[code] = 1 - sum(each.line.length for each in stretches) / shape.length
    settled = {*named, *answers}
    for code in _straits({code: each for code, each in found.items() if code not in settled}, dryness, beside, seas.keys(), radius):
        found[code] = _joined(found[code], ShoreKind.STRAIT)
    return tuple(found[code] if found[code].kind is ShoreKind.COASTS else _joined(found[code], found[code].kind) for code in sorted(found))


def undrawn_coasts(
    shape: shapely.Geometry, seas: Mapping[str, shapely.Geometry], listed: Mapping[str, Collection[str]], width: float
) -> dict[str, tuple[shapely.Geometry, ...]]:
    """Return the places of the coasts of a land that are not drawn: beside the seas that their lists name, else where their names point.

    Args:
        shape: the land.
        seas: the shapes of all waters.
        listed: coast to the seas that its list names.
        width: of the board.
    """
    waters = {code: sea for code, sea in seas.items() if sea.distance(shape) <= width * TOUCH}
    groups = _as_many(_stretches(shape, waters, width * TOUCH), len(listed))
    lines = [tuple(each.line for each in group) for group in groups]
    if len(groups) < len(listed) or not groups:
        return {}
    directions = _directions(shape, lines) if len(groups) > 1 else [(0.0, 0.0)]

    def fit(at: int, coast: str) -> float:
        own = set(_waters(groups[at]))
        wanted = COMPASS.get(coast, (0.0, 0.0))
        pointing = directions[at][0] * wanted[0] + directions[at][1] * wanted[1]
        return 4 * len(own & set(listed[coast])) - 4 * len(own - set(listed[coast])) + pointing

    names = list(listed)
    best = max(permutations(range(len(groups))), key=lambda order: sum(fit(at, name) for at, name in zip(order, names, strict=True)))
    return {name: lines[at] for at, name in zip(best, names, strict=True)}


def _stretches(shape: shapely.Geometry, waters: Mapping[str, shapely.Geometry], reach: float) -> list[_Stretch]:
    """The pieces of a land's outline that lie at water, small islands and touching corners apart."""
    left, top, right, bottom = shape.bounds
    around = shapely.box(left - 2 * reach, top - 2 * reach, right + 2 * reach, bottom + 2 * reach)
    codes = list(waters)
    near = [swollen(shapely.intersection(near_parts(sea, shape, 2 * reach), around), reach) for sea in waters.values()]
    water = shapely.union_all(near)
    tree = shapely.STRtree(near)
    found: list[_Stretch] = []
    parts = polygons_of(shape)
    for part in parts:
        if part.area < LEAST_PART * parts[0].area and found:
            continue
        for line in lines_of(shapely.intersection(part.exterior, water)):
            beside = frozenset(
                codes[at] for at in tree.query(line, predicate="intersects") if shapely.intersection(line, near[at]).length > 3 * reach
            )
            if beside and line.length > 3 * reach:
                found.append(_Stretch(line, beside, part is parts[0]))
    longest = sorted(found, key=lambda each: -each.line.length)[:MOST_STRETCHES]
    return [each for each in found if any(each is other for other in longest)] if len(found) > MOST_STRETCHES else found


def _near_ones_together(stretches: Sequence[_Stretch], reach: float) -> list[list[_Stretch]]:
    """Stretches that lie within *reach* of one another, directly or by others."""
    apart = distances([each.line for each in stretches])
    groups: list[list[int]] = []
    for at in range(len(stretches)):
        touching = [group for group in groups if (apart[at, group] <= reach).any()]
        groups = [group for group in groups if group not in touching]
        groups.append([at, *(other for group in touching for other in group)])
    mainland = [group for group in groups if any(stretches[at].is_mainland for at in group)]
    for island in groups:
        if mainland and not any(stretches[at].is_mainland for at in island):
            # An island has the coast that lies nearest: it is no coast of its own.
            near = min(mainland, key=lambda group: float(apart[np.ix_(group, island)].min()))
            near += island
    return [[stretches[at] for at in group] for group in mainland or groups]


def _as_many(stretches: Sequence[_Stretch], count: int) -> list[list[_Stretch]]:
    """*count* groups: the nearest joined while there are more; where there are fewer, a stretch is cut between its waters."""
    groups = [[each] for each in stretches]
    apart = distances([each.line for each in stretches])
    apart[np.tril_indices(len(groups))] = np.inf
    while len(groups) > count:
        first, second = divmod(int(apart.argmin()), len(groups))
        groups[first] += groups.pop(second)
        # Of the two of a pair the earlier one has the row.
        nearer = np.minimum(_from(apart, first), _from(apart, second))
        apart[first, first + 1 :], apart[:first, first] = nearer[first + 1 :], nearer[:first]
        apart = np.delete(np.delete(apart, second, axis=0), second, axis=1)
    while 0 < len(groups) < count:
        longest = max(groups, key=lambda group: sum(each.line.length for each in group))
        groups.remove(longest)
        line = max((each.line for each in longest), key=lambda each: each.length)
        rest = [each for each in longest if each.line is not line]
        waters = next(each.waters for each in longest if each.line is line)
        half = line.length / 2
        one, other = shapely.ops.substring(line, 0, half), shapely.ops.substring(line, half, line.length)
        groups += [[_Stretch(one, waters), *rest], [_Stretch(other, waters)]]
    return groups


def _from(apart: npt.NDArray[np.float64], at: int) -> npt.NDArray[np.float64]:
    """The distances of one from all others, of a table in which each pair stands once."""
    return np.concatenate([apart[:at, at], apart[at, at:]])


def _neck(groups: Sequence[Sequence[_Stretch]]) -> tuple[float, tuple[float, float]]:
    """The shortest way from one group to another, and its middle."""
    lines = [shapely.union_all([each.line for each in group]) for group in groups]
    if len(lines) < 2:
        middle = lines[0].representative_point()
        return 0.0, (middle.x, middle.y)
    first, second = min(((a, b) for i, a in enumerate(lines) for b in lines[i + 1 :]), key=lambda pair: pair[0].distance(pair[1]))
    way = shapely.shortest_line(first, second)
    middle = way.interpolate(0.5, normalized=True)
    return float(way.length), (round(middle.x, 1), round(middle.y, 1))


def _named(shape: shapely.Geometry, groups: Sequence[Sequence[_Stretch]], names: Sequence[str]) -> list[Coast]:
    """A coast for each group, named so that the names point to where the groups lie."""
    lines = [tuple(each.line for each in group) for group in groups]
    if len(groups) < 2:
        return [Coast("", lines[0], _waters(groups[0]))] if groups else []
    allowed = list(names) or list(COMPASS)
    directions = _directions(shape, lines)
    wanted = [COMPASS.get(name, (0.0, 0.0)) for name in allowed]
    best = max(
        permutations(range(len(allowed)), min(len(lines), len(allowed))),
        key=lambda order: sum(directions[at][0] * wanted[name][0] + directions[at][1] * wanted[name][1] for at, name in enumerate(order)),
    )
    found = [Coast(allowed[name], lines[at], _waters(groups[at])) for at, name in enumerate(best)]
    return sorted(found, key=lambda each: allowed.index(each.name))


def _directions(shape: shapely.Geometry, lines: Sequence[Sequence[shapely.Geometry]]) -> list[tuple[float, float]]:
    """Return the direction of each group of lines, seen from the middle of the land and from the other groups."""
    middles = [shapely.union_all(list(each)).centroid for each in lines]
    found: list[tuple[float, float]] = []
    for at, middle in enumerate(middles):
        others = [each for index, each in enumerate(middles) if index != at]
        x, y = sum(each.x for each in others) / len(others), sum(each.y for each in others) / len(others)
        inland, across = _unit(middle.x - shape.centroid.x, middle.y - shape.centroid.y), _unit(middle.x - x, middle.y - y)
        found.append((inland[0] + across[0], inland[1] + across[1]))
    return found


def _unit(x: float, y: float) -> tuple[float, float]:
    length = math.hypot(x, y)
    return (x / length, y / length) if length else (0.0, 0.0)


def _waters(group: Sequence[_Stretch]) -> tuple[str, ...]:
    return tuple(sorted({code for each in group for code in each.waters}))


def _joined(shore: Shore, kind: ShoreKind) -> Shore:
    """The same shore as one coast."""
    lines = tuple(line for coast in shore.coasts for line in coast.lines)
    waters = tuple(sorted({code for coast in shore.coasts for code in coast.waters}))
    return Shore(shore.code, kind, (Coast("", lines, waters),), shore.neck, shore.point, shore.parts)


def _straits(
    shores: Mapping[str, Shore],
    dryness: Mapping[str, float],
    beside: Mapping[str, Collection[str]],
    seas: Collection[str],
    radius: float,
) -> list[str]:
    """Lands without which a water would be closed: of those between it and the others, the narrowest and wettest one."""
    joined = {sea: frozenset((sea,)) for sea in seas}

    def join(waters: Collection[str]) -> None:
        whole = frozenset(each for water in waters for each in joined[water])
        for each in whole:
            joined[each] = whole

    for sea in seas:
        join({sea, *(other for other in beside[sea] if other in joined)})
    for shore in shores.values():
        if shore.kind is not ShoreKind.COASTS:
            join({water for coast in shore.coasts for water in coast.waters})
    found: list[str] = []
    waiting = [shore for shore in shores.values() if shore.kind is ShoreKind.COASTS and shore.neck <= LONGEST_STRAIT * radius]
    for shore in sorted(waiting, key=lambda each: (each.neck * dryness[each.code], each.code)):
        bodies = {joined[coast.waters[0]] for coast in shore.coasts}
        if len(bodies) > 1:
            join({water for coast in shore.coasts for water in coast.waters})
            found.append(shore.code)
    return found
