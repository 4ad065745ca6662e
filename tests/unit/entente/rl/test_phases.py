"""Many games a phase a step: games end and begin again, and each power gets its share."""

from __future__ import annotations

import numpy as np

from entente.rl import PhaseEnv


def test_games_end_are_shared_out_and_begin_anew() -> None:
    env = PhaseEnv(8, "pure", last_year=1903)
    seen = env.reset()
    assert seen["units"].shape == (8, 7, 7)
    ended = 0
    for step in range(40):
        before = env.rows
        seen, rewards, is_over, is_cut, info = env.step(env.batch.by_lot(env.rows, step))
        assert not np.any(is_over & is_cut)
        assert np.array_equal(np.flatnonzero(is_over | is_cut), info["ended"])
        assert np.allclose(rewards.sum(axis=1), is_over | is_cut)
        assert len(info["final"]) == len(info["ended"])
        assert np.array_equal(env.rows[info["ended"]], env.batch.starts(len(info["ended"])))
        assert not np.array_equal(before, env.rows)
        ended += len(info["ended"])
    assert ended >= 16


def test_legal_orders_are_listed_for_every_game() -> None:
    env = PhaseEnv(3)
    legal = env.legal()
    assert len(legal.start) == 3 * 75 + 1
    assert legal.start[-1] == len(legal.orders) == 3 * len(env.batch.legal(env.batch.starts(1)).orders)
