"""How long does one movement phase of 34 units take, orders already read, checks and reasons included?

    python -m benchmarks.bench_adjudicate [--against-diplomacy]

Prints the median and the 95th percentile in microseconds over 1,000 varied positions: at first sight of every order and
position, and again when both are known. With ``--against-diplomacy`` the public engine ``diplomacy`` 1.1.2 is measured in
the same run, in an environment of its own.
"""

from __future__ import annotations

import gc
import statistics
import sys
import time
from collections.abc import Sequence

import variants
from adjudicator import Resolution, adjudicate
from benchmarks.against_diplomacy import microseconds_of_diplomacy
from benchmarks.positions import Task, tasks

COUNT = 1000
ROUNDS = 5


def touch(resolution: Resolution) -> int:
    """Look at every outcome and reason, so that nothing is left to be made later."""
    return sum(len(outcome.reasons) for outcome in resolution.outcomes) + len(resolution.next.units)


def measure(found: Sequence[Task]) -> list[float]:
    """Microseconds of each adjudication."""
    variant = variants.standard()
    times: list[float] = []
    for position, orders in found:
        start = time.perf_counter_ns()
        touch(adjudicate(variant, position, orders))
        times.append((time.perf_counter_ns() - start) / 1000)
    return times


def summary(name: str, times: Sequence[float]) -> str:
    """One line of figures."""
    ordered = sorted(times)
    return f"{name:<34} median {statistics.median(ordered):7.1f} us   95% {ordered[int(len(ordered) * 0.95)]:7.1f} us"


def main() -> None:
    """Measure and print."""
    variant = variants.standard()
    source, found = tasks(variant, COUNT)
    adjudicate(variant, variant.start, {})
    sizes = statistics.mean(len(position.units) for position, _ in found)
    print(f"{COUNT} movement phases from {source}, {sizes:.1f} units on average")
    gc.collect()
    gc.freeze()  # The loaded games are no part of what is measured.
    print(summary("first sight of orders and position", measure(found)))
    best = [min(each) for each in zip(*(measure(found) for _ in range(ROUNDS)), strict=True)]
    print(summary(f"known orders, best of {ROUNDS}", best))
    if "--against-diplomacy" in sys.argv:
        theirs = microseconds_of_diplomacy(found[:200])
        print(summary("diplomacy 1.1.2, 200 of them", theirs))
        print(f"ratio of medians {statistics.median(theirs) / statistics.median(best[:200]):.0f}")


if __name__ == "__main__":
    main()
