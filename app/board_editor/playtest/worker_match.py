"""``python -m app.board_editor.playtest.worker_match``: games of a play-test in a process of its own, so that no window waits for them.

In comes one line, a task; out comes a line for each game as it ends. :mod:`app.board_editor.playtest.running` is the other end.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Sequence
from typing import IO

from adjudicator.order import Order
from adjudicator.variant import Variant as Rules
from app.board_editor.playtest.tally import GameTally, Played, tally_of
from app.board_editor.playtest.task import LONGEST, variant_of
from app.players.bots import Bot, bots
from entente.playing import Record
from entente.playing import play as play_out
from entente.state import Variant

_NICENESS = 10
"""Niceness of the processes, since people work beside them."""


def main(inlet: IO[bytes], outlet: IO[bytes]) -> int:
    """Play the games of the task that comes in. Returns the exit code."""
    with contextlib.suppress(OSError, AttributeError):
        os.nice(_NICENESS)
    task = json.loads(inlet.readline(LONGEST))
    rules = variant_of(task["files"]).variant
    for seed in task["seeds"]:
        outlet.write(played(rules, Bot(task["bot"]), seed, task["years"]).line().encode() + b"\n")
        outlet.flush()
    return 0


def played(rules: Rules, bot: Bot, seed: int, years: int) -> GameTally:
    """One game, and what is kept of it."""
    return tally_of_record(play_out(Variant(rules), bots(bot, rules, seed), last_year=rules.start.phase.year + years - 1), seed)


def tally_of_record(record: Record, seed: int) -> GameTally:
    """Return the tally of *record*, a game that is over."""
    phases: list[Played] = []
    for step in record.steps:
        orders: Sequence[tuple[str, Order]] = [(power, order) for power, given in step.given.items() for order in given]
        phases.append((step.before.position, orders, step.after.position))
    ending = record.final.ending
    assert ending is not None
    model, variant = record.start.variant.model, record.start.variant
    return tally_of(model, variant.powers, seed, phases, record.final.position, ending, len(record.misses))


if __name__ == "__main__":
    try:
        sys.exit(main(sys.stdin.buffer, sys.stdout.buffer))
    except (BrokenPipeError, KeyboardInterrupt):
        os._exit(1)
