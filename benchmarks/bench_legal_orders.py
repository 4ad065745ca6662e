"""How long do all legal orders of a whole 34-unit position take, a random game to its end, and the replay of 60 phases?

python -m benchmarks.bench_legal_orders
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Mapping, Sequence

import variants
from adjudicator import Order, Position, Variant, adjudicate, legal_orders, orderable
from benchmarks.positions import random_orders, tasks


def microseconds_of_legal_orders(variant: Variant, positions: Sequence[Position]) -> list[float]:
    """For each position, all orders of all units; the position is seen for the first time."""
    times: list[float] = []
    for position in positions:
        start = time.perf_counter_ns()
        for unit in position.units:
            legal_orders(variant, position, unit.location)
        times.append((time.perf_counter_ns() - start) / 1000)
    return times


def random_game(variant: Variant, seed: int, phases: int = 400) -> list[tuple[Position, Mapping[str, Sequence[Order]]]]:
    """A game between players who draw their orders by lot, to its end."""
    chance = random.Random(seed)
    position = variant.start
    record: list[tuple[Position, Mapping[str, Sequence[Order]]]] = []
    for _ in range(phases):
        orders = random_orders(variant, position, chance)
        record.append((position, orders))
        resolution = adjudicate(variant, position, orders)
        position = resolution.next
        if resolution.ending:
            break
    return record


def main() -> None:
    """Measure and print."""
    variant = variants.standard()
    source, found = tasks(variant, 1000)
    random_game(variant, 0)
    times = microseconds_of_legal_orders(variant, [position for position, _ in found])
    count = statistics.mean(
        sum(len(legal_orders(variant, position, unit.location)) for unit in position.units) for position, _ in found[:100]
    )
    print(f"all legal orders of a position ({source}, {count:.0f} orders): median {statistics.median(times):.0f} us")
    games: list[float] = []
    phases: list[int] = []
    for seed in range(1, 21):
        start = time.perf_counter()
        phases.append(len(random_game(variant, seed)))
        games.append((time.perf_counter() - start) * 1000)
    print(f"a random game to its end: median {statistics.median(games):.0f} ms, {statistics.median(phases):.0f} phases")
    per_phase = [game / count for game, count in zip(games, phases, strict=True)]
    print(f"a phase of random play: median {statistics.median(per_phase) * 1000:.0f} us")
    record = random_game(variant, 5, phases=60)
    replays: list[float] = []
    for _ in range(20):
        start = time.perf_counter()
        position = variant.start
        for _, orders in record:
            position = adjudicate(variant, position, orders).next
        replays.append((time.perf_counter() - start) * 1000)
    print(f"replay of a game of {len(record)} phases: median {statistics.median(replays):.1f} ms")
    place = [len(orderable(variant, variant.start, power)) for power in variant.powers]
    assert sum(place) == len(variant.start.units)


if __name__ == "__main__":
    main()
