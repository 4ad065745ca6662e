"""One power as a Gymnasium environment, against others that do not learn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any

import gymnasium
from gymnasium import spaces

import entente
from adjudicator.order import Order
from entente.rl.order_writing import Observation, Sheet, observation, shares, spaces_of
from entente.scoring import Scoring
from entente.state import State, Variant

Chooser = Callable[[State, str, Random], Iterable[Order | str]]
"""The orders of a power in a state; the dice are seeded by ``reset``."""


def by_lot(state: State, power: str, dice: Random) -> list[Order]:
    """Any legal order for each unit."""
    found = [dice.choice(state.legal_orders(place)) for place in state.orderable(power)]
    return found[: abs(state.adjustment(power))] if state.phase.kind.value == "A" else found


class SeatEnv(gymnasium.Env[Observation, Any]):
    """A game seen from one seat. Actions, observations and rewards are those of ``DiplomacyParallelEnv``; ``info`` has the mask too.

    Args:
        power: whose seat it is.
        others: who plays each other power, one for all or by power; by lot unless given.
        variant: the id of a shipped variant, or a variant.
        scoring: the system of points.
        last_year: the game is cut off after it; ten years after its start unless given.
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012 - the name that Gymnasium reads

    def __init__(
        self,
        power: str,
        others: Chooser | Mapping[str, Chooser] = by_lot,
        *,
        variant: str | Variant = "standard",
        scoring: str = Scoring.SUM_OF_SQUARES,
        last_year: int | None = None,
    ) -> None:
        self._variant = entente.variant(variant) if isinstance(variant, str) else variant
        if power not in self._variant.powers:
            raise ValueError(f"no power that is played is called {power[:40]!r}; there are {', '.join(self._variant.powers)}")
        self._power = power
        self._others = others
        self._scoring = scoring
        self._last_year = self._variant.start.phase.year + 9 if last_year is None else last_year
        observed, acted = spaces_of(self._variant)
        self.observation_space: spaces.Space[Any] = observed
        self.action_space: spaces.Space[Any] = spaces.Discrete(int(acted.n))
        self.render_mode = "ansi"
        self._dice = Random(0)  # noqa: S311 - dice, no secrets
        self.state = self._variant.start
        """The game so far."""
        self._sheet = Sheet(self.state, power)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """A new game."""
        super().reset(seed=seed, options=options)
        self._dice = Random(int(self.np_random.integers(2**31)))  # noqa: S311
        self.state = self._variant.start
        self._sheet = Sheet(self.state, self._power)
        self._play_on()
        return self._seen()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """One order; and the phase, and those in which the power has nothing to order, where it was the last."""
        self._sheet.write(int(action))
        self._play_on()
        state = self.state
        is_over = state.is_over or self._power not in state.survivors()
        is_cut = not is_over and self._is_late
        reward = shares(state, self._scoring)[self._power] if state.is_over or is_cut else 0.0
        seen, info = self._seen()
        return seen, float(reward), is_over, is_cut, info

    def render(self) -> str:
        """The board as text."""
        return self.state.text()

    @property
    def _is_late(self) -> bool:
        return self.state.phase.year > self._last_year

    def _play_on(self) -> None:
        """Carry phases out while the power has nothing left to order."""
        while self._sheet.is_done and not self.state.is_over and not self._is_late and self._power in self.state.survivors():
            orders: dict[str, Iterable[Order | str]] = {self._power: self._sheet.orders}
            for power in self._variant.powers:
                if power != self._power and self.state.orderable(power):
                    chooser = self._others.get(power, by_lot) if isinstance(self._others, Mapping) else self._others
                    orders[power] = chooser(self.state, power, self._dice)
            self.state = self.state.apply(orders).after
            self._sheet = Sheet(self.state, self._power)

    def _seen(self) -> tuple[Observation, dict[str, Any]]:
        seen = observation(self.state, self._power, self._sheet)
        return seen, {"phase": str(self.state.phase), "action_mask": seen["action_mask"]}
