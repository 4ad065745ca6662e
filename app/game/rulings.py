"""Rulings over a phase: by the rules alone or with the game's hooks, and results that the game master sets against the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from adjudicator.adjudicating import adjudicate, conclude
from adjudicator.board import Board
from adjudicator.board_tables import board_tables
from adjudicator.missing import by_default_lists, fill_missing, mark_default_orders
from adjudicator.movement import PhaseResult
from adjudicator.order import Build, Move, Order, Remove, Retreat
from adjudicator.phase import Phase
from adjudicator.position import Position
from adjudicator.resolution import Capture, Ending, OrderOutcome, Reason, ReasonKind, Resolution, Result
from adjudicator.rule_choices import NoOrders
from adjudicator.unit import Piece, Unit
from adjudicator.variant import Variant
from adjudicator.variant_tables import unit_number, variant_tables
from adjudicator.verdict import Verdict
from app.game.entries import ForcedResult, TurnChange
from app.game.record import Cursor, EditError, Game, OrderLine, Turn, Why, variant_with
from entente.words.outcomes import GAME_MASTER, is_forced
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


def can_stand(board: Board, piece: Piece) -> bool:
    """Return True if a unit of that kind can stand there; where a coast has to be named, with it."""
    location = piece.location
    return (piece.kind, location.province, location.coast) in board_tables(board).spot_index


def standing_places(board: Board, piece: Piece) -> tuple[Piece, ...]:
    """Return the places in the province of *piece* where a unit of its kind can stand: on each of several coasts, perhaps."""
    tables = board_tables(board)
    province = tables.province_index.get(piece.location.province)
    return () if province is None else tuple(tables.pieces[spot] for spot in tables.spots_in.get((piece.kind, province), ()))


@dataclass(frozen=True, slots=True)
class OrdersDue:
    """Orders that are adjudicated in a phase."""

    by_power: dict[str, Sequence[Order]]
    """All of it."""

    by_default: dict[str, tuple[Order, ...]]
    """The part that default lists ordered."""

    def mark_defaults(self, resolution: Resolution) -> Resolution:
        """*resolution* saying what was ordered by a default list."""
        return mark_default_orders(resolution, self.by_default) if self.by_default else resolution


def orders_due(game: Game, cursor: Cursor, variant: Variant | None = None, position: Position | None = None) -> OrdersDue:
    """Return by power the orders that are adjudicated at *cursor*.

    Args:
        variant: what is played at *cursor*, where hooks have a say in it; else the game's with its rule options.
        position: the position, where hooks bar something there; else that of the turn.

    In retreat and build phases the default list of a power that sent nothing orders for it. Where the game plays ``nmr=repeat``, a power
    that sent nothing gives again, as far as they are still legal, the orders it sent for its last phase of the same kind.
    """
    turn = game.turn(cursor)
    given = turn.read_orders()
    variant = variant or variant_with(game.variant, game.rules_at(cursor))
    position = position or turn.position
    lists = game.default_lists_at(cursor)
    by_default = by_default_lists(variant, position, given, lists) if lists else {}
    due: dict[str, Sequence[Order]] = {**given, **by_default}
    if variant.rules.no_orders is not NoOrders.REPEAT:
        return OrdersDue(due, by_default)
    earlier: dict[str, Sequence[Order]] = {}
    for before in game.line(cursor.branch)[: cursor.index]:
        if before.position.phase.kind is turn.position.phase.kind:
            earlier.update(before.read_orders())
    return OrdersDue(fill_missing(variant, position, due, previous=earlier), by_default)


@dataclass(frozen=True, slots=True)
class Ruling:
    """Resolution of a phase, and the changes that come with the next one."""

    resolution: Resolution

    changes: tuple[TurnChange, ...] = ()
    """State that hooks keep from this phase for the next."""


Referee = Callable[[Game, Cursor], Ruling]
"""Rules over the turn at a cursor. Same game, same ruling."""


def plain_referee(game: Game, cursor: Cursor) -> Ruling:
    """The adjudicator's ruling, with the rule options that hold at *cursor*. Hooks are not asked."""
    turn = game.turn(cursor)
    variant = variant_with(game.variant, game.rules_at(cursor))
    due = orders_due(game, cursor)
    return Ruling(due.mark_defaults(adjudicate(variant, turn.position, due.by_power)))


def judged_orders(turn: Turn, resolution: Resolution) -> Mapping[str, tuple[OrderLine, ...]]:
    """The turn's lines, with the reason why each illegal one was refused; one that a game master carried out all the same is none."""
    refused = {
        (outcome.power, str(outcome.order)): reason.verdict
        for outcome in (*resolution.outcomes, *resolution.refused)
        if Result.ILLEGAL in outcome.results
        for reason in outcome.reasons
        if reason.verdict is not None
    }
    refused |= {(each.power, str(each.order)): Verdict() for each in resolution.outcomes if is_forced(each)}
    if not refused:
        return turn.orders

    def judged(power: str, line: OrderLine) -> OrderLine:
        verdict = refused.get((power, str(line.order)))
        return line if verdict is None or line.is_replaced or line.order is None else replace(line, verdict=verdict)

    return MappingProxyType({power: tuple(judged(power, line) for line in lines) for power, lines in turn.orders.items()})
