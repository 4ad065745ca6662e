"""The steady opponent as a player."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from adjudicator.legal import orderable
from adjudicator.order import Order
from adjudicator.phase import PhaseKind
from adjudicator.position import Position
from adjudicator.resolution import Ending, Resolution
from adjudicator.variant import Variant
from app.players.steady.adjusting import adjustment_orders
from app.players.steady.campaign import movement_orders
from app.players.steady.outlook import Outlook
from app.players.steady.retreating import retreat_orders


class SteadyBot:
    """Weighs centres, threats and neighbours, and has its units help one another.

    What it orders follows from seed, board, position and power alone: asked again, it answers the same, whatever was asked between.

    Args:
        seed: what seems equally good is chosen by it.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._variant: Variant | None = None

    def started(self, variant: Variant, power: str) -> None:  # noqa: ARG002 - the protocol's words
        """Remember the board."""
        self._variant = variant

    def choose_orders(self, position: Position, power: str, deadline: float | None) -> Sequence[Order]:  # noqa: ARG002 - the protocol's words
        """One legal order for each unit, or as many builds or removals as are due.

        Raises:
            RuntimeError: no game was started.
        """
        if self._variant is None:
            raise RuntimeError("choose_orders before started")
        if not orderable(self._variant, position, power):
            return ()
        outlook = Outlook(self._variant, position, power)
        dice = Random(f"{self._seed} {power} {position.phase}")  # noqa: S311 - dice, no secrets
        match position.phase.kind:
            case PhaseKind.MOVEMENT:
                return movement_orders(outlook, dice)
            case PhaseKind.RETREAT:
                return retreat_orders(outlook, dice)
            case PhaseKind.ADJUSTMENT:
                return adjustment_orders(outlook, dice)

    def told(self, resolution: Resolution) -> None:
        """Learns nothing."""

    def ended(self, ending: Ending) -> None:
        """Feels nothing."""
