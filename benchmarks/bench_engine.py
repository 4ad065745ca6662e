"""How long do 10,000 rounds through one pipe of ``python -m adjudicator`` take, its start included? On the clock, and of the processor.

Each round restates one unit and orders all of them, with orders that vary from round to round. Boards of 4, 8, 22 and 34 units. Then varied
rounds: each clears the board and states another position of 34 units, with orders that were not sent before.

    python -m benchmarks.bench_engine [ROUNDS]
"""

from __future__ import annotations

import random
import resource
import subprocess
import sys
import time
from itertools import islice

from adjudicator import Convoy, Hold, Move, Order, Position, Support, Unit, legal_orders
from benchmarks.positions import from_random_play
from variants import standard


def line_of(order: Order) -> str | None:
    """*order* in the protocol's words; a hold has none."""
    match order:
        case Move(piece, target, via):
            coast = "" if target.coast is None else f" {'NC' if target.coast == 'EC' else target.coast}"
            return f"{piece.location.province} - {target.province}{coast}{' C' if via else ''}"
        case Support(piece, supported, None):
            return f"{piece.location.province} S {supported.location.province}"
        case Support(piece, supported, target):
            return f"{piece.location.province} S {supported.location.province} - {target.province if target else ''}"
        case Convoy(piece, army, target):
            return f"{piece.location.province} C {army.location.province} - {target.province}"
        case Hold() | _:
            return None


def rounds_of(position: Position, count: int, chance: random.Random) -> str:
    """The input of *count* rounds."""
    variant = standard()
    choices = [list(legal_orders(variant, position, unit.location)) for unit in position.units]
    states = [*map(_stated, position.units)]
    lines = ["CLEAR ALL", *states]
    for number in range(count):
        lines += ([] if number == 0 else [chance.choice(states)]) + [""]
        lines += [line for orders in choices if (line := line_of(chance.choice(orders))) is not None] + [""]
    return "\n".join(lines) + "\n"


def varied_rounds(count: int) -> str:
    """The input of *count* rounds that have nothing in common."""
    lines: list[str] = []
    for position, orders in islice(from_random_play(standard(), 30, 34), count):
        lines += ["CLEAR ALL", *map(_stated, position.units), ""]
        lines += [line for given in orders.values() for order in given if (line := line_of(order)) is not None] + [""]
    return "\n".join(lines) + "\n"


def _stated(unit: Unit) -> str:
    coast = unit.location.coast
    return f"{unit.province}{'' if coast is None else ' NC' if coast == 'EC' else f' {coast}'} {unit.kind} {unit.power.title()}"


def run(text: str, count: int, name: str) -> None:
    """Measure and print."""
    began, spent = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    ended = subprocess.run([sys.executable, "-m", "adjudicator"], input=text, capture_output=True, text=True, check=True)
    took, worked = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - spent
    answered = sum(ended.stdout.count(each) for each in ("SUCCEEDS", "FAILS"))
    print(f"{name}: {count} rounds in {took:.2f} s, {worked:.2f} s of processor time, {answered} orders answered")


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    chance = random.Random(1901)
    full = next(from_random_play(standard(), 34, 34))[0]
    for size in (4, 8, 22, 34):
        position = Position(full.phase, tuple(sorted(chance.sample(full.units, size), key=str)), {})
        text = rounds_of(position, count, chance)
        run(text, count, f"{size} units")
    run(varied_rounds(count), count, "varied, 30 to 34 units")


if __name__ == "__main__":
    main()
