"""How fast are real games replayed? Median milliseconds a game, positions made from text beforehand.

    python -m benchmarks.bench_replay [GAMES]

The folder of real games is found as the tests find it (ENTENTE_SHARED, or the sibling folder ``shared``).
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from itertools import groupby, islice
from pathlib import Path

from adjudicator import PhaseKind, Position, adjudicate
from tests.interop.real_games import after_movement, read_records
from variants import standard


def main() -> None:
    folder = Path(os.environ.get("ENTENTE_SHARED") or Path(__file__).resolve().parents[2] / "shared")
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    variant = standard()
    games = [list(records) for _, records in islice(groupby(read_records(folder), key=lambda record: record.game), count)]
    seconds: list[float] = []
    for records in games:
        before: Position | None = None
        began = time.perf_counter()
        for record in records:
            retreat = record.position.phase.kind is PhaseKind.RETREAT
            position = after_movement(record, before) if retreat else record.position
            before = adjudicate(variant, position, record.orders).next
        seconds.append(time.perf_counter() - began)
    phases = sum(map(len, games))
    print(f"{len(games)} games, {phases} phases: median {statistics.median(seconds) * 1000:.1f} ms a game, "
          f"{sum(seconds) / phases * 1e6:.0f} us a phase, 60 phases in {sum(seconds) / phases * 60_000:.1f} ms")  # fmt: skip


if __name__ == "__main__":
    main()
