"""Many games at once, a whole phase of each in a step, by the compiled core: for learning from millions of phases."""

from __future__ import annotations

from typing import Any

import numpy as np

from entente.batch import Batch, Bytes, Codes, LegalOrders, Numbers
from entente.rl.order_writing import shares
from entente.scoring import Scoring
from entente.state import Variant

Floats = np.ndarray[Any, np.dtype[np.float32]]
Bools = np.ndarray[Any, np.dtype[np.bool_]]


class PhaseEnv:
    """Environment of *count* games; each step takes the joint orders of one phase in every game.

    Orders are those of ``Batch``: a number for each province, for all powers together. A game that ends begins again in the same step; its
    last position is in the information. Rewards are 0 until a game ends, and then each power's share of its points, 1 in all.

    Args:
        count: games.
        variant: the id of a shipped variant, or a variant.
        scoring: the system of points.
        last_year: games are cut off after it; ten years after their start unless given.
        threads: how many share the work.
    """

    def __init__(
        self,
        count: int,
        variant: str | Variant = "standard",
        *,
        scoring: str = Scoring.SUM_OF_SQUARES,
        last_year: int | None = None,
        threads: int | None = None,
    ) -> None:
        self.batch = Batch(variant, threads=threads)
        self.count = count
        self._scoring = scoring
        self._last_year = self.batch.variant.start.phase.year + 9 if last_year is None else last_year
        self.rows: Numbers = self.batch.starts(count)
        """Positions of the games."""
        self._powers = list(self.batch.variant.powers)

    def reset(self) -> dict[str, Bytes]:
        """Begin all games; return the observation of them."""
        self.rows = self.batch.starts(self.count)
        return self.observe()

    def step(self, orders: Codes) -> tuple[dict[str, Bytes], Floats, Bools, Bools, dict[str, Any]]:
        """Carry a phase of every game out.

        Gives back what is seen, the rewards (games x powers, in the variant's sequence), which games ended, which were cut off, and
        information: ``ended``, the numbers of those games, and ``final``, their last positions.

        Raises:
            ValueError: an order is not possible; with its game and province.
        """
        rows = self.batch.after(self.rows, orders)
        columns = self.batch.columns(rows)
        is_over: Bools = columns.ending != 0
        is_cut: Bools = ~is_over & (columns.year > self._last_year)
        rewards = np.zeros((self.count, len(self._powers)), dtype=np.float32)
        ended = np.flatnonzero(is_over | is_cut)
        final = rows[ended]
        for game, state in zip(ended.tolist(), self.batch.states(final), strict=True):
            points = shares(state, self._scoring)
            rewards[game] = [points.get(power, 0.0) for power in self._powers]
        if len(ended):
            rows[ended] = self.batch.starts(len(ended))
        self.rows = rows
        return self.observe(), rewards, is_over, is_cut, {"ended": ended, "final": final}

    def observe(self) -> dict[str, Bytes]:
        """Arrays of 0 and 1 of all games: those of ``state.arrays()``, one for each game."""
        return self.batch.arrays(self.rows)

    def legal(self) -> LegalOrders:
        """Legal orders of every game now."""
        return self.batch.legal(self.rows)
