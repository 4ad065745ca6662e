"""Games an hour of a tournament on two processes, and how much memory the process that keeps them holds as it grows.

python -m benchmarks.bench_tournament [--games 1000] [--who random] [--programs] [--last-year 1910]
python -m benchmarks.bench_tournament --levels [--games 35] [--last-year 1907]

With --levels three of each level sit down with four of the level below, moving on by a seat a game. Printed are the shares of one
player of each in the sum of squares, with 95 % intervals, and how many times the lower one's the upper one's is.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from itertools import pairwise
from pathlib import Path

import psutil

from app.board_editor.tournament.plan import read_plan
from app.board_editor.tournament.result_store import GAMES, ResultStore
from app.board_editor.tournament.running import run
from app.board_editor.tournament.standings import Standings
from app.players.bots import Bot
from scripts.player_page import script
from variants import standard

CHECKSUM = "sha256:" + "0" * 64


def main() -> None:
    """Play, and print a line for each tenth of the games."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--who", default="random")
    parser.add_argument("--last-year", type=int, default=1910)
    parser.add_argument("--programs", action="store_true", help="one seat is a program of ten lines")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--levels", action="store_true", help="levels of the opponents, each against the one below")
    options = parser.parse_args()
    if options.levels:
        levels(min(options.games, 70), options.last_year, options.jobs)
        return
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
        for game, played in run(plan, standard(), CHECKSUM, set(), jobs=options.jobs):
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


def levels(games: int, last_year: int, jobs: int) -> None:
    """Play each level of the opponents against the one below."""
    for lower, upper in pairwise((Bot.BEGINNER, Bot.EASY, Bot.STEADY, Bot.STRONG)):
        text = f"games = {games}\nlast_year = {last_year}\nseconds = 1\n"
        text += "".join(f'[[players]]\nname = "{who}"\nwho = "{who}"\ncount = {count}\n' for who, count in ((upper, 3), (lower, 4)))
        with tempfile.TemporaryDirectory() as name:
            plan = read_plan("levels.toml", text.encode(), Path(name))
            standings = Standings(plan)
            for game, _ in run(plan, standard(), CHECKSUM, set(), jobs=jobs):
                standings.add(game)
        above, below = (standings.lines[str(who)].share for who in (upper, lower))
        words = [f"{who} {each.value:.1%} ({each.low:.1%} to {each.high:.1%})" for who, each in ((upper, above), (lower, below))]
        print(f"{', '.join(words)}: {above.value / max(below.value, 1e-9):.1f} times")


if __name__ == "__main__":
    main()
