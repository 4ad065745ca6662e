"""Is the working tree slower than a commit? Ten figures of both, in turn and in the same minutes.

    python -m benchmarks.paired COMMIT [--rounds 9] [--only NAME ...] [--instructions]

Each figure is measured in a process of its own for each tree, first one and then the other, so that whatever else the machine does falls on
both. Prints medians of processor time and the ratio. A busy machine still blurs differences of a few parts in a hundred; with
``--instructions`` valgrind (``--tool=callgrind``) counts instead, with hashes that always fall the same way, and the same code gives the
same count to about one part in a thousand. What a process needs before the work begins is taken off, but where starting is the work.

The commit is checked out into a temporary folder. Figures that it does not have yet are left out.
"""

from __future__ import annotations

import argparse
import gc
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]

Work = Callable[[], object]

COUNTED = 200
"""Positions that are looked at."""

_WINDOW = """
import os, sys
try:
    from app.qt.main_window.main_window import MainWindow
except ImportError:
    from app.qt.shell.main_window import MainWindow
whole = MainWindow.painted
def painted(self):
    self.when_ready(lambda _controller: os._exit(0))
    whole(self)
MainWindow.painted = painted
from app.start import main
sys.exit(main([]))
"""


# What is measured runs in either tree, so it asks for nothing that an older one may not have but what it measures.


def _first(*names: str) -> Any:
    """The module of the first of *names* that a tree has: rooms had other names before."""
    for name in names[:-1]:
        try:
            return import_module(name)
        except ModuleNotFoundError:
            continue
    return import_module(names[-1])


def _positions(count: int = COUNTED) -> tuple[Any, list[Any]]:
    """The variant, and positions of a game between players who draw their orders by lot."""
    import random

    from adjudicator import PhaseKind, adjudicate, legal_orders, orderable
    from variants import standard

    variant, chance = standard(), random.Random(7)
    position, found = variant.start, list[Any]()
    while len(found) < count:
        orders = {
            power: [chance.choice(legal_orders(variant, position, place)) for place in orderable(variant, position, power)]
            for power in variant.powers
        }
        if position.phase.kind is PhaseKind.MOVEMENT:
            found.append((position, orders))
        position = adjudicate(variant, position, orders).next
        if len(position.units) < 20:
            position = variant.start
    return variant, found


def _fresh(found: list[Any]) -> list[Any]:
    """The same positions and orders as other objects, on which nothing has been worked out."""
    from dataclasses import replace

    from adjudicator import Unit
    from adjudicator.notation import parse_order

    return [
        (
            replace(position, units=tuple(Unit.of(str(unit)) for unit in position.units)),
            {power: [parse_order(str(order), position.phase.kind) for order in given] for power, given in orders.items()},
        )
        for position, orders in found
    ]


def first_sight() -> Work:
    """Positions with orders that a running process meets first."""
    from adjudicator import adjudicate

    variant, found = _positions()
    fresh = _fresh(found)
    return lambda: [[outcome.reasons for outcome in adjudicate(variant, *each).outcomes] for each in fresh]


def adjudicate_known() -> Work:
    """The same positions again, three times."""
    from adjudicator import adjudicate

    variant, found = _positions()
    for each in found:
        adjudicate(variant, *each)
    return lambda: [[outcome.reasons for outcome in adjudicate(variant, *each).outcomes] for _ in range(3) for each in found]


def legal() -> Work:
    """Every legal order of the units in positions that are new."""
    from adjudicator import legal_orders

    variant, found = _positions()
    fresh = _fresh(found)
    return lambda: [len(legal_orders(variant, position, unit.location)) for position, _ in fresh for unit in position.units]


def random_game() -> Work:
    """Five games of ten years between bots that play at random."""
    from app.players.bots import Bot, bots
    from entente import play, standard

    variant = standard()
    return lambda: [play(variant, bots(Bot.RANDOM, variant.model, seed), last_year=1910) for seed in range(5)]


def standard_game() -> Work:
    """The library imported, and the standard game read."""

    def read() -> object:
        import entente

        return entente.standard().start

    return read


