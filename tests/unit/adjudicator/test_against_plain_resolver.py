"""The adjudicator agrees with a second resolver that tries every outcome, on thousands of small crowded positions."""

from __future__ import annotations

import random

import pytest

import variants
from adjudicator import Convoy, Hold, Move, MovementOrder, Order, Phase, Piece, Position, Support, Unit, Variant, legal_orders
from adjudicator.conformance import Case
from adjudicator.matching import read_orders
from adjudicator.movement_setup import resolve_moves
from adjudicator.position_tables import position_tables
from adjudicator.variant_tables import variant_tables
from tests.datc.corpus_files import corpus
from tests.unit.adjudicator.plain_resolver import Guess, PlainOrder, PlainResolver

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


def links_at_sea(variant: Variant) -> dict[str, frozenset[str]]:
    """Province to the provinces that fleets can step to from any of its coasts."""
    found: dict[str, set[str]] = {code: set() for code in variant.board.provinces}
    for edge in variant.board.edges:
        if "F" in edge.kinds:
            found[edge.origin.province].add(edge.target.province)
    return {code: frozenset(others) for code, others in found.items()}


LINKS = links_at_sea(STANDARD)


def plain_orders(position: Position, given: dict[str, list[Order]]) -> list[PlainOrder]:
    """The same orders for the plain resolver, matched and sent by convoy as DATC 4.A.3 (2025EE) says."""
    by_province = {
        order.piece.location.province: order for orders in given.values() for order in orders if isinstance(order, MovementOrder)
    }
    found: list[PlainOrder] = []
    for unit in position.units:
        order = by_province[unit.province]
        here = unit.province
        if isinstance(order, Move):
            target = order.target.province
            walks = any(
                edge.origin == unit.location and edge.target == order.target and unit.kind in edge.kinds for edge in STANDARD.board.edges
            )
            own = any(
                isinstance(each, Convoy) and each.army.location.province == here and each.target == order.target
                for each in given[unit.power]
            )
            found.append(PlainOrder(unit.power, here, "move", target, convoyed=not walks or order.via_convoy or (own and unit.kind == "A")))
        elif isinstance(order, Support):
            other = order.supported.location.province
            theirs = by_province[other]
            if order.target is None:
                found.append(PlainOrder(unit.power, here, "support", other, other, matched=not isinstance(theirs, Move)))
            else:
                matched = isinstance(theirs, Move) and theirs.target == order.target
                found.append(PlainOrder(unit.power, here, "support", order.target.province, other, matched=matched))
        elif isinstance(order, Convoy):
            found.append(PlainOrder(unit.power, here, "convoy", order.target.province, order.army.location.province))
        else:
            found.append(PlainOrder(unit.power, here, "hold"))
    return found


def circles_move(guesses: list[Guess]) -> list[Guess]:
    """Of outcomes that differ only in whether circles of units move on, those in which they do."""
    best: dict[tuple[tuple[str, bool], ...], Guess] = {}
    for guess in guesses:
        key = tuple(sorted(guess.path.items()))
        if key not in best or sum(guess.moved.values()) > sum(best[key].moved.values()):
            best[key] = guess
    return list(best.values())


def check(position: Position, given: dict[str, list[Order]]) -> str:
    """Compare the two on one position; tells which kind of case it was."""
    tables = variant_tables(STANDARD)
    here = position_tables(tables, position)
    battle = resolve_moves(read_orders(tables, here, given))
    ours = {unit.province: bool(battle.moved[index]) for index, unit in enumerate(position.units) if battle.targets[index] >= 0}
    settled = {position.units[unit].province for unit in battle.paradox_convoys}

    resolver = PlainResolver(plain_orders(position, given), LINKS)
    answers = circles_move(list(resolver.consistent()))
    if len(answers) == 1:
        assert ours == answers[0].moved, str(given)
        assert not settled, str(given)
        return "convoy" if resolver.carried else "plain"
    assert settled, f"{len(answers)} outcomes, but no paradox was found: {given}"
    disputed = {army for army in settled if len({answer.path[army] for answer in answers}) != 1}
    assert disputed == settled, f"a convoy was broken that is not in question: {given}"

    class Settled(PlainResolver):
        """The equations once more, with the convoys of the paradox broken."""

        def path_open(self, order: PlainOrder, guess: Guess) -> bool:
            return order.province not in settled and super().path_open(order, guess)

    after = circles_move(list(Settled(list(resolver.orders.values()), LINKS).consistent()))
    assert ours in [answer.moved for answer in after], str(given)
    assert len(after) == 1, f"still {len(after)} outcomes: {given}"
    return "paradox"


def troubled_position(chance: random.Random) -> tuple[Position, dict[str, list[Order]]]:
    """A convoy case of the conformance corpus with a unit more and a few orders drawn anew: paradoxes are common."""
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


@pytest.mark.parametrize("block", range(8))
def test_both_resolvers_agree(block: int) -> None:
    kinds: set[str] = set()
    for seed in range(block * 250, block * 250 + 250):
        chance = random.Random(seed)
        position = crowded_position(chance)
        kinds.add(check(position, entangled_orders(chance, position)))
    assert {"plain", "convoy"} <= kinds


@pytest.mark.parametrize("block", range(8))
def test_both_resolvers_agree_where_convoys_are_in_trouble(block: int) -> None:
    kinds: set[str] = set()
    for seed in range(block * 250, block * 250 + 250):
        kinds.add(check(*troubled_position(random.Random(seed))))
    assert "paradox" in kinds
