"""Centres that each power may expect at a moment after the moves: quick enough to be counted thousands of times in a second.

The compiled core counts the same (`native/judging.c`), to the last bit; it is handed the numbers of this file.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from adjudicator import Position, Variant
from adjudicator.board_tables import Reach
from adjudicator.variant_tables import VariantTables, position_tables, variant_tables
from app.players.steady.distances import Distances
from app.players.steady.outlook import seasons_to_capture

_FADE = (0.0, 0.30, 0.17, 0.10, 0.06, 0.035, 0.02, 0.01, 0.005)
"""Pull of a foreign centre on a unit, by the seasons that it is away."""

_PULL = 0.22
"""Worth of standing near other centres, in centres."""

_UNIT = 0.18
"""Worth of a unit beside the centres."""

_UNOWNED = 0.45
"""Probability that a neutral centre falls to the powers that stand near."""

_STANDS = 0.72
"""The chance that a unit that stands on a foreign centre in spring has it in fall, ..."""

_PRESSED = 0.5
"""... where others can come against it with two units."""

_OPEN, _WEAK, _EVEN = 0.5, 0.28, 0.1
"""The chance to lose an own centre that stands empty: with no unit near, with fewer units near than the enemy, with as many."""

_BESIEGED, _FACED = 0.3, 0.1
"""The chance to lose one that a unit stands in: against more than can help it, and against two."""

_TO_BESIEGER, _TO_COMER = 0.7, 0.8
"""The part of such a loss that the strongest of those who stand near gains."""

WEIGHTS = (_UNOWNED, _STANDS, _PRESSED, _OPEN, _WEAK, _EVEN, _BESIEGED, _FACED, _TO_BESIEGER, _TO_COMER)
"""The weights in the sequence in which the core reads them."""

_CLOSE = 0.4
"""Worth of being close to winning, beside the share of the game."""

ENMITY = 0.6
"""Worth of the centres, in parts of victory, that a power may not expect any more which an alliance is against."""

WON = 1 + _CLOSE
"""Worth of a won game in such shares."""

_Seen = tuple[int, int, tuple[int, ...], float]
"""A unit's power, the centre it stands on or -1, the centres it can step to, and what it is worth by itself."""


class _Steps:
    """By spot, over the same edges: the centres that a unit there can step to, and how near each centre is."""

    def __init__(self, tables: VariantTables, reach: Reach, slots: dict[int, int]) -> None:
        ways: Distances = reach.once(Distances, reach)
        self.steps = [tuple(slots[province] for province in provinces if province in slots) for provinces in reach.provinces]
        self.near: list[list[tuple[int, float]]] = [[] for _ in tables.board.pieces]
        """Spot to centres in sight of it, each with its pull."""
        for province, slot in slots.items():
            for spot, far in enumerate(ways.to(province)):
                if far < len(_FADE) and _FADE[far]:
                    self.near[spot].append((slot, _FADE[far]))


class _StepsByReach(dict[Reach, _Steps]):
    """The steps of a variant, by the edges that are open."""


class _Views(dict[object, "tuple[array[int], array[float]]"]):
    """The numbers for the core, by the edges that are open, the season and the owners."""


class Judge:
    """Judges moments that come of one position: the same centres, other places of units.

    Args:
        variant: what is played.
        position: the position before.
    """

    def __init__(self, variant: Variant, position: Position) -> None:
        self._tables = tables = variant_tables(variant)
        here = position_tables(tables, position)
        self._board = board = tables.board
        self._width = len(board.pieces)
        self._count = len(tables.powers)
        self._reaches: Sequence[Reach] = here.open_edges.reaches
        self._provinces = sorted(board.province_index[code] for code in tables.centre_codes)
        self._slot = {province: slot for slot, province in enumerate(self._provinces)}
        rank = tables.power_rank
        self._owners = [rank.get(position.owners.get(board.codes[province], ""), -1) for province in self._provinces]
        self._captures = seasons_to_capture(tables, position) <= 1
        self._seen: dict[int, _Seen] = {}
        self._victory = variant.victory

    def _steps_of(self, rank: int) -> _Steps:
        reach, known = self._reaches[rank], self._tables.once(_StepsByReach)
        found = known.get(reach)
        if found is None:
            if len(known) > 64:
                known.clear()
            found = known[reach] = _Steps(self._tables, reach, self._slot)
        return found

    def _look(self, number: int) -> _Seen:
        """Return the facts on the unit of that number."""
        rank, spot = divmod(number, self._width)
        steps, owners = self._steps_of(rank), self._owners
        slot = self._slot.get(self._board.province_of[spot], -1) if self._tables.centres[spot] is not None else -1
        pull = 0.0
        for centre, near in steps.near[spot]:
            if owners[centre] != rank:
                pull += near
        found = self._seen[number] = (rank, slot, steps.steps[spot], pull * _PULL + _UNIT)
        return found

    def view(self) -> tuple[array[int], array[float]]:
        """The numbers that the core reads: centres, owners, and every unit that there could be; and the weights."""
        known = self._tables.once(_Views)
        key = (tuple(self._reaches), self._captures, tuple(self._owners))
        found = known.get(key)
        if found is None:
            if len(known) > 64:
                known.clear()
            found = known[key] = self._view()
        return found

    def _view(self) -> tuple[array[int], array[float]]:
        numbers, steps = array("i", [len(self._owners), self._captures, *self._owners]), array("i")
        weights, starts = array("d", WEIGHTS), array("i", [0])
        for number in range(self._count * self._width):
            _, slot, own, worth = self._seen.get(number) or self._look(number)
            numbers.append(slot)
            steps.extend(own)
            starts.append(len(steps))
            weights.append(worth)
        return numbers + starts + steps, weights

    def expected(self, numbers: Sequence[int]) -> list[float]:
        """Return by the rank of powers the centres each may expect, with something for its units and their places."""
        count, seen = self._count, self._seen
        standing = [-1] * len(self._provinces)
        near = [[0] * count for _ in standing]
        expected = [0.0] * count
        province_of, width = self._board.province_of, self._width
        for number in sorted(numbers, key=lambda each: province_of[each % width]):
            rank, slot, steps, worth = seen.get(number) or self._look(number)
            expected[rank] += worth
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
                    expected[row.index(most)] += lost * _TO_BESIEGER
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
                            expected[rank] += _UNOWNED * units / total
                continue
            own = row[owner]
            row[owner] = 0
            most = max(row)
            if not most:
                expected[owner] += 1.0
                continue
            lost = _OPEN if not own else _WEAK if most > own else _EVEN
            expected[owner] += 1.0 - lost
            expected[row.index(most)] += lost * _TO_COMER
        return expected

    def share(self, numbers: Sequence[int], rank: int, enemies: Sequence[int] = ()) -> float:
        """Return the share of the game that the power of that rank may expect: its part of the sum of squares, and more near victory.

        Args:
            numbers: the units.
            rank: of the power.
            enemies: ranks of the powers that it is allied against: what they may expect is taken off.
        """
        return self.share_of(self.expected(numbers), rank, enemies)

    def share_of(self, expected: Sequence[float], rank: int, enemies: Sequence[int] = ()) -> float:
        """Return the same where the centres to expect are known."""
        own = expected[rank]
        whole = sum([each * each for each in expected]) or 1.0
        near = own / self._victory
        return own * own / whole + _CLOSE * near * near * near - ENMITY * sum(expected[each] for each in enemies) / self._victory
