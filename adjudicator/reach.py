"""Reach of units: the edges that are open to a power at a moment, and sets of spots as bits of a number.

Most boards have one ``Reach``, since their edges are always open to everybody. Seasons, years and conditions give a
moment its own; edges that are reserved for some powers give each power its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from adjudicator.board import Edge
from adjudicator.board_tables import BoardTables
from adjudicator.caching import MadeOnce

FULL_STRENGTH = 2
"""Strength of a unit that nothing weakens, in halves."""


class Reach(MadeOnce):
    """The open edges, by spot."""

    __slots__ = (
        "aboard",
        "ashore",
        "inward",
        "loops",
        "moves",
        "narrows",
        "onward",
        "ports",
        "provinces",
        "services",
        "supports",
        "tables",
    )

    def __init__(self, tables: BoardTables, edges: Iterable[tuple[int, int, Edge]]) -> None:
        super().__init__()
        spots, provinces = len(tables.pieces), len(tables.codes)
        self.tables = tables
        self.services: dict[tuple[int, int], Mapping[int, int] | None] = {}
        """Convoy service of each fleet on a route: see ``convoy_routes.services``."""
        self.loops: dict[int, int] = {}
        """Fleets to the number of loops that the ways between them close."""
        self.narrows: dict[int, int] = {}
        """Fleets to those without which some others cannot hand on to one another."""
        self.moves: list[dict[int, int]] = [{} for _ in range(spots)]
        """Spot to the spots it can step to, each with the mover's strength in halves."""
        self.provinces: list[dict[int, tuple[int, ...]]] = [{} for _ in range(spots)]
        """Spot to the provinces it can step to, each with the spots there."""
        self.supports: list[set[int]] = [set() for _ in range(spots)]
        """Spot to the provinces into which it can give support."""
        self.onward = [0] * spots
        """Carrier's spot to the bit set of carriers' spots next in a chain."""
        self.inward = [0] * spots
        """Carrier's spot to the bit set of carriers' spots that can hand on to it."""
        self.aboard = [0] * provinces
        """Province to the bit set of carriers' spots that can take a passenger there."""
        self.ashore = [0] * provinces
        """Province to the bit set of carriers' spots that can land a passenger there."""
        self.ports = [0] * spots
        """Carrier's spot to the bit set of provinces where it can land some passenger."""
        shores = {province for (kind, province), found in tables.spots_in.items() if found and kind in tables.passengers}
        for origin, target, edge in edges:
            self.moves[origin][target] = edge.half_strength
            source, province = tables.province_of[origin], tables.province_of[target]
            if edge.supports:
                self.supports[origin].add(province)
            origin_carries, target_carries = tables.carriers >> origin & 1, tables.carriers >> target & 1
            if origin_carries:
                self.ashore[province] |= 1 << origin
                if province in shores:
                    self.ports[origin] |= 1 << province
                if target_carries:
                    self.onward[origin] |= 1 << target
                    self.inward[target] |= 1 << origin
            if target_carries:
                self.aboard[source] |= 1 << target
        for spot, targets in enumerate(self.moves):
            by_province: dict[int, list[int]] = {}
            for target in targets:
                by_province.setdefault(tables.province_of[target], []).append(target)
            for province, found in by_province.items():
                listed = tables.spots_in[tables.kind_of[spot], province]
                self.provinces[spot][province] = tuple(each for each in listed if each in found)


def bits(mask: int) -> Iterator[int]:
    """The numbers in the bit set *mask*, from the lowest.

    >>> list(bits(0b10110))
    [1, 2, 4]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def reachable(links: Sequence[int], starts: int, allowed: int) -> int:
    """*starts*, and those of *allowed* to which *links* lead from them, over others of *allowed*.

    >>> links = [0b0010, 0b0101, 0b1010, 0b0100]
    >>> bin(reachable(links, starts=0b0001, allowed=0b0110))
    '0b111'
    """
    seen = fresh = starts
    while fresh:
        found = 0
        while fresh:
            low = fresh & -fresh
            found |= links[low.bit_length() - 1]
            fresh ^= low
        fresh = found & allowed & ~seen
        seen |= fresh
    return seen
