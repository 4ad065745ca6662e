"""Plans: an order for each unit of a power, as numbers; and how they are changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise

from adjudicator import Convoy, Location, Move, Order, Piece, PowerRole, Support, Waive
from adjudicator.joint_orders import JointOrders

PowerPlan = tuple[int, ...]
"""For each unit of a power, the number of its order."""

Change = tuple[tuple[int, int], ...]
"""Places in a plan, each with the number of another order."""

Deed = tuple[Piece, Location | None]
"""A unit and where it goes, or ``None`` where it stays, in the words of a support."""


class Plans:
    """The plans of every power in one position.

    Args:
        joint: the position, and every legal order as a number.
    """

    def __init__(self, joint: JointOrders) -> None:
        self.joint = joint
        self.units: dict[str, list[int]] = {}
        """Power to its units, by their places in the position."""
        for unit, each in enumerate(joint.position.units):
            self.units.setdefault(each.power, []).append(unit)
        self._numbers = [{order: number for number, order in enumerate(options)} for options in joint.options]

    def plays(self, power: str) -> bool:
        """Return True if a player plays *power*."""
        return self.joint.variant.powers[power].role is PowerRole.PLAYING

    def of(self, power: str, orders: Sequence[Order]) -> PowerPlan:
        """The plan of *power* that *orders* are; units that are left out there, or ordered what they cannot do, hold."""
        by_province = {order.piece.location.province: order for order in orders if not isinstance(order, Waive)}
        units = self.joint.position.units
        found: list[int] = []
        for unit in self.units[power]:
            order = by_province.get(units[unit].province)
            found.append(0 if order is None else self._numbers[unit].get(order, 0))
        return tuple(found)

    def put(self, joint: list[int], power: str, plan: PowerPlan) -> None:
        """Give the units of *power* the orders of *plan* in the joint order *joint*."""
        for unit, number in zip(self.units[power], plan, strict=True):
            joint[unit] = number


class Alternatives:
    """Other orders for the units of one power.

    Args:
        joint: the position, and every legal order as a number.
        units: those of the power, by their places in the position.
    """

    def __init__(self, joint: JointOrders, units: Sequence[int]) -> None:
        self._joint, self._units = joint, units
        self._helpers: dict[Deed, Change] = {}
        """Deeds to the units that can support them: place in the plan and number."""
        self._carriers: dict[Deed, Change] = {}
        """An army and where it goes to the fleets that can carry it."""
        for at, unit in enumerate(units):
            for number, order in enumerate(joint.options[unit]):
                if isinstance(order, Support):
                    self._helpers[order.supported, order.target] = (*self._helpers.get((order.supported, order.target), ()), (at, number))
                elif isinstance(order, Convoy):
                    self._carriers[order.army, order.target] = (*self._carriers.get((order.army, order.target), ()), (at, number))

    def of(self, plan: PowerPlan, helped: AbstractSet[Deed]) -> Iterator[Change]:
        """Another order for one unit, and a move together with a support for it or a fleet for it.

        Args:
            plan: what is changed.
            helped: what units of others do that may be supported.
        """
        doing = helped | self._doing(plan)
        for at, unit in enumerate(self._units):
            for number, order in enumerate(self._joint.options[unit]):
                if isinstance(order, Convoy):
                    continue
                if number != plan[at] and (not isinstance(order, Support) or (order.supported, order.target) in doing):
                    yield ((at, number),)
                if isinstance(order, Move):
                    for helper in self._helpers.get((order.piece, order.target), ()):
                        if helper[0] != at:
                            yield (at, number), helper
                    carriers = self._carriers.get((order.piece, order.target), ())
                    for fleet in carriers:
                        yield (at, number), fleet
                    for fleets in pairwise(carriers):
                        yield (at, number), *fleets

    def _doing(self, plan: PowerPlan) -> set[Deed]:
        units = self._joint.position.units
        orders = ((unit, self._joint.options[unit][number]) for unit, number in zip(self._units, plan, strict=True))
        return {(units[unit].piece, order.target if isinstance(order, Move) else None) for unit, order in orders}


def changed(plan: PowerPlan, change: Change) -> PowerPlan:
    """*plan* after *change*."""
    found = list(plan)
    for at, number in change:
        found[at] = number
    return tuple(found)


def joined(before: PowerPlan, one: PowerPlan, other: PowerPlan) -> PowerPlan | None:
    """Both changes of *before* in one plan; ``None`` where they change the same unit."""
    found = list(one)
    for at, (was, now) in enumerate(zip(before, other, strict=True)):
        if was != now:
            if one[at] != was:
                return None
            found[at] = now
    return tuple(found)
