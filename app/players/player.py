"""What a player is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from adjudicator.order import Order
from adjudicator.position import Position
from adjudicator.resolution import Ending, Resolution
from adjudicator.variant import Variant


class Player(Protocol):
    """Writes the orders of the powers it is asked for. Its orders are checked like anyone's."""

    def started(self, variant: Variant, power: str) -> None:
        """A game of *variant* begins, in which it plays *power*."""
        ...

    def choose_orders(self, position: Position, power: str, deadline: float | None) -> Sequence[Order]:
        """The orders of *power* in *position*.

        Args:
            deadline: seconds that it may think; ``None`` is as long as it likes.
        """
        ...

    def told(self, resolution: Resolution) -> None:
        """What a phase became."""
        ...

    def ended(self, ending: Ending) -> None:
        """The game is over."""
        ...
