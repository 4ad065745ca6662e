"""Steps that armies and fleets could take on a drawn board, coast by coast. A proposal for designers, and a test of our own drawings.

An army steps between lands that touch, a fleet between waters that touch and between a water and a shore. From shore to shore a fleet goes
where the border of the two lands ends at the same water, and on a land with named coasts from the coast that this end belongs to.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import shapely

from adjudicator import Location, Terrain
from variants.compile.area_operations import near_parts, shared_line
from variants.compile.regions import lines_of
from variants.compiled import Adjacent

Step = tuple[Location, Location]


def army_steps(adjacency: Sequence[Adjacent], terrains: Mapping[str, Terrain]) -> frozenset[Step]:
    """Every step between two lands, in both directions."""
    found: set[Step] = set()
    for pair in adjacency:
        first, second = pair.provinces
        if Terrain.SEA not in (terrains[first], terrains[second]):
            found |= {(Location(first), Location(second)), (Location(second), Location(first))}
    return frozenset(found)


def fleet_steps(
    adjacency: Sequence[Adjacent],
    shapes: Mapping[str, shapely.Geometry],
    terrains: Mapping[str, Terrain],
    coasts: Mapping[tuple[str, str], Sequence[shapely.Geometry]],
    reach: float,
    wanted: Sequence[Adjacent] | None = None,
) -> frozenset[Step]:
    """Every step of a fleet, in both directions.

    Args:
        adjacency: which provinces touch.
        shapes: outlines without overlaps.
        coasts: the shore of each named coast, by code and coast.
        reach: how near counts as touching, in units of the drawing.
        wanted: those of *adjacency* whose steps are asked for; all unless given.
    """
    named: dict[str, dict[str, shapely.Geometry]] = {}
    for (code, coast), lines in coasts.items():
        named.setdefault(code, {})[coast] = shapely.union_all(list(lines))
    seas = {code: shapes[code] for code in shapes if terrains[code] is Terrain.SEA}
    beside: dict[str, set[str]] = {}
    for pair in adjacency:
        first, second = pair.provinces
        beside.setdefault(first, set()).add(second)
        beside.setdefault(second, set()).add(first)
    found: set[Step] = set()
    for pair in adjacency if wanted is None else wanted:
        first, second = pair.provinces
        kinds = (terrains[first], terrains[second])
        if Terrain.INLAND in kinds:
            continue
        ends: list[tuple[Location, Location]]
        if kinds == (Terrain.SEA, Terrain.SEA):
            ends = [(Location(first), Location(second))]
        elif Terrain.SEA in kinds:
            sea, shore = (first, second) if terrains[first] is Terrain.SEA else (second, first)
            ends = [(Location(sea), place) for place in _shores_on(shore, named.get(shore, {}), shapes[sea], reach)]
        else:
            # Water that only one of them lies at joins nothing.
            common = {code: seas[code] for code in beside[first] & beside[second] if code in seas}
            ends = _along_shore(first, second, shapes, common, named, reach)
        found |= {step for a, b in ends for step in ((a, b), (b, a))}
    return frozenset(found)


def _shores_on(code: str, coasts: Mapping[str, shapely.Geometry], sea: shapely.Geometry, reach: float) -> list[Location]:
    """The coasts of *code* that lie on *sea*, or the province itself where it has none."""
    if not coasts:
        return [Location(code)]
    water = sea.buffer(reach)
    return [Location(code, coast) for coast, line in coasts.items() if shapely.intersection(line, water).length > 4 * reach]


def _along_shore(
    first: str,
    second: str,
    shapes: Mapping[str, shapely.Geometry],
    seas: Mapping[str, shapely.Geometry],
    named: Mapping[str, Mapping[str, shapely.Geometry]],
    reach: float,
) -> list[tuple[Location, Location]]:
    """The steps from shore to shore: one for each end of the common border that lies at the water."""
    # Where outlines run beside one another with thin gaps they share a line in places only: then all that is near counts.
    exact = shared_line(shapes[first], shapes[second])
    outline, other = near_parts(shapes[first].boundary, shapes[second], reach), near_parts(shapes[second], shapes[first], reach)
    near = shapely.intersection(outline, other.buffer(reach))
    shared = exact if exact.length + 3 * reach > near.length else near
    found: set[tuple[Location, Location]] = set()
    for sea in seas.values():
        shapely.prepare(sea)
    for line in lines_of(shared):
        for end in (shapely.Point(line.coords[0]), shapely.Point(line.coords[-1])):
            if any(shapely.dwithin(sea, end, reach) for sea in seas.values()):
                found |= {(a, b) for a in _coast_at(first, end, named, reach) for b in _coast_at(second, end, named, reach)}
    return sorted(found, key=str)


def _coast_at(code: str, end: shapely.Geometry, named: Mapping[str, Mapping[str, shapely.Geometry]], reach: float) -> list[Location]:
    coasts = named.get(code)
    if not coasts:
        return [Location(code)]
    nearest = min(coasts, key=lambda coast: (coasts[coast].distance(end), coast))
    return [Location(code, nearest)] if coasts[nearest].distance(end) <= 4 * reach else []
