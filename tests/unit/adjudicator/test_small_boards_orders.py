"""On small boards drawn at random the listed orders are those that the plain adjudicator calls legal unchanged.

And each of them is read at once, without interpretation, as the same numbers that interpretation finds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from random import Random

import pytest

from adjudicator import Convoy, Hold, Location, Move, Order, Position, Rules, Support, Unit, Variant, legal_orders
from adjudicator.interpretation import interpret
from adjudicator.movement_order import IndexedOrder, index_order, is_possible
from adjudicator.reference import Meaning
from adjudicator.rows import Rows
from adjudicator.variant_tables import position_tables, variant_tables
from tests.quick import each_nth
from tests.unit.adjudicator.random_boards import random_position, random_variant

BLOCKS = range(4)
BOARDS = 14
OWN_SPOT = 45
"""First bit of the spot of the ordered unit in an order's number, as ``native/rules.h`` has it."""
SEQUENCE = (Hold, Move, Support, Convoy)


def drawn(seed: str) -> tuple[Variant, Position]:
    """A board under the usual rules, and units on it."""
    chance = Random(seed)
    variant = replace(random_variant(chance), rules=Rules())
    return variant, random_position(chance, variant)


def conceivable(variant: Variant, position: Position, unit: Unit) -> Iterator[Order]:
    """All orders that could be written for *unit* with every place named in full."""
    places = sorted({end for edge in variant.board.edges for end in (edge.origin, edge.target)}, key=str)
    places += [Location(code) for code in variant.board.provinces if Location(code) not in places]
    yield Hold(unit.piece)
    for place in places:
        yield Move(unit.piece, place)
        yield Move(unit.piece, place, via_convoy=True)
    for other in position.units:
        yield Support(unit.piece, other.piece)
        for place in places:
            yield Support(unit.piece, other.piece, place)
            yield Convoy(unit.piece, other.piece, place)


def steps(meaning: Meaning, unit: Unit, target: Location) -> bool:
    """Return True if an edge that is open to *unit* leads to *target*."""
    edges = meaning.routes.open_to(unit.power)
    return any((edge.origin, edge.target) == (unit.location, target) and unit.kind in edge.kinds for edge in edges)


def is_listed(meaning: Meaning, unit: Unit, order: Order) -> bool:
    """Return True if *order* is legal unchanged, and in its one form: coasts named, and VIA only where the unit could walk as well."""
    if meaning.movement(unit.power, order) != order:
        return False
    match order:
        case Move(target=target, via_convoy=True):
            return steps(meaning, unit, target)
        case Support(supported=piece, target=Location() as place):  # It may be legal without the coast (DATC 4.B.4).
            return place.coast is not None or piece.kind != "F" or not meaning.variant.board.provinces[place.province].coasts
        case _:
            return True


@pytest.mark.slow
@each_nth(4, "block", BLOCKS)
def test_what_is_listed_is_what_is_legal_as_it_stands(block: int) -> None:
    for seed in range(block * BOARDS, block * BOARDS + BOARDS):
        variant, position = drawn(f"orders {seed}")
        meaning = Meaning(variant, position)
        for unit in position.units:
            listed = legal_orders(variant, position, unit.location)
            legal = {order for order in conceivable(variant, position, unit) if is_listed(meaning, unit, order)}
            assert len(listed) == len(set(listed))
            assert set(listed) == legal, f"seed {seed}: {unit}"
            kinds = [SEQUENCE.index(type(order)) for order in listed]
            assert kinds == sorted(kinds)
            moves = [order.target for order in listed if isinstance(order, Move) and not order.via_convoy]
            near = [str(target) for target in moves if steps(meaning, unit, target)]
            assert list(map(str, moves))[: len(near)] == sorted(near)


@pytest.mark.parametrize("block", BLOCKS)
def test_a_listed_order_is_read_at_once_as_interpretation_reads_it(block: int) -> None:
    for seed in range(block * BOARDS, block * BOARDS + BOARDS):
        variant, position = drawn(f"orders {seed}")
        here = position_tables(variant_tables(variant), position)
        rows = Rows(here.tables, here.open_edges)
        for number, unit in enumerate(position.units):
            rank = here.powers[number]
            reach = here.open_edges.reaches[rank]
            for order in legal_orders(variant, position, unit.location):
                meant = interpret(here, rank, order)
                assert isinstance(meant, tuple), f"seed {seed}: {order} is {meant}"
                assert meant[1] == order
                indexed = index_order(reach, order)
                if here.open_edges.limited:  # What the supported or carried unit can do depends on its power.
                    continue
                assert numbers(indexed) == numbers(meant[0]), f"seed {seed}: {order}"
                assert is_possible(here, indexed)
                assert indexed.code is not None
                edges, code, carried_out = indexed.code
                assert carried_out is None
                assert edges is reach
                ordered, does = rows.code(unit.power, order)
                assert (ordered, code) == (indexed.province, does | indexed.spot + 1 << OWN_SPOT), f"seed {seed}: {order}"


def numbers(indexed: IndexedOrder) -> list[object]:
    """All fields of an order but the edges it was made for and its number for the compiled core, which interpretation has no use for."""
    return [getattr(indexed, each.name) for each in fields(indexed) if each.name not in ("reach", "code")]
