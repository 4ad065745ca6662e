"""The environments pass the tests of their libraries, and what an agent does is what is played."""

from __future__ import annotations

import subprocess
import sys
import warnings

import pytest

pytest.importorskip("pettingzoo")

import numpy as np
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import parallel_api_test, parallel_seed_test

from entente import variant
from entente.rl import DiplomacyParallelEnv, SeatEnv, parallel_env


@pytest.mark.slow
def test_the_parallel_environment_passes_the_api_test_of_pettingzoo() -> None:
    parallel_api_test(DiplomacyParallelEnv(last_year=1902), num_cycles=150)


@pytest.mark.slow
def test_the_parallel_environment_passes_the_seed_test_of_pettingzoo() -> None:
    parallel_seed_test(lambda: parallel_env("duel-france-austria", last_year=1902), num_cycles=30)


@pytest.mark.slow
def test_the_seat_passes_the_check_of_gymnasium() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # it would like other render modes
        check_env(SeatEnv("FRANCE", variant="duel-france-austria", last_year=1902), skip_render_check=True)


@pytest.mark.slow
def test_what_agents_choose_is_what_is_carried_out() -> None:
    env = DiplomacyParallelEnv()
    seen, _ = env.reset()
    index = variant("standard").order_index()
    wanted = {"BUD": "A BUD - SER", "PAR": "A PAR - BUR", "MAR": "A MAR S A PAR - BUR", "MUN": "A MUN - BUR"}
    provinces = list(variant("standard").model.board.provinces)
    while env.state_of_game.phase == variant("standard").start.phase:
        actions = {}
        for agent in env.agents:
            place = provinces[int(seen[agent]["observation"]["place"].argmax())] if seen[agent]["observation"]["place"].any() else None
            legal = np.flatnonzero(seen[agent]["action_mask"])
            texts = {str(index[int(number)]): int(number) for number in legal if number < len(index)}
            actions[agent] = texts.get(wanted.get(place or "", ""), int(legal[0]))
        seen, rewards, *_ = env.step(actions)
        assert not any(rewards.values())
    position = env.state_of_game.position
    assert str(position.unit_at("SER")) == "AUSTRIA A SER"
    assert str(position.unit_at("BUR")) == "FRANCE A BUR"


@pytest.mark.slow
def test_an_action_that_is_not_legal_orders_nothing() -> None:
    env = SeatEnv("FRANCE", lambda _state, _power, _dice: [])
    env.reset(seed=1)
    for _ in range(3):
        env.step(0)  # a hold of a unit that is not there
    assert str(env.state.phase) == "F1901M"
    assert {str(unit) for unit in env.state.position.units_of("FRANCE")} == {"FRANCE A MAR", "FRANCE A PAR", "FRANCE F BRE"}


@pytest.mark.slow
def test_rewards_are_shares_of_the_game_that_make_one() -> None:
    env = DiplomacyParallelEnv("duel-france-austria", last_year=1901)
    seen, _ = env.reset()
    total: dict[str, float] = {}
    while env.agents:
        actions = {agent: int(np.flatnonzero(seen[agent]["action_mask"])[-1]) for agent in env.agents}
        seen, rewards, *_ = env.step(actions)
        for agent, reward in rewards.items():
            total[agent] = total.get(agent, 0.0) + reward
    assert sum(total.values()) == pytest.approx(1.0)


@pytest.mark.slow
def test_the_same_seed_plays_the_same_others() -> None:
    def played(seed: int) -> str:
        env = SeatEnv("FRANCE", last_year=1902)
        seen, _ = env.reset(seed=seed)
        for _ in range(12):
            seen, *_ = env.step(int(np.flatnonzero(seen["action_mask"])[0]))
        return str(env.state)

    assert played(3) == played(3)
    assert played(3) != played(4)


def test_the_library_loads_none_of_it() -> None:
    code = "import entente, sys; entente.standard().start; print(sorted({each.split('.')[0] for each in sys.modules}))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "adjudicator" in loaded
    assert "pettingzoo" not in loaded
    assert "gymnasium" not in loaded
