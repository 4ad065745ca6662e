"""Chains of fleets: who has a place in one, checked against walking along every chain."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from adjudicator import ARMY, FLEET, Board, Convoy, Edge, Location, Province, Terrain, legal_orders
from adjudicator.board_tables import BoardTables, Reach, bits, reachable
from adjudicator.convoy_routes import Passages, has_chain, landings, reached, serves, services
from adjudicator.legal import check_order
from adjudicator.variant_tables import variant_tables
from benchmarks.adversarial import crowded_sea
from tests.quick import each_nth, few
from variants import shipped_ids
from variants.catalogue import shipped


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
    """Every route from which no fleet can be left out, found by walking along all of them."""

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


@pytest.mark.slow
@each_nth(2, "one_way", [0.3, 0.0])
@each_nth(3, "density", [0.35, 0.2, 0.6])
def test_a_fleet_serves_where_some_proper_route_runs_through_it(density: float, one_way: float) -> None:
    for seed in range(60):
        chance = Random(seed)
        reach = sea_board(chance, 9, 4, density, one_way)
        tables = reach.tables
        spots = [tables.spot_index["F", f"S{number:02d}", None] for number in range(9)]
        fleets = sum(1 << spot for spot in chance.sample(spots, chance.randint(2, 9)))
        shores = [tables.province_index[f"C{number:02d}"] for number in range(4)]
        for origin in shores:
            found = services(reach, origin, reached(reach, origin, fleets))
            assert found is not None
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
                for fleet in bits(reached(reach, origin, fleets)):
                    generous = Passages(reach, reached(reach, origin, fleets), fleet).targets(origin) >> target & 1
                    assert generous or not expected >> fleet & 1, f"seed {seed}"
                one_by_one = sum(1 << fleet for fleet in bits(fleets) if serves(reach, origin, target, fleets, fleet))
                assert one_by_one == expected, f"seed {seed}: from {origin} to {target}"


def routes_without_repeats(reach: Reach, origin: int, target: int, fleets: int) -> Iterator[int]:
    """Every route that visits no fleet twice, and at whose ends no fleet stands that could carry alone."""
    both = reach.aboard[origin] & reach.ashore[target] & fleets

    def walk(at: int, route: int) -> Iterator[int]:
        if (reach.ashore[target] & ~both) >> at & 1:
            yield route
        for following in bits(reach.onward[at] & fleets & ~route):
            yield from walk(following, route | 1 << following)

    for first in bits(reach.aboard[origin] & fleets & ~both):
        yield from walk(first, 1 << first)


@pytest.mark.slow
@each_nth(3, "density", [0.2, 0.35, 0.6])
def test_in_a_crowded_sea_a_fleet_serves_in_the_midst_of_any_route_that_visits_nobody_twice(density: float) -> None:
    for seed in range(60):
        reach = sea_board(Random(seed), 8, 4, density, 0.0)
        tables = reach.tables
        whole = sum(1 << tables.spot_index["F", f"S{number:02d}", None] for number in range(8))
        shores = [tables.province_index[f"C{number:02d}"] for number in range(4)]
        for origin in shores:
            fleets = reached(reach, origin, whole)
            for target in shores:
                if target == origin:
                    continue
                expected = 0
                for route in routes_without_repeats(reach, origin, target, fleets):
                    expected |= route
                for fleet in bits(fleets & ~reach.aboard[origin] & ~reach.ashore[target]):
                    found = Passages(reach, fleets, fleet).targets(origin) >> target & 1
                    assert found == expected >> fleet & 1, f"seed {seed}"
                for fleet in bits(fleets & ~reach.aboard[origin] & reach.ashore[target]):
                    passing = fleets & ~reach.ashore[target]
                    coming = reachable(reach.onward, reach.aboard[origin] & passing, passing | 1 << fleet)
                    found = Passages(reach, fleets, fleet).targets(origin) >> target & 1
                    assert found == coming >> fleet & 1, f"seed {seed}: the first that can lands"


@each_nth(3, ("size", "isles"), [(6, False), (6, True), (8, False)])
def test_legal_orders_of_a_crowded_sea_are_those_that_are_accepted(size: int, isles: bool) -> None:
    hard = crowded_sea(size, isles=isles)
    here = f"S{size // 2:02d}{size // 2:02d}"
    orders = legal_orders(hard.variant, hard.position, here)
    unit = hard.position.unit_at(here)
    assert unit is not None
    assert len(orders) == len(set(orders))
    for order in orders:
        assert check_order(hard.variant, hard.position, unit.power, order), str(order)
    convoys = {order for order in orders if isinstance(order, Convoy)}
    armies = [each.piece for each in hard.position.units if each.kind == "A"]
    shores = [Location(code) for code, province in hard.variant.board.provinces.items() if province.terrain is Terrain.COASTAL]
    for army in armies[::7]:
        for shore in shores[::5]:
            order = Convoy(unit.piece, army, shore)
            assert bool(check_order(hard.variant, hard.position, unit.power, order)) == (order in convoys), str(order)


@pytest.mark.parametrize("name", few(shipped_ids(), "standard", "britain"))
def test_no_sea_of_a_shipped_board_is_ever_crowded_and_its_routes_are_counted_one_by_one(name: str) -> None:
    variant = shipped(name).variant
    reach = variant_tables(variant).open_edges(variant.start).shared
    seas = list(bits(reach.tables.carriers))
    shores = [province for province, aboard in enumerate(reach.aboard) if aboard]
    chance = Random(name)
    for fleets in (sum(1 << sea for sea in chance.sample(seas, count)) for count in (len(seas), len(seas) // 2, len(seas) // 3)):
        for origin in chance.sample(shores, min(4, len(shores))):
            found = services(reach, origin, reached(reach, origin, fleets))
            assert found is not None
            for target in bits(landings(reach, origin, fleets)):
                expected = 0
                for route in proper_routes(reach, origin, target, fleets):
                    expected |= route
                assert found.get(target, 0) == expected


@pytest.mark.parametrize(("seas", "crowded"), [(8, False), (9, True)])
def test_a_sea_is_crowded_where_its_fleets_close_more_than_24_loops(seas: int, crowded: bool) -> None:
    """Seas that all touch one another: eight close 21 loops, nine 28. The first carries alone to one shore, the last lands at the other."""
    places = [Province("B", "Near", Terrain.COASTAL), Province("A", "Home", Terrain.COASTAL), Province("C", "Far", Terrain.COASTAL)]
    waters = [Province(f"S{number}", f"Sea {number}", Terrain.SEA) for number in range(seas)]
    pairs = [(one.code, two.code) for index, one in enumerate(waters) for two in waters[index + 1 :]]
    pairs += [("A", "S0"), ("B", "S0"), ("C", f"S{seas - 1}")]
    borders = [Edge(Location(one), Location(two), frozenset("F")) for pair in pairs for one, two in (pair, pair[::-1])]
    tables = BoardTables(Board.of((*places, *waters), (ARMY, FLEET), tuple(borders)))
    reach = Reach(tables, tables.edges)
    near, home, far = (tables.province_index[code] for code in "BAC")
    fleets, middle = tables.carriers, tables.spots_in["F", tables.province_index["S4"]][0]
    assert (services(reach, home, fleets) is None) == crowded
    assert serves(reach, home, far, fleets, middle) == crowded, "in a crowded sea any route that visits nobody twice will do"
    assert not serves(reach, home, near, fleets, middle)
