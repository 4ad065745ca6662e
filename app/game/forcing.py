"""Results that the game master sets against the rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from adjudicator.movement import PhaseResult
from adjudicator.next_phase import conclude
from adjudicator.order import Build, Move, Order, Remove, Retreat
from adjudicator.phase import Phase
from adjudicator.position import Position
from adjudicator.position_tables import unit_number
from adjudicator.resolution import Capture, Ending, OrderOutcome, Reason, ReasonKind, Resolution, Result
from adjudicator.unit import Piece, Unit
from adjudicator.variant import Variant
from adjudicator.variant_tables import variant_tables
from app.game.entries import ForcedResult
from app.game.refusal import EditError, Why
from entente.words.outcomes import GAME_MASTER
from entente.words.rule_faults import rule_fault
from languages import tr


def apply_forced(resolution: Resolution, forced: Iterable[ForcedResult], variant: Variant, position: Position) -> Resolution:
    """*resolution* of *position* with the results that *forced* sets, the units standing where these results leave them.

    A move or a retreat forced to succeed puts its unit on the target, one forced to fail puts it back, a unit forced to be destroyed goes,
    and one forced not to be dislodged is back in its province. A build or a removal is made or not. Every other result changes the words
    alone. The consequences of the units' places, such as centres, are computed again by the rules, unless hooks had ruled otherwise than
    the rules.

    Raises:
        EditError: no unit of that kind was ordered, or another unit stands in the place of the result.
    """
    changed = resolution
    for each in forced:
        changed = _applied(changed, each)
    before, after = resolution.next, changed.next
    if (before.units, before.dislodged) == (after.units, after.dislodged):
        return changed
    try:
        if _concluded(variant, position, resolution, before) != _what_follows(resolution):
            return changed
        phases, taken, ending, following = _concluded(variant, position, changed, after)
    except ValueError as error:
        raise EditError(Why.CANNOT_FORCE, tr("No phase can follow from that: {error}.", error=rule_fault(error))) from error
    return replace(changed, skipped=phases, captures=taken, ending=ending, next=following)


_Following = tuple[tuple[Phase, ...], tuple[Capture, ...], Ending | None, Position]


def _what_follows(resolution: Resolution) -> _Following:
    return resolution.skipped, resolution.captures, resolution.ending, resolution.next


def _concluded(variant: Variant, position: Position, resolution: Resolution, after: Position) -> _Following:
    """Return the consequences by the rules where units stand as in *after*."""
    tables = variant_tables(variant)
    numbers = [unit_number(tables, unit) for unit in after.units]
    contested = after.contested if after.dislodged else frozenset[str]()
    found = PhaseResult(resolution.outcomes, resolution.refused, numbers, after.units, after.dislodged, contested)
    return _what_follows(conclude(tables, position, found))


def _applied(resolution: Resolution, forced: ForcedResult) -> Resolution:
    at = next((index for index, outcome in enumerate(resolution.outcomes) if outcome.unit == forced.unit), None)
    if at is None:
        refused = next((each for each in resolution.refused if _builds_or_removes(each, forced.unit)), None)
        if refused is not None:
            return _carried_out(resolution, refused, forced)
        raise EditError(Why.CANNOT_FORCE, tr("{unit} had no order in this phase whose result could be forced.", unit=forced.unit))
    before = resolution.outcomes[at]
    after = before._replace(results=forced.results, reasons=(_SET,))
    outcomes = (*resolution.outcomes[:at], after, *resolution.outcomes[at + 1 :])
    return replace(resolution, outcomes=outcomes, next=_moved(resolution.next, before, after))


def _builds_or_removes(outcome: OrderOutcome, unit: Unit) -> bool:
    return isinstance(outcome.order, Build | Remove) and Unit(outcome.power, outcome.order.piece) == unit


def _carried_out(resolution: Resolution, refused: OrderOutcome, forced: ForcedResult) -> Resolution:
    """*resolution* with a build or removal that the rules refused among those that have a result."""
    before = refused._replace(unit=forced.unit)
    after = before._replace(results=forced.results, reasons=(_SET,))
    left = tuple(each for each in resolution.refused if each is not refused)
    following = _moved(resolution.next, before, after)
    return replace(resolution, outcomes=(*resolution.outcomes, after), refused=left, next=following)


def _moved(position: Position, before: OrderOutcome, after: OrderOutcome) -> Position:
    unit = before.unit
    assert unit is not None
    if isinstance(before.order, Build | Remove):
        return _built_or_removed(position, unit, before, after)
    old, new = _place_after(before), _place_after(after)
    was_out, is_out = not before.results.isdisjoint(_OUT), not after.results.isdisjoint(_OUT)
    if Result.DESTROYED in after.results:
        return _without(position, unit, old)
    if is_out and not was_out:
        raise EditError(
            Why.CANNOT_FORCE, tr("{unit} was not dislodged, so nobody says where it may go; edit the position to dislodge it.", unit=unit)
        )
    if (is_out and was_out) or (old == new and was_out == is_out):
        return position
    standing = position.unit_at(new.location.province)
    if standing is not None and not (standing.power == unit.power and standing.piece == old and not was_out):
        raise EditError(
            Why.CANNOT_FORCE,
            tr(
                "{standing} stands in {province}; edit the position instead, or move it first.",
                standing=standing,
                province=new.location.province,
            ),
        )
    cleared = _without(position, unit, old)
    units = tuple(sorted((*cleared.units, Unit(unit.power, new)), key=str))
    return replace(cleared, units=units, contested=cleared.contested - {new.location.province})


def _built_or_removed(position: Position, unit: Unit, before: OrderOutcome, after: OrderOutcome) -> Position:
    """The position in which a build or a removal comes to what *after* says."""
    if before.succeeded == after.succeeded:
        return position
    if isinstance(before.order, Build) != after.succeeded:  # it is not built after all, or removed after all
        return _without(position, unit, unit.piece)
    standing = position.unit_at(unit.province)
    if standing is not None:
        raise EditError(
            Why.CANNOT_FORCE, tr("{standing} stands in {province}; edit the position instead.", standing=standing, province=unit.province)
        )
    return replace(position, units=tuple(sorted((*position.units, unit), key=str)))


_SET = Reason(ReasonKind.REFUSED, GAME_MASTER)
"""Reason of a forced result. The game master's own words are not for everybody's eyes; they are kept with the game."""

_OUT = frozenset({Result.DISLODGED, Result.DESTROYED})


def _place_after(outcome: OrderOutcome) -> Piece:
    """Return the place in which the outcome leaves its unit."""
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
    was_driven_out = any(each.unit == unit for each in position.dislodged)
    units = position.units if was_driven_out else tuple(each for each in position.units if each != gone)
    dislodged = tuple(each for each in position.dislodged if each.unit not in (gone, unit))
    return replace(position, units=units, dislodged=dislodged)
