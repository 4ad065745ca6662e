"""Builds and removals. Source: rulebook, Gaining and Losing Units; DATC 4.D.4 to 4.D.8, 6.I, 6.J."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.board import Terrain
from adjudicator.check import canonical_order
from adjudicator.legal import legal_orders
from adjudicator.order import Build, Order, Remove, Waive
from adjudicator.position import Position
from adjudicator.rule_choices import BuildDecline, NoOrders, RemovalDistance, RepeatedBuild, TooManyBuilds, TooManyRemovals
from adjudicator.unit import Unit
from adjudicator.variant import PowerRole, Variant


def resolve_adjustments(variant: Variant, position: Position, orders_by_power: Mapping[str, Sequence[Order]]) -> frozenset[Unit]:
    """The units on the board after an adjustment phase."""
    units: set[Unit] = set()
    for power in variant.powers:
        own, centres = position.units_of(power), position.centres_of(power)
        due = 0 if variant.powers[power].role is PowerRole.NEUTRAL else len(centres) - len(own)
        if due and power not in orders_by_power and variant.rules.no_orders is NoOrders.DISBAND:
            continue
        meant = [canonical_order(variant, position, power, order) for order in orders_by_power.get(power, ())]
        legal = [order for order, verdict in meant if verdict]
        if due < 0:
            units |= set(own) - _removed(variant, position, power, [each for each in legal if isinstance(each, Remove)], -due)
        else:
            units |= set(own) | _built(variant, position, power, [each for each in legal if isinstance(each, Build | Waive)], due)
    return frozenset(units)


def _built(variant: Variant, position: Position, power: str, wanted: list[Build | Waive], due: int) -> set[Unit]:
    """The units that *power* builds: one in a province (4.D.5), no more than are due (4.D.4), all of them where it must (4.D.7)."""
    rules = variant.rules
    sites = [code for code in variant.board.provinces if any(_builds_at(variant, position, power, code))]
    due = min(due, len(sites))
    kept: list[Build | Waive] = []
    for index, order in enumerate(wanted):
        same = [
            at for at, each in enumerate(wanted) if isinstance(order, Build) and isinstance(each, Build) and _site(each) == _site(order)
        ]
        counts = {RepeatedBuild.FIRST: same[:1], RepeatedBuild.LAST: same[-1:], RepeatedBuild.NONE: same if len(same) == 1 else []}
        if isinstance(order, Waive) or index in counts[rules.repeated_build]:
            kept.append(order)
    if len(kept) > due:
        kept = {TooManyBuilds.NONE: [], TooManyBuilds.FIRST: kept[:due], TooManyBuilds.LAST: kept[len(kept) - due :]}[rules.too_many_builds]
    built = [Unit(power, order.piece) for order in kept if isinstance(order, Build)]
    if rules.build_decline is BuildDecline.FORBIDDEN:
        taken = {unit.province for unit in built}
        for code in sites:
            if len(built) < due and code not in taken:
                built.append(Unit(power, _builds_at(variant, position, power, code)[0].piece))
    return set(built)


def _builds_at(variant: Variant, position: Position, power: str, code: str) -> list[Build]:
    found = [order for order in legal_orders(variant, position, code) if isinstance(order, Build)]
    return [order for order in found if canonical_order(variant, position, power, order)[1]]


def _site(order: Build) -> str:
    return order.piece.location.province


def _removed(variant: Variant, position: Position, power: str, wanted: list[Remove], due: int) -> set[Unit]:
    """The units that *power* loses: those it named, no more than it must (4.D.6), and the farthest (4.D.8)."""
    named = list(dict.fromkeys(order.piece for order in wanted))
    if len(named) > due:
        choice = variant.rules.too_many_removals
        named = {TooManyRemovals.DISORDER: [], TooManyRemovals.FIRST: named[:due], TooManyRemovals.LAST: named[len(named) - due :]}[choice]
    removed = [unit for unit in position.units_of(power) if unit.piece in named]
    left = sorted((unit for unit in position.units_of(power) if unit not in removed), key=lambda unit: _rank(variant, position, unit))
    return {*removed, *left[: due - len(removed)]}


def _rank(variant: Variant, position: Position, unit: Unit) -> tuple[float, bool, str, str]:
    """Civil disorder: the farthest first, fleets before armies, then by the name of the province (DATC 4.D.8)."""
    places, choice = variant.board.provinces, variant.rules.removal_distance
    if choice is RemovalDistance.OWNED:
        goals = {code for code, owner in position.owners.items() if owner == unit.power}
    elif choice is RemovalDistance.HOME:
        goals = {code for code, place in places.items() if place.home == unit.power and place.centre}
    else:
        goals = {code for code, place in places.items() if unit.power in (place.home, place.territory)}
    afloat = Terrain.SEA in variant.board.kinds[unit.kind].terrains
    by_itself = afloat and choice is RemovalDistance.HOME
    near = {unit.location} if by_itself else {unit.province}
    steps = 0
    seen = set(near)
    while near and not any((each if isinstance(each, str) else each.province) in goals for each in near):
        steps += 1
        if by_itself:
            near = {edge.target for edge in variant.board.edges if edge.origin in near and unit.kind in edge.kinds} - seen
        else:
            pairs = [(edge.origin.province, edge.target.province) for edge in variant.board.edges]
            near = {b for a, b in pairs if a in near} | {a for a, b in pairs if b in near}
            near -= seen
        seen |= near
    return (-steps if near else float("-inf"), not afloat, places[unit.province].name, unit.province)
