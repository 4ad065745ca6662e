"""The adjudicator and the plain one beside it agree, on random boards under random rules, in all three kinds of phase."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from adjudicator import Hold, Move, MovementOrder, Order, Phase, Position, Result, Variant, adjudicate, legal_orders, orderable
from adjudicator.order import Build
from adjudicator.reference import resolve_adjustments, resolve_movement, resolve_retreats
from tests.quick import examples, few
from tests.thorough import rounds
from tests.unit.adjudicator.plain_words import seen
from tests.unit.adjudicator.random_boards import POWERS, random_movement_orders, random_position, random_variant
from variants import standard

MOST_MOVES = 6
Given = dict[str, list[Order]]


def drawn(chance: Random) -> tuple[Variant, Position, Given]:
    """A position in which few enough units move that every outcome can be tried; a power may send nothing, or orders twice."""
    variant = random_variant(chance)
    position = random_position(chance, variant)
    orders = random_movement_orders(chance, variant, position)
    for given in orders.values():
        moves = [order for order in given if isinstance(order, Move)]
        for order in moves[2:]:
            given[given.index(order)] = Hold(order.piece)
        if given and chance.random() < 0.2:
            given.append(chance.choice(legal_orders(variant, position, chance.choice(given).piece.location.province)))  # type: ignore[union-attr]
    if chance.random() < 0.2:
        del orders[chance.choice(POWERS)]
    return variant, position, orders


@pytest.mark.parametrize("block", rounds(3, 8))
def test_both_agree_on_movement(block: int) -> None:
    for seed in range(block * 100, block * 100 + examples(100)):
        variant, position, orders = drawn(Random(seed))
        resolution = adjudicate(variant, position, orders)
        ours = seen(variant, resolution)
        plain = resolve_movement(variant, position, orders)
        text = f"seed {seed}: {orders} under {variant.rules}"
        disbanded = {each.unit.province for each in resolution.outcomes if each.unit and each.results == {Result.DESTROYED}}
        assert ours.moved == plain.moved, text
        if not disbanded:
            assert ours.dislodged == plain.dislodged, text
            assert ours.given == plain.given, text
            assert ours.retreats == {place: where for place, where in plain.retreats.items() if where}, text


@pytest.mark.slow
@pytest.mark.parametrize("block", few(range(3), 0))
def test_both_agree_on_retreats(block: int) -> None:
    compared = 0
    for seed in range(block * 300, block * 300 + 300):
        chance = Random(seed)
        variant = random_variant(chance)
        position = random_position(chance, variant)
        after = adjudicate(variant, position, random_movement_orders(chance, variant, position)).next
        if not after.dislodged:
            continue
        given: Given = {power: [] for power in POWERS}
        for each in after.dislodged:
            options = legal_orders(variant, after, each.unit.province)
            given[each.unit.power] += chance.choices(options, k=chance.randint(0, 2))
        assert set(adjudicate(variant, after, given).next.units) == resolve_retreats(variant, after, given), f"seed {seed}"
        compared += 1
    assert compared > 4


@pytest.mark.slow
def test_both_agree_on_builds_and_removals() -> None:
    for seed in range(examples(200)):
        chance = Random(seed)
        rules = random_variant(chance).rules
        variant = replace(standard(), rules=rules)
        centres = list(variant.board.centres)
        powers = list(variant.powers)
        units = tuple(chance.sample(variant.start.units, chance.randint(8, 22)))
        owners = {centre: chance.choice(powers) for centre in centres if chance.random() < 0.8}
        position = Position(Phase.of("W1901A"), tuple(sorted(units, key=str)), owners)
        given: Given = {}
        for power in powers:
            if chance.random() < 0.15:
                continue
            wanted: list[Order] = []
            for place in orderable(variant, position, power):
                options = legal_orders(variant, position, place)
                if options and chance.random() < 0.6:
                    wanted += chance.choices(options, k=chance.randint(1, 2))
            chance.shuffle(wanted)
            given[power] = wanted
        after = adjudicate(variant, position, given).next
        assert set(after.units) == resolve_adjustments(variant, position, given), f"seed {seed} under {rules}"


def test_the_reference_knows_orders_of_a_movement_phase_only_where_they_belong() -> None:
    variant = standard()
    unchanged = resolve_movement(variant, variant.start, {"FRANCE": [Build(variant.start.units[0].piece)]})
    assert not unchanged.moved
    assert not isinstance(Build(variant.start.units[0].piece), MovementOrder)
