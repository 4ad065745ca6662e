"""A movement phase: which unit goes where, and who helps it.

Every way for a unit to better itself is a venture: it goes somewhere, or stays to guard, with so many supports. The most promising one is
taken first; its unit, its supporters and its fleets are then spoken for, and the others are weighed again with those who are left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from random import Random

from adjudicator import Location, Order, Piece, Support
from app.players.steady.chances import FULL
from app.players.steady.choices import Goal, choices_of
from app.players.steady.outlook import UNIT, Outlook

_MOST_SUPPORTS = 3

_EFFORT = 0.05
"""Cost of a supporter that has nothing else to do."""

_HOPELESS = 0.35
"""The chance below which no unit goes against one that stands where it would go."""

_VARIETY = 0.2
"""Weight of chance among orders that seem almost as good."""


@dataclass(slots=True)
class _Venture:
    """A unit, and what it could do."""

    unit: int
    goal: Goal | None
    """Goal of the venture; ``None`` to be helped to stay."""

    gain: float
    """Gain where it succeeds."""

    luck: float
    relief: Relief | None = None
    promise: float = 0.0
    chance: float = 0.0
    supporters: tuple[int, ...] = ()

    @property
    def carried_by(self) -> tuple[int, ...]:
        return () if self.goal is None else self.goal.fleets

    @property
    def partners(self) -> tuple[int, ...]:
        """The units without which the venture is none: fleets on the way, and who comes after."""
        return self.carried_by if self.relief is None else (*self.carried_by, self.relief.unit)

    @property
    def leaving(self) -> tuple[int, ...]:
        """The units that leave their provinces."""
        return (self.unit,) if self.relief is None else (self.unit, self.relief.unit)


@dataclass(frozen=True, slots=True)
class Relief:
    """An own unit that comes to a neutral centre from which another goes on."""

    unit: int
    goal: Goal
    gain: float
    """Gain of the two together, where the other one gets where it goes."""


class Prospects:
    """Choices of the units of one power and what there is to gain by each: what does not hang on lots."""

    def __init__(self, outlook: Outlook) -> None:
        self.choices = choices_of(outlook)
        self.gains: dict[int, list[tuple[Goal, float]]] = {}
        """Unit to what it could go for."""
        self.wishes: dict[int, list[tuple[float, int]]] = {}
        """Unit to what it could gain alone, best first, each with the province."""
        self.guards: dict[int, float] = {}
        """Unit to what it is worth that it is helped to stay."""
        self.helpers: dict[tuple[int, Location | None], list[int]] = {}
        """A unit and its target to the own units that can support that, as far as it was asked for."""
        self.reliefs: dict[int, list[tuple[Goal, Relief]]] = {}
        """Unit in a neutral centre to where it could go on to if another came after."""
        for unit, choices in self.choices.items():
            gains = self.gains[unit] = self._gains(outlook, unit, outlook.standing(choices.spot))
            alone = [(goal, gain) for goal, gain in gains if not goal.fleets]
            wishes = [(gain * outlook.wins(goal.province, goal.strength), goal.province) for goal, gain in alone]
            self.wishes[unit] = sorted(wishes, reverse=True)
            self.guards[unit] = outlook.standing(choices.spot) * 0.5 + UNIT
        for unit, choices in self.choices.items():
            if outlook.owner[choices.province] < 0 < outlook.standing(choices.spot):
                self.reliefs[unit] = list(self._relieved(outlook, unit))

    def _gains(self, outlook: Outlook, unit: int, stays: float) -> list[tuple[Goal, float]]:
        """Goals of a unit, with the gain by each; *stays* is what is lost with the province that it leaves."""
        choices = self.choices[unit]
        pulls = outlook.pulls(choices.spot, [other.spot for other in self.choices.values() if other.unit != unit])
        here = stays + outlook.drawn(choices.spot, pulls)
        found = [(goal, outlook.standing(goal.spot) + outlook.drawn(goal.spot, pulls) - here) for goal in choices.goals]
        return [(goal, gain) for goal, gain in found if gain > 0 and not outlook.gives_way_in(goal.province)]

    def _relieved(self, outlook: Outlook, unit: int) -> Iterator[tuple[Goal, Relief]]:
        """Goals of a unit in a neutral centre to which it could go on, each with a unit that could come after it."""
        choices = self.choices[unit]
        stays = outlook.standing(choices.spot)
        followers = [
            (other, after, gain * outlook.wins(after.province, after.strength))
            for other, gains in self.gains.items()
            for after, gain in gains
            if after.province == choices.province and not after.fleets
        ]
        for goal, gain in self._gains(outlook, unit, 0.0) if followers else ():
            for other, after, follows in followers:
                if gain + follows > stays and self.choices[other].province != goal.province:
                    yield goal, Relief(other, after, gain + follows - stays)


class Campaign:
    """The orders of one power for a movement phase.

    Args:
        outlook: its view of the position.
        dice: draws lots.
        prospects: what there is to gain, where it is known already.
    """

    def __init__(self, outlook: Outlook, dice: Random, prospects: Prospects | None = None) -> None:
        self._outlook = outlook
        self._dice = dice
        self._prospects = prospects or Prospects(outlook)
        self._choices = self._prospects.choices
        self._free = set(self._choices)
        """Units without an order."""
        self._orders: dict[int, Order] = {}
        self._going: dict[int, int] = {}
        """Unit to the province it goes to."""
        self._claimed: set[int] = set()
        """Provinces that an own unit goes to."""
        self._wishes = self._prospects.wishes
        self._helpers = self._prospects.helpers
        self._taken: list[_Venture] = []
        self._held = {province for province in outlook.here.provinces if outlook.holder(province) >= 0}
        """Provinces in which a unit of another power stands."""

    def orders(self) -> Sequence[Order]:
        """One order for each unit."""
        self._settle(self._ventures())
        self._lend_help()
        return [self._orders[unit] for unit in self._choices]

    # ------------------------------------------------------------------ weighing

    def _ventures(self) -> list[_Venture]:
        """All that could be done, with what there is to gain."""
        found: list[_Venture] = []
        for unit in self._choices:
            found += [_Venture(unit, goal, gain, self._luck()) for goal, gain in self._prospects.gains[unit]]
            found.append(_Venture(unit, None, self._prospects.guards[unit], self._luck()))
            found += [_Venture(unit, goal, relief.gain, self._luck(), relief) for goal, relief in self._prospects.reliefs.get(unit, ())]
        return found

    def _luck(self) -> float:
        return 1 + self._dice.uniform(-_VARIETY, _VARIETY)

    def _forgone(self, unit: int, province: int | None) -> float:
        """Return the most that *unit* could gain by itself anywhere but in *province*."""
        return next((max(0.0, gain) for gain, place in self._wishes[unit] if place != province and place not in self._claimed), 0.0)

    def _given_up(self, province: int, venture: _Venture) -> float:
        """Return the most that a free unit without a part in *venture* loses where it cannot go to *province* itself."""
        found = [0.0]
        for unit in self._free.difference((venture.unit, *venture.partners)):
            found += [gain - self._forgone(unit, province) for gain, place in self._wishes[unit] if place == province]
        return max(found)

    def _can_help(self, unit: int, target: Location | None) -> list[int]:
        """The own units that can support *unit* to *target*, or to stay."""
        key = (unit, target)
        found = self._helpers.get(key)
        if found is None:
            piece = self._choices[unit].piece
            found = [other for other, choices in self._choices.items() if (piece, target) in choices.supports]
            self._helpers[key] = found
        return found

    def _weigh(self, venture: _Venture) -> None:
        """Find out how many supports serve *venture* best, of the units that are free.

        It promises nothing where all who take part would gain more each for itself.
        """
        outlook, goal, choices = self._outlook, venture.goal, self._choices[venture.unit]
        province, strength = (choices.province, FULL) if goal is None else (goal.province, goal.strength)
        target = None if goal is None else goal.order.target
        certain, cost, given_up = 1.0, 0.0, 0.0
        for fleet in venture.carried_by:
            certain *= outlook.holds(self._choices[fleet].province, FULL)
            cost += self._forgone(fleet, province)
        if venture.carried_by:
            given_up = self._given_up(province, venture)
            cost += given_up
        if venture.relief is not None:
            cost += self._forgone(venture.relief.unit, choices.province)
        able = [each for each in self._can_help(venture.unit, target) if each in self._free and each not in venture.partners]
        costs = sorted((self._forgone(each, province) + _EFFORT, each) for each in able)
        alone = outlook.with_supports(province, strength, (), holding=True) if goal is None else 0.0
        needs_others = goal is None or bool(venture.partners)
        at_least = self._forgone(venture.unit, None)
        chances: list[float] = []
        best = 0.0
        venture.promise = 0.0
        for many in range(min(_MOST_SUPPORTS, len(costs)) + 1):
            if many:
                cost += costs[many - 1][0]
                chances.append(outlook.support_stands(costs[many - 1][1], province))
            chance = outlook.with_supports(province, strength, chances, holding=goal is None) * certain
            gained = (chance - alone) * venture.gain * venture.luck
            if province in self._held and chance < _HOPELESS:
                continue
            if gained - cost > (at_least if many or needs_others else 0.0) and gained - cost > best:
                best = gained - cost
                venture.promise, venture.chance, venture.supporters = gained - given_up, chance, tuple(unit for _, unit in costs[:many])

    # ------------------------------------------------------------------ choosing

    def _settle(self, ventures: Iterable[_Venture]) -> None:
        """Take the most promising ventures that go together."""
        queue: list[tuple[float, int, _Venture]] = []
        waiting: dict[int, list[_Venture]] = {}
        """Unit in the way to the ventures that wait for it to leave."""
        number = 0

        def put(venture: _Venture) -> None:
            nonlocal number
            self._weigh(venture)
            if venture.promise > 0:
                number += 1
                heappush(queue, (-venture.promise, number, venture))

        for venture in ventures:
            put(venture)
        while queue:
            venture = heappop(queue)[-1]
            if not self._possible(venture):
                continue
            if not self._free.issuperset(venture.supporters):
                put(venture)
                continue
            blocker = self._in_the_way(venture)
            if blocker is not None:
                if blocker in self._free:
                    waiting.setdefault(blocker, []).append(venture)
                continue
            self._take(venture)
            if venture.goal is not None:
                for unit in venture.leaving:
                    for each in waiting.pop(unit, ()):
                        put(each)

    def _possible(self, venture: _Venture) -> bool:
        if venture.unit not in self._free or not self._free.issuperset(venture.partners):
            return False
        if venture.relief is not None and venture.relief.goal.province in self._claimed:
            return False
        return venture.goal is None or venture.goal.province not in self._claimed

    def _in_the_way(self, venture: _Venture) -> int | None:
        """The own unit that stands where *venture* leads and does not leave, or would change places with its unit."""
        if venture.goal is None:
            return None
        unit = self._outlook.here.at[venture.goal.province]
        if unit not in self._choices:
            return None
        here = self._choices[venture.unit].province
        return None if self._going.get(unit, here) != here else unit

    def _take(self, venture: _Venture) -> None:
        """Order *venture*, and all who have a part in it."""
        choices, goal = self._choices[venture.unit], venture.goal
        self._taken.append(venture)
        target = None if goal is None else goal.order.target
        for each in venture.supporters:
            self._order(each, self._choices[each].supports[choices.piece, target])
        if goal is None:
            self._order(venture.unit, choices.hold)
            return
        for fleet in goal.fleets:
            self._order(fleet, self._choices[fleet].convoys[choices.piece, goal.order.target])
        self._go(venture.unit, goal)
        if venture.relief is not None:
            self._go(venture.relief.unit, venture.relief.goal)

    def _go(self, unit: int, goal: Goal) -> None:
        self._order(unit, goal.order)
        self._going[unit] = goal.province
        self._claimed.add(goal.province)

    def _order(self, unit: int, order: Order) -> None:
        self._orders[unit] = order
        self._free.discard(unit)

    # ------------------------------------------------------------------ those who are left

    def _lend_help(self) -> None:
        """Give units without a better task supports of others' orders; where none is needed they hold."""
        risks = self._risks()
        for unit in sorted(self._free):
            best: Support | None = None
            worth = _EFFORT
            for (piece, target), support in self._choices[unit].supports.items():
                need = risks.get((piece, target))
                if need is not None and need[0] > worth and need[1] != unit:
                    best, worth = support, need[0]
            if best is not None:
                key = (best.supported, best.target)
                risks[key] = (risks[key][0] * 0.4, risks[key][1])
            self._orders[unit] = best or self._choices[unit].hold
        self._free.clear()

    def _risks(self) -> dict[tuple[Piece, Location | None], tuple[float, int]]:
        """Return the ordered units, by the words of a support for each: the amount at stake, and the unit."""
        outlook = self._outlook
        found: dict[tuple[Piece, Location | None], tuple[float, int]] = {}
        for venture in self._taken:
            if venture.goal is not None:
                at_stake = venture.gain * (1 - venture.chance)
                found[self._choices[venture.unit].piece, venture.goal.order.target] = (at_stake, venture.unit)
        for unit, choices in self._choices.items():
            if unit not in self._going:
                at_stake = (outlook.standing(choices.spot) + UNIT) * (1 - outlook.holds(choices.province, FULL))
                found[choices.piece, None] = (at_stake, unit)
        return found


def movement_orders(outlook: Outlook, dice: Random, prospects: Prospects | None = None) -> Sequence[Order]:
    """One order for each unit of the power."""
    return Campaign(outlook, dice, prospects).orders()
