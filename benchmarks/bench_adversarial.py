"""How long do positions take that were made to be hard?

python -m benchmarks.bench_adversarial
"""

from __future__ import annotations

import time

from adjudicator import adjudicate, legal_orders
from benchmarks.adversarial import FAMILIES, web


def main() -> None:
    """Measure and print."""
    slowest = 0.0
    for family in FAMILIES:
        hard = family()
        hard.variant.board  # noqa: B018
        adjudicate(hard.variant, hard.position, {})
        start = time.perf_counter()
        resolution = adjudicate(hard.variant, hard.position, hard.orders)
        decided = (time.perf_counter() - start) * 1000
        assert len(resolution.outcomes) == len(hard.position.units)
        whole = (time.perf_counter() - start) * 1000
        slowest = max(slowest, whole)
        print(f"{hard.name:<40} {len(hard.position.units):4d} units  {decided:7.2f} ms  explained {whole:7.2f} ms")
    print(f"slowest {slowest:.1f} ms")
    hard = web(10, 6)
    start = time.perf_counter()
    count = len(legal_orders(hard.variant, hard.position, "WEST00"))
    print(f"options of one army behind 60 fleets: {count} in {(time.perf_counter() - start) * 1000:.2f} ms")
    start = time.perf_counter()
    count = sum(len(legal_orders(hard.variant, hard.position, unit.location)) for unit in hard.position.units)
    print(f"options of all units there: {count} in {(time.perf_counter() - start) * 1000:.2f} ms")


if __name__ == "__main__":
    main()
