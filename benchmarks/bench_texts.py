"""How long does a phase of 34 units take whose orders come as texts: through ``State.apply``, and as a request to the engine's ``--json``?

    python -m benchmarks.bench_texts

Prints medians and 95th percentiles in milliseconds of processor time over varied positions: the first 300 of a process, which has met no
text yet; 600 further positions, each seen for the first time as well; and the first 300 again. Bar: 0.5 ms for further positions.
"""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import islice

import entente
from adjudicator import adjudicate
from benchmarks.bench_adjudicate import touch
from benchmarks.positions import from_random_play
from entente.engine.json_protocol import JsonProtocol
from variants import standard

FIRST, FURTHER = 300, 600
_WHEN = {"first of all": slice(0, FIRST), "further positions": slice(FIRST, None), "the first again": slice(0, FIRST)}


def milliseconds(jobs: Sequence[Callable[[], object]]) -> str:
    """Median and 95th percentile over *jobs*."""
    times: list[float] = []
    for job in jobs:
        began = time.process_time_ns()
        job()
        times.append((time.process_time_ns() - began) / 1e6)
    times.sort()
    return f"median {statistics.median(times):6.3f} ms   95% {times[int(len(times) * 0.95)]:6.3f} ms"


def main() -> None:
    """Measure and print."""
    board = entente.standard()
    tasks = list(islice(from_random_play(standard(), 34, 34), FIRST + FURTHER))
    lines = [str(entente.State(board, position)) for position, _ in tasks]
    texts = [{power: [str(order) for order in orders] for power, orders in given.items()} for _, given in tasks]
    requests = [json.dumps({"position": line, "orders": each}) for line, each in zip(lines, texts, strict=True)]
    unseen = replace(board.model)  # The same board, of which no text was read yet; its tables are made once.
    board = entente.Variant(unseen)
    adjudicate(unseen, unseen.start, {})
    protocol = JsonProtocol(replace(unseen))
    protocol.take(1, "{}")
    for when, which in _WHEN.items():
        states = [board.state(line) for line in lines[which]]
        applied: list[Callable[[], object]] = [
            lambda state=state, each=each: touch(state.apply(each).resolution)  # type: ignore[misc]
            for state, each in zip(states, texts[which], strict=True)
        ]
        print(f"State.apply, {when:<18} {milliseconds(applied)}")
    for when, which in _WHEN.items():
        asked: list[Callable[[], object]] = [lambda request=request: protocol.take(1, request) for request in requests[which]]  # type: ignore[misc]
        print(f"--json, {when:<23} {milliseconds(asked)}")


if __name__ == "__main__":
    main()
