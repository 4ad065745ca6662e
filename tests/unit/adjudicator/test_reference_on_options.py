"""The two adjudicators agree under every choice of every rule that bears on a phase, on orders written well and badly."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

import pytest
from _pytest.mark import ParameterSet

from adjudicator import Move, Order, Phase, PhaseKind, Piece, Position, Rules, Unit, Variant, Waive, adjudicate, rule_fields
from adjudicator.conformance import Scene, variant_under
from adjudicator.legal import canonical_order
from adjudicator.reference import Meaning, resolve_adjustments, resolve_movement, resolve_retreats
from adjudicator.reference.adjustments import build_meant, removal_meant
from adjudicator.rule_choices import RuleChoice
from adjudicator.unit import DislodgedUnit
from adjudicator.variant import BuildPolicy
from tests.datc.corpus_files import corpus
from tests.quick import one_by_one
from tests.unit.adjudicator.loose_orders import loose_adjustment, loose_movement_order, loose_retreat
from tests.unit.adjudicator.plain_words import seen
from tests.unit.adjudicator.random_boards import POWERS, random_movement_orders, random_position, random_variant
from variants import standard

COASTS = ("4.B.1", "4.B.2", "4.B.3", "4.B.5", "4.B.6", "4.C.2")
MEANING = (*COASTS, "4.A.3", "4.A.6", "4.B.4")
MOVEMENT = (*MEANING, "4.A.1", "4.A.2", "4.A.4", "4.A.5", "4.A.7", "4.D.3", "4.D.9", "4.E.1", "4.E.3", "nmr")
RETREATS = (*COASTS, "4.A.5", "4.D.3")
ADJUSTMENTS = ("4.B.7", "4.C.2", "4.C.4", "4.D.4", "4.D.5", "4.D.6", "4.D.7", "4.D.8", "nmr")
READING = ("4.C.1", "4.C.3", "4.C.5", "4.C.6")
"""Options of the reader of people's orders alone; orders as values have a kind, and need no power."""


def every_choice(*issues: str) -> pytest.MarkDecorator:
    """Run a test under each choice of each of these rules; under one in 24 of them in the quick check."""
    found = [(rule.issue, choice) for rule in rule_fields() if rule.issue in issues for choice in rule.choices]
    cases = [
        pytest.param(issue, choice, id=f"{issue}={choice.value}", marks=() if number % 24 == 0 else pytest.mark.slow)
        for number, (issue, choice) in enumerate(found)
    ]
    return pytest.mark.parametrize(("issue", "choice"), cases)


def test_every_rule_that_a_program_settles_is_compared() -> None:
    compared = {*MOVEMENT, *RETREATS, *ADJUSTMENTS, *READING}
    assert compared == {rule.issue for rule in rule_fields() if not rule.for_game_master}


def under(variant: Variant, issue: str, choice: RuleChoice) -> Variant:
    return replace(variant, rules=variant.rules.with_choice(issue, choice))


@cache
def boards(count: int = 14) -> tuple[tuple[Variant, Position, int], ...]:
    """Random boards with a position each, the same for every choice."""
    found = []
    for seed in range(count):
        chance = Random(seed)
        variant = random_variant(chance)
        position = random_position(chance, variant)
        if position.units:
            found.append((replace(variant, rules=Rules()), position, seed))
    return tuple(found)


def given_orders(chance: Random, variant: Variant, position: Position) -> dict[str, list[Order]]:
    """Legal orders, some replaced by loose ones, and few enough moves that every outcome can be tried."""
    orders = random_movement_orders(chance, variant, position)
    for power, given in orders.items():
        for _ in range(chance.randint(0, 2)):
            given.insert(chance.randint(0, len(given)), loose_movement_order(chance, variant, position))
        moves = [order for order in given if isinstance(order, Move)]
        orders[power] = [order for order in given if not isinstance(order, Move) or order in moves[:2]]
    if chance.random() < 0.3:
        del orders[chance.choice(POWERS)]
    return orders


