"""Results that the game master sets against the rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from adjudicator.order import Move, Order, Retreat
from adjudicator.position import Position
from adjudicator.resolution import OrderOutcome, Resolution, Result
from adjudicator.unit import Piece, Unit
from app.game.entries import ForcedResult
from app.game.refusal import EditError, Why


def apply_forced(resolution: Resolution, forced: Iterable[ForcedResult]) -> Resolution:
    """*resolution* with the results that *forced* sets, and the units standing where these results leave them.

    A move or a retreat forced to succeed puts its unit on the target, one forced to fail puts it back, and a unit forced to be destroyed
    goes. Every other result changes the words alone.

    Raises:
        EditError: no unit of that kind was ordered, or another unit stands where the result would put it.
    """
    for each in forced:
        resolution = _applied(resolution, each)
    return resolution


def _applied(resolution: Resolution, forced: ForcedResult) -> Resolution:
    at = next((index for index, outcome in enumerate(resolution.outcomes) if outcome.unit == forced.unit), None)
    if at is None:
        raise EditError(Why.CANNOT_FORCE, f"{forced.unit} had no order in this phase whose result could be forced.")
    before = resolution.outcomes[at]
    after = before._replace(results=forced.results)
    outcomes = (*resolution.outcomes[:at], after, *resolution.outcomes[at + 1 :])
    return replace(resolution, outcomes=outcomes, next=_moved(resolution.next, before, after))


def _moved(position: Position, before: OrderOutcome, after: OrderOutcome) -> Position:
    unit = before.unit
    assert unit is not None
    old, new = _place_after(before), _place_after(after)
    if Result.DESTROYED in after.results:
        return _without(position, unit, old)
    if old == new:
        return position
    standing = position.unit_at(new.location.province)
    if standing is not None:
        raise EditError(Why.CANNOT_FORCE, f"{standing} stands in {new.location.province}; edit the position instead, or move it first.")
    cleared = _without(position, unit, old)
    units = tuple(sorted((*cleared.units, Unit(unit.power, new)), key=str))
    return replace(cleared, units=units, contested=cleared.contested - {new.location.province})


def _place_after(outcome: OrderOutcome) -> Piece:
    """Where the outcome leaves its unit."""
    assert outcome.unit is not None
    target = _target(outcome.order)
    if target is None or Result.OK not in outcome.results:
        return outcome.unit.piece
    return target


def _target(order: Order) -> Piece | None:
    match order:
        case Move(piece, target) | Retreat(piece, target):
            return Piece(piece.kind, target)
        case _:
            return None


def _without(position: Position, unit: Unit, place: Piece) -> Position:
    gone = Unit(unit.power, place)
    units = tuple(each for each in position.units if each != gone)
    dislodged = tuple(each for each in position.dislodged if each.unit not in (gone, unit))
    return replace(position, units=units, dislodged=dislodged)
