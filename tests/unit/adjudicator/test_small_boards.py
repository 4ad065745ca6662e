"""On small boards drawn at random every way to an answer comes to the same: the adjudicator, the plain one, a trial board, joint orders.

Few provinces and few moves, so that one block takes a tenth of a second. `scripts/mutate.py` breaks the rules under these first.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from adjudicator import Board, Move, Phase, Position, Variant, adjudicate, legal_orders, orderable
from adjudicator.reference import resolve_adjustments, resolve_retreats
from adjudicator.variant import BuildPolicy
from tests.quick import each_nth
from tests.unit.adjudicator.agreement import Given, compare, compare_joint_orders, compare_trial_board, drawn
from tests.unit.adjudicator.loose_orders import loose_adjustment, loose_movement_order, loose_retreat
from tests.unit.adjudicator.random_boards import POWERS, random_position, random_variant

BLOCKS = range(10)
BOARDS = 12
"""Boards in a block."""
TRIES = 4
"""Sets of orders on a board."""


@pytest.mark.slow
@each_nth(8, "block", BLOCKS)
def test_movement_and_the_retreats_after_it(block: int) -> None:
    for seed in range(block * BOARDS, block * BOARDS + BOARDS):
        chance = Random(f"small {seed}")
        board = random_variant(chance)
        position = random_position(chance, board)
        for _ in range(TRIES):
            orders = drawn(chance, board, position)
            resolution = compare(board, position, orders)
            if not resolution.skipped:
                compare_trial_board(board, position, orders, resolution)
            compare_joint_orders(chance, board, position, orders)
            if position.units:
                for given in orders.values():
                    given += [loose_movement_order(chance, board, position) for _ in range(chance.randint(0, 2))]
                    moves = [order for order in given if isinstance(order, Move)]
                    given[:] = [order for order in given if not isinstance(order, Move) or order in moves[:3]]
                compare(board, position, {power: given for power, given in orders.items() if given or chance.random() < 0.7})
            after = resolution.next
            if after.dislodged:
                retreats: Given = {power: [] for power in POWERS}
                for each in after.dislodged:
                    retreats[each.unit.power] += chance.choices(legal_orders(board, after, each.unit.province), k=chance.randint(0, 2))
                    retreats[chance.choice(POWERS)].append(loose_retreat(chance, board, after))
                assert set(adjudicate(board, after, retreats).next.units) == resolve_retreats(board, after, retreats)


@each_nth(3, "block", BLOCKS)
def test_builds_and_removals(block: int) -> None:
    for seed in range(block * BOARDS, block * BOARDS + BOARDS):
        chance = Random(f"winter {seed}")
        board = settled(chance, random_variant(chance))
        units = random_position(chance, board).units
        owners = {centre: chance.choice(POWERS) for centre in board.board.centres if chance.random() < 0.8}
        cores = {f"core {owner} {centre}": chance.randint(0, 1) for centre, owner in owners.items() if chance.random() < 0.5}
        standing = tuple(each for each in units if chance.random() < 0.6)
        position = Position(Phase.of("W1901A"), standing, owners, counters=cores)
        for _ in range(TRIES):
            given: Given = {power: [] for power in POWERS if chance.random() < 0.85}
            for power, orders in given.items():
                for place in orderable(board, position, power):
                    options = legal_orders(board, position, place)
                    orders += chance.choices(options, k=chance.randint(0, 1)) if options else []
                if position.units:
                    orders += [loose_adjustment(chance, board, position, power) for _ in range(chance.randint(0, 2))]
                chance.shuffle(orders)
            assert set(adjudicate(board, position, given).next.units) == resolve_adjustments(board, position, given), given


def settled(chance: Random, variant: Variant) -> Variant:
    """*variant* with more centres, most of them homes, and any way to build."""
    places = []
    for place in variant.board.provinces.values():
        centre = place.centre or (place.terrain.value != "sea" and chance.random() < 0.6)
        places.append(replace(place, centre=centre, home=chance.choice((*POWERS, None)) if centre else None))
    board = Board.of(tuple(places), tuple(variant.board.kinds.values()), variant.board.edges)
    return replace(variant, board=board, builds=chance.choice(list(BuildPolicy)))
