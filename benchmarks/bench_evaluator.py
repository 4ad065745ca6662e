"""How much faster does search find out what follows than by adjudicating?

    python -m benchmarks.bench_evaluator [--positions 100] [--joint 40]

Positions of 34 units from real games (or random play), random legal joint orders in each. Prints microseconds of processor time for each
joint order: ``adjudicate`` with its reasons, ``adjudicate`` with unread reasons, and the evaluator, and checks that all agree.
"""

from __future__ import annotations

import argparse
import gc
import random
import time

from adjudicator import Order, adjudicate
from adjudicator.joint_orders import JointOrders
from benchmarks.positions import tasks
from variants import standard


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--joint", type=int, default=40)
    asked = parser.parse_args()
    variant, chance = standard(), random.Random(1)
    source, found = tasks(variant, asked.positions)
    gc.collect()
    gc.freeze()
    plain = explained = quick = 0.0
    count = 0
    for position, _ in found:
        joint_orders = JointOrders(variant, position)
        joints = [[chance.randrange(len(options)) for options in joint_orders.options] for _ in range(asked.joint)]
        by_power: list[dict[str, list[Order]]] = []
        for joint in joints:
            orders: dict[str, list[Order]] = {power: [] for power in variant.powers}
            for unit, number, options in zip(position.units, joint, joint_orders.options, strict=True):
                orders[unit.power].append(options[number])
            by_power.append(orders)
        joint_orders.after(joints[0])
        start = time.process_time()
        resolutions = [adjudicate(variant, position, orders) for orders in by_power]
        plain += time.process_time() - start
        start = time.process_time()
        for resolution in resolutions:
            assert resolution.outcomes
        explained += time.process_time() - start
        start = time.process_time()
        following = [joint_orders.after(joint) for joint in joints]
        quick += time.process_time() - start
        assert all(one.next == other.position for one, other in zip(resolutions, following, strict=True))
        count += len(joints)
    micro = 1e6 / count
    print(f"{count} random joint orders in {len(found)} positions from {source}; all agree")
    print(f"adjudicate, with reasons     {(plain + explained) * micro:7.1f} us   {(plain + explained) / quick:.1f} times the evaluator")
    print(f"adjudicate, reasons unasked  {plain * micro:7.1f} us   {plain / quick:.1f} times the evaluator")
    print(f"evaluator                    {quick * micro:7.1f} us")


if __name__ == "__main__":
    main()
