"""The public engine ``diplomacy`` 1.1.2 on the same positions, run in an environment of its own. It is never a dependency."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence

from benchmarks.positions import Task

PROGRAM = """
import json, sys, time
from diplomacy import Game
times = []
for line in sys.stdin:
    task = json.loads(line)
    game = Game()
    game.clear_units()
    for power, units in task["units"].items():
        game.set_units(power, units)
    game.set_current_phase(task["phase"])
    start = time.perf_counter_ns()
    for power, orders in task["orders"].items():
        game.set_orders(power, orders)
    game.process()
    times.append((time.perf_counter_ns() - start) / 1000)
print(json.dumps(times))
"""


def microseconds_of_diplomacy(found: Sequence[Task]) -> list[float]:
    """Microseconds of ``set_orders`` and ``process`` for each task."""
    lines = []
    for position, orders in found:
        units: dict[str, list[str]] = {}
        for unit in position.units:
            units.setdefault(unit.power, []).append(str(unit.piece))
        given = {power: [str(order) for order in each] for power, each in orders.items()}
        lines.append(json.dumps({"phase": str(position.phase), "units": units, "orders": given}))
    command = ["uv", "run", "--no-project", "--python", sys.executable, "--with", "diplomacy==1.1.2", "python", "-c", PROGRAM]
    done = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True, check=True)
    times: list[float] = json.loads(done.stdout.splitlines()[-1])
    return times
