"""How long does it take to read and to write the file of a game of 60 phases? The bars are 30 and 20 ms.

Run: ``python -m benchmarks.bench_dpn``
"""

from __future__ import annotations

import gc
import platform
import statistics
import time
from collections.abc import Callable
from datetime import UTC, datetime

from app.game.dpn.build import build
from app.game.dpn.game_reader import read
from app.game.dpn.replay import replay
from app.game.dpn.writer import Writer, write
from app.game.edits import rename_game, set_turn_note
from app.game.opening import open_text
from app.game.variant_source import ShippedShelf
from tests.unit.app.game.play import played_game

ROUNDS = 40


def milliseconds(act: Callable[[], object]) -> tuple[float, float]:
    """The median and the worst of forty runs of *act*."""
    act()
    times: list[float] = []
    for _ in range(ROUNDS):
        gc.collect()
        start = time.perf_counter()
        act()
        times.append((time.perf_counter() - start) * 1000)
    return statistics.median(times), max(times)


def main() -> None:
    """Print the figures."""
    game = played_game(60, seed=1)
    text = write(game)
    data = text.encode()
    shelf = ShippedShelf()
    read_text = read(data)
    built = build(read_text, shelf)
    assert built.game is not None
    recorded = built.game
    opened = open_text(data)
    ready = opened.ready()
    edited = set_turn_note(rename_game(ready.game, "Another"), ready.game.last(), "A note")
    writer = Writer(read_text, built, ready.game)
    writer.compose(ready.game)
    orders = sum(len(lines) for turn in game.line() for lines in turn.orders.values())
    print(f"{datetime.now(tz=UTC):%Y-%m-%d} Python {platform.python_version()} {platform.machine()}")
    print(f"{len(game.line())} phases, {orders} orders, {len(data)} bytes, {text.count(chr(10))} lines")
    for name, act in (
        ("read: text to blocks", lambda: read(data)),
        ("read: text to game (bar 30)", lambda: build(read(data), shelf)),
        ("replay check", lambda: replay(recorded)),
        ("open: read and replay", lambda: open_text(data)),
        ("write a whole game (bar 20)", lambda: write(game)),
        ("write after one edit", lambda: writer.compose(edited)),
    ):
        median, worst = milliseconds(act)
        print(f"{name:32} {median:8.2f} ms   worst {worst:8.2f} ms")


if __name__ == "__main__":
    main()
