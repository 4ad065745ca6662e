"""The strong opponent as a player."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from adjudicator import Order, PhaseKind, Position, Resolution, Variant, Waive, orderable
from app.players.board_bot import BoardBot
from app.players.stalemates import line_in_reach, stations_held
from app.players.strong.budget import WORK, Budget
from app.players.strong.movement import Search
from app.players.strong.opponent_plans import Acquaintance, SeenOrders, seen_in
from app.players.strong.search_task import Pledges, SearchTask
from app.players.strong.settling import SettlingSearch

_MARGIN = 0.1
"""Seconds of a deadline that are left for the answer to arrive."""


class StrongBot(BoardBot):
    """Searches for the orders that serve best against what the others may order.

    Given a deadline or *seconds* it searches by its clock; else as much as is usual, and then the same seed orders the same.

    Args:
        seed: chooses among what seems equally good.
        seconds: how long it thinks about a movement phase.
        clock: tells the time, in seconds that only go forward.
        work: how many joint orders it weighs where *seconds* are not given.
    """

    def __init__(self, seed: int, seconds: float | None = None, clock: Callable[[], float] = time.monotonic, work: int = WORK) -> None:
        super().__init__()
        self._seed, self._seconds, self._clock, self._work = seed, seconds, clock, work
        self._deadline: float | None = None
        self._acquaintance: Acquaintance | None = None
        self._asked: Position | None = None
        self._word = Pledges()

    def started(self, variant: Variant, power: str) -> None:
        """Remember the board, and begin to get to know the others."""
        super().started(variant, power)
        self._acquaintance = Acquaintance(variant)

    def told(self, resolution: Resolution) -> None:
        """Note what the others ordered in the movement phase that it was asked about last."""
        position, self._asked = self._asked, None
        if position is not None and self._acquaintance is not None:
            self._acquaintance.remember(seen_in(position, resolution))

    def remember(self, seen: Sequence[SeenOrders]) -> None:
        """Note phases of this game that were played before."""
        for each in seen:
            if self._acquaintance is not None:
                self._acquaintance.remember(each)

    def agreed(self, word: Pledges) -> None:
        """Note the agreements with others, as they bear on the next orders."""
        self._word = word

    def choose_orders(self, position: Position, power: str, deadline: float | None) -> Sequence[Order]:
        """One legal order for each unit, or as many builds or removals as are due, before *deadline* seconds are over.

        Raises:
            RuntimeError: no game was started.
        """
        self._deadline = deadline
        return super().choose_orders(position, power, deadline)

    def _orders(self, variant: Variant, position: Position, power: str) -> Sequence[Order]:
        if not orderable(variant, position, power):
            return ()
        dice = Random(f"{self._seed} {power} {position.phase}")  # noqa: S311 - dice, no secrets
        line = line_in_reach(variant, position, power)
        held = {} if line is None else {order.piece.location.province: order for order in line.orders if not isinstance(order, Waive)}
        held |= {support.piece.location.province: support for support in self._word.supports}
        word = self._word if line is None else replace(self._word, enemies=self._word.enemies | {line.leader})
        task = SearchTask(variant, position, power, fixed=held, word=word, stays=stations_held(variant, position, power))
        if position.phase.kind is not PhaseKind.MOVEMENT:
            return SettlingSearch(task, dice, self._budget()).orders()
        self._asked = position
        return Search(task, dice, self._budget(), self._acquaintance).orders()

    def _budget(self) -> Budget:
        if self._seconds is None:
            longest = None if self._deadline is None else max(0.0, self._deadline - _MARGIN)
            return Budget(longest, self._work, self._clock)
        longest = self._seconds if self._deadline is None else min(self._seconds, max(0.0, self._deadline - _MARGIN))
        return Budget(longest, None, self._clock)
