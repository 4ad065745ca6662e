"""Orders as people write them: a coast too many or too few, the wrong kind, a place that cannot be reached, a route."""

from __future__ import annotations

from random import Random

from adjudicator import Build, Convoy, Disband, Hold, Location, Move, Order, Piece, Position, Remove, Retreat, Support, Unit, Variant, Waive


def loose_movement_order(chance: Random, variant: Variant, position: Position) -> Order:
    """For a unit that stands there, mostly; to a place next to it, mostly."""
    unit = chance.choice(position.units)
    piece = _named(chance, variant, unit)
    form = chance.random()
    if form < 0.1:
        return Hold(piece)
    if form < 0.5:
        route = tuple(_near(chance, variant, unit).province for _ in range(chance.randint(1, 2))) if chance.random() < 0.15 else ()
        return Move(piece, _near(chance, variant, unit), chance.random() < 0.2 or bool(route), route)
    other = chance.choice(position.units)
    if form < 0.85:
        return Support(piece, _named(chance, variant, other), None if chance.random() < 0.2 else _near(chance, variant, other))
    return Convoy(piece, _named(chance, variant, other), _near(chance, variant, chance.choice((other, unit))))


def loose_retreat(chance: Random, variant: Variant, position: Position) -> Order:
    """For a dislodged unit, mostly."""
    dislodged = [each.unit for each in position.dislodged]
    found = chance.choice(dislodged if chance.random() < 0.9 or not position.units else position.units)
    piece = _named(chance, variant, found)
    return Disband(piece) if chance.random() < 0.1 else Retreat(piece, _near(chance, variant, found))


def loose_adjustment(chance: Random, variant: Variant, position: Position, power: str) -> Order:
    """A build at a centre of *power* or anywhere, a removal, a waived build."""
    if chance.random() < 0.1:
        return Waive()
    if chance.random() < 0.3 and position.units:
        return Remove(_named(chance, variant, chance.choice(position.units)))
    own = position.centres_of(power)
    if chance.random() < 0.03:
        return Build(Piece.of("A ZZZ"))
    code = chance.choice(own) if own and chance.random() < 0.8 else chance.choice(list(variant.board.provinces))
    return Build(Piece(chance.choice(list(variant.board.kinds)), _with_coast(chance, variant, code)))


def _named(chance: Random, variant: Variant, unit: Unit) -> Piece:
    if chance.random() < 0.03:
        return Piece(unit.kind, Location("ZZZ"))
    kind = chance.choice(list(variant.board.kinds)) if chance.random() < 0.1 else unit.kind
    return Piece(kind, unit.location if chance.random() < 0.8 else _with_coast(chance, variant, unit.province))


def _near(chance: Random, variant: Variant, unit: Unit) -> Location:
    if chance.random() < 0.03:
        return Location("ZZZ")  # A place that is on no board.
    ends = [edge.target for edge in variant.board.edges if edge.origin.province == unit.province]
    if not ends or chance.random() < 0.15:
        return _with_coast(chance, variant, chance.choice(list(variant.board.provinces)))
    end = chance.choice(ends)
    return end if chance.random() < 0.6 else _with_coast(chance, variant, end.province)


def _with_coast(chance: Random, variant: Variant, code: str) -> Location:
    return Location(code, chance.choice((None, *variant.board.provinces[code].coasts, "NC")))
