"""Properties that must hold on every board, in every position, for all orders."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator import (
    Board,
    Convoy,
    DislodgedUnit,
    Edge,
    Hold,
    Location,
    Move,
    MovementOrder,
    Order,
    Piece,
    Position,
    Resolution,
    Result,
    Support,
    Unit,
    Variant,
    adjudicate,
    canonical_order,
    check_order,
    legal_orders,
)
from adjudicator.notation import parse_order
from tests.quick import examples
from tests.unit.adjudicator.random_boards import POWERS, random_movement_orders, random_position, random_variant

many = settings(max_examples=examples(100))
draws = st.integers(0, 10**9).map(Random)
Given = dict[str, list[Order]]


def drawn(chance: Random) -> tuple[Variant, Position, Given]:
    variant = random_variant(chance)
    position = random_position(chance, variant)
    return variant, position, random_movement_orders(chance, variant, position)


def signature(resolution: Resolution) -> tuple[object, ...]:
    """All of a resolution but its reasons' details, free of sequence."""
    outcomes = frozenset((str(each.unit), str(each.order), each.results) for each in resolution.outcomes)
    return outcomes, resolution.next.units, resolution.next.dislodged, resolution.next.contested


@many
@given(draws)
def test_no_two_units_share_a_province(chance: Random) -> None:
    variant, position, orders = drawn(chance)
    after = adjudicate(variant, position, orders).next
    assert max(Counter(unit.province for unit in after.units).values(), default=0) <= 1
    assert len({each.unit.province for each in after.dislodged}) == len(after.dislodged)


@many
@given(draws)
def test_units_neither_appear_nor_vanish_unexplained(chance: Random) -> None:
    variant, position, orders = drawn(chance)
    resolution = adjudicate(variant, position, orders)
    before = Counter((unit.power, unit.kind) for unit in position.units)
    after = Counter((unit.power, unit.kind) for unit in resolution.next.units)
    after.update((each.unit.power, each.unit.kind) for each in resolution.next.dislodged)
    after.update((each.unit.power, each.unit.kind) for each in resolution.outcomes if each.unit and Result.DESTROYED in each.results)
    assert before == after
    assert sorted(str(each.unit) for each in resolution.outcomes) == [str(unit) for unit in position.units]


@many
@given(draws)
def test_a_unit_that_moved_is_where_it_went_and_another_where_it_was(chance: Random) -> None:
    variant, position, orders = drawn(chance)
    resolution = adjudicate(variant, position, orders)
    for each in resolution.outcomes:
        assert each.unit is not None
        assert each.reasons
        gone = Result.DISLODGED in each.results or Result.DESTROYED in each.results
        moved = isinstance(each.order, Move) and Result.OK in each.results
        where = each.order.target if isinstance(each.order, Move) and moved else each.unit.location
        assert (Unit(each.unit.power, Piece(each.unit.kind, where)) in resolution.next.units) == (not gone)


@many
@given(draws)
def test_the_sequence_of_orders_changes_nothing(chance: Random) -> None:
    variant, position, orders = drawn(chance)
    shuffled = {power: chance.sample(orders[power], len(orders[power])) for power in chance.sample(POWERS, len(POWERS))}
    assert signature(adjudicate(variant, position, orders)) == signature(adjudicate(variant, position, shuffled))


@pytest.mark.slow
@many
@given(draws)
def test_a_hold_for_an_idle_unit_changes_nothing(chance: Random) -> None:
    variant, position, orders = drawn(chance)
    ordered = {order.piece.location.province for given in orders.values() for order in given if isinstance(order, MovementOrder)}
    completed = {power: list(given) for power, given in orders.items()}
    for unit in position.units:
        if unit.province not in ordered:
            completed[unit.power].append(Hold(unit.piece))
    if variant.rules.implicit_orders.value == "a":
        return
    one, two = adjudicate(variant, position, orders), adjudicate(variant, position, completed)
    assert signature(one)[1:] == signature(two)[1:]


@many
@given(draws)
def test_the_same_again_gives_the_same(chance: Random) -> None:
    variant, position, orders = drawn(chance)
    first = adjudicate(variant, position, orders)
    fresh = replace(position)
    assert adjudicate(variant, fresh, {power: [parse_order(str(order)) for order in given] for power, given in orders.items()}) == first


@many
@given(draws)
def test_orders_as_carried_out_resolve_the_same_again(chance: Random) -> None:
    variant, position, orders = drawn(chance)
    first = adjudicate(variant, position, orders)
    again: Given = {power: [] for power in POWERS}
    for outcome in first.outcomes:
        if Result.ILLEGAL not in outcome.results:
            again[outcome.power].append(outcome.order)
    assert signature(adjudicate(variant, position, again))[1:] == signature(first)[1:]


@many
@given(draws)
def test_text_reads_back_as_the_order(chance: Random) -> None:
    variant, position, _ = drawn(chance)
    for unit in position.units:
        for order in legal_orders(variant, position, unit.location):
            assert parse_order(str(order)) == order


