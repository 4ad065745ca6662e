"""Plans: an order for each unit of a power, as numbers."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.joint_orders import JointOrders
from adjudicator.order import Order, Waive
from adjudicator.variant import PowerRole

PowerPlan = tuple[int, ...]
"""For each unit of a power, the number of its order."""


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
