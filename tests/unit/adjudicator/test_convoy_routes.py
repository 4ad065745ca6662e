"""Chains of fleets: who has a place in one, checked against walking along every chain."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from adjudicator import ARMY, FLEET, Board, Edge, Location, Province, Terrain
from adjudicator.convoy_routes import bits, has_chain, landings, serves, services
from adjudicator.reach import Reach
from adjudicator.tables import BoardTables


def sea_board(chance: Random, seas: int, shores: int, density: float, one_way: float) -> Reach:
    """Seas joined at random, and shores on some of them."""
    places = [Province(f"S{number:02d}", f"Sea {number}", Terrain.SEA) for number in range(seas)]
    coasts = [Province(f"C{number:02d}", f"Coast {number}", Terrain.COASTAL) for number in range(shores)]
    borders: list[Edge] = []

    def join(one: str, two: str) -> None:
        ends = [(one, two), (two, one)]
        if chance.random() < one_way:
            del ends[chance.randrange(2)]
        borders.extend(Edge(Location(origin), Location(target), frozenset("F")) for origin, target in ends)

    for index, one in enumerate(places):
        for two in places[index + 1 :]:
            if chance.random() < density:
                join(one.code, two.code)
    for coast in coasts:
        for place in chance.sample(places, chance.randint(1, 3)):
            join(coast.code, place.code)
    tables = BoardTables(Board.of((*places, *coasts), (ARMY, FLEET), tuple(borders)))
    return Reach(tables, tables.edges)


def proper_routes(reach: Reach, origin: int, target: int, fleets: int) -> Iterator[int]:
    """Every route from which nobody can be left out, found by walking along all of them."""

    def walk(route: list[int]) -> Iterator[int]:
        at = route[-1]
        if reach.ashore[target] >> at & 1:
            yield sum(1 << each for each in route)
            return
        for following in bits(reach.onward[at] & fleets):
            shortcut = reach.aboard[origin] >> following & 1 or any(reach.onward[each] >> following & 1 for each in route[:-1])
            if following not in route and not shortcut:
                yield from walk([*route, following])

    for first in bits(reach.aboard[origin] & fleets):
        yield from walk([first])


@pytest.mark.parametrize("one_way", [0.0, 0.3])
@pytest.mark.parametrize("density", [0.2, 0.35, 0.6])
def test_a_fleet_serves_where_some_proper_route_runs_through_it(density: float, one_way: float) -> None:
    for seed in range(60):
        chance = Random(seed)
        reach = sea_board(chance, 9, 4, density, one_way)
        tables = reach.tables
        spots = [tables.spot_index["F", f"S{number:02d}", None] for number in range(9)]
        fleets = sum(1 << spot for spot in chance.sample(spots, chance.randint(2, 9)))
        shores = [tables.province_index[f"C{number:02d}"] for number in range(4)]
        for origin in shores:
            found = services(reach, origin, fleets)
            for target in shores:
                if target == origin:
                    continue
                routes = list(proper_routes(reach, origin, target, fleets))
                expected = 0
                for route in routes:
                    expected |= route
                assert has_chain(reach, origin, target, fleets) == bool(routes)
                assert bool(landings(reach, origin, fleets) >> target & 1) == bool(routes)
                assert found.get(target, 0) == expected, f"seed {seed}"
                one_by_one = sum(1 << fleet for fleet in bits(fleets) if serves(reach, origin, target, fleets, fleet))
                assert one_by_one == expected, f"seed {seed}: from {origin} to {target}"
