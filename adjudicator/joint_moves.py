"""The moves of a joint order in numbers, and which of them succeed where they meet others: what ``joint_orders.py`` decides with."""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.position_tables import PositionTables

UNIT = 2
"""The strength of a unit or a support, in halves."""
NOTHING = -1
STAYS, GOES, HELPS, HELPS_MOVE, CARRIES, WEAKLY, FAILS, HARD = range(8)
Plan = tuple[int, int, int, int, int]
"""An order in numbers: what it does, target province, target spot (or *any*), the other unit, strength."""
HOLDS: Plan = (STAYS, NOTHING, 0, 0, 0)


class JointMoves(NamedTuple):
    """The moves of a joint order, and which succeed."""

    targets: list[int]
    """Unit to the province it moves to."""
    arrives: list[int]
    """Unit to the spot where it would stand there."""
    attackers: dict[int, list[int]]
    """Province to the units that move there, stranded ones apart."""
    movers: list[int]
    moved: list[bool | None]
    """True for each unit that moved, ``None`` for one that did not try."""
    carried: list[int]
    """The movers that go by convoy, which meet no unit head to head."""


class InACircleError(Exception):
    """Decisions wait for one another."""


class Battle:
    """The moves that wait for others, each decided when it is first asked for."""

    def __init__(
        self,
        here: PositionTables,
        found: JointMoves,
        strength: list[int],
        supporters: dict[int, list[int]],
        doubtful: dict[int, list[tuple[int, int]]],
        stuck: list[int],
    ) -> None:
        self._here = here
        self._targets, self._attackers = found.targets, found.attackers
        self._moved, self._carried = found.moved, found.carried
        self._strength = strength
        self._supporters = supporters
        self._doubtful = doubtful
        self._stuck = stuck
        self._waiting: set[int] = set()

    def strength_of(self, unit: int) -> int:
        """Return the strength of *unit* with all supports that are given."""
        strength = self._strength[unit]
        if unit in self._doubtful:
            for _, attacker in self._doubtful[unit]:
                if not self.decided(attacker):
                    strength += UNIT
        return strength

    def _helped_by(self, unit: int, power: int) -> int:
        """Return the strength of the supports that *power* gives to *unit*."""
        powers = self._here.powers
        found = sum([UNIT for helper in self._supporters.get(unit, ()) if powers[helper] == power])
        for helper, attacker in self._doubtful.get(unit, ()):
            if powers[helper] == power and not self.decided(attacker):
                found += UNIT
        return found

    def decided(self, unit: int) -> bool:
        """MOVE (DATC 5.B.1): whether *unit* moves.

        Raises:
            InACircleError: it waits for itself.
        """
        known = self._moved[unit]
        if known is not None:
            return known
        if unit in self._waiting:
            raise InACircleError
        self._waiting.add(unit)
        here, targets = self._here, self._targets
        powers, provinces = here.powers, here.provinces
        target = targets[unit]
        there = here.at[target]
        rivals = self._attackers[target]
        against = NOTHING
        attack = self.strength_of(unit)
        if there >= 0:
            stays = targets[there] < 0
            is_stuck = there in self._stuck
            faces = targets[there] == provinces[unit] and not (is_stuck or there in self._carried or unit in self._carried)
            if faces or stays or is_stuck or not self.decided(there):
                if powers[there] == powers[unit]:
                    attack = NOTHING
                elif attack > UNIT:
                    attack -= self._helped_by(unit, powers[there])
                against = self.strength_of(there) if faces or stays else UNIT
        if attack > against and len(rivals) > 1:
            for rival in rivals:
                if rival == unit:
                    continue
                if there >= 0 and targets[there] == provinces[rival] and self._meets(there, rival) and self.decided(there):
                    continue  # dislodged in a head-to-head battle, it has no effect here (DATC 4.A.7)
                prevents = self.strength_of(rival)
                if prevents > against:
                    against = prevents
                    if against >= attack:
                        break
        moved = self._moved[unit] = attack > against
        return moved

    def _meets(self, one: int, other: int) -> bool:
        """Return True if two units that go for each other's provinces meet head to head."""
        return not (one in self._stuck or one in self._carried or other in self._carried)
