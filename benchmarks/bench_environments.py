"""Steps a second of the environment in which programs learn, and phases a second beside the package ``diplomacy`` in the same run.

python -m benchmarks.bench_environments [--against-diplomacy] [--phases 300]
"""

from __future__ import annotations

import argparse
import random
import time

import numpy as np

from entente.rl import parallel_env


def ours(phases: int) -> tuple[float, float]:
    """Orders and phases a second of processor time."""
    env, dice = parallel_env("standard", last_year=1930), np.random.default_rng(1)
    seen, _ = env.reset()
    done, steps, last = 0, 0, env.state_of_game
    began = time.process_time()
    while done < phases:
        actions = {agent: int(dice.choice(np.flatnonzero(seen[agent]["action_mask"]))) for agent in env.agents}
        seen, *_ = env.step(actions)
        steps += len(actions)
        if env.state_of_game is not last:
            done, last = done + 1, env.state_of_game
        if not env.agents:
            seen, _ = env.reset()
            last = env.state_of_game
    seconds = time.process_time() - began
    return steps / seconds, done / seconds


def theirs(phases: int) -> float:
    """Phases a second of the package ``diplomacy``: its legal orders, its adjudication."""
    from diplomacy import Game  # type: ignore[import-not-found,unused-ignore]

    game, dice, done = Game(), random.Random(1), 0
    began = time.process_time()
    while done < phases:
        possible = game.get_all_possible_orders()
        for power in game.powers:
            places = game.get_orderable_locations(power)
            game.set_orders(power, [dice.choice(possible[place]) for place in places if possible[place]])
        game.process()
        done += 1
        if game.is_game_done or game.get_current_phase()[1:5] > "1930":
            game = Game()
    return phases / (time.process_time() - began)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--phases", type=int, default=300)
    parser.add_argument("--against-diplomacy", action="store_true")
    options = parser.parse_args()
    ours(10)  # the tables of the board are made once
    steps, phases = ours(options.phases)
    print(f"{steps:.0f} orders and {phases:.0f} phases a second of processor time, observations and masks included")
    if options.against_diplomacy:
        other = theirs(options.phases)
        print(f"diplomacy: {other:.0f} phases a second; {phases / other:.1f} times as many here")


if __name__ == "__main__":
    main()