def read_game() -> Work:
    """The file of a game of some 60 phases."""
    from app.players.bots import Bot, bots
    from entente import play, standard
    from entente import read_game as read
    from entente import write_game as write

    folder = Path(tempfile.mkdtemp(prefix="entente-paired-"))
    try:
        variant = standard()
        write(play(variant, bots(Bot.RANDOM, variant.model, 5), last_year=1914), folder / "game.dpn")
        text = (folder / "game.dpn").read_bytes()
    finally:
        shutil.rmtree(folder)

    def reading() -> object:
        folder.mkdir()
        try:
            (folder / "game.dpn").write_bytes(text)
            return read(folder / "game.dpn")
        finally:
            shutil.rmtree(folder)

    reading()  # loads what it needs, whenever a tree does that
    return reading


def mail() -> Work:
    """A mail of 40 lines, a letter with orders and a quote, twenty times."""
    from variants import standard

    account_for = _first("app.mail_in.account", "app.post.account").account_for
    letter = (
        "From: a@example.org\nSubject: orders\nMIME-Version: 1.0\nDate: Tue, 3 Nov 2026 10:01:00 +0000\n\n"
        "Hi Pete,\n\nsorry that this is late. Luigi and I talked for hours.\nHere is what I would like to do, then:\n\n"
        "A Vie - Gal\nA Bud - Ser\nF Tri - Alb\n\nHave a nice weekend\nAnna\n\nOn Mon, 2 Nov 2026 at 18:22, Pete <gm@example.org> wrote:\n"
    ) + "".join(f"> A Vie - Tri and more of line {number}\n" for number in range(27))
    variant = standard()
    account_for(variant, variant.start, letter.encode(), power="AUSTRIA")
    return lambda: [account_for(variant, variant.start, letter.encode(), power="AUSTRIA") for _ in range(20)]


def click() -> Work:
    """Two clicks to an order, the army in Paris to Burgundy, two hundred times."""
    from types import MappingProxyType

    from variants import standard

    touch = _first("app.presentation.order_tools.stage", "app.view.order_tools.touch")
    context_type = _first("app.presentation.order_tools.targets", "app.view.order_tools.order_context").OrderContext
    tool_type = _first("app.presentation.order_entry", "app.presentation.order_tools.tool", "app.view.order_tools.tool").Tool
    variant = standard()
    orders = MappingProxyType(dict.fromkeys(variant.powers, ()))
    context: tuple[Any, ...] = (variant, variant.start, frozenset(variant.powers), orders, MappingProxyType({}))

    def clicks() -> object:
        tool = tool_type(context_type(*context))
        tool = tool.after(tool.touch(touch.UnitTouch("PAR")))
        return tool.touch(touch.ProvinceArea("BUR", None))

    clicks()
    return lambda: [clicks() for _ in range(200)]


def version() -> Work:
    """``main.py --version``, a process."""
    return lambda: subprocess.run([sys.executable, "main.py", "--version"], check=True, stdout=subprocess.DEVNULL)


def window() -> Work:
    """The window without a game, from nothing until it can be used, on no screen."""

    def start() -> object:
        with tempfile.TemporaryDirectory() as home:
            environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "ENTENTE_HOME": home}
            return subprocess.run([sys.executable, "-c", _WINDOW], env=environment, check=True, stdout=subprocess.DEVNULL)

    return start


FIGURES: dict[str, Callable[[], Work]] = {
    "first-sight": first_sight,
    "random-game": random_game,
    "standard": standard_game,
    "version": version,
    "adjudicate": adjudicate_known,
    "legal-orders": legal,
    "read-game": read_game,
    "mail": mail,
    "click": click,
    "window": window,
}

_NOT_THERE = 3


def here(name: str, *, is_done: bool) -> int:
    """Do the work called *name* in this process, or only what goes before it, and print its seconds; returns the exit code."""
    try:
        work = FIGURES[name]()
    except (ImportError, AttributeError, TypeError) as error:
        sys.stderr.write(f"{type(error).__name__}: {error}\n")
        return _NOT_THERE
    gc.collect()  # else a collection of everything falls into the work of one tree and not of the other
    before = _seconds()
    if is_done:
        work()
    sys.stdout.write(f"{_seconds() - before}\n")
    return 0


