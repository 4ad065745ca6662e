"""Chains of convoying units: whether there is one, and who has a place in one.

A chain runs from the passenger's province over carriers' spots to the province where it lands. Bit sets hold spots.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

from adjudicator.bit_sets import bits, reachable
from adjudicator.crowded_sea import Passages
from adjudicator.reach import Reach


def reached(reach: Reach, origin: int, fleets: int) -> int:
    """The part of *fleets* to which a passenger in the province *origin* can be handed on."""
    return reachable(reach.onward, reach.aboard[origin] & fleets, fleets)


def has_chain(reach: Reach, origin: int, target: int, fleets: int) -> bool:
    """Return True if some of *fleets* form a chain from *origin* to *target*. Source: DATC 5.B.4 (path)."""
    landing = reach.ashore[target] & fleets
    if not landing or not reach.aboard[origin] & fleets:
        return False
    return bool(reached(reach, origin, fleets) & landing)


def shortest_route(reach: Reach, origin: int, target: int, fleets: int) -> tuple[str, ...]:
    """The codes, in sequence, of a shortest chain from *origin* to *target*; of several the one of the lowest spots. Empty without any."""
    tables = reach.tables
    landing = reach.ashore[target] & fleets
    before: dict[int, int] = {}
    queue = deque((spot, -1) for spot in bits(reach.aboard[origin] & fleets))
    while queue:
        spot, previous = queue.popleft()
        if spot in before:
            continue
        before[spot] = previous
        if landing >> spot & 1:
            route = [spot]
            while before[route[-1]] >= 0:
                route.append(before[route[-1]])
            return tuple(tables.codes[tables.province_of[each]] for each in reversed(route))
        queue.extend((each, spot) for each in bits(reach.onward[spot] & fleets))
    return ()


def landings(reach: Reach, origin: int, fleets: int) -> int:
    """Bit set of the provinces to which *fleets* can carry a passenger from *origin*."""
    found = 0
    for fleet in bits(reached(reach, origin, fleets)):
        found |= reach.ports[fleet]
    return found & ~(1 << origin)


MOST_LOOPS = 24
"""A sea is crowded where the fleets that can take part close more loops than this; every sea of the standard board together closes 5."""

MOST_STEPS = 1000
"""Steps along all proper routes from a province above which a sea is crowded; on the standard board it takes 40."""

MOST_REMEMBERED = 4096


def serves(reach: Reach, origin: int, target: int, fleets: int, fleet: int) -> bool:
    """Return True if *fleet*, one of *fleets*, has a place in a proper route from *origin* to *target*: see :func:`served_by`."""
    return bool(served_by(reach, origin, fleets, fleet) >> target & 1)


def served_by(reach: Reach, origin: int, fleets: int, fleet: int) -> int:
    """Bit set of the provinces to which *fleet*, one of *fleets*, has a place in a proper route for a passenger from *origin*.

    In a proper route no unit can be left out: none of them could be reached from an earlier one than the one before it. In a crowded sea,
    where there are too many routes to walk along, a fleet has a place where a route through it visits no fleet twice; see ``crowded_sea``.
    Source: DATC 4.E.1, case 6.G.19.
    """
    taking_part = reached(reach, origin, fleets)
    this = 1 << fleet
    if not taking_part & this:
        return 0
    routes = services(reach, origin, taking_part)
    if routes is None:
        return _passages(reach, taking_part, fleet).targets(origin)
    found = 0
    for target, route in routes.items():
        if route & this:
            found |= 1 << target
    return found


def services(reach: Reach, origin: int, taking_part: int) -> Mapping[int, int] | None:
    """For each province where the fleets *taking_part* can land a passenger from *origin*: the bit set of those with a place in a
    proper route. ``None`` in a crowded sea.

    Walks along all proper routes at once. The answer is remembered with the edges.
    """
    key = (origin, taking_part)
    if key in reach.services:
        return reach.services[key]
    if len(reach.services) > MOST_REMEMBERED:
        reach.services.clear()
    found = reach.services[key] = None if _loops(reach, taking_part) > MOST_LOOPS else _walked(reach, origin, taking_part)
    return found


def _walked(reach: Reach, origin: int, taking_part: int) -> Mapping[int, int] | None:
    """Return the answer of :func:`services`, unless it takes too many steps."""
    onward, ports = reach.onward, reach.ports
    found: dict[int, int] = {}
    starts = reach.aboard[origin] & taking_part
    stack = [(first, taking_part & ~starts, 1 << first, 1 << origin) for first in bits(starts)]
    steps = 0
    while stack:
        steps += 1
        if steps > MOST_STEPS:
            return None
        at, allowed, route, passed_by = stack.pop()
        fresh = ports[at] & ~passed_by
        while fresh:
            low = fresh & -fresh
            province = low.bit_length() - 1
            found[province] = found.get(province, 0) | route
            fresh ^= low
        following = onward[at] & allowed
        if following:
            allowed &= ~onward[at]
            passed_by |= ports[at]
            stack += [(each, allowed, route | 1 << each, passed_by) for each in bits(following)]
    return dict(sorted(found.items()))


def _loops(reach: Reach, fleets: int) -> int:
    """Return the least number of loops that the ways between *fleets* close."""
    known = reach.loops.get(fleets)
    if known is None:
        if len(reach.loops) > MOST_REMEMBERED:
            reach.loops.clear()
        ways = sum((reach.onward[fleet] & fleets).bit_count() for fleet in bits(fleets))
        known = reach.loops[fleets] = ways // 2 - fleets.bit_count() + 1
    return known


class _KnownPassages(dict[tuple[int, int], Passages]):
    """Fleets, and one of them, to the routes through it."""


def _passages(reach: Reach, fleets: int, fleet: int) -> Passages:
    known = reach.once(_KnownPassages)
    if (fleets, fleet) not in known:
        if len(known) > MOST_REMEMBERED:
            known.clear()
            reach.narrows.clear()
        known[fleets, fleet] = Passages(reach, fleets, fleet)
    return known[fleets, fleet]
