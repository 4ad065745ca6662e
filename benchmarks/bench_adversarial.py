"""How long do positions take that were made to be hard?

python -m benchmarks.bench_adversarial
"""

from __future__ import annotations

import gc
import time
from dataclasses import replace

from adjudicator import adjudicate, legal_orders
from benchmarks.adversarial import FAMILIES, Hard, crowded_sea, world


def main() -> None:
    """Measure and print."""
    slowest = 0.0
    for family in FAMILIES:
        hard = family()
        adjudicate(hard.variant, hard.position, {})
        start = time.perf_counter()
        resolution = adjudicate(hard.variant, hard.position, hard.orders)
        decided = (time.perf_counter() - start) * 1000
        assert len(resolution.outcomes) == len(hard.position.units)
        whole = (time.perf_counter() - start) * 1000
        slowest = max(slowest, whole)
        print(f"{hard.name:<40} {len(hard.position.units):4d} units  {decided:7.2f} ms  explained {whole:7.2f} ms")
    print(f"slowest {slowest:.1f} ms")
    hard = world()
    print(f"{hard.name}: {len(hard.variant.board.provinces)} provinces")
    for when in ("at first sight of the board", "again"):
        position = replace(hard.position)
        start = time.perf_counter()
        count = len(legal_orders(hard.variant, position, "L0002"))
        print(f"  options of one army {when}: {count} in {(time.perf_counter() - start) * 1000:.2f} ms")
    for size in (6, 8):
        for isles in (False, True):
            for corners in (False, True):
                _one_fleet(crowded_sea(size, isles=isles, corners=corners), f"S{size // 2:02d}{size // 2:02d}")
    position = replace(hard.position)
    start = time.perf_counter()
    count = sum(len(legal_orders(hard.variant, position, unit.location)) for unit in position.units)
    print(f"  options of all {len(position.units)} units: {count} in {(time.perf_counter() - start) * 1000:.0f} ms")


def _one_fleet(hard: Hard, sea: str) -> None:
    """Measure the options of one fleet on a board that is known, in a position that is not."""
    legal_orders(hard.variant, replace(hard.position, units=()), sea)
    gc.collect()
    gc.freeze()  # What was measured before is no part of this.
    start = time.process_time()
    count = len(legal_orders(hard.variant, hard.position, sea))
    print(f"  {hard.name}: {count} options of one fleet in {(time.process_time() - start) * 1000:.1f} ms")


if __name__ == "__main__":
    main()
