"""Orders of a phase while they are written, one place after the other, and what an agent sees of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np
from gymnasium import spaces

from adjudicator import Location, Order
from entente.state import State, Variant

Observation = dict[str, Any]


@lru_cache(maxsize=8)
def spaces_of(variant: Variant) -> tuple[spaces.Dict, spaces.Discrete[Any]]:
    """Return the spaces of an agent's observations and actions: an order by its number, or the number behind the last for nothing."""
    provinces, powers, spots = len(variant.model.board.provinces), len(variant.model.powers), len(variant.spots)
    actions = len(variant.order_index()) + 1
    state = variant.start.arrays()
    observed = spaces.Dict(
        {
            "units": spaces.MultiBinary((powers, spots)),
            "dislodged": spaces.MultiBinary((powers, spots)),
            "owners": spaces.MultiBinary((powers, provinces)),
            "contested": spaces.MultiBinary(provinces),
            "phase": spaces.MultiBinary(len(state["phase"])),
            "power": spaces.MultiBinary(powers),
            "place": spaces.MultiBinary(provinces),
            "due": spaces.Box(-1.0, 1.0, (1,), np.float32),
        }
    )
    whole = spaces.Dict({"observation": observed, "action_mask": spaces.Box(0, 1, (actions,), np.int8)})
    return whole, spaces.Discrete(actions)


class Sheet:
    """The orders of one power in one phase, written place by place."""

    def __init__(self, state: State, power: str) -> None:
        self._state = state
        self._power = power
        self._places = list(dict.fromkeys(place.province for place in state.orderable(power))) if not state.is_over else []
        self._due = abs(state.adjustment(power)) if state.phase.kind.value == "A" else len(self._places)
        self.orders: list[Order] = []
        self._at = 0
        self._mask: np.ndarray[Any, np.dtype[np.int8]] | None = None

    @property
    def is_done(self) -> bool:
        """True if nothing is left to order."""
        return self._at >= len(self._places) or len(self.orders) >= self._due

    @property
    def place(self) -> str | None:
        """The province whose order is next."""
        return None if self.is_done else self._places[self._at]

    def mask(self) -> np.ndarray[Any, np.dtype[np.int8]]:
        """Return the actions that are possible now: the orders that are legal at the place, or nothing where that may be chosen."""
        if self._mask is None:
            self._mask = self._worked_out()
        return self._mask.copy()

    def _worked_out(self) -> np.ndarray[Any, np.dtype[np.int8]]:
        index = self._state.variant.order_index()
        found = np.zeros(len(index) + 1, dtype=np.int8)
        if self.place is None:
            found[-1] = 1
            return found
        found[:-1] = self._state.mask(self._power, Location(self.place))
        left = len(self._places) - self._at
        if self._state.phase.kind.value == "A" and left > self._due - len(self.orders):
            found[-1] = 1  # a site that is passed over
        return found

    def write(self, action: int) -> None:
        """Take the next action; an order that is not legal here is nothing, as for everybody."""
        if self.is_done:
            return
        mask = self.mask()
        if mask[action] and action < len(mask) - 1:
            self.orders.append(self._state.variant.order_index()[action])
        self._at += 1
        self._mask = None


def observation(state: State, power: str, sheet: Sheet, arrays: Mapping[str, np.ndarray[Any, Any]] | None = None) -> Observation:
    """Return the observation of *power*, and its possible actions.

    Args:
        arrays: those of *state*, where the caller has them already; every observation gets a copy of its own.
    """
    variant = state.variant
    board = state.arrays() if arrays is None else arrays
    seen: dict[str, Any] = {name: array.astype(np.int8) for name, array in board.items()}
    who = np.zeros(len(variant.model.powers), dtype=np.int8)
    who[list(variant.model.powers).index(power)] = 1
    where = np.zeros(len(variant.model.board.provinces), dtype=np.int8)
    if sheet.place is not None:
        where[list(variant.model.board.provinces).index(sheet.place)] = 1
    due = 0 if state.is_over else state.adjustment(power) if state.phase.kind.value == "A" else 0
    seen |= {"power": who, "place": where, "due": np.array([max(-1.0, min(1.0, due / 17))], dtype=np.float32)}
    return {"observation": seen, "action_mask": sheet.mask()}


def shares(state: State, scoring: str) -> Mapping[str, float]:
    """Return the share of each power in the game at its end, 1 in all; an open one counts as a draw of all who own a centre."""
    ended = state if state.is_over else state.draw(reason="last year")
    points = ended.returns(scoring)
    assert points is not None
    whole = sum(points.values()) or 1.0
    return {power: value / whole for power, value in points.items()}