@pytest.mark.slow
@every_choice(*MOVEMENT)
def test_movement(issue: str, choice: RuleChoice) -> None:
    for board, position, seed in boards():
        variant = under(board, issue, choice)
        for more in range(3):
            orders = given_orders(Random(f"{seed} {more}"), variant, position)
            resolution = adjudicate(variant, position, orders)
            ours, plain = seen(variant, resolution), resolve_movement(variant, position, orders)
            text = f"seed {seed} {more}: {orders}"
            assert ours.moved == plain.moved, text
            if not any(each.results == {"destroyed"} for each in resolution.outcomes):  # Units taken off are not dislodged.
                assert ours.dislodged == plain.dislodged, text
                assert ours.given == plain.given, text
                assert ours.retreats == {place: where for place, where in plain.retreats.items() if where}, text


FLEETS = [
    "MAO",
    "GAS",
    "POR",
    "WES",
    "LYO",
    "MAR",
    "SPA/NC",
    "CON",
    "AEG",
    "BLA",
    "BUL/SC",
    "RUM",
    "BOT",
    "BAR",
    "NWY",
    "STP/SC",
    "FIN",
    "LVN",
]


@cache
def coasts() -> tuple[tuple[Variant, Position, int], ...]:
    """Fleets of three powers around the provinces of the standard board that have two coasts."""
    found = []
    for seed in range(4):
        chance = Random(seed)
        pieces = {text.partition("/")[0]: Piece.of(f"F {text}") for text in chance.sample(FLEETS, 13)}
        units = [Unit(chance.choice(("FRANCE", "RUSSIA", "TURKEY")), piece) for piece in pieces.values()]
        found.append((standard(), Position(Phase.of("S1901M"), tuple(sorted(units, key=str)), {}), seed))
    return tuple(found)


@every_choice(*MEANING)
def test_what_an_order_means_and_whether_it_is_legal(issue: str, choice: RuleChoice) -> None:
    for board, position, seed in (*boards(), *coasts()):
        variant, chance = under(board, issue, choice), Random(seed)
        meaning = Meaning(variant, position)
        powers = sorted({unit.power for unit in position.units})
        for _ in range(40 if len(position.units) < 12 else 150):
            power, order = chance.choice(powers), loose_movement_order(chance, variant, position)
            meant, verdict = canonical_order(variant, position, power, order)
            assert (meant if verdict else None) == meaning.movement(power, order), f"seed {seed}: {power} {order}: {verdict}"


@cache
def positions_of_retreat() -> tuple[tuple[Variant, Position, int], ...]:
    found = []
    for seed in range(500):
        chance = Random(seed)
        variant = random_variant(chance)
        position = random_position(chance, variant)
        after = adjudicate(variant, position, random_movement_orders(chance, variant, position)).next
        if after.dislodged:
            found.append((replace(variant, rules=Rules()), after, seed))
    return tuple(found)


@every_choice(*RETREATS)
def test_where_fleets_retreat_to_on_a_board_with_coasts(issue: str, choice: RuleChoice) -> None:
    for board, before, seed in coasts():
        variant, chance = under(board, issue, choice), Random(seed)
        dislodged = tuple(
            DislodgedUnit(unit, chance.choice(("SPA", "BUL", "STP", "MAO")), chance.random() < 0.5) for unit in before.units[:6]
        )
        position = Position(Phase.of("S1901R"), before.units[6:9], {}, dislodged, frozenset(chance.sample(("POR", "GRE", "SWE"), 1)))
        meaning = Meaning(variant, position)
        for _ in range(120):
            order = loose_retreat(chance, variant, position)
            power = chance.choice(position.dislodged).unit.power
            meant, verdict = canonical_order(variant, position, power, order)
            assert (meant if verdict else None) == meaning.retreat(power, order), f"seed {seed}: {power} {order}: {verdict}"


