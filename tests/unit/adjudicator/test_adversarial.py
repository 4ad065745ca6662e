"""Positions made to be hard come out right. How long they take is measured in ``benchmarks/bench_adversarial.py``."""

from __future__ import annotations

import pytest

from adjudicator import Move, Result, adjudicate, check_order
from benchmarks.adversarial import FAMILIES, Hard, chain, circle, ladder, nested, paradoxes, web
from tests.quick import each_nth


def moved(hard: Hard) -> int:
    """Return the number of moves that succeeded."""
    outcomes = adjudicate(hard.variant, hard.position, hard.orders).outcomes
    return sum(isinstance(each.order, Move) and Result.OK in each.results for each in outcomes)


@each_nth(3, "family", range(len(FAMILIES)))
def test_every_unit_has_an_outcome_and_no_two_share_a_province(family: int) -> None:
    hard = FAMILIES[family]()
    resolution = adjudicate(hard.variant, hard.position, hard.orders)
    assert len(resolution.outcomes) == len(hard.position.units)
    assert len({unit.province for unit in resolution.next.units}) == len(resolution.next.units)


def test_a_web_of_sixty_fleets_carries_its_army() -> None:
    resolution = adjudicate(web().variant, web().position, web().orders)
    arrived = resolution.outcome_of("WEST00")
    assert arrived is not None
    assert arrived.results == {Result.OK}


def test_only_fleets_that_no_route_needs_are_refused_in_a_web() -> None:
    hard = web()
    illegal = [order for order in hard.orders["AQUA"] if not check_order(hard.variant, hard.position, "AQUA", order)]
    # Neighbours of a corner, and of the fleets that touch land, all touch one another: no route needs who lies there.
    assert len(illegal) < 12


def test_lone_attackers_do_not_break_a_web() -> None:
    resolution = adjudicate(web(attacked=True).variant, web(attacked=True).position, web(attacked=True).orders)
    arrived = resolution.outcome_of("WEST00")
    assert arrived is not None
    assert arrived.results == {Result.OK}


@pytest.mark.parametrize(("length", "count"), [(200, 1), (4, 50), (3, 66)])
def test_circles_move_on_whole(length: int, count: int) -> None:
    assert moved(circle(length, count)) == length * count


def test_a_line_moves_when_there_is_room_at_its_head_and_else_stays() -> None:
    assert moved(chain(200, blocked=False)) == 200
    assert moved(chain(200, blocked=True)) == 0


def test_separate_paradoxes_are_each_settled() -> None:
    hard = paradoxes(20, linked=False)
    resolution = adjudicate(hard.variant, hard.position, hard.orders)
    fleets = [each for each in resolution.outcomes if each.unit is not None and each.unit.province.startswith("SEA")]
    assert len(fleets) == 20
    assert all(Result.DISRUPTED in each.results and Result.DISLODGED in each.results for each in fleets)


@pytest.mark.parametrize("count", [2, 3, 8, 9])
def test_a_ring_of_paradoxes_is_settled_as_one(count: int) -> None:
    """Each army would cut what breaks the next convoy. With an odd number there is no answer, with an even one there are two."""
    hard = paradoxes(count, linked=True)
    resolution = adjudicate(hard.variant, hard.position, hard.orders)
    assert sum(Result.DISRUPTED in each.results for each in resolution.outcomes) == count


@pytest.mark.parametrize("hard", [nested(12), ladder(12)], ids=["nested", "ladder"])
def test_the_same_knot_is_untied_alike_whatever_the_sequence(hard: Hard) -> None:
    turned = {power: list(reversed(given)) for power, given in reversed(list(hard.orders.items()))}
    assert adjudicate(hard.variant, hard.position, hard.orders) == adjudicate(hard.variant, hard.position, turned)
