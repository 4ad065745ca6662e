"""Ways over the board, walked edge by edge: what is open to a power, and chains of fleets."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from adjudicator.board import Edge
from adjudicator.position import Position
from adjudicator.variant import Variant
from adjudicator.variant_tables import is_open


class SeaRoutes:
    """The edges that are open in a position, and the chains of fleets over them."""

    def __init__(self, variant: Variant, position: Position) -> None:
        self._units = {unit.province: unit for unit in position.units}
        edges = [edge for edge in variant.board.edges if is_open(edge, position.phase, position.conditions)]
        self._edges = {power: [edge for edge in edges if edge.powers is None or power in edge.powers] for power in variant.powers}

    def open_to(self, power: str) -> Sequence[Edge]:
        """The edges that are open to *power*."""
        return self._edges[power]

    def can_board(self, power: str, province: str, fleet: str) -> bool:
        """Return True if the fleet in the province *fleet* can take a unit aboard in *province*."""
        unit = self._units[fleet]
        return any(
            edge.origin.province == province and edge.target == unit.location and unit.kind in edge.kinds for edge in self.open_to(power)
        )

    def can_land(self, power: str, fleet: str, province: str) -> bool:
        """Return True if the fleet in the province *fleet* can land a unit in *province*."""
        unit = self._units[fleet]
        return any(
            edge.target.province == province and edge.origin == unit.location and unit.kind in edge.kinds for edge in self.open_to(power)
        )

    def chains(self, power: str, origin: str, target: str, fleets: Collection[str]) -> Iterator[list[str]]:
        """Every chain of *fleets* from *origin* to *target* from which none can be left out: a proper route (DATC 4.E.1)."""
        for first in fleets:
            if self.can_board(power, origin, first):
                yield from self._onward(power, origin, target, fleets, [first])

    def _onward(self, power: str, origin: str, target: str, fleets: Collection[str], chain: list[str]) -> Iterator[list[str]]:
        if self.can_land(power, chain[-1], target):
            yield chain  # Nothing after it is needed.
            return
        for fleet in fleets:
            if fleet in chain or self.can_board(power, origin, fleet) or any(self._linked(power, each, fleet) for each in chain[:-1]):
                continue  # An earlier one could have handed on to it.
            if self._linked(power, chain[-1], fleet):
                yield from self._onward(power, origin, target, fleets, [*chain, fleet])

    def _linked(self, power: str, one: str, two: str) -> bool:
        """Return True if one fleet can hand on to the other."""
        first, second = self._units[one], self._units[two]
        return any(
            edge.origin == first.location and edge.target == second.location and second.kind in edge.kinds for edge in self.open_to(power)
        )

    def is_route(self, power: str, origin: str, target: str, fleets: Sequence[str]) -> bool:
        """Return True if *fleets* hand on to one another in this sequence from *origin* to *target*."""
        return (
            bool(fleets)
            and self.can_board(power, origin, fleets[0])
            and all(self._linked(power, one, two) for one, two in pairwise(fleets))
            and self.can_land(power, fleets[-1], target)
        )

    def has_route(self, power: str, origin: str, target: str, fleets: Collection[str]) -> bool:
        """Return True if some chain of *fleets* leads from *origin* to *target*."""
        return any(True for _ in self.chains(power, origin, target, fleets))

    def needed(self, power: str, origin: str, target: str, fleets: Collection[str]) -> set[str]:
        """The fleets with a place in some proper route."""
        return {fleet for chain in self.chains(power, origin, target, fleets) for fleet in chain}
