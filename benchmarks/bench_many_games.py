"""Time to list 200 games: read for the first time, and again when nothing changed. Processor time, median of three."""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path

from app.game.dpn.writer import write
from app.game.edits import new_game, process
from app.gm.games import inspect_folders
from app.library.variants import VariantShelf
from variants.catalogue import standard

GAMES, PHASES = 200, 20


def main() -> None:
    """Write the games, and list them."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "games"
        folder.mkdir()
        game = new_game(standard(), "Game")
        for _ in range(PHASES):
            game = process(game)
        text = write(game)
        for number in range(GAMES):
            (folder / f"game {number}.dpn").write_text(text.replace("name: Game", f"name: Game {number}"), encoding="utf-8")
        shelf = VariantShelf(Path(name) / "variants")
        for words, again in (("read for the first time", False), ("nothing changed", True)):
            taken = []
            for run in range(3):
                cache = Path(name) / ("kept.json" if again else f"cache{run}.json")
                if again:
                    inspect_folders([folder], shelf, cache)
                before = time.process_time()
                found = inspect_folders([folder], shelf, cache)
                taken.append(time.process_time() - before)
            median = statistics.median(taken) * 1000
            print(f"{GAMES} games of {PHASES} phases, {words}: {median:.0f} ms, {found.files_read} files read")


if __name__ == "__main__":
    main()
