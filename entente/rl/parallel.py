"""All powers as agents of one PettingZoo environment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gymnasium import spaces
from pettingzoo import ParallelEnv

import entente
from entente.rl.order_writing import Observation, Sheet, observation, shares, spaces_of
from entente.scoring import Scoring
from entente.state import Variant


class DiplomacyParallelEnv(ParallelEnv[str, Observation, int]):  # type: ignore[misc]  # it ships no types
    """A game in which every power is an agent.

    A step takes one action of each agent that is left: the number of an order for the place that its observation names, or the last number
    for nothing. When no agent has anything left to order, the phase is carried out. The reward is 0 until the end, and then the share of
    the game's points, 1 in all.

    Args:
        variant: the id of a shipped variant, or a variant.
        scoring: the system of points; ``sum-of-squares`` unless given.
        last_year: the game is cut off after it; ten years after its start unless given.
        max_cycles: steps after which it is cut off at the latest.
    """

    metadata = {"name": "entente_diplomacy_v1", "render_modes": ["ansi"]}  # noqa: RUF012 - the name that PettingZoo reads

    def __init__(
        self,
        variant: str | Variant = "standard",
        *,
        scoring: str = Scoring.SUM_OF_SQUARES,
        last_year: int | None = None,
        max_cycles: int = 10_000,
    ) -> None:
        self._variant = entente.variant(variant) if isinstance(variant, str) else variant
        self._scoring = scoring
        self._last_year = self._variant.start.phase.year + 9 if last_year is None else last_year
        self.max_cycles = max_cycles
        self.render_mode = "ansi"
        self.possible_agents = list(self._variant.powers)
        observed, acted = spaces_of(self._variant)
        self.observation_spaces: dict[str, spaces.Space[Any]] = {each: _fresh(observed) for each in self.possible_agents}
        self.action_spaces: dict[str, spaces.Space[Any]] = {each: spaces.Discrete(int(acted.n)) for each in self.possible_agents}
        self.agents: list[str] = []
        self.state_of_game = self._variant.start
        """The game so far."""
        self._sheets: dict[str, Sheet] = {}
        self._steps = 0

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of observations of *agent*."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of actions of *agent*."""
        return self.action_spaces[agent]

    def reset(
        self,
        seed: int | None = None,  # noqa: ARG002 - the rules roll no dice
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """A new game."""
        self.agents = list(self.possible_agents)
        self.state_of_game = self._variant.start
        self._steps = 0
        self._begin_phase()
        return self._observed(self.agents), {agent: {} for agent in self.agents}

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """One order of each agent; and the phase, where it was the last."""
        present = list(self.agents)
        self._steps += 1
        for agent in present:
            self._sheets[agent].write(int(actions.get(agent, -1)))
        while all(sheet.is_done for sheet in self._sheets.values()) and not self.state_of_game.is_over and not self._is_late:
            self.state_of_game = self.state_of_game.apply({agent: sheet.orders for agent, sheet in self._sheets.items()}).after
            self._begin_phase()
        state = self.state_of_game
        is_over, is_cut = state.is_over, not state.is_over and (self._is_late or self._steps >= self.max_cycles)
        alive = set(state.survivors())
        out = {agent: is_over or agent not in alive for agent in present}
        cut = {agent: is_cut and not out[agent] for agent in present}
        won = shares(state, self._scoring) if is_over or is_cut else {}
        rewards = {agent: float(won.get(agent, 0.0)) for agent in present}
        seen, infos = self._observed(present), {agent: {"phase": str(state.phase)} for agent in present}
        self.agents = [agent for agent in present if not out[agent] and not cut[agent]]
        return seen, rewards, out, cut, infos

    def render(self) -> str:
        """The board as text."""
        return self.state_of_game.text()

    def state(self) -> Any:
        """The arrays of the whole board, one after the other."""
        import numpy as np

        return np.concatenate([array.ravel() for array in self.state_of_game.arrays().values()])

    def close(self) -> None:
        """Do nothing, since nothing is open."""

    @property
    def _is_late(self) -> bool:
        return self.state_of_game.phase.year > self._last_year

    def _begin_phase(self) -> None:
        self._sheets = {agent: Sheet(self.state_of_game, agent) for agent in self.possible_agents}

    def _observed(self, agents: list[str]) -> dict[str, Observation]:
        arrays = self.state_of_game.arrays()
        return {agent: observation(self.state_of_game, agent, self._sheets[agent], arrays) for agent in agents}


def _fresh(space: spaces.Dict) -> spaces.Dict:
    """A space of the same shape with dice of its own."""
    return spaces.Dict({name: each if not isinstance(each, spaces.Dict) else _fresh(each) for name, each in space.spaces.items()})


def parallel_env(variant: str | Variant = "standard", **options: Any) -> DiplomacyParallelEnv:
    """The environment, by the name that libraries look for."""
    return DiplomacyParallelEnv(variant, **options)
