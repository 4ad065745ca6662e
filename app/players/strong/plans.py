"""Plans: an order for each unit of a power, as a player would draw up who weighs centres and threats."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from adjudicator.joint_orders import JointOrders
from adjudicator.order import Order, Waive
from adjudicator.variant import PowerRole
from app.players.steady.campaign import movement_orders
from app.players.steady.outlook import Outlook

PowerPlan = tuple[int, ...]
"""For each unit of a power, the number of its order."""


class Plans:
    """The plans of every power in one position.

    Args:
        joint: the position, and every legal order as a number.
        dice: draws lots.
    """

    def __init__(self, joint: JointOrders, dice: Random) -> None:
        self.joint = joint
        self._dice = dice
        self.units: dict[str, list[int]] = {}
        """Power to its units, by their places in the position."""
        for unit, each in enumerate(joint.position.units):
            self.units.setdefault(each.power, []).append(unit)
        self._numbers = [{order: number for number, order in enumerate(options)} for options in joint.options]

    def drawn(self, power: str, count: int) -> list[PowerPlan]:
        """Plans of *power*, drawn up *count* times with other luck; those that come up more often stand there more often."""
        variant, position = self.joint.variant, self.joint.position
        if variant.powers[power].role is not PowerRole.PLAYING:
            return [tuple(0 for _ in self.units[power])]  # the first legal order is to hold
        outlook = Outlook(variant, position, power)
        lots = [Random(self._dice.getrandbits(32)) for _ in range(count)]  # noqa: S311 - dice, no secrets
        return [self.of(power, movement_orders(outlook, lot)) for lot in lots]

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
