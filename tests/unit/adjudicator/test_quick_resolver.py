"""Results of a trial board are those of adjudication."""

from __future__ import annotations

import random

import pytest

from adjudicator import Order, PhaseKind, Position, Retreat, adjudicate, legal_orders
from adjudicator.quick_resolver import QuickResolver, QuickResult
from adjudicator.resolution import Result
from adjudicator.unit import Unit
from tests.datc.corpus_files import corpus
from tests.quick import one_by_one
from variants import standard

LOST = frozenset({Result.DISLODGED, Result.DESTROYED})


def adjudicated(position: Position, orders: dict[str, list[Order]]) -> QuickResult:
    """The provinces whose given orders adjudication calls successful; and who is driven out, with the retreats that are legal then."""
    resolution = adjudicate(standard(), position, orders)
    outcomes = [outcome for outcome in resolution.outcomes if outcome.unit is not None]
    succeeding = {
        outcome.unit.province
        for outcome in outcomes
        if outcome.unit is not None and outcome.given and Result.OK in outcome.results and LOST.isdisjoint(outcome.results)
    }
    lost = sorted(outcome.unit.province for outcome in outcomes if outcome.unit is not None and not LOST.isdisjoint(outcome.results))
    return QuickResult(succeeding, {province: retreats(resolution.next, province) for province in lost})


def retreats(position: Position, province: str) -> tuple[str, ...]:
    """The provinces to which a unit driven out of *province* can go."""
    legal = legal_orders(standard(), position, province) if position.dislodged_at(province) else ()
    return tuple(sorted({order.target.province for order in legal if isinstance(order, Retreat)}))


def resolve(position: Position, orders: dict[str, list[Order]]) -> QuickResult:
    board = QuickResolver(standard(), position.phase)
    for unit in position.units:
        board.put(unit)
    found = board.resolve(orders)
    assert found == board._by_rules(orders), "the compiled core and the rules in Python differ"
    return found


@one_by_one("seed", range(40))
def test_random_orders_come_out_alike(seed: int) -> None:
    chance = random.Random(seed)
    position = standard().start
    for _ in range(25):
        orders: dict[str, list[Order]] = {}
        for unit in position.units:
            choices = legal_orders(standard(), position, unit.location)
            if choices and chance.random() < 0.9:
                orders.setdefault(unit.power, []).append(chance.choice(choices))
        if position.phase.kind is PhaseKind.MOVEMENT:
            assert resolve(position, orders) == adjudicated(position, orders)
        resolution = adjudicate(standard(), position, orders)
        position = resolution.next


def test_the_conformance_cases_come_out_alike() -> None:
    for case in corpus():
        if case.main.position.phase.kind is PhaseKind.MOVEMENT:
            orders: dict[str, list[Order]] = {}
            for given in case.main.orders:
                orders.setdefault(given.power, []).append(given.order)
            assert resolve(case.main.position, orders) == adjudicated(case.main.position, orders), case.id


def test_units_come_and_go_between_trials() -> None:
    board = QuickResolver(standard(), standard().start.phase)
    paris, munich = Unit.of("FRANCE A PAR"), Unit.of("GERMANY A MUN")
    board.put(paris)
    march = {"FRANCE": [next(o for o in legal_orders(standard(), standard().start, "PAR") if str(o) == "A PAR - BUR")]}
    meet = {**march, "GERMANY": [next(o for o in legal_orders(standard(), standard().start, "MUN") if str(o) == "A MUN - BUR")]}
    assert board.resolve(march).succeeding == {"PAR"}
    board.put(munich)
    assert board.resolve(meet).succeeding == set()
    board.take_off("MUN")
    assert board.resolve(meet).succeeding == {"PAR"}
    board.clear()
    assert board.resolve(meet).succeeding == set()
    with pytest.raises(ValueError, match="cannot stand"):
        board.put(Unit.of("FRANCE F PAR"))
