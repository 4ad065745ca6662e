"""How long do the results for seven players take, with pictures and PDFs, from a phase that is over to files? The bar is 3 s.

Run: ``QT_QPA_PLATFORM=offscreen python -m benchmarks.bench_results`` (``--fog``: a game in which each player sees another board)
"""

from __future__ import annotations

import argparse
import platform
import random
import tempfile
import time
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from app.cli.terminal_services import CommandLineServices
from app.game.document import Document
from app.game.edits import process
from app.game.record import MAIN, Cursor, Game
from app.hooks.host import HookHost
from app.mail_out.making import Wish, files_of, make, plan, readers_of, texts_of, write_together
from app.mail_out.readers import named_template
from app.qt.map.export import headless_application
from app.session.session import Session
from app.session.viewpoint import Viewpoint
from tests.unit.app.game.play import fresh_game, played_game, random_orders
from tests.unit.app.hooks.playing import with_shipped

PHASES = 40


def main() -> None:
    """Print the figures: processor time, which other work on the machine changes least, and the wall clock."""
    options = argparse.ArgumentParser()
    options.add_argument("--fog", action="store_true")
    fog = options.parse_args().fog
    keep = headless_application()
    game = _in_fog() if fog else played_game(PHASES, seed=1)
    cursor = _largest(game)
    units = len(game.turn(cursor).position.units)
    print(f"{datetime.now(tz=UTC):%Y-%m-%d} Python {platform.python_version()} {platform.machine()}, {units} units{', fog' if fog else ''}")
    session = Session(CommandLineServices())
    if fog:
        host = HookHost(lambda *_: True)
        session.viewpoint = Viewpoint(lambda: host)
    session.add(Document(game))
    for words in ("the first time", "again"):
        began, clock = time.process_time(), time.perf_counter()
        planned = plan(session, cursor, readers_of(session), Wish(named_template("plain")))
        asked = time.process_time()
        texts = texts_of(planned)
        written = time.process_time()
        steps: list[int] = []
        packages = make(session.services, planned, partial(_noted, steps))
        drawn = time.process_time()
        with tempfile.TemporaryDirectory() as folder:
            files = write_together(Path(folder) / "out", files_of(packages))
            size = sum(file.stat().st_size for file in files)
        ended, wall = time.process_time(), time.perf_counter() - clock
        pictures = len({id(each.picture) for each in packages})
        print(
            f"{words}: {len(texts)} texts, {pictures} pictures, {len(packages)} PDFs, {len(steps)} steps of progress, {size / 1e6:.1f} MB"
        )
        print(f"  what each may see   {(asked - began) * 1000:8.0f} ms")
        print(f"  texts               {(written - asked) * 1000:8.0f} ms")
        print(f"  pictures and PDFs   {(drawn - written) * 1000:8.0f} ms")
        print(f"  files               {(ended - drawn) * 1000:8.0f} ms")
        print(f"  all                 {(ended - began) * 1000:8.0f} ms of processor time, {wall:.1f} s by the clock")
    if fog:
        host.close()
    session.hooks.close()
    del keep


def _noted(steps: list[int], done: int, _total: int, _words: str) -> bool:
    steps.append(done)
    return True


def _in_fog() -> Game:
    """A game with the shipped hook from its start, far enough that each player sees another board."""
    chance = random.Random(1)
    game = with_shipped(fresh_game(), "fog_of_war")
    while len(game.line()) < PHASES // 2:
        game = process(random_orders(game, chance))
    return game


def _largest(game: Game) -> Cursor:
    """The phase that is over with the most units."""
    line = game.line()
    over = [index for index, turn in enumerate(line) if turn.resolution is not None]
    return Cursor(MAIN, max(over, key=lambda index: len(line[index].position.units)))


if __name__ == "__main__":
    main()
