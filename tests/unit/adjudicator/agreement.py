"""Holds the adjudicator to the plain one, and the two quick ways to an answer to the adjudicator."""

from __future__ import annotations

from random import Random

from adjudicator import Move, MovementOrder, Order, Piece, Position, Resolution, Result, Unit, Variant, adjudicate
from adjudicator.joint_orders import JointOrders
from adjudicator.quick_resolver import QuickResolver
from adjudicator.reference import resolve_movement
from adjudicator.variant_tables import position_tables, variant_tables
from tests.unit.adjudicator.plain_words import seen
from tests.unit.adjudicator.random_boards import random_movement_orders

LOST = frozenset({Result.DISLODGED, Result.DESTROYED})
Given = dict[str, list[Order]]


def drawn(chance: Random, variant: Variant, position: Position) -> Given:
    """Orders that mostly match one another, and few enough moves that every outcome can be tried."""
    orders = random_movement_orders(chance, variant, position)
    for power, given in orders.items():
        chance.shuffle(given)
        moves = [order for order in given if isinstance(order, Move)]
        orders[power] = [order for order in given if not isinstance(order, Move) or order in moves[:2]]
    return orders


def compare(variant: Variant, position: Position, orders: Given) -> Resolution:
    """Hold the adjudicator to the plain one: who moves, who is dislodged, where they can go, who stands where afterwards."""
    resolution = adjudicate(variant, position, orders)
    ours, plain = seen(variant, resolution), resolve_movement(variant, position, orders)
    outcomes = {each.unit.province: each for each in resolution.outcomes if each.unit}
    assert ours.moved == plain.moved
    disbanded = {place for place, each in outcomes.items() if each.results == {Result.DESTROYED}}
    if not disbanded:  # Units of a power without orders, which are taken off, are not dislodged.
        assert ours.dislodged == plain.dislodged
        assert ours.given == plain.given
        assert ours.retreats == {place: where for place, where in plain.retreats.items() if where}
        lost = {place for place, each in outcomes.items() if Result.DESTROYED in each.results}
        assert lost == {place for place, where in plain.retreats.items() if not where}
    stand = set()
    for place, outcome in outcomes.items():
        unit = outcome.unit
        assert unit is not None
        if place in plain.moved:
            assert isinstance(outcome.order, Move)
            stand.add(Unit(unit.power, Piece(unit.kind, outcome.order.target)))
        elif place not in plain.dislodged and place not in disbanded:
            stand.add(unit)
    if not resolution.skipped:
        assert set(resolution.next.units) == stand
    return resolution


def compare_trial_board(variant: Variant, position: Position, orders: Given, resolution: Resolution) -> None:
    """The same of the board on which orders are tried; it does not know what hangs on who owns what."""
    board = QuickResolver(variant, position.phase)
    for unit in position.units:
        board.put(unit)
    found = board.resolve(orders)
    assert found == board._by_rules(orders)
    ours = seen(variant, resolution)
    if any(each.results == {Result.DESTROYED} for each in resolution.outcomes):
        return
    assert {place: frozenset(where) for place, where in found.dislodged.items() if where} == ours.retreats
    lost = {each.unit.province for each in resolution.outcomes if each.unit and not LOST.isdisjoint(each.results)}
    assert set(found.dislodged) == lost
    succeeded = {each.unit.province for each in resolution.outcomes if each.unit and each.given and each.succeeded} - lost
    assert found.succeeding == succeeded


def compare_joint_orders(chance: Random, variant: Variant, position: Position, orders: Given) -> None:
    """The same of orders given as numbers."""
    joint_orders = JointOrders(variant, position)
    wanted = {order.piece.location: order for each in orders.values() for order in each if isinstance(order, MovementOrder)}
    joint = []
    given: Given = {power: [] for power in variant.powers}
    for unit, options in zip(position.units, joint_orders.options, strict=True):
        order = wanted.get(unit.location)
        number = options.index(order) if order in options else chance.randrange(-1, len(options))
        joint.append(number)
        if number >= 0:
            given[unit.power].append(options[number])
    expected, found = adjudicate(variant, position, given), joint_orders.after(joint)
    assert (found.position, found.ending) == (expected.next, expected.ending)
    if not expected.skipped:
        assert sorted(joint_orders.numbers_after(joint)) == list(position_tables(variant_tables(variant), expected.next).numbers)
