"""Convoys in trouble, on three seas in a row between four coasts: the plain adjudicator and the quick ways agree under every rule."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from adjudicator import Convoy, Hold, Location, Move, MovementOrder, Order, Phase, Piece, Position, Rules, Support, Unit, legal_orders
from tests.quick import each_nth
from tests.unit.adjudicator.agreement import Given, compare, compare_joint_orders, compare_trial_board
from tests.unit.adjudicator.small_boards import edges, orders, position, variant

POWERS = ("AUSTRIA", "BRITAIN", "CHINA")

STRAITS = variant(
    "S1 sea, S2 sea, S3 sea, C1 coast, C2 coast, C3 coast, C4 coast",
    edges(
        "S1 - S2 F, S2 - S3 F, S1 - C1 F, S1 - C2 F, S1 - C3 F, "
        "S2 - C1 F, S2 - C2 F, S2 - C4 F, S3 - C3 F, S3 - C4 F, C1 - C2 AF, C3 - C4 AF"
    ),
    powers="AUSTRIA BRITAIN CHINA",
)
"""Three seas in a row between four coasts: most armies go by sea, and most fleets stand in the way of some."""


def entangled(chance: Random, position: Position) -> Given:
    """Armies that go by sea, fleets that carry them or attack those that do, and supports for either."""
    chosen: dict[str, MovementOrder] = {}
    options = {
        unit.province: [order for order in legal_orders(STRAITS, position, unit.province) if isinstance(order, MovementOrder)]
        for unit in position.units
    }
    moving = chance.sample(position.units, min(len(position.units), chance.randint(2, 5)))
    for unit in moving:
        moves = [order for order in options[unit.province] if isinstance(order, Move)]
        far = [order for order in moves if order.via_convoy or order.target.province not in NEAR[unit.province]]
        chosen[unit.province] = chance.choice(far if far and chance.random() < 0.8 else moves)
    for unit in position.units:
        if unit.province not in chosen:
            fitting = [order for order in options[unit.province] if fits(order, chosen)]
            chosen[unit.province] = chance.choice(fitting) if fitting else Hold(unit.piece)
    given: Given = {power: [] for power in STRAITS.powers}
    for unit in position.units:
        given[unit.power].append(chosen[unit.province])
    return given


NEAR = {place: {edge.target.province for edge in STRAITS.board.edges if edge.origin.province == place} for place in STRAITS.board.provinces}


def fits(order: Order, chosen: dict[str, MovementOrder]) -> bool:
    """Return True if it carries or supports the chosen order."""
    match order:
        case Support(supported=other, target=target) | Convoy(army=other, target=target):
            move = chosen.get(other.location.province)
            return isinstance(move, Move) and move.target == target
        case _:
            return False


CONVOY_RULES = (
    "",
    "4.A.5=a 4.A.3=DPTG",
    "4.A.7=a 4.A.3=2000",
    "4.A.4=brannan",
    "4.A.1=a 4.A.3=1982",
    "4.A.2=1971 4.A.3=1971",
    "4.A.2=1982 4.A.3=2000-fallback",
    "4.A.2=2000 4.A.3=convoy-first-v2b",
    "4.A.2=all-hold 4.A.3=convoy-first-v2a",
)


@pytest.mark.slow
@each_nth(4, "rules", CONVOY_RULES)
def test_convoys_in_trouble(rules: str) -> None:
    ruled = replace(STRAITS, rules=Rules.of(rules))
    chance = Random(rules)
    for _ in range(40):
        units = [Unit(chance.choice(POWERS), Piece("F", Location(sea))) for sea in ("S1", "S2", "S3") if chance.random() < 0.9]
        kinds = {coast: chance.choice("AAF") for coast in ("C1", "C2", "C3", "C4") if chance.random() < 0.9}
        units += [Unit(chance.choice(POWERS), Piece(kind, Location(coast))) for coast, kind in kinds.items()]
        position = Position(Phase.of("S1901M"), tuple(sorted(units, key=str)), {})
        orders = entangled(chance, position)
        resolution = compare(ruled, position, orders)
        if not resolution.skipped:
            compare_trial_board(ruled, position, orders, resolution)
        compare_joint_orders(chance, ruled, position, orders)


def place(units: str) -> Position:
    return position(units, "S1901M")


def test_a_convoy_that_is_not_decided_yet_stands_in_the_way_all_the_same() -> None:
    """An attack on the carrying fleet fails in the end; until that is known neither the army nor the fleet it meets has got there."""
    ruled = replace(STRAITS, rules=Rules.of("4.A.2=1982 4.A.3=2000-fallback"))
    units = "AUSTRIA F S3, BRITAIN F C1, BRITAIN F S1, CHINA A C3, CHINA F C4, CHINA F S2"
    given = orders("BRITAIN: F C1 - S1, F S1 C A C3 - C2; CHINA: A C3 - C2, F C4 - S2, F S2 - C2")
    resolution = compare(ruled, place(units), given)
    assert set(resolution.next.units) == set(place(units).units)


def test_rulebook_of_2000_cuts_support_to_an_empty_sea_by_a_convoyed_army() -> None:
    """DATC 4.A.2: that rule spares only a support for an attack on a fleet; this one is for an empty province."""
    ruled = replace(STRAITS, rules=Rules.of("4.A.2=2000"))
    units = "AUSTRIA F C3, AUSTRIA F C4, BRITAIN F S2, CHINA A C2, CHINA F S1"
    given = orders("AUSTRIA: F C3 S F C4 - S3, F C4 - S3; BRITAIN: F S2 - S3; CHINA: A C2 - C3, F S1 C A C2 - C3")
    resolution = compare(ruled, place(units), given)
    assert set(resolution.next.units) == set(place(units).units)
