"""Results that a game master forces, changes and takes back, in the open phase and in the one processed last. Each leaves an audit line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from types import MappingProxyType

from adjudicator.order import Build, Convoy, Move, Order, Remove, Retreat, Support
from adjudicator.resolution import OrderOutcome, Resolution, Result
from adjudicator.unit import Unit
from app.game.dpn.phase_block import result_words
from app.game.edit_checks import one_line, open_cursor
from app.game.edits import add_audit, judged_lines
from app.game.entries import ForcedResult
from app.game.forcing import apply_forced
from app.game.gm_edits import first_line, reason_given
from app.game.options import variant_at
from app.game.record import Cursor, Game, Turn, ordered_place
from app.game.referee import Referee, judged_orders, plain_referee
from app.game.refusal import EditError, Why
from entente.words.outcomes import describe_result
from entente.words.rule_faults import rule_fault
from languages import tr


def unit_with_result(turn: Turn, province: str) -> Unit | None:
    """The unit of *province* whose result can be set: that which stands there or was driven out, else one that is to be built there."""
    dislodged = turn.position.dislodged_at(province)
    standing = dislodged.unit if dislodged is not None else turn.position.unit_at(province)
    if standing is not None:
        return standing
    forced = [each.unit for each in turn.forced if each.unit.province == province]
    orders = [(power, line.order) for power, lines in turn.orders.items() for line in lines]
    if turn.resolution is not None:
        found = (*turn.resolution.outcomes, *turn.resolution.refused)
        orders = [(each.power, each.order) for each in found]
    built = [Unit(power, order.piece) for power, order in orders if isinstance(order, Build) and order.piece.location.province == province]
    return next(iter((*built, *forced)), None)


def force_result(
    game: Game,
    cursor: Cursor,
    unit: Unit,
    results: Iterable[Result],
    reason: str,
    *,
    referee: Referee = plain_referee,
    by: str = "GM",
    at: str = "",
) -> Game:
    """The game with the result of *unit*'s order in the turn at *cursor* set to *results*, in place of one that was set before.

    The turn is the open one (then the result holds when it is processed) or the last processed one of its branch. What cannot be is refused
    here, in the open turn by the orders that it has now, and not only when that is processed.

    Raises:
        EditError: later phases rest on the turn (fork it first), no reason is given, the result is none that its order can have, or the
            units cannot stand as the result says.
    """
    why = reason_given(reason)
    turn = game.turn(cursor)
    forced = ForcedResult(unit, frozenset(results), why, one_line(by), one_line(at))
    if not forced.results:
        raise EditError(Why.CANNOT_FORCE, tr("A forced result needs at least one word, such as ok or bounce."))
    others = tuple(each for each in turn.forced if each.unit != unit)
    changed = _with_forced(game, cursor, (*others, forced), referee)
    if turn.resolution is None:
        _check_open(changed, cursor, forced, referee)
    else:
        _check_fits(turn.resolution, forced)
    former, present = _line_of(turn, unit), _line_of(changed.turn(cursor), unit)
    how = "forced otherwise" if others != turn.forced else "forced"
    lines = f" from {former} to {present}" if former else f" to {present}"
    told = f"result of {unit} in {turn.phase} {how}{lines}"
    return add_audit(changed, f"{told}: {first_line(why)}", by, at)


def take_back_forced(
    game: Game, cursor: Cursor, unit: Unit, reason: str = "", *, referee: Referee = plain_referee, by: str = "GM", at: str = ""
) -> Game:
    """The game in which the result of *unit*'s order in the turn at *cursor* is for the rules to say again.

    A turn that is processed, the last one of its branch, is adjudicated again with the results that stay forced.

    Raises:
        EditError: nothing was forced for it, later phases rest on the turn, or it is processed and no reason is given.
    """
    turn = game.turn(cursor)
    left = tuple(each for each in turn.forced if each.unit != unit)
    if left == turn.forced:
        raise EditError(Why.CANNOT_FORCE, tr("No result of {unit} is forced in {phase}.", unit=unit, phase=turn.phase))
    why = first_line(reason_given(reason)) if reason or turn.resolution is not None else ""
    changed = _with_forced(game, cursor, left, referee)
    former, present = _line_of(turn, unit), _line_of(changed.turn(cursor), unit)
    lines = f" from {former} to {present}" if present else f" from {former}"
    told = f"result of {unit} in {turn.phase} left to the rules{lines}"
    return add_audit(changed, f"{told}: {why}" if why else told, by, at)


def _line_of(turn: Turn, unit: Unit) -> str:
    """The order of *unit* with its result, as the file says it; empty where the rules are still to say what becomes of it."""
    forced = next((each for each in turn.forced if each.unit == unit), None)
    if turn.resolution is None:
        lines = (line for power, lines in turn.orders.items() if power == unit.power for line in lines if line.is_legal and line.order)
        orders = (line.order for line in lines if line.order is not None and ordered_place(line.order) == unit.province)
        order, results = next(orders, None), None if forced is None else forced.results
    else:
        outcomes = (*turn.resolution.outcomes, *turn.resolution.refused)
        outcome = next((each for each in outcomes if _unit_of(each) == unit), None)
        order, results = (None, None) if outcome is None else (outcome.order, outcome.results)
    if results is None:
        return ""
    return f"{order or unit.piece} ({result_words(results - {Result.OK}) or 'ok'})"


def _check_open(game: Game, cursor: Cursor, forced: ForcedResult, referee: Referee) -> None:
    """Check that the open turn at *cursor* can be processed with its forced results and its present orders.

    Raises:
        EditError: it cannot.
    """
    turn = game.turn(cursor)
    if turn.sealed:
        return  # the orders are still unknown
    try:
        resolution = referee(game, cursor).resolution
    except ValueError:
        return  # the phase cannot be adjudicated at all, which is reported when that is tried
    _check_fits(resolution, forced)
    apply_forced(resolution, turn.forced, variant_at(game, cursor), turn.position)


_CONTRADICTED_BY_OK = frozenset(Result) - {Result.OK, Result.DISLODGED}
_OF_ANY_UNIT = frozenset({Result.OK, Result.DISLODGED, Result.DESTROYED, Result.VOID, Result.ILLEGAL})
_OF_MOVES = _OF_ANY_UNIT | {Result.BOUNCE, Result.NO_CONVOY}
_OF_RETREATS = _OF_ANY_UNIT | {Result.BOUNCE}
_OF_BUILDS = frozenset({Result.OK, Result.VOID, Result.ILLEGAL})


def _check_fits(resolution: Resolution, forced: ForcedResult) -> None:
    """Check that the results are such as the order of the unit can have, and go together.

    Raises:
        EditError: they are not; an order that has no result at all is reported by ``apply_forced``.
    """
    refused = (each for each in resolution.refused if isinstance(each.order, Build | Remove))
    outcomes = (*resolution.outcomes, *refused)
    order = next((each.order for each in outcomes if _unit_of(each) == forced.unit), None)
    if order is None:
        return
    possible = _possible_results(order)
    for each in Result:
        if each in forced.results and each not in possible:
            raise EditError(
                Why.CANNOT_FORCE, tr("“{result}” cannot be the result of {order}.", result=describe_result(each), order=str(order))
            )
    contradicting = _CONTRADICTED_BY_OK | ({Result.DISLODGED} if isinstance(order, Move) else frozenset())
    if Result.OK in forced.results and (others := forced.results & contradicting):
        said = ", ".join(describe_result(each) for each in Result if each in others)
        raise EditError(Why.CANNOT_FORCE, tr("An order cannot be carried out and “{results}” at once.", results=said))


def _unit_of(outcome: OrderOutcome) -> Unit | None:
    if outcome.unit is None and isinstance(outcome.order, Build | Remove):
        return Unit(outcome.power, outcome.order.piece)
    return outcome.unit


def _possible_results(order: Order) -> frozenset[Result]:
    match order:
        case Move():
            return _OF_MOVES
        case Support():
            return _OF_ANY_UNIT | {Result.CUT}
        case Convoy():
            return _OF_ANY_UNIT | {Result.DISRUPTED}
        case Retreat():
            return _OF_RETREATS
        case Build() | Remove():
            return _OF_BUILDS
        case _:
            return _OF_ANY_UNIT


def _with_forced(game: Game, cursor: Cursor, forced: tuple[ForcedResult, ...], referee: Referee) -> Game:
    """The game with exactly *forced* at the turn at *cursor*; one that is processed is adjudicated again."""
    turn, last = game.turn(cursor), game.last(cursor.branch)
    if cursor == last:
        open_cursor(game, cursor.branch)
        return game.with_turn(cursor, replace(turn, forced=forced))
    if not (cursor.index == last.index - 1 and game.owner(cursor).name == cursor.branch and turn.resolution is not None):
        raise EditError(Why.ALREADY_PROCESSED, tr("Later phases depend on {phase}; fork it and force the result there.", phase=turn.phase))
    resting = [each.name for each in game.branches if each.parent is not None and each.parent == Cursor(cursor.branch, last.index)]
    if resting:
        words = tr(
            "Branch {resting} depends on {phase} as well; correct {phase} in a branch, and force the result there.",
            resting=", ".join(resting),
            phase=turn.phase,
        )
        raise EditError(Why.ALREADY_PROCESSED, words)
    if forced[: len(turn.forced)] == turn.forced:
        resolution = apply_forced(turn.resolution, forced[len(turn.forced) :], variant_at(game, cursor), turn.position)
    else:
        resolution = _ruled_anew(game, cursor, forced, referee)
    return _ruled_so(game, cursor, replace(turn, resolution=resolution, forced=forced), turn, resolution)


def _ruled_anew(game: Game, cursor: Cursor, forced: tuple[ForcedResult, ...], referee: Referee) -> Resolution:
    """Return the resolution of the turn at *cursor*, the last processed one of its branch, with *forced* alone."""
    branch = game.branch(cursor.branch)
    reopened = replace(game.turn(cursor), resolution=None, forced=())
    as_it_was = game.with_branch(replace(branch, turns=(*branch.turns[:-2], reopened), ending=None))
    try:
        ruling = referee(as_it_was, cursor)
    except ValueError as error:
        raise EditError(Why.BAD_POSITION, tr("This phase cannot be adjudicated: {error}.", error=rule_fault(error))) from error
    return apply_forced(ruling.resolution, forced, variant_at(game, cursor), reopened.position)


def _ruled_so(game: Game, cursor: Cursor, turn: Turn, before: Turn, resolution: Resolution) -> Game:
    """The game with *turn* in place of *before*, and what follows as *resolution* has it."""
    assert before.resolution is not None
    game = game.with_turn(cursor, replace(turn, orders=judged_orders(turn, resolution)))
    branch = game.branch(cursor.branch)
    if branch.ending == before.resolution.ending != resolution.ending:
        game = game.with_branch(replace(branch, ending=resolution.ending))
    following = Cursor(cursor.branch, cursor.index + 1)
    after = game.turn(following)
    if after.position == resolution.next:
        return game
    if after.adjustments:
        raise EditError(Why.ALREADY_PROCESSED, tr("The position after {phase} was edited; edit it again instead.", phase=turn.phase))
    if after.phase != resolution.next.phase and any(after.orders.values()):
        words = tr(
            "{phase} would be {next_phase} instead, and it has orders; take them back first.",
            phase=after.phase,
            next_phase=resolution.next.phase,
        )
        raise EditError(Why.ALREADY_PROCESSED, words)
    variant = variant_at(game, following)
    judged = {power: judged_lines(variant, resolution.next, power, lines) for power, lines in after.orders.items()}
    return game.with_turn(following, replace(after, position=resolution.next, orders=MappingProxyType(judged)))
