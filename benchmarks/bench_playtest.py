"""How long do a thousand games of the standard board take, on all cores, with what they add up to?

    python -m benchmarks.bench_playtest [GAMES] [YEARS] [BOT]

The bar is two minutes on two cores. Time is that of the clock, since it is waited for; the processor's time of all processes stands beside
it and says what a quiet machine would need.
"""

from __future__ import annotations

import os
import sys
import time

from app.board_editor.playtest.matches import empty_figures
from app.board_editor.playtest.running import cores, run
from app.board_editor.playtest.task import PlayTest, texts_of
from app.players.bots import Bot
from variants.catalogue import shipped, shipped_source


def main() -> None:
    """Measure and print."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    years = int(sys.argv[2]) if len(sys.argv) > 2 else 12
    bot = Bot(sys.argv[3]) if len(sys.argv) > 3 else Bot.STEADY
    folder = shipped("standard")
    test = PlayTest(texts_of(folder, shipped_source("standard"), {}), bot, games, 1, years)
    figures = empty_figures(folder)
    began, before = time.perf_counter(), os.times()
    for tally in run(test):
        figures.add(tally)
    after = os.times()
    worked = sum(after[:4]) - sum(before[:4])
    print(f"{games} games of up to {years} years, {bot}: {time.perf_counter() - began:.1f} s on {cores()} cores, "
          f"{worked:.1f} s of processor, {worked / games * 1000:.0f} ms a game, {figures.length.value:.1f} years")  # fmt: skip


if __name__ == "__main__":
    main()
