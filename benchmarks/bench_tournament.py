"""Games an hour of a tournament on two processes, and how much memory the process that keeps them holds as it grows.

python -m benchmarks.bench_tournament [--games 1000] [--who random] [--programs] [--last-year 1910]
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

import psutil

from app.board_editor.tournament.plan import read_plan
from app.board_editor.tournament.result_store import GAMES, ResultStore
from app.board_editor.tournament.running import run
from app.board_editor.tournament.standings import Standings
from scripts.player_page import script
from variants import standard


def main() -> None:
    """Play, and print a line for each tenth of the games."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--who", default="random")
    parser.add_argument("--last-year", type=int, default=1910)
    parser.add_argument("--programs", action="store_true", help="one seat is a program of ten lines")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "ten.py").write_text(script(), encoding="utf-8")
        one = "bot:./ten.py" if options.programs else options.who
        text = (
            f"games = {options.games}\nlast_year = {options.last_year}\n"
            f'[[players]]\nname = "one"\nwho = "{one}"\n[[players]]\nname = "six"\nwho = "{options.who}"\ncount = 6\n'
        )
        plan = read_plan("bench.toml", text.encode(), folder)
        store, standings, process = ResultStore(folder / "kept", plan), Standings(plan), psutil.Process()
        standings.add_all(store.open())
        began = time.perf_counter()
        for game, played in run(plan, standard(), "sha256:0", set(), jobs=options.jobs):
            store.add(game, played)
            standings.add(game)
            if standings.games % max(1, options.games // 10) == 0:
                seconds = time.perf_counter() - began
                memory, workers = process.memory_info().rss >> 20, [each.memory_info().rss >> 20 for each in process.children()]
                rate = standings.games / seconds * 3600
                print(f"{standings.games:6} games, {rate:9.0f} an hour, {memory} MB here, {max(workers, default=0)} MB the largest worker")
        store.close()
        lines = (folder / "kept" / GAMES).stat().st_size / options.games
        games = sum(each.stat().st_size for each in (folder / "kept" / "games").iterdir()) / options.games
        print(f"a line has {lines:.0f} bytes, a game {games:.0f}")


if __name__ == "__main__":
    main()
