"""How does the strong opponent fare in tournaments?

    python -m benchmarks.bench_strong [--games 70] [--seconds 0.5] [--against steady] [--last 1912]

One strong opponent sits among six others, in each seat in turn. It thinks so many seconds of processor time about each movement phase.
Prints its share of the sum of squares (a solo counts 1, somebody else's 0; an equal share is 0.143), its solos, and a 95 % interval.
"""

from __future__ import annotations

import argparse
import statistics
import time

from app.players.bots import Bot, bots
from app.players.strong.bot import StrongBot
from entente import play, standard


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=70)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--against", type=Bot, default=Bot.STEADY)
    parser.add_argument("--last", type=int, default=1912)
    asked = parser.parse_args()
    variant, shares, solos = standard(), list[float](), 0
    began = time.process_time()
    for number in range(asked.games):
        power = variant.powers[number % len(variant.powers)]
        players = bots(asked.against, variant.model, 1000 + number)
        players[power] = StrongBot(number, asked.seconds, time.process_time)
        record = play(variant, players, last_year=asked.last)
        assert not record.misses, record.misses
        shares.append(record.returns("sum-of-squares")[power])
        solos += record.final.ending is not None and record.final.ending.winners == (power,)
        spread = 1.96 * statistics.stdev(shares) / len(shares) ** 0.5 if len(shares) > 1 else 0.5
        centres = len(record.final.centres(power))
        print(
            f"{number + 1:4} {power:8} {centres:2} centres, {record.final.phase.year}; "
            f"share {statistics.fmean(shares):.3f} +- {spread:.3f}, solos {solos}, {time.process_time() - began:.0f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
