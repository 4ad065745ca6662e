"""A long comparison of the compiled core with the adjudicator: ``python -m scripts.core_sweep 500000``; every phase must come to the same.

Half of the phases are on small boards drawn by lot under rules drawn by lot, half in games on the shipped boards. ``--from`` begins with
another seed. ``scripts/sanitize_core.py`` runs it with a core that checks memory and behaviour.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter

from adjudicator.compiled import find_core
from entente import __version__
from tests.unit.adjudicator.core_agreement import random_game, random_phases

COMPARED = ("M", "R", "A")
TRIES = 10
"""Joint orders in each position."""


def main() -> None:
    """Compare until so many phases came to the same; a difference ends it with what was played."""
    parser = argparse.ArgumentParser(description=__doc__.partition(":")[0])
    parser.add_argument("--version", action="version", version=f"Entente {__version__}")
    parser.add_argument("phases", type=int, nargs="?", default=20_000)
    parser.add_argument("--from", type=int, default=1_000_000, dest="start", metavar="SEED")
    parser.add_argument("--seconds", type=float, default=10**9, help="stop after so long")
    options = parser.parse_args()
    assert find_core().module is not None, find_core()
    tally: Counter[str] = Counter()
    seed, began = options.start, time.monotonic()
    while sum(tally[kind] for kind in COMPARED) < options.phases and time.monotonic() - began < options.seconds:
        for _ in range(4):
            random_phases(seed, tally, TRIES)
            seed += 1
        random_game(seed, tally, tries=3)
        seed += 1
    print(f"{sum(tally[kind] for kind in COMPARED):,} phases the same, seeds {options.start:,} to {seed - 1:,}: {dict(tally)}")  # noqa: T201


if __name__ == "__main__":
    main()
