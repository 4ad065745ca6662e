"""Boards, positions and orders drawn at random: one-way borders, straits, seasons, coasts and three kinds of unit included."""

from __future__ import annotations

from random import Random

from adjudicator import (
    ARMY,
    FLEET,
    Board,
    Convoy,
    Edge,
    Hold,
    Location,
    Move,
    MovementOrder,
    Order,
    Phase,
    Piece,
    Position,
    Power,
    Province,
    Rules,
    Support,
    Terrain,
    Unit,
    UnitKind,
    Variant,
    legal_orders,
    rule_fields,
)
from tests.unit.adjudicator.small_boards import calendar

WING = UnitKind("W", "wing", frozenset({Terrain.INLAND, Terrain.COASTAL, Terrain.SEA}), captures=False)
POWERS = ("AUSTRIA", "BRITAIN", "CHINA")


def random_variant(chance: Random) -> Variant:
    """A board of five to nine provinces with borders of every kind, under rules drawn at random."""
    places: list[Province] = []
    for number in range(chance.randint(5, 9)):
        terrain = chance.choice([Terrain.INLAND, Terrain.COASTAL, Terrain.COASTAL, Terrain.SEA, Terrain.SEA])
        coasts = ("NC", "SC") if terrain is Terrain.COASTAL and chance.random() < 0.2 else ()
        convoyable = terrain is Terrain.COASTAL and not coasts and chance.random() < 0.15
        centre = terrain is not Terrain.SEA and chance.random() < 0.5
        places.append(Province(f"P{number}", f"Place {number}", terrain, coasts, centre=centre, convoyable=convoyable))
    borders: list[Edge] = []
    for index, one in enumerate(places):
        for two in places[index + 1 :]:
            if chance.random() < 0.55:
                borders += _borders(chance, one, two)
    rules = Rules()
    for rule in rule_fields():
        if chance.random() < 0.15:
            rules = rules.with_choice(rule.issue, chance.choice(rule.choices))
    return Variant(
        "random",
        "Random",
        "1",
        Board.of(tuple(places), (ARMY, FLEET, WING), tuple(borders)),
        {power: Power(power, power.title(), power.title(), power[0]) for power in POWERS},
        calendar(),
        rules,
        Position(Phase.of("S1901M"), (), {}),
        99,
    )


def _borders(chance: Random, one: Province, two: Province) -> list[Edge]:
    """The edges between two neighbours, in both directions or in one."""
    found: list[Edge] = []
    strength = chance.choice([2, 2, 2, 2, 1, 0])
    supports = chance.random() > 0.1
    seasons = frozenset("F") if chance.random() < 0.05 else None
    powers = frozenset({chance.choice(POWERS)}) if chance.random() < 0.05 else None
    for kind in (ARMY, FLEET, WING):
        if one.terrain not in kind.terrains or two.terrain not in kind.terrains:
            continue
        ends = [(one, two), (two, one)]
        if chance.random() < 0.1:
            del ends[chance.randrange(2)]
        for origin, target in ends:
            pairs = [(start, stop) for start in _locations(kind, origin) for stop in _locations(kind, target)]
            kept = pairs if len(pairs) == 1 else [pair for pair in pairs if chance.random() < 0.7]
            letters = frozenset({kind.letter})
            found += [Edge(start, stop, letters, strength, supports, seasons, powers=powers) for start, stop in kept]
    return found


def _locations(kind: UnitKind, place: Province) -> list[Location]:
    if kind.letter == "F" and place.coasts:
        return [Location(place.code, coast) for coast in place.coasts]
    return [Location(place.code)]


def random_position(chance: Random, variant: Variant) -> Position:
    """Units on most provinces, each where its kind can stand."""
    units: list[Unit] = []
    for place in variant.board.provinces.values():
        fits = [kind for kind in variant.board.kinds.values() if place.terrain in kind.terrains]
        if fits and chance.random() < 0.8:
            kind = chance.choice([each for each in fits if each.letter != "W"] or fits) if chance.random() < 0.85 else chance.choice(fits)
            standing = {edge.origin for edge in variant.board.edges if edge.origin.province == place.code and kind.letter in edge.kinds}
            if standing or not place.coasts or kind.letter != "F":
                location = chance.choice(sorted(standing, key=str)) if standing else Location(place.code)
                units.append(Unit(chance.choice(POWERS), Piece(kind.letter, location)))
    return Position(Phase.of(chance.choice(["S1901M", "F1901M"])), tuple(sorted(units, key=str)), {})


def random_movement_orders(chance: Random, variant: Variant, position: Position) -> dict[str, list[Order]]:
    """For most units a legal order, drawn so that many supports and convoys match; some units have none."""
    chosen: dict[str, MovementOrder] = {}
    for unit in position.units:
        options = legal_orders(variant, position, unit.location)
        moves = [order for order in options if isinstance(order, Move)]
        order = chance.choice(moves) if moves and chance.random() < 0.6 else Hold(unit.piece)
        chosen[unit.province] = order
    for unit in position.units:
        if isinstance(chosen[unit.province], Hold):
            helps = [order for order in legal_orders(variant, position, unit.location) if _helps(order, chosen)]
            if helps and chance.random() < 0.8:
                helping = chance.choice(helps)
                assert isinstance(helping, MovementOrder)
                chosen[unit.province] = helping
    given: dict[str, list[Order]] = {power: [] for power in POWERS}
    for unit in position.units:
        if chance.random() < 0.9:
            given[unit.power].append(chosen[unit.province])
    return given


def _helps(order: Order, chosen: dict[str, MovementOrder]) -> bool:
    if isinstance(order, Support):
        other = chosen[order.supported.location.province]
        return other.target == order.target if isinstance(other, Move) else order.target is None
    if isinstance(order, Convoy):
        other = chosen[order.army.location.province]
        return isinstance(other, Move) and other.target == order.target
    return False
