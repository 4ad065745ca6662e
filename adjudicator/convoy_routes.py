"""Chains of convoying units: whether there is one, and who has a place in one.

A chain runs from the passenger's province over carriers' spots to the province where it lands. Bit sets hold spots.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping

from adjudicator.reach import Reach


def bits(mask: int) -> Iterator[int]:
    """The numbers in the bit set *mask*, from the lowest."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def reached(reach: Reach, origin: int, fleets: int) -> int:
    """The part of *fleets* to which a passenger in the province *origin* can be handed on."""
    onward = reach.onward
    seen = fresh = reach.aboard[origin] & fleets
    while fresh:
        found = 0
        while fresh:
            low = fresh & -fresh
            found |= onward[low.bit_length() - 1]
            fresh ^= low
        fresh = found & fleets & ~seen
        seen |= fresh
    return seen


def has_chain(reach: Reach, origin: int, target: int, fleets: int) -> bool:
    """Whether some of *fleets* form a chain from *origin* to *target*. Source: DATC 5.B.4 (path)."""
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


MOST_STEPS = 3000
"""Steps that the search for all proper routes from a province may take before fleets are asked one by one."""

MOST_REMEMBERED = 4096


def services(reach: Reach, origin: int, fleets: int) -> Mapping[int, int]:
    """For each province where *fleets* can land a passenger from *origin*: the bit set of those with a place in a proper route.

    Walks along all proper routes at once; on a sea crowded beyond reason it asks ``serves`` of each fleet instead.
    The answer is remembered with the edges.
    """
    taking_part = reached(reach, origin, fleets)
    key = (origin, taking_part)
    known = reach.services.get(key)
    if known is not None:
        return known
    onward, ports = reach.onward, reach.ports
    home = 1 << origin
    found: dict[int, int] = {}
    starts = reach.aboard[origin] & taking_part
    stack = [(first, taking_part & ~starts, 1 << first, home) for first in bits(starts)]
    steps = 0
    while stack:
        steps += 1
        if steps > MOST_STEPS:
            found = _services_one_by_one(reach, origin, taking_part)
            break
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
    if len(reach.services) > MOST_REMEMBERED:
        reach.services.clear()
    reach.services[key] = found
    return found


def _services_one_by_one(reach: Reach, origin: int, fleets: int) -> dict[int, int]:
    return {
        target: sum(1 << fleet for fleet in bits(fleets) if serves(reach, origin, target, fleets, fleet))
        for target in bits(landings(reach, origin, fleets))
    }


def serves(reach: Reach, origin: int, target: int, fleets: int, fleet: int) -> bool:
    """Whether *fleet*, one of *fleets*, has a place in a proper route from *origin* to *target*.

    In a proper route no unit can be left out: none of them could be reached from an earlier one than the one before it.
    Source: DATC 4.E.1, case 6.G.19.
    """
    this = 1 << fleet
    starts, ends = reach.aboard[origin] & fleets, reach.ashore[target] & fleets
    if not starts or not ends or not fleets & this:
        return False
    if starts & this:
        # It takes the passenger aboard, so no other start may follow: any shortest way on is proper.
        return bool(this & ends) or _reaches(reach, this, ends, fleets & ~starts)
    if ends & this:
        # It lands the passenger, so no other end may come before: any shortest way to it is proper.
        return _reaches(reach, starts & ~ends, this, fleets & ~ends | this)
    inner = fleets & ~(starts & ends)
    starts, ends = starts & inner, ends & inner
    known = reach.served.get((starts, ends, inner))
    if known is None:
        if len(reach.served) > MOST_REMEMBERED:
            reach.served.clear()
        known = reach.served[starts, ends, inner] = [0, 0, _on_simple_paths(reach, starts, ends, inner)]
    if this & known[0]:
        return True
    if this & known[1]:
        return False
    inner = known[2]
    if not this & inner:
        return False
    route = _proper_route_through(reach, starts & inner, ends & inner, inner, fleet)
    known[0 if route else 1] |= route or this
    return bool(route)


def _reaches(reach: Reach, starts: int, goal: int, allowed: int) -> bool:
    """Whether a chain runs from one of *starts* to one of *goal* over *allowed*."""
    onward = reach.onward
    seen = fresh = starts
    while fresh:
        if seen & goal:
            return True
        found = 0
        while fresh:
            low = fresh & -fresh
            found |= onward[low.bit_length() - 1]
            fresh ^= low
        fresh = found & allowed & ~seen
        seen |= fresh
    return False


def _proper_route_through(reach: Reach, starts: int, ends: int, fleets: int, fleet: int) -> int:
    """A proper route through *fleet*, which is neither start nor end, as a bit set; 0 if there is none."""
    onward, inward = reach.onward, reach.inward
    this = 1 << fleet
    if not _reaches(reach, starts & ~ends, this, fleets & ~ends) or not _reaches(reach, this, ends & ~starts, fleets & ~starts):
        return 0
    undecided = False
    for before in bits(inward[fleet] & fleets & ~ends):
        for after in bits(onward[fleet] & fleets & ~starts & ~onward[before] & ~(1 << before)):
            route = _route_around(reach, starts, ends, fleets & ~this, fleet, before, after)
            if route:
                return route
            undecided = undecided or route is None
    return _search_route(reach, starts, ends, fleets, this) if undecided else 0


