"""Positions after joint orders given as numbers are those of the adjudicator for the same orders."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from adjudicator import Order, Phase, PhaseKind, Position, Unit, adjudicate, legal_orders, orderable
from adjudicator.joint_orders import JointOrders
from adjudicator.rules import Rules, presets
from adjudicator.variant import Variant
from tests.quick import each_nth, every, one_by_one
from tests.thorough import rounds
from tests.unit.adjudicator.core_agreement import without_core
from tests.unit.adjudicator.small_boards import movement_rules
from variants.catalogue import shipped, standard

GAMES, ALL_GAMES = 4, 40
PHASES = 25
JOINTS = 10
"""Games of 25 movement phases with 10 joint orders each: 1,000 in every run, 10,000 in a thorough one."""


@pytest.fixture(params=["core", "python"], autouse=True)
def _by(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have each test go the way of the compiled core, where there is one, and the way of Python."""
    if request.param == "python":
        without_core(monkeypatch)


def agree(variant: Variant, position: Position, chance: random.Random, count: int) -> Position:
    """Compare *count* random joint orders; what follows the last."""
    joint_orders = JointOrders(variant, position)
    following = position
    for _ in range(count):
        joint = [
            chance.randrange(-1, len(options)) if chance.random() < 0.05 else chance.randrange(len(options))
            for options in joint_orders.options
        ]
        orders: dict[str, list[Order]] = {power: [] for power in variant.powers}
        for unit, number, options in zip(position.units, joint, joint_orders.options, strict=True):
            if number >= 0:
                orders[unit.power].append(options[number])
        expected = adjudicate(variant, position, orders)
        found = joint_orders.after(joint)
        assert found.position == expected.next, {power: list(map(str, given)) for power, given in orders.items()}
        assert found.ending == expected.ending
        following = expected.next
    return following


def play_on(variant: Variant, seed: int, phases: int, count: int) -> None:
    """Compare in *phases* movement phases of a game between players who draw lots."""
    chance, position, compared = random.Random(seed), variant.start, 0
    while compared < phases:
        if position.phase.kind is PhaseKind.MOVEMENT:
            position = agree(variant, position, chance, count)
            compared += 1
            continue
        orders = {
            power: [chance.choice(legal_orders(variant, position, place)) for place in orderable(variant, position, power)]
            for power in variant.powers
        }
        position = adjudicate(variant, position, orders).next


@each_nth(5, "seed", rounds(GAMES, ALL_GAMES))
def test_random_joint_orders_are_followed_by_what_the_adjudicator_says(seed: int) -> None:
    play_on(standard(), seed, PHASES, JOINTS)


@each_nth(3, "name", list(presets()))
def test_so_it_is_by_every_set_of_rules(name: str) -> None:
    play_on(replace(standard(), rules=presets()[name]), 7, 8, 8)


@one_by_one("rules", every(3, movement_rules()))
def test_so_it_is_where_a_rule_is_read_otherwise(rules: str) -> None:
    play_on(replace(standard(), rules=Rules.of(rules)), 11, 6, 8)


@each_nth(3, "variant_id", ["chaos", "1898", "britain", "build-anywhere", "crowded", "pure"])
def test_so_it_is_on_other_boards(variant_id: str) -> None:
    play_on(shipped(variant_id).variant, 3, 6, 6)


def crowd() -> Position:
    """Many fleets and armies round the North Sea and the Channel: convoys, and battles about them."""
    texts = (
        "ENGLAND F NTH, ENGLAND F ENG, ENGLAND A LON, ENGLAND A YOR, FRANCE F BEL, FRANCE A BRE, FRANCE F MAO, FRANCE A PIC, "
        "GERMANY F HEL, GERMANY A HOL, GERMANY F SKA, GERMANY A DEN, RUSSIA F NWY, RUSSIA A SWE, RUSSIA F IRI, RUSSIA A WAL"
    )
    units = tuple(sorted(map(Unit.of, texts.split(", ")), key=str))
    return Position(Phase.of("F1905M"), units, standard().start.owners)


@each_nth(3, "seed", rounds(3, 30))
def test_convoys_and_battles_about_them_are_followed_rightly(seed: int) -> None:
    agree(standard(), crowd(), random.Random(seed), 300)


def test_other_phases_are_refused() -> None:
    with pytest.raises(ValueError, match="W1901A is no movement phase"):
        JointOrders(standard(), replace(standard().start, phase=Phase.of("W1901A")))
