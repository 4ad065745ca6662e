"""Places in a convoy where fleets stand so thick that the routes cannot be counted.

The number of proper routes grows without bound with the fleets, and so does the time to find out whether one of them runs through a given
fleet. Here the question is a smaller one, which its neighbours answer: does some route through the fleet visit no fleet twice? By Menger's
theorem it does, unless one other fleet stands in every way to it and in every way on from it. Every fleet with a place in a proper route
has one by this answer too.
"""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.bit_sets import bits, reachable
from adjudicator.reach import Reach


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
