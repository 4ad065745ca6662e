"""How long do all legal orders of a whole 34-unit position take, at first sight of it? Median microseconds.

python -m benchmarks.bench_legal_orders
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence

import variants
from adjudicator import Position, Variant, legal_orders
from benchmarks.positions import tasks


def microseconds_of_legal_orders(variant: Variant, positions: Sequence[Position]) -> list[float]:
    """For each position, all orders of all units; the position is seen for the first time, and the best of five such times counts."""
    times: list[float] = []
    for position in positions:
        best = float("inf")
        for _ in range(5):
            fresh = Position(position.phase, position.units, position.owners)
            start = time.perf_counter_ns()
            for unit in fresh.units:
                legal_orders(variant, fresh, unit.location)
            best = min(best, (time.perf_counter_ns() - start) / 1000)
        times.append(best)
    return times


def main() -> None:
    """Measure and print."""
    variant = variants.standard()
    source, found = tasks(variant, 1000)
    microseconds_of_legal_orders(variant, [variant.start])
    times = microseconds_of_legal_orders(variant, [position for position, _ in found])
    count = statistics.mean(
        sum(len(legal_orders(variant, position, unit.location)) for unit in position.units) for position, _ in found[:100]
    )
    print(f"all legal orders of a position ({source}, {count:.0f} orders): median {statistics.median(times):.0f} us")


if __name__ == "__main__":
    main()
