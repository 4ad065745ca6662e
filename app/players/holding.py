"""The bot that holds."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.order import Order
from adjudicator.position import Position
from adjudicator.resolution import Ending, Resolution
from adjudicator.variant import Variant


class HoldingBot:
    """Orders nothing: its units hold, dislodged ones disband, builds are waived, removals are left to the rules."""

    def started(self, variant: Variant, power: str) -> None:
        """Needs to know nothing of the game."""

    def choose_orders(self, position: Position, power: str, deadline: float | None) -> Sequence[Order]:  # noqa: ARG002 - the protocol's words
        """None at all."""
        return ()

    def told(self, resolution: Resolution) -> None:
        """Learns nothing."""

    def ended(self, ending: Ending) -> None:
        """Feels nothing."""
