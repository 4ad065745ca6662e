"""How long does a game between random bots take, from its start to its end? Median milliseconds over many seeds.

    python -m benchmarks.bench_selfplay [GAMES] [YEARS]

A game ends by a solo, or in a draw after YEARS years (20 unless given). Results are worked out, not worded. Time is that of the processor,
which on an idle machine is the same as that of the clock.
"""

from __future__ import annotations

import statistics
import sys
import time

from app.players.bots import Bot, bots
from entente import play, standard


def main() -> None:
    """Measure and print."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    years = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    variant = standard()
    play(variant, bots(Bot.RANDOM, variant.model, 0), last_year=1901)
    seconds: list[float] = []
    phases = 0
    for seed in range(1, count + 1):
        players = bots(Bot.RANDOM, variant.model, seed)
        began = time.process_time()
        record = play(variant, players, last_year=1900 + years)
        seconds.append(time.process_time() - began)
        phases += len(record.steps)
    print(f"{count} games of up to {years} years, {phases / count:.0f} phases each: median {statistics.median(seconds) * 1000:.1f} ms, "
          f"slowest {max(seconds) * 1000:.1f} ms, {sum(seconds) / phases * 1e6:.0f} us a phase")  # fmt: skip


if __name__ == "__main__":
    main()