@pytest.mark.slow
@many
@given(draws)
def test_names_of_powers_and_provinces_mean_nothing(chance: Random) -> None:
    variant, position, orders = drawn(chance)
    codes = list(variant.board.provinces)
    renamed = dict(zip(codes, chance.sample([f"Q{number}" for number in range(len(codes))], len(codes)), strict=True))
    powers = dict(zip(POWERS, chance.sample(["XERXES", "YORK", "ZULU"], 3), strict=True))
    other = rename_variant(variant, renamed, powers)
    after = adjudicate(variant, position, orders).next
    others = adjudicate(
        other,
        rename_position(position, renamed, powers),
        {powers[power]: [rename_order(order, renamed) for order in given] for power, given in orders.items()},
    ).next
    assert others == rename_position(after, renamed, powers)


def rename_location(location: Location, names: dict[str, str]) -> Location:
    return Location(names[location.province], location.coast)


def rename_piece(piece: Piece, names: dict[str, str]) -> Piece:
    return Piece(piece.kind, rename_location(piece.location, names))


def rename_order(order: Order, names: dict[str, str]) -> Order:
    match order:
        case Hold(piece):
            return Hold(rename_piece(piece, names))
        case Move(piece, target, via, route):
            return Move(rename_piece(piece, names), rename_location(target, names), via, tuple(names[sea] for sea in route))
        case Support(piece, supported, onward):
            goal = None if onward is None else rename_location(onward, names)
            return Support(rename_piece(piece, names), rename_piece(supported, names), goal)
        case Convoy(piece, army, target):
            return Convoy(rename_piece(piece, names), rename_piece(army, names), rename_location(target, names))
    raise AssertionError(order)


def rename_position(position: Position, names: dict[str, str], powers: dict[str, str]) -> Position:
    def unit(each: Unit) -> Unit:
        return Unit(powers[each.power], rename_piece(each.piece, names))

    dislodged = (DislodgedUnit(unit(each.unit), names[each.attacker_origin], each.by_convoy) for each in position.dislodged)
    return replace(
        position,
        units=tuple(sorted((unit(each) for each in position.units), key=str)),
        owners={names[code]: powers[owner] for code, owner in position.owners.items()},
        dislodged=tuple(sorted(dislodged, key=str)),
        contested=frozenset(names[code] for code in position.contested),
    )


def rename_variant(variant: Variant, names: dict[str, str], powers: dict[str, str]) -> Variant:
    board = variant.board
    edges = tuple(
        Edge(
            rename_location(edge.origin, names),
            rename_location(edge.target, names),
            edge.kinds,
            edge.half_strength,
            edge.supports,
            edge.seasons,
            edge.years,
            None if edge.powers is None else frozenset(powers[power] for power in edge.powers),
        )
        for edge in board.edges
    )
    places = tuple(replace(place, code=names[code]) for code, place in board.provinces.items())
    return replace(
        variant,
        board=Board.of(places, tuple(board.kinds.values()), edges),
        powers={powers[power.id]: replace(power, id=powers[power.id]) for power in variant.powers.values()},
    )


@pytest.mark.slow
@many
@given(draws)
def test_what_is_listed_is_what_is_accepted(chance: Random) -> None:
    """Every order that can be written exactly, over all spots of the board."""
    variant, position, _ = drawn(chance)
    places = sorted({end for edge in variant.board.edges for end in (edge.origin, edge.target)} | bare(variant), key=str)
    for unit in position.units:
        listed = set(legal_orders(variant, position, unit.location))
        assert len(listed) == len(legal_orders(variant, position, unit.location))
        candidates: list[Order] = [Hold(unit.piece)]
        for place in places:
            candidates += [Move(unit.piece, place), Move(unit.piece, place, via_convoy=True)]
            for other in position.units:
                candidates += [Support(unit.piece, other.piece, place), Convoy(unit.piece, other.piece, place)]
        candidates += [Support(unit.piece, other.piece) for other in position.units]
        for order in candidates:
            carried_out, verdict = canonical_order(variant, position, unit.power, order)
            assert bool(check_order(variant, position, unit.power, order)) == bool(verdict)
            if order in listed:
                assert verdict, f"{order} is listed, but {verdict}"
                assert carried_out == order or variant.rules.coast_in_support.value == "ignore-v2"
            elif verdict and carried_out == order and not forgiven(variant, order):
                raise AssertionError(f"{order} is accepted, but not listed")


def bare(variant: Variant) -> set[Location]:
    return {Location(code) for code in variant.board.provinces}


def forgiven(variant: Variant, order: Order) -> bool:
    """Orders that are accepted and not offered: a coast left open in a support, and VIA where there is no other way."""
    if isinstance(order, Support) and order.target is not None and order.target.coast is None:
        return bool(variant.board.provinces[order.target.province].coasts)
    if isinstance(order, Move) and order.via_convoy:
        return not any(
            edge.origin == order.piece.location and edge.target == order.target and order.piece.kind in edge.kinds
            for edge in variant.board.edges
        ) or any(edge.seasons or edge.powers for edge in variant.board.edges)
    return False
