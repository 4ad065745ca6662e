"""The adjudicator agrees with the plain one that tries every outcome, on crowded positions of the standard board with many convoys."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import variants
from adjudicator import (
    Convoy,
    Hold,
    Move,
    MovementOrder,
    Order,
    Phase,
    Piece,
    Position,
    ReasonKind,
    Rules,
    Support,
    Unit,
    Variant,
    adjudicate,
    legal_orders,
)
from adjudicator.conformance import Case
from adjudicator.reference import resolve_movement
from tests.datc.corpus_files import corpus
from tests.quick import every
from tests.thorough import rounds
from tests.unit.adjudicator.plain_words import seen
from tests.unit.adjudicator.small_boards import movement_rules

pytestmark = pytest.mark.slow

STANDARD = variants.standard()
CHANNEL = ("F NTH", "F ENG", "F IRI", "F HEL", "F SKA", "A LON", "A WAL", "A YOR", "A BEL", "A HOL", "A PIC", "A BRE", "A NWY", "A DEN")
HARBOURS = ("F LON", "F BEL", "F HOL", "F BRE", "F NWY", "F DEN", "F YOR", "F WAL", "F PIC", "F LVP", "F KIE")
POWERS = ("ENGLAND", "FRANCE", "GERMANY")


def crowded_position(chance: random.Random) -> Position:
    """Fleets and armies around the Channel, so that convoys, their breaking and circles are common."""
    units: dict[str, Unit] = {}
    for piece in (*chance.sample(CHANNEL[:5], 3), *chance.sample(CHANNEL[5:], 4), *chance.sample(HARBOURS, 3)):
        unit = Unit(chance.choice(POWERS), Piece.of(piece))
        units.setdefault(unit.province, unit)
    return Position(Phase.of("S1901M"), tuple(sorted(units.values(), key=str)), {})


def entangled_orders(chance: random.Random, position: Position) -> dict[str, list[Order]]:
    """Legal orders, drawn so that most supports and convoys are for something that was ordered."""
    options = {unit: legal_orders(STANDARD, position, unit.location) for unit in position.units}
    chosen: dict[Unit, Order] = {}
    for unit, orders in options.items():
        moves = [order for order in orders if isinstance(order, Move)]
        far = [order for order in moves if order.via_convoy or order not in orders[:8]]
        pool = far if far and chance.random() < 0.5 else moves
        chosen[unit] = chance.choice(pool) if pool and chance.random() < 0.55 else Hold(unit.piece)
    for unit, orders in options.items():
        if isinstance(chosen[unit], Hold):
            useful = [order for order in orders if _fits(order, chosen, position)]
            if useful and chance.random() < 0.9:
                chosen[unit] = chance.choice(useful)
    given: dict[str, list[Order]] = {power: [] for power in POWERS}
    for unit, order in chosen.items():
        given[unit.power].append(order)
    return given


def _fits(order: Order, chosen: dict[Unit, Order], position: Position) -> bool:
    if isinstance(order, Support):
        supported = position.unit_at(order.supported.location.province)
        assert supported is not None
        other = chosen[supported]
        return other.target == order.target if isinstance(other, Move) else order.target is None
    if isinstance(order, Convoy):
        army = position.unit_at(order.army.location.province)
        assert army is not None
        other = chosen[army]
        return isinstance(other, Move) and other.target == order.target
    return False


RULED = [
    replace(STANDARD, rules=Rules.of(text))
    for text in (
        "",
        "4.A.4=brannan 4.A.5=a",
        "4.A.1=a 4.A.3=1982",
        "4.A.2=1971 4.A.3=1971",
        "4.A.2=1982 4.A.3=2000-fallback",
        "4.A.2=2000 4.A.3=convoy-first-v2b",
        *movement_rules(),
    )
]
"""The standard board under each choice of a rule of movement, and under some that meet in convoys."""


def check(position: Position, given: dict[str, list[Order]], variant: Variant = STANDARD) -> str:
    """Compare the two on one position; says which kind of case it was."""
    resolution = adjudicate(variant, position, given)
    ours, plain = seen(variant, resolution), resolve_movement(variant, position, given)
    text = f"{given} under {variant.rules}"
    assert ours.moved == plain.moved, text
    assert ours.dislodged == plain.dislodged, text
    assert ours.retreats == {place: where for place, where in plain.retreats.items() if where}, text
    reasons = [reason for outcome in resolution.outcomes for reason in outcome.reasons]
    if any(reason.kind is ReasonKind.PARADOX for reason in reasons):
        return "paradox"
    return "convoy" if any(isinstance(order, Convoy) for orders in given.values() for order in orders) else "plain"


def troubled_position(chance: random.Random) -> tuple[Position, dict[str, list[Order]]]:
    """A convoy case of the conformance corpus with a unit more and a few orders drawn again: paradoxes are common."""
    case = chance.choice(TROUBLE)
    units = {unit.province: unit for unit in case.main.position.units}
    for piece in chance.sample((*CHANNEL, *HARBOURS), 2):
        unit = Unit(chance.choice(POWERS), Piece.of(piece))
        units.setdefault(unit.province, unit)
    position = Position(Phase.of("S1901M"), tuple(sorted(units.values(), key=str)), {})
    chosen: dict[Unit, Order] = {unit: Hold(unit.piece) for unit in position.units}
    for given in case.main.orders:
        assert isinstance(given.order, MovementOrder)
        chosen[units[given.order.piece.location.province]] = given.order
    for unit in chance.sample(list(position.units), 3):
        options = legal_orders(STANDARD, position, unit.location)
        useful = [order for order in options if _fits(order, chosen, position)]
        chosen[unit] = chance.choice(useful or list(options)) if chance.random() < 0.7 else chance.choice(options)
    by_power: dict[str, list[Order]] = {}
    for unit, order in chosen.items():
        legal = order in legal_orders(STANDARD, position, unit.location)
        by_power.setdefault(unit.power, []).append(order if legal else Hold(unit.piece))
    return position, by_power


def _few_moves(case: Case) -> bool:
    return sum(isinstance(given.order, Move) for given in case.main.orders) <= 5


TROUBLE = [case for case in corpus() if case.id.startswith(("6.F", "6.G")) and _few_moves(case) and case.id != "6.F.25"]


@pytest.mark.parametrize("block", rounds(1, 8))
def test_both_resolvers_agree(block: int) -> None:
    kinds: set[str] = set()
    for seed in range(block * 250, block * 250 + 250):
        chance = random.Random(seed)
        position = crowded_position(chance)
        kinds.add(check(position, entangled_orders(chance, position)))
    assert {"plain", "convoy"} <= kinds


@pytest.mark.parametrize("block", rounds(2, 8))
def test_both_resolvers_agree_where_convoys_are_in_trouble(block: int) -> None:
    kinds: set[str] = set()
    for seed in range(block * 250, block * 250 + 250):
        kinds.add(check(*troubled_position(random.Random(seed))))
    assert "paradox" in kinds


@pytest.mark.parametrize("block", rounds(1, 10))
@pytest.mark.parametrize("variant", every(3, RULED), ids=lambda variant: str(variant.rules))
def test_both_agree_under_each_rule_for_convoys(variant: Variant, block: int) -> None:
    for seed in range(block * 40, block * 40 + 40):
        chance = random.Random(seed)
        position = crowded_position(chance)
        check(position, entangled_orders(chance, position), variant)
        check(*troubled_position(random.Random(seed)), variant)
