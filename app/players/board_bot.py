"""Common base of bots that know the board: they remember it when a game starts, and learn nothing afterwards."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random

from adjudicator import Ending, Order, Position, Resolution, Variant, orderable


class BoardBot(ABC):
    """A player that answers from board, position and power."""

    def __init__(self) -> None:
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
        return self._orders(self._variant, position, power)

    @abstractmethod
    def _orders(self, variant: Variant, position: Position, power: str) -> Sequence[Order]:
        """The orders of *power* in *position*."""

    def told(self, resolution: Resolution) -> None:  # noqa: B027 - to learn nothing is an answer
        """Learns nothing."""

    def ended(self, ending: Ending) -> None:  # noqa: B027 - as above
        """Feels nothing."""


class SeededBot(BoardBot):
    """A bot whose orders follow from seed, board, position and power alone: the same question has the same answer at any time.

    Args:
        seed: chooses among what seems equally good.
    """

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._seed = seed

    def _orders(self, variant: Variant, position: Position, power: str) -> Sequence[Order]:
        if not orderable(variant, position, power):
            return ()
        dice = Random(f"{self._seed} {power} {position.phase}")  # noqa: S311 - dice, no secrets
        return self._orders_by(dice, variant, position, power)

    @abstractmethod
    def _orders_by(self, dice: Random, variant: Variant, position: Position, power: str) -> Sequence[Order]:
        """The orders of *power*, which can order something in *position*."""
