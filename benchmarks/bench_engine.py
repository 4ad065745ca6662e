"""How long do 10,000 rounds through one pipe of ``python -m adjudicator`` take? Seconds, start of the process included.

Each round states one unit anew and orders all of them, with orders that vary from round to round. Boards of 4, 8, 22 and 34 units.

    python -m benchmarks.bench_engine [ROUNDS]
"""

from __future__ import annotations

import random
import subprocess
import sys
import time

from adjudicator import Convoy, Hold, Move, Order, Position, Support, legal_orders
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
    states = [
        f"{unit.province}{'' if unit.location.coast is None else ' NC' if unit.location.coast == 'EC' else f' {unit.location.coast}'}"
        f" {unit.kind} {unit.power.title()}"
        for unit in position.units
    ]
    lines = ["CLEAR ALL", *states]
    for number in range(count):
        lines += ([] if number == 0 else [chance.choice(states)]) + [""]
        lines += [line for orders in choices if (line := line_of(chance.choice(orders))) is not None] + [""]
    return "\n".join(lines) + "\n"


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    chance = random.Random(1901)
    full = next(from_random_play(standard(), 34, 34))[0]
    for size in (4, 8, 22, 34):
        position = Position(full.phase, tuple(sorted(chance.sample(full.units, size), key=str)), {})
        text = rounds_of(position, count, chance)
        began = time.perf_counter()
        run = subprocess.run([sys.executable, "-m", "adjudicator"], input=text, capture_output=True, text=True, check=True)
        took = time.perf_counter() - began
        print(
            f"{size} units: {count} rounds in {took:.2f} s ({took / count * 1e6:.0f} us a round), {run.stdout.count(': ')} orders answered"
        )


if __name__ == "__main__":
    main()
