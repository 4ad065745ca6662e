"""How fast are we beside the programs of others, figure by figure with its bar, in one run on one machine?

    python -m benchmarks.against_peers [--rounds 10000]

Nothing is fetched. The C program cdippy is measured where the variable CDIPPY names it, the package `diplomacy` where this Python has it.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from math import log
from pathlib import Path
from random import Random

import entente
from adjudicator import Position, Unit, Variant, adjudicate
from adjudicator.board import Terrain
from adjudicator.compiled import find_core
from benchmarks.adversarial import world
from benchmarks.against_diplomacy import PROGRAM
from benchmarks.bench_adjudicate import touch
from benchmarks.bench_engine import varied_rounds
from benchmarks.bench_legal_orders import microseconds_of_legal_orders
from benchmarks.positions import Task, random_orders, tasks
from entente.batch import Batch

PHASES = 400
PROCESSES = 4
"""Runs of a process of which the cheapest counts; the first may have files to compile."""


def line(what: str, found: float, unit: str, bar: float | None) -> None:
    """Print one figure."""
    print(f"{what:<62} {found:10.1f} {unit:<3}" + ("" if bar is None else f"   bar {bar:g}  {'ok' if found <= bar else 'ABOVE'}"))


def microseconds(of: Callable[[Variant, Task], object], variant: Variant, found: Sequence[Task], rounds: int = 10) -> float:
    """The median over the tasks, of the best of some rounds each, in processor time."""
    best = [float("inf")] * len(found)
    for _ in range(rounds):
        for at, task in enumerate(found):
            began = time.process_time_ns()
            of(variant, task)
            best[at] = min(best[at], (time.process_time_ns() - began) / 1000)
    return statistics.median(best)


def environment() -> dict[str, str]:
    """The environment of a process whose files are compiled once, as they are in an installation."""
    kept = {**os.environ, "PYTHONPYCACHEPREFIX": str(Path(tempfile.gettempdir()) / "entente-peers-compiled")}
    kept.pop("PYTHONDONTWRITEBYTECODE", None)
    return kept


def spent_by(command: Sequence[str], text: str = "") -> tuple[float, float]:
    """Seconds of processor time of a process, and the most memory it took, in megabytes; the least of some runs."""
    runs = [_spent_once_by(command, text) for _ in range(PROCESSES)]
    return min(seconds for seconds, _ in runs), min(memory for _, memory in runs)


def _spent_once_by(command: Sequence[str], text: str) -> tuple[float, float]:
    code = (
        "import json, resource, subprocess, sys;"
        "done = subprocess.run(sys.argv[1:], stdin=sys.stdin, stdout=subprocess.DEVNULL, check=True);"
        "used = resource.getrusage(resource.RUSAGE_CHILDREN);"
        "print(json.dumps([used.ru_utime + used.ru_stime, used.ru_maxrss / 1024]))"
    )
    whole = [sys.executable, "-c", code, *command]
    done = subprocess.run(whole, input=text, env=environment(), capture_output=True, text=True, check=True)
    seconds, memory = json.loads(done.stdout.splitlines()[-1])
    return seconds, memory


def microseconds_in_blocks(rounds: int) -> float:
    """Processor time of a round through ``--batch``, in blocks of a thousand."""
    batch = Batch("standard")
    rows = batch.starts(1000)
    for seed in range(20):
        rows = batch.after(rows, batch.by_lot(rows, seed))
    block = len(rows).to_bytes(4, "little") + rows.tobytes() + batch.by_lot(rows, 99).tobytes()
    command = [sys.executable, "-m", "adjudicator", "--batch"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, input=block * (rounds // 1000), env=environment(), stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1e6 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / rounds


def whole(variant: Variant, task: Task) -> object:
    """A phase with its reasons."""
    return touch(adjudicate(variant, *task))


def next_alone(variant: Variant, task: Task) -> object:
    """Phase adjudicated without reasons."""
    return adjudicate(variant, *task).next


def large_boards() -> None:
    """Print what a phase costs on a board of 348 provinces, by the number of units, and the exponent."""
    figures: list[tuple[int, float]] = []
    found = world()
    variant, powers, chance = found.variant, list(found.variant.powers), Random(1)
    places = [f"{'F' if place.terrain is Terrain.SEA else 'A'} {code}" for code, place in variant.board.provinces.items()]
    for count in (75, 150, 300):
        stood = chance.sample(places, count)
        units = tuple(sorted((Unit.of(f"{chance.choice(powers)} {each}") for each in stood), key=str))
        position = Position(found.position.phase, units, {})
        took = microseconds(next_alone, variant, [(position, random_orders(variant, position, chance)) for _ in range(5)])
        figures.append((count, took))
        line(f"{count} units on {len(variant.board.provinces)} provinces", took, "us", 1000 if count == 300 else None)
    (few, quick), (many, slow) = figures[0], figures[-1]
    listed = [Position(found.position.phase, units, {}) for _ in range(3)]
    line("all their legal orders", statistics.median(microseconds_of_legal_orders(variant, listed)) / 1000, "ms", 200)
    line("exponent", log(slow / quick) / log(many / few), "", 1.1)


def peers(found: Sequence[Task], text: str, rounds: int) -> None:
    """Print what others take, as far as they are here."""
    program = os.environ.get("CDIPPY", "")
    if program and Path(program).is_file():
        seconds, _ = spent_by([program], text)
        line("cdippy: a round of 30 to 34 units by pipe", 1e6 * seconds / rounds, "us", None)
    if find_spec("diplomacy") is not None:
        lines = []
        for position, orders in found[:100]:
            units: dict[str, list[str]] = {}
            for unit in position.units:
                units.setdefault(unit.power, []).append(str(unit.piece))
            given = {power: [str(order) for order in each] for power, each in orders.items()}
            lines.append(json.dumps({"phase": str(position.phase), "units": units, "orders": given}))
        done = subprocess.run([sys.executable, "-c", PROGRAM], input="\n".join(lines), capture_output=True, text=True, check=True)
        line("diplomacy: a phase", statistics.median(json.loads(done.stdout.splitlines()[-1])), "us", None)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--version", action="version", version=f"Entente {entente.__version__}")
    parser.add_argument("--rounds", type=int, default=10_000)
    asked = parser.parse_args()
    variant = entente.standard().model
    source, found = tasks(variant, PHASES)
    core = "with" if find_core().module is not None else "without"
    print(f"{PHASES} movement phases of 33 and 34 units from {source}, {core} the compiled core; processor time")
    line("a phase without reasons", microseconds(next_alone, variant, found), "us", 10)
    line("a phase with reasons", microseconds(whole, variant, found), "us", 60)
    positions = [Position(position.phase, position.units, position.owners) for position, _ in found]
    line("all legal orders of a position", statistics.median(microseconds_of_legal_orders(variant, positions)), "us", 60)
    text = varied_rounds(asked.rounds)
    seconds, memory = spent_by([sys.executable, "-m", "adjudicator"], text)
    line("a round of 30 to 34 units by pipe, the start included", 1e6 * seconds / asked.rounds, "us", 30)
    line("memory of the engine by pipe", memory, "MB", 35)
    line("a round in blocks of numbers by pipe, the start included", microseconds_in_blocks(10 * asked.rounds), "us", 30)
    line(
        "entente.standard(), in a process of its own",
        1000 * spent_by([sys.executable, "-c", "import entente; entente.standard()"])[0],
        "ms",
        100,
    )
    line("start of the command line", 1000 * spent_by([sys.executable, "main.py", "--version"])[0], "ms", 150)
    large_boards()
    peers(found, text, asked.rounds)


if __name__ == "__main__":
    main()
