"""One state and many joint orders given as numbers: the states that follow, without reasons."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Generic, TypeVar

from adjudicator import Ending, Location, Order, PhaseKind, Position, Variant, adjudicate, legal_orders, orderable
from adjudicator.joint_orders import JointOrders

S = TypeVar("S")


class Evaluator(Generic[S]):
    """Evaluator of the states that follow one, for any number of joint orders: for search.

    A joint order is a sequence of numbers, one for each of :attr:`places`: which of the :attr:`options` there is ordered, -1 for none.
    Every power counts as having sent its orders. In movement phases this takes two thirds of the time of ``state.apply``, and a fifth of
    it where its results are read, since no reasons are found and orders are prepared once; in other phases it takes as long.

    Args:
        model: board, powers and rules.
        position: the moment that is ordered.
        make: makes a state of the position that follows, and of how the game ended, if it did.
    """

    def __init__(self, model: Variant, position: Position, make: Callable[[Position, Ending | None], S]) -> None:
        self._model, self._position, self._make = model, position, make
        self._joint: JointOrders | None = None
        if position.phase.kind is PhaseKind.MOVEMENT:
            self._joint = JointOrders(model, position)
            self.places: tuple[tuple[str, Location], ...] = tuple((unit.power, unit.location) for unit in position.units)
            """Power and location of everything that can be ordered, in sequence; in a movement phase that of ``position.units``."""
            self.options: tuple[tuple[Order, ...], ...] = self._joint.options
            """For each of ``places``, its legal orders in the order of ``state.legal_orders``."""
        else:
            self.places = tuple((power, place) for power in model.powers for place in orderable(model, position, power))
            self.options = tuple(tuple(legal_orders(model, position, place)) for _, place in self.places)

    def __repr__(self) -> str:
        return f"<Evaluator {self._model.id} {self._position.phase}: {len(self.places)} places>"

    @cached_property
    def numbers(self) -> tuple[Mapping[Order, int], ...]:
        """For each of ``places``, order to its number there."""
        return tuple({order: number for number, order in enumerate(options)} for options in self.options)

    def after(self, joint: Sequence[int]) -> S:
        """The state that follows where each place is given the order of that number.

        Args:
            joint: for each of ``places``, an index into its ``options``; -1 gives no order there.

        Raises:
            ValueError: there are more or fewer numbers than places.
            IndexError: a place has no such order.
        """
        if len(joint) != len(self.places):
            raise ValueError(f"a joint order has a number for each of {len(self.places)} places, not {len(joint)}")
        if self._joint is not None:
            following = self._joint.after(joint)
            return self._make(following.position, following.ending)
        resolution = adjudicate(self._model, self._position, self.orders(joint))
        return self._make(resolution.next, resolution.ending)

    def many(self, joints: Iterable[Sequence[int]]) -> list[S]:
        """The states that follow several joint orders."""
        return [self.after(joint) for joint in joints]

    def orders(self, joint: Sequence[int]) -> dict[str, list[Order]]:
        """A joint order as ``state.apply`` takes it: by power, the orders themselves.

        >>> import entente
        >>> start = entente.standard().start
        >>> evaluator = start.evaluator()
        >>> orders = evaluator.orders(evaluator.joint({"FRANCE": [start.order("A PAR - BUR")]}))
        >>> print(*orders["FRANCE"])
        A PAR - BUR
        """
        found: dict[str, list[Order]] = {power: [] for power in self._model.powers}
        for (power, _), options, number in zip(self.places, self.options, joint, strict=True):
            if number >= 0:
                found[power].append(options[number])
        return found

    def joint(self, orders: Mapping[str, Iterable[Order]]) -> list[int]:
        """Orders by power as a joint order; places that are not ordered get -1.

        Raises:
            ValueError: an order is not legal here, or another stands for its place already.

        >>> import entente
        >>> start = entente.standard().start
        >>> evaluator = start.evaluator()
        >>> joint = evaluator.joint({"FRANCE": [start.order("A PAR - BUR")]})
        >>> evaluator.after(joint).units_of("FRANCE")[0].province
        'BUR'
        """
        found = [-1] * len(self.places)
        for power, given in orders.items():
            for order in given:
                at = next(
                    (at for at, (owner, _) in enumerate(self.places) if owner == power and order in self.numbers[at] and found[at] < 0),
                    None,
                )
                if at is None:
                    raise ValueError(f"{power} cannot order {order} in {self._position.phase}, or has ordered that place already")
                found[at] = self.numbers[at][order]
        return found