@pytest.mark.slow
@every_choice(*RETREATS)
def test_retreats(issue: str, choice: RuleChoice) -> None:
    for board, position, seed in positions_of_retreat():
        variant, chance = under(board, issue, choice), Random(seed)
        assert position.phase.kind is PhaseKind.RETREAT
        meaning = Meaning(variant, position)
        given: dict[str, list[Order]] = {power: [] for power in POWERS}
        for _ in range(12):
            order = loose_retreat(chance, variant, position)
            power = position.dislodged[0].unit.power if chance.random() < 0.5 else chance.choice(POWERS)
            meant, verdict = canonical_order(variant, position, power, order)
            assert (meant if verdict else None) == meaning.retreat(power, order), f"seed {seed}: {power} {order}: {verdict}"
            given[power].append(order)
        assert set(adjudicate(variant, position, given).next.units) == resolve_retreats(variant, position, given), f"seed {seed}: {given}"


def winter(chance: Random, variant: Variant) -> Position:
    """Units anywhere and centres drawn at random, some centres counted as cores."""
    powers = list(variant.powers)
    places = sorted({(kind, edge.origin) for edge in variant.board.edges for kind in edge.kinds}, key=str)
    standing = {place.province: Unit(chance.choice(powers), Piece(kind, place)) for kind, place in chance.sample(places, 26)}
    units = tuple(sorted(standing.values(), key=str))
    owners = {centre: chance.choice(powers) for centre in variant.board.centres if chance.random() < 0.8}
    cores = {f"core {owner} {centre}": chance.randint(0, 1) for centre, owner in owners.items() if chance.random() < 0.5}
    return Position(Phase.of("W1901A"), units, owners, counters=cores)


@every_choice(*ADJUSTMENTS)
def test_builds_and_removals(issue: str, choice: RuleChoice) -> None:
    for seed in range(8):
        chance = Random(seed)
        variant = replace(under(standard(), issue, choice), builds=chance.choice(list(BuildPolicy)))
        position = winter(chance, variant)
        meaning = Meaning(variant, position)
        given: dict[str, list[Order]] = {power: [] for power in variant.powers if chance.random() < 0.85}
        for power, orders in given.items():
            for _ in range(7):
                order = loose_adjustment(chance, variant, position, power)
                meant, verdict = canonical_order(variant, position, power, order)
                due = len(position.centres_of(power)) - len(position.units_of(power))
                plain = removal_meant(meaning, power, order) if due < 0 else build_meant(meaning, power, order) if due > 0 else None
                if verdict or not isinstance(order, Waive):  # Whether a build is left to waive is no question of what the order means.
                    assert (meant if verdict else None) == plain, f"seed {seed}: {power} {order}: {verdict}"
                orders.append(order)
        after = set(adjudicate(variant, position, given).next.units)
        assert after == resolve_adjustments(variant, position, given), f"seed {seed}: {variant.builds} {given}"


SCENES = [
    (f"{case.id} {issue}={choice}", issue, choice, scene)
    for case in corpus()
    for issue, choice, scene in (
        ("", "", case.main),
        *((option.issue, choice, option.main) for option in case.options for choice in option.choices),
    )
    if scene.position.phase.kind is PhaseKind.MOVEMENT and sum(isinstance(given.order, Move) for given in scene.orders) <= 7
]


def every_scene(step: int) -> list[ParameterSet]:
    """All scenes; each *step*-th of them in the quick check, which tries them all against what is expected anyway: ``tests/datc``."""
    return [pytest.param(*each, id=each[0], marks=pytest.mark.slow if number % step else ()) for number, each in enumerate(SCENES)]


@one_by_one(("name", "issue", "choice", "scene"), every_scene(3))
def test_the_conformance_cases(name: str, issue: str, choice: str, scene: Scene) -> None:
    variant = variant_under(standard(), issue, choice) if issue else standard()
    orders: dict[str, list[Order]] = {}
    for given in scene.orders:
        orders.setdefault(given.power, []).append(given.order)
    ours, plain = seen(variant, adjudicate(variant, scene.position, orders)), resolve_movement(variant, scene.position, orders)
    assert (ours.moved, ours.dislodged) == (plain.moved, plain.dislodged)
    assert ours.retreats == {place: where for place, where in plain.retreats.items() if where}