def _route_around(reach: Reach, starts: int, ends: int, fleets: int, fleet: int, before: int, after: int) -> int | None:
    """A proper route in which *fleet* is handed the passenger by *before* and hands it to *after*.

    One half is laid by a shortest way, the other by a shortest way that keeps clear of it; then the other way round.
    0 where one half alone has no way at all; ``None`` where both have, and these two do not go together.
    """
    onward, inward = reach.onward, reach.inward
    first, last = 1 << before, 1 << after
    ahead = fleets & ~ends & ~inward[fleet] & ~inward[after] & ~last
    behind = fleets & ~starts & ~onward[fleet] & ~onward[before] & ~first
    head = _shortest(reach, starts, first, ahead | first)
    tail = _shortest(reach, last, ends, behind | last)
    if not head or not tail:
        return 0
    clear_tail = _shortest(reach, last, ends, behind & ~_union(onward, head) & ~head | last)
    if clear_tail:
        return head | clear_tail | 1 << fleet
    clear_head = _shortest(reach, starts, first, ahead & ~_union(inward, tail) & ~tail | first)
    if clear_head:
        return clear_head | tail | 1 << fleet
    return None


def _union(links: list[int], mask: int) -> int:
    found = 0
    while mask:
        low = mask & -mask
        found |= links[low.bit_length() - 1]
        mask ^= low
    return found


def _shortest(reach: Reach, starts: int, goal: int, allowed: int) -> int:
    """A shortest chain from one of *starts* to one of *goal* over *allowed*, as a bit set; 0 if there is none."""
    fresh = starts & allowed
    seen = fresh
    layers: list[int] = []
    while fresh and not fresh & goal:
        layers.append(fresh)
        fresh = _union(reach.onward, fresh) & allowed & ~seen
        seen |= fresh
    if not fresh:
        return 0
    at = fresh & goal
    at &= -at
    found = at
    for layer in reversed(layers):
        at = reach.inward[at.bit_length() - 1] & layer
        at &= -at
        found |= at
    return found


def _search_route(reach: Reach, starts: int, ends: int, fleets: int, this: int) -> int:
    """Search for a proper route through *this* without leaving any out; 0 if there is none.

    Goes only where a way to *this* and a way on from there that share nobody are still left.
    """
    onward = reach.onward
    # Beside each unit: those that no earlier one of the route could hand the passenger to, and the route so far.
    stack = [(first, fleets & ~starts, 1 << first) for first in bits(starts & ~ends)]
    while stack:
        at, allowed, route = stack.pop()
        rest = allowed & ~onward[at]
        if onward[at] & this & allowed:
            tail = _shortest(reach, this, ends & rest, rest | this)
            if tail:
                return route | tail
            continue  # A longer way to it would have a unit to spare.
        nearer = [
            each for each in bits(onward[at] & allowed & ~ends) if this & _on_simple_paths(reach, 1 << each, ends & rest, rest | 1 << each)
        ]
        stack += [(each, rest, route | 1 << each) for each in nearer]
    return 0


def _on_simple_paths(reach: Reach, starts: int, ends: int, fleets: int) -> int:
    """Those of *fleets* on some path, proper or not, from *starts* to *ends* that visits nobody twice.

    They share a block of the graph with an edge drawn from the origin to the target. Handing on counts both ways here,
    so on a board with one-way edges the answer may hold too many, never too few.
    """
    nodes = list(bits(fleets))
    links: dict[int, list[int]] = {node: [] for node in nodes}
    origin, target = -1, -2
    links[origin], links[target] = [target], [origin]
    for node in nodes:
        for other in bits(reach.onward[node] & fleets):
            links[node].append(other)
            links[other].append(node)
        for end, mask in ((origin, starts), (target, ends)):
            if mask >> node & 1:
                links[node].append(end)
                links[end].append(node)
    # Depth-first from the origin over the drawn edge first; the first block to be closed at the origin is the wanted one.
    depth, low = {origin: 0}, {origin: 0}
    path: list[int] = []
    stack = [(origin, -3, iter(links[origin]))]
    while stack:
        node, parent, following = stack[-1]
        for other in following:
            if other == parent:
                continue
            if other in depth:
                low[node] = min(low[node], depth[other])
                continue
            depth[other] = low[other] = depth[node] + 1
            path.append(other)
            stack.append((other, node, iter(links[other])))
            break
        else:
            stack.pop()
            if not stack:
                break
            above = stack[-1][0]
            low[above] = min(low[above], low[node])
            if low[node] >= depth[above]:
                block = path[path.index(node) :]
                del path[path.index(node) :]
                if above == origin:
                    return sum(1 << each for each in block if each >= 0)
    return 0
