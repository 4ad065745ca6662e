"""Worth of a moment after the moves to each power: quick enough to be computed thousands of times in a second."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.position import Position
from adjudicator.position_tables import position_tables
from adjudicator.reach import Reach
from adjudicator.variant import Variant
from adjudicator.variant_tables import variant_tables
from app.players.steady.outlook import seasons_to_capture
from app.players.steady.ways import Ways

_FADE = (0.0, 0.30, 0.17, 0.10, 0.06, 0.035, 0.02, 0.01, 0.005)
"""Pull of a foreign centre on a unit, by the seasons that it is away."""

_PULL = 0.22
"""Worth of standing near other centres, in centres."""

_UNIT = 0.18
"""Worth of a unit beside the centres."""

_STANDS = 0.72
"""The chance that a unit that stands on a foreign centre in spring has it in fall, ..."""

_PRESSED = 0.5
"""... where others can come against it with two units."""

_OPEN, _WEAK, _EVEN = 0.5, 0.28, 0.1
"""The chance to lose an own centre that stands empty: with no unit near, with fewer units near than the enemy, with as many."""

_BESIEGED, _FACED = 0.3, 0.1
"""The chance to lose one that a unit stands in: against more than can help it, and against two."""

_CLOSE = 0.4
"""Worth of being close to winning, beside the share of the game."""

WON = 1 + _CLOSE
"""Worth of a won game in such shares."""

_Seen = tuple[int, int, tuple[int, ...], float]
"""A unit's power, the centre it stands on or -1, the centres it can step to, and how it is drawn."""


class Judge:
    """Judges moments that come of one position: the same centres, other places of units.

    Args:
        variant: what is played.
        position: the position before.
    """

    def __init__(self, variant: Variant, position: Position) -> None:
        tables = variant_tables(variant)
        here = position_tables(tables, position)
        board = tables.board
        self._width = len(board.pieces)
        self._count = len(tables.powers)
        self._reaches: Sequence[Reach] = here.open_edges.reaches
        self._board = board
        self._provinces = sorted(board.province_index[code] for code in tables.centre_codes)
        self._slot = {province: slot for slot, province in enumerate(self._provinces)}
        self._takes = [centre is not None for centre in tables.centres]
        rank = tables.power_rank
        self._owners = [rank.get(position.owners.get(board.codes[province], ""), -1) for province in self._provinces]
        self._captures = seasons_to_capture(tables, position) <= 1
        self._seen: dict[int, _Seen] = {}
        self._victory = variant.victory

    def _look(self, number: int) -> _Seen:
        """Return the facts on the unit of that number."""
        rank, spot = divmod(number, self._width)
        slot = self._slot.get(self._board.province_of[spot], -1)
        reach = self._reaches[rank]
        steps = tuple(self._slot[province] for province in reach.provinces[spot] if province in self._slot)
        ways: Ways = reach.once(Ways, reach)
        pull = 0.0
        for centre, province in enumerate(self._provinces):
            if self._owners[centre] != rank:
                far = ways.to(province)[spot]
                if far < len(_FADE):
                    pull += _FADE[far]
        found = self._seen[number] = (rank, slot if slot >= 0 and self._takes[spot] else -1, steps, pull * _PULL)
        return found

    def expected(self, numbers: Sequence[int]) -> list[float]:
        """Return by the rank of powers the centres each may expect, with something for its units and their places."""
        count, seen = self._count, self._seen
        standing = [-1] * len(self._provinces)
        near = [[0] * count for _ in standing]
        expected = [0.0] * count
        for number in numbers:
            rank, slot, steps, pull = seen.get(number) or self._look(number)
            expected[rank] += pull + _UNIT
            if slot >= 0:
                standing[slot] = rank
            for step in steps:
                near[step][rank] += 1
        captures = self._captures
        for slot, owner in enumerate(self._owners):
            there = standing[slot]
            row = near[slot]
            if there >= 0:
                own = row[there]
                row[there] = 0
                most = max(row)
                if owner == there or captures:
                    if most < 2:
                        expected[there] += 1.0
                        continue
                    lost = _BESIEGED if most > own + 1 else _FACED
                    expected[there] += 1.0 - lost
                    expected[row.index(most)] += lost * 0.7
                else:
                    holds = _PRESSED if most >= 2 else _STANDS
                    expected[there] += holds
                    if owner >= 0:
                        expected[owner] += 1.0 - holds
                continue
            if owner < 0:
                total = sum(row)
                if total:
                    for rank, units in enumerate(row):
                        if units:
                            expected[rank] += 0.45 * units / total
                continue
            own = row[owner]
            row[owner] = 0
            most = max(row)
            if not most:
                expected[owner] += 1.0
                continue
            lost = _OPEN if not own else _WEAK if most > own else _EVEN
            expected[owner] += 1.0 - lost
            expected[row.index(most)] += lost * 0.8
        return expected

    def share(self, numbers: Sequence[int], rank: int) -> float:
        """Return the share of the game that the power of that rank may expect: its part of the sum of squares, and more near victory."""
        expected = self.expected(numbers)
        own = expected[rank]
        whole = sum([each * each for each in expected]) or 1.0
        near = own / self._victory
        return own * own / whole + _CLOSE * near * near * near
