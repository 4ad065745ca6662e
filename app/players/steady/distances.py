"""Distances: the seasons a unit needs from a spot to a province, on its own way and over water."""

from __future__ import annotations

from heapq import heappop, heappush

from adjudicator.board_tables import Reach, bits

FAR = 99
"""Further than any way counts."""

_TO_BOARD = 2
"""Seasons until a fleet lies ready; each sea and the landing take one more."""

_LONGEST = 9
"""Ways that are longer are not looked for: what lies at their end counts next to nothing."""


class Distances:
    """The distances over one set of open edges, each province's computed when it is first asked for."""

    def __init__(self, reach: Reach) -> None:
        tables = reach.tables
        self._tables = tables
        self._known: dict[int, list[int]] = {}
        spots = len(tables.pieces)
        self._back: list[list[tuple[int, int]]] = [[] for _ in range(2 * spots)]
        """Spot, or spots + a carrier's spot for a passenger aboard, to what leads there, with the time it takes."""
        for origin, targets in enumerate(reach.moves):
            for target in targets:
                self._back[target].append((origin, 1))
        ashore = [list(bits(each & tables.carriers)) for each in reach.ashore]
        for spot, province in enumerate(tables.province_of):
            if tables.kind_of[spot] in tables.passengers:
                self._back[spot] += [(spots + carrier, 1) for carrier in ashore[province]]
                for carrier in bits(reach.aboard[province]):
                    self._back[spots + carrier].append((spot, _TO_BOARD))
        for carrier in bits(tables.carriers):
            self._back[spots + carrier] += [(spots + other, 1) for other in bits(reach.inward[carrier])]

    def to(self, province: int) -> list[int]:
        """Spot to the seasons from there to *province*; ``FAR`` where there is no way, or none that is short enough to count."""
        found = self._known.get(province)
        if found is None:
            found = self._known[province] = self._walked(province)
        return found

    def _walked(self, province: int) -> list[int]:
        tables = self._tables
        spots = len(tables.pieces)
        distance = [FAR] * (2 * spots)
        queue: list[tuple[int, int]] = []
        for kind in tables.board.kinds:
            for spot in tables.spots_in[kind, province]:
                distance[spot] = 0
                queue.append((0, spot))
        while queue:
            far, node = heappop(queue)
            if far > distance[node] or far >= _LONGEST:
                continue
            for other, time in self._back[node]:
                if far + time < distance[other]:
                    distance[other] = far + time
                    heappush(queue, (far + time, other))
        return distance[:spots]
