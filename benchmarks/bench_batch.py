"""Phases a second of ``entente.batch`` and of ``PhaseEnv``, and what one position costs by the compiled core.

python -m benchmarks.bench_batch

Times are of processor time of this process, all threads added up; the wall's clock beside them says what threads save on an idle machine.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import numpy as np

import entente
from adjudicator.adjudicating import adjudicate
from adjudicator.joint_orders import JointOrders
from adjudicator.legal import legal_orders
from adjudicator.order import Order
from adjudicator.position import Position
from entente.batch import Batch, Numbers
from entente.rl import PhaseEnv


def seconds(do: Callable[[], object], times: int) -> tuple[float, float]:
    """The least processor time and the least time by the clock of one call."""
    processor, clock = [], []
    for _ in range(times):
        began, stood = time.process_time(), time.perf_counter()
        do()
        processor.append(time.process_time() - began)
        clock.append(time.perf_counter() - stood)
    return min(processor), min(clock)


def mixed(batch: Batch, count: int) -> Numbers:
    """Games by lot, each somewhere in its first twelve phases."""
    parts = [batch.starts(count // 12) for _ in range(12)]
    for phase in range(12):
        for part in range(phase, 12):
            parts[part] = batch.after(parts[part], batch.by_lot(parts[part], phase))
    return np.concatenate(parts)


def fresh(position: Position) -> Position:
    """The same position, of which nothing is known yet."""
    return Position(position.phase, position.units, position.owners, position.dislodged, position.contested)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=6000)
    options = parser.parse_args()
    two, one = Batch("standard", threads=2), Batch("standard", threads=1)
    print(two)
    rows = mixed(one, options.count)
    orders, out, count = one.by_lot(rows, 1), np.empty_like(rows), len(rows)
    units = int((one.columns(rows).units >= 0).sum()) / count
    alone, _ = seconds(lambda: one.after(rows, orders, out), 15)
    both, clock = seconds(lambda: two.after(rows, orders, out), 15)
    print(f"phases in a batch ({units:.0f} units on average): {alone / count * 1e6:.2f} us")
    print(f"    two threads: {count / clock:,.0f} a second by the clock, {2 * count / both:,.0f} where each has a processor of its own")
    drawn, _ = seconds(lambda: one.by_lot(rows, 2), 5)
    listed, _ = seconds(lambda: one.legal(rows), 3)
    print(f"legal orders by lot: {drawn / count * 1e6:.1f} us; all legal orders as numbers: {listed / count * 1e6:.1f} us")
    print(f"keys: {seconds(lambda: one.keys(rows), 5)[0] / count * 1e6:.2f} us")

    env = PhaseEnv(1000, threads=1)
    env.reset()
    steps = [0]

    def play() -> None:
        for _ in range(10):
            env.step(env.batch.by_lot(env.rows, steps[0]))
            steps[0] += 1

    print(f"PhaseEnv with observations: {10_000 / seconds(play, 4)[0]:,.0f} phases a second")

    def years() -> None:
        positions = one.starts(500)
        for phase in range(200):
            positions = one.after(positions, one.by_lot(positions, phase))
            if int(one.columns(positions).year.min()) > 1920:
                return

    print(f"random games of 20 years: {500 / seconds(years, 1)[0] * 3600:,.0f} an hour and core")

    variant = two.variant.model
    position = next(state.position for state in reversed(one.states(rows[-12:])) if str(state.phase).endswith("M"))
    print(f"one position of {len(position.units)} units:")
    print(f"    all its legal orders {seconds(lambda: _listed(fresh(position)), 60)[0] * 1e6:.0f} us")
    print(f"    evaluator set up {seconds(lambda: JointOrders(variant, fresh(position)), 60)[0] * 1e6:.0f} us")
    joint = JointOrders(variant, position)
    drawn_joint = [number % len(options) for number, options in enumerate(joint.options)]
    print(f"    a joint order followed {seconds(lambda: [joint.after(drawn_joint) for _ in range(100)], 20)[0] * 1e4:.1f} us")
    given: dict[str, list[Order]] = {power: [] for power in variant.powers}
    for unit, options_there, number in zip(position.units, joint.options, drawn_joint, strict=True):
        given[unit.power].append(options_there[number])
    resolved, _ = seconds(lambda: [adjudicate(variant, position, given) for _ in range(20)], 20)
    print(f"    adjudicated without reasons {resolved * 5e4:.0f} us")


def _listed(position: Position) -> int:
    variant = entente.standard().model
    return sum(len(legal_orders(variant, position, unit.province)) for unit in position.units)


if __name__ == "__main__":
    main()
