"""A long comparison of the compiled core with the adjudicator: ``python -m scripts.core_sweep 500000``; every phase must come to the same.

Half of the phases are on small boards drawn by lot under rules drawn by lot, half in games on the shipped boards. ``--from`` begins with
another seed. ``--over BOARD...`` plays on these boards in turn instead, shipped ones by their ids and those of the shared collection as
``jdip/modernVariants.zip:modern``, and holds the core to the plain adjudicator (`adjudicator/reference`) as well, with few enough moves
that it can try every outcome. ``scripts/sanitize_core.py`` runs it with a core that checks memory and behaviour.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from random import Random

from adjudicator import Hold, Move, Order, PhaseKind, Position, Variant, adjudicate
from adjudicator.compiled import find_core
from adjudicator.reference import resolve_adjustments, resolve_retreats
from entente import __version__
from tests.interop.imported_boards import imported_board
from tests.shared_data import shared_folder
from tests.unit.adjudicator.agreement import compare as compare_with_plain
from tests.unit.adjudicator.core_agreement import Given, orders_by_lot, random_game, random_phases
from variants import shipped, shipped_ids

COMPARED = ("M", "R", "A")
TRIES = 10
"""Joint orders in each position."""

MOST_MOVES = 6
"""Moves of a phase that the plain adjudicator decides as well."""

PLAIN_PHASES = 12
"""Phases of a game of which the plain adjudicator decides each."""


def main() -> None:
    """Compare until so many phases came to the same; a difference ends it with what was played."""
    parser = argparse.ArgumentParser(description=__doc__.partition(":")[0])
    parser.add_argument("--version", action="version", version=f"Entente {__version__}")
    parser.add_argument("phases", type=int, nargs="?", default=20_000)
    parser.add_argument("--from", type=int, default=1_000_000, dest="start", metavar="SEED")
    parser.add_argument("--seconds", type=float, default=10**9, help="stop after so long")
    parser.add_argument("--over", nargs="+", metavar="BOARD", help="boards to play on, in turn, each to that many phases")
    options = parser.parse_args()
    assert find_core().module is not None, find_core()
    if options.over:
        sweep_over(options.over, options.phases, options.start, time.monotonic() + options.seconds)
        return
    tally: Counter[str] = Counter()
    seed, began = options.start, time.monotonic()
    while sum(tally[kind] for kind in COMPARED) < options.phases and time.monotonic() - began < options.seconds:
        for _ in range(4):
            random_phases(seed, tally, TRIES)
            seed += 1
        random_game(seed, tally, tries=3)
        seed += 1
    print(f"{sum(tally[kind] for kind in COMPARED):,} phases the same, seeds {options.start:,} to {seed - 1:,}: {dict(tally)}")  # noqa: T201


def sweep_over(boards: list[str], phases: int, seed: int, until: float) -> None:
    """Compare on each board, a game on each in turn, until each has so many phases."""
    variants = {name: board_of(name) for name in boards}
    tallies = {name: Counter[str]() for name in boards}
    while time.monotonic() < until:
        wanting = [name for name in boards if sum(tallies[name][kind] for kind in COMPARED) < phases]
        if not wanting:
            break
        for name in wanting:
            random_game(seed, tallies[name], variants[name], tries=3)
            plain_game(seed, tallies[name], variants[name])
            seed += 1
    for name, tally in tallies.items():
        print(f"{name}: {sum(tally[kind] for kind in COMPARED):,} phases the same, {tally['plain']:,} by the plain one: {dict(tally)}")  # noqa: T201


def board_of(name: str) -> Variant:
    """The shipped variant of that id, or the one of the shared collection."""
    return shipped(name).variant if name in shipped_ids() else imported_board(shared_folder(), name).folder().variant


def plain_game(seed: int, tally: Counter[str], variant: Variant) -> None:
    """Hold what is played to the plain adjudicator, phase by phase."""
    chance, position = Random(seed), variant.start  # noqa: S311 - dice, no secrets
    for _ in range(PLAIN_PHASES):
        orders = with_few_moves(chance, orders_by_lot(chance, variant, position))
        if position.phase.kind is PhaseKind.MOVEMENT:
            resolution = compare_with_plain(variant, position, orders)
        else:
            resolution = adjudicate(variant, position, orders)
            assert set(resolution.next.units) == plain_units(variant, position, orders), (seed, variant.id, position, orders)
        tally["plain"] += 1
        position = resolution.next
        if resolution.ending is not None:
            return


def plain_units(variant: Variant, position: Position, orders: Given) -> frozenset[object]:
    """The units after a phase of retreats or adjustments, by the plain adjudicator."""
    plain = resolve_retreats if position.phase.kind is PhaseKind.RETREAT else resolve_adjustments
    return frozenset(plain(variant, position, orders))


def with_few_moves(chance: Random, orders: Given) -> dict[str, list[Order]]:
    """The same orders with all moves but some turned into holds."""
    moves = [order for given in orders.values() for order in given if isinstance(order, Move)]
    kept = set(map(str, chance.sample(moves, min(MOST_MOVES, len(moves)))))

    def left(order: Order) -> Order:
        return Hold(order.piece) if isinstance(order, Move) and str(order) not in kept else order

    return {power: [left(order) for order in given] for power, given in orders.items()}


if __name__ == "__main__":
    main()
