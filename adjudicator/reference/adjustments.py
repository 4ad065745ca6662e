"""Builds and removals. Source: rulebook, Gaining and Losing Units; DATC 4.D.4 to 4.D.8, 6.I, 6.J."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.board import Terrain
from adjudicator.order import Build, Order, Remove, Waive
from adjudicator.position import Position
from adjudicator.reference.meaning import Meaning
from adjudicator.rule_choices import (
    BuildCoast,
    BuildDecline,
    InlandFleet,
    KindNaming,
    NoOrders,
    RemovalDistance,
    RepeatedBuild,
    TooManyBuilds,
    TooManyRemovals,
)
from adjudicator.unit import Location, Piece, Unit
from adjudicator.variant import BuildPolicy, PowerRole, Variant


def resolve_adjustments(variant: Variant, position: Position, orders_by_power: Mapping[str, Sequence[Order]]) -> frozenset[Unit]:
    """The units on the board after an adjustment phase."""
    units: set[Unit] = set()
    meaning = Meaning(variant, position)
    for power in variant.powers:
        own, centres = position.units_of(power), position.centres_of(power)
        role = variant.powers[power].role
        due = 0 if role is PowerRole.NEUTRAL else len(centres) - len(own)
        if due and power not in orders_by_power and variant.rules.no_orders is NoOrders.DISBAND:
            continue
        given = orders_by_power.get(power, ())
        if due < 0:
            named = [removal_meant(meaning, power, order) for order in given]
            units |= set(own) - _removed(variant, position, power, [each for each in named if each is not None], -due)
        elif due == 0 or role is not PowerRole.PLAYING:
            units |= set(own)
        else:
            wanted = [build_meant(meaning, power, order) for order in given]
            units |= set(own) | _built(meaning, power, [each for each in wanted if each is not None], due)
    return frozenset(units)


def may_build(meaning: Meaning, power: str, code: str) -> bool:
    """Return True if *power* may build in a province: an own centre that is empty, where the build policy lets it."""
    place, policy = meaning.provinces[code], meaning.variant.builds
    owners, counters = meaning.position.owners, meaning.position.counters
    if code in meaning.units or (place.centre and owners.get(code) != power) or not (place.centre or place.build_site):
        return False
    if place.home == power:
        return True
    if not place.centre:
        return False
    return (
        place.build_site
        or policy is BuildPolicy.ANY_OWNED
        or (policy is BuildPolicy.ANY_HOME and place.home is not None)
        or (policy is BuildPolicy.CORES and counters.get(f"core {power} {code}", 0) > 0)
        or (
            policy is BuildPolicy.ANY_OWNED_WITH_HOME
            and any(owner == power and meaning.provinces[each].home == power for each, owner in owners.items())
        )
    )


def _free(meaning: Meaning, power: str, kind: str, code: str) -> list[Location]:
    """Return the places where a unit of *kind* can be built in a province, but for those that the game's own rules bar."""
    return [place for place in meaning.places(kind, code) if f"{power} {Build(Piece(kind, place))}" not in meaning.position.barred]


def build_meant(meaning: Meaning, power: str, order: Order) -> Build | Waive | None:
    """A build as it is carried out, its coast and kind settled (DATC 4.B.7, 4.C.4)."""
    rules = meaning.rules
    if isinstance(order, Waive):
        return None if rules.build_decline is BuildDecline.FORBIDDEN else order
    if not isinstance(order, Build):
        return None
    kind, location = order.piece.kind, order.piece.location
    code = location.province
    if code not in meaning.provinces or not may_build(meaning, power, code):
        return None
    places, free = meaning.places(kind, code), _free(meaning, power, kind, code)
    if location in free:
        return order
    if location in places:
        return None
    if not places:
        others = [each for each in meaning.variant.board.kinds if meaning.places(each, code)]
        fits = (
            rules.inland_fleet is InlandFleet.ARMY
            and others
            and meaning.places(others[0], code)[0] in _free(meaning, power, others[0], code)
        )
        return Build(Piece(others[0], meaning.places(others[0], code)[0])) if fits else None
    if not free:
        return None
    default = location.coast is None and rules.build_coast is BuildCoast.DEFAULT
    return Build(Piece(kind, free[0])) if len(free) == 1 or default else None


def removal_meant(meaning: Meaning, power: str, order: Order) -> Remove | None:
    """A removal of an own unit; a coast that is wrong is no matter, a kind as 4.C.2 says."""
    unit = meaning.units.get(order.piece.location.province) if isinstance(order, Remove) else None
    if unit is None or unit.power != power or not isinstance(order, Remove):
        return None
    if order.piece.kind != unit.kind and meaning.rules.wrong_kind is KindNaming.ILLEGAL:
        return None
    return Remove(unit.piece)


def _built(meaning: Meaning, power: str, wanted: list[Build | Waive], due: int) -> set[Unit]:
    """The units that *power* builds: one in a province (4.D.5), no more than are due (4.D.4), all of them where it must (4.D.7)."""
    rules = meaning.rules
    sites = [code for code in meaning.provinces if any(_builds_at(meaning, power, code))]
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
                built.append(Unit(power, _builds_at(meaning, power, code)[0]))
    return set(built)


def _builds_at(meaning: Meaning, power: str, code: str) -> list[Piece]:
    """Return the pieces that *power* can build in a province, in the order of the board, armies first."""
    if not may_build(meaning, power, code):
        return []
    return [Piece(kind, place) for kind in meaning.variant.board.kinds for place in _free(meaning, power, kind, code)]


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