def _seconds() -> float:
    """Processor time of this process, and of those that it started and that have ended."""
    used = [resource.getrusage(whose) for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def measured(tree: Path, name: str, *, instructions: bool) -> float | None:
    """Seconds, or instructions, of the work in *tree*; ``None`` where that cannot do it."""
    if not instructions:
        done = _run(tree, [], name)
        return None if done.returncode == _NOT_THERE else float(done.stdout)
    counts = []
    for words in ((), ("--only-before",)):
        with tempfile.TemporaryDirectory() as folder:
            counting = ["valgrind", "--tool=callgrind", "--trace-children=yes", f"--callgrind-out-file={folder}/%p"]
            done = _run(tree, counting, name, *words)
            if done.returncode == _NOT_THERE:
                return None
            counts.append(sum(int(each) for each in re.findall(r"Collected : (\d+)", done.stderr)))
    return float(counts[0] - counts[1])


def _run(tree: Path, before: list[str], name: str, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(tree), "PYTHONHASHSEED": "0", "ENTENTE_LANGUAGE": "en"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # else everything is compiled at every start
    environment["PYTHONPYCACHEPREFIX"] = str(Path(tempfile.gettempdir()) / "entente-paired-compiled")
    command = [*before, sys.executable, "-P", __file__, "--work", name, *words]
    done = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, check=False)
    if done.returncode not in (0, _NOT_THERE):
        raise RuntimeError(f"{name} in {tree}: {done.stderr}")
    return done


@contextmanager
def checked_out(commit: str) -> Iterator[Path]:
    """A folder with the files of *commit*."""
    git = shutil.which("git") or "git"
    with tempfile.TemporaryDirectory(prefix="entente-paired-") as folder:
        tree = Path(folder) / "tree"
        subprocess.run([git, "worktree", "add", "--detach", "--quiet", tree, commit], cwd=ROOT, check=True)
        try:
            yield tree
        finally:
            subprocess.run([git, "worktree", "remove", "--force", tree], cwd=ROOT, check=True)


def compare(commit: str, names: list[str], rounds: int, *, instructions: bool) -> Iterator[tuple[str, float, float]]:
    """For each figure its name, and the medians of *commit* and of the working tree."""
    with checked_out(commit) as other:
        for name in names:
            found: tuple[list[float], list[float]] = ([], [])
            for tree in (other, ROOT):  # compiles, and finds out what is missing
                if measured(tree, name, instructions=False) is None:
                    sys.stderr.write(f"{name} is left out: {'the working tree' if tree == ROOT else commit} has not what it measures.\n")
                    break
            else:
                for _ in range(rounds):
                    for values, tree in zip(found, (other, ROOT), strict=True):
                        value = measured(tree, name, instructions=instructions)
                        assert value is not None
                        values.append(value)
                yield name, statistics.median(found[0]), statistics.median(found[1])


def main() -> int:
    """Compare, and print a line for each figure; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.paired", description="Ten figures of the working tree beside a commit's.")
    parser.add_argument("commit", nargs="?", metavar="COMMIT")
    parser.add_argument("--rounds", type=int, help="how often each is measured (9, or 1 where instructions are counted)")
    parser.add_argument("--only", nargs="+", choices=list(FIGURES), default=list(FIGURES), metavar="NAME", help=", ".join(FIGURES))
    parser.add_argument("--instructions", action="store_true", help="count instructions with valgrind; takes fifty times as long")
    parser.add_argument("--work", help=argparse.SUPPRESS)
    parser.add_argument("--only-before", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.work:
        return here(options.work, is_done=not options.only_before)
    if options.commit is None:
        parser.error("name a commit, such as HEAD~200")
    if options.instructions and shutil.which("valgrind") is None:
        parser.error("valgrind is not installed")
    unit, factor = ("M instructions", 1e-6) if options.instructions else ("ms", 1000.0)
    rounds = options.rounds or (1 if options.instructions else 9)
    for name, before, now in compare(options.commit, options.only, rounds, instructions=options.instructions):
        print(f"{name:13} {before * factor:10.1f} {now * factor:10.1f} {unit}  {now / before:6.3f}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
