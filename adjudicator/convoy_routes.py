"""Chains of convoying units: whether there is one, and who has a place in one.

A chain runs from the passenger's province over carriers' spots to the province where it lands. Bit sets hold spots.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence

from adjudicator.board_tables import Reach, bits, reachable


class Passages:
    """The routes through one fleet of a crowded sea.

    Args:
        reach: the edges.
        fleets: bit set of the fleets that can take part.
        fleet: one of them.
    """

    __slots__ = ("_after", "_before", "_fleets", "_reach", "_this", "_ways_on")

    def __init__(self, reach: Reach, fleets: int, fleet: int) -> None:
        self._reach = reach
        self._fleets = fleets
        self._this = 1 << fleet
        narrow = narrows(reach, fleets)
        self._before = _gates(reach.inward, fleets, fleet, narrow)
        """Each fleet that can hand on as far as this one, with those that stand in every way from it to here, itself included."""
        self._after = self._before if reach.inward == reach.onward else _gates(reach.onward, fleets, fleet, narrow)
        """Each fleet that this one can hand on to, with those that stand in every way there, itself included."""
        self._ways_on = [
            (1 << target, ends, _all_stand_in(self._after, ends), self._starts_to_land(ends) if ends & self._this else 0)
            for target, ends in ((target, reach.ashore[target] & fleets) for target in bits(_ports(reach, fleets)))
        ]

    def targets(self, origin: int) -> int:
        """Bit set of the provinces to which this fleet has a place in a route for a passenger from *origin*."""
        reach, fleets = self._reach, self._fleets
        home = 1 << origin
        starts = reach.aboard[origin] & fleets
        if starts & self._this:
            # It takes the passenger aboard, so no other that could have follows: any shortest way on is proper.
            return _ports(reach, reachable(reach.onward, self._this, fleets & ~starts)) & ~home
        whence = _all_stand_in(self._before, starts)
        found = 0
        for bit, ends, gates, landing in self._ways_on:
            if ends & self._this:
                # It lands the passenger, so no other that could comes before: any shortest way to it is proper.
                if starts & landing:
                    found |= bit
            elif starts & ends:
                # A fleet that takes aboard and lands carries alone, and has no place in a longer route.
                if _can_pass(_all_stand_in(self._before, starts & ~ends), _all_stand_in(self._after, ends & ~starts)):
                    found |= bit
            elif _can_pass(whence, gates):
                found |= bit
        return found & ~home

    def _starts_to_land(self, ends: int) -> int:
        """The fleets from which the passenger comes to this one, the first of *ends* on the way."""
        return reachable(self._reach.inward, self._this, self._fleets & ~ends) & ~ends


def narrows(reach: Reach, fleets: int) -> int:
    """Bit set of those of *fleets* without which some of the others cannot hand on to one another as before; remembered with the edges.

    Where some ways are open in one direction only, any of them may be such a one.
    """
    known = reach.narrows.get(fleets)
    if known is None:
        known = reach.narrows[fleets] = fleets if reach.inward != reach.onward else _narrows(reach.onward, fleets)
    return known


def _narrows(links: Sequence[int], fleets: int) -> int:
    found = 0
    for fleet in bits(fleets):
        beside = links[fleet] & fleets
        if beside & ~reachable(links, beside & -beside, fleets & ~(1 << fleet)):
            found |= 1 << fleet
    return found


def _gates(links: Sequence[int], fleets: int, fleet: int, narrow: int) -> dict[int, int]:
    """To each fleet that *links* lead to from *fleet*: those that stand in every way there, itself included."""
    whole = reachable(links, 1 << fleet, fleets)
    gates = {each: 1 << each for each in bits(whole) if each != fleet}
    for gate in bits(narrow & whole & ~(1 << fleet)):
        cut_off = whole & ~reachable(links, 1 << fleet, fleets & ~(1 << gate)) & ~(1 << gate)
        for each in bits(cut_off):
            gates[each] |= 1 << gate
    return gates


def _all_stand_in(gates: dict[int, int], ends: int) -> int | None:
    """Return the fleets that stand in every way to all of *ends*; ``None`` where there is no way to any."""
    found: int | None = None
    for end in bits(ends):
        if end in gates:
            found = gates[end] if found is None else found & gates[end]
    return found


def _can_pass(before: int | None, after: int | None) -> bool:
    """Return True if there is a way here and a way on that share no fleet (Menger)."""
    return before is not None and after is not None and not before & after


def _ports(reach: Reach, fleets: int) -> int:
    """Bit set of the provinces where *fleets* can land a passenger."""
    found = 0
    for fleet in bits(fleets):
        found |= reach.ports[fleet]
    return found


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
