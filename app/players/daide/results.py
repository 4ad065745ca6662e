"""Results of a phase as ORD messages: one for every unit, and one for every build that was declined."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from adjudicator.order import Build, Move, Order, Retreat, Support, Waive
from adjudicator.phase import Phase, PhaseKind
from adjudicator.position import Position
from adjudicator.resolution import OrderOutcome, ReasonKind, Resolution, Result
from adjudicator.unit import Piece
from adjudicator.variant import PowerRole
from app.players.daide.board import DaideBoard
from app.players.daide.language import Message, group, message
from app.players.daide.orders import RouteOf, order_words
from app.players.daide.routes import Routes


def results(board: DaideBoard, position: Position, resolution: Resolution) -> tuple[Message, ...]:
    """The ORD messages of the phase of *position*: strict clients count them.

    In movement there are as many as units, in retreats as many as dislodged units, in adjustments for each power the difference of
    its centres and its units.
    """
    turn = board.turns.message(position.phase)
    outcomes = [each for each in resolution.outcomes if not (position.phase.kind is PhaseKind.ADJUSTMENT and isinstance(each.order, Waive))]
    route_of: RouteOf = _by_itself
    if position.phase.kind is PhaseKind.MOVEMENT:
        route_of = Routes(board.variant, position, [each.order for each in outcomes])

    def owner_of(piece: Piece) -> str:
        unit = position.unit_at(piece.location.province)
        return unit.power if unit is not None else next(iter(board.powers))

    told = [
        (each.power, group(order_words(board, each.power, each.order, owner_of, route_of)), _words(position.phase, each))
        for each in outcomes
    ]
    if position.phase.kind is PhaseKind.ADJUSTMENT:
        told += [(power, group(board.power(power), "WVE"), ("SUC",)) for power in _waived(board, position, outcomes)]
        told.sort(key=lambda each: board.powers.index(each[0]))
    return tuple(message("ORD", group(turn), order, group(*words)) for _, order, words in told)


def _by_itself(_move: Move) -> tuple[str, ...]:
    return ()


def _waived(board: DaideBoard, position: Position, outcomes: list[OrderOutcome]) -> Iterator[str]:
    """Each power as often as it had a build and made none, be it that no home centre is free for it."""
    built = Counter(each.power for each in outcomes if isinstance(each.order, Build))
    for power in board.powers:
        for _ in range(builds_due(board, position, power) - built[power]):
            yield power


def builds_due(board: DaideBoard, position: Position, power: str) -> int:
    """Centres less units, however many are free for them; never below 0."""
    if board.variant.powers[power].role is not PowerRole.PLAYING:
        return 0
    return max(0, len(position.centres_of(power)) - len(position.units_of(power)))


def _words(phase: Phase, outcome: OrderOutcome) -> tuple[str, ...]:
    """``SUC``, ``BNC RET``: what an order got."""
    results, order = outcome.results, outcome.order
    if phase.kind is PhaseKind.ADJUSTMENT:
        return ("SUC",)
    if phase.kind is PhaseKind.RETREAT:
        return ("BNC",) if isinstance(order, Retreat) and Result.OK not in results else ("SUC",)
    out = ("RET",) if results & {Result.DISLODGED, Result.DESTROYED} else ()
    own = _own_word(order, outcome)
    return out if out and own == "SUC" else (own, *out)


def _own_word(order: Order, outcome: OrderOutcome) -> str:
    """Return the result of the order itself, apart from that of the unit."""
    results = outcome.results
    if isinstance(order, Move):
        if Result.NO_CONVOY in results:
            broken = any(reason.kind in {ReasonKind.CONVOY_BROKEN, ReasonKind.PARADOX} for reason in outcome.reasons)
            return "DSR" if broken else "NSO"
        return "SUC" if Result.OK in results else "NSO" if Result.VOID in results else "BNC"
    if isinstance(order, Support) and Result.CUT in results:
        return "CUT"
    if Result.VOID in results:
        return "NSO"
    if Result.DISRUPTED in results and not results & {Result.DISLODGED, Result.DESTROYED}:
        return "NSO"  # a fleet in a paradox, that stays and carries nothing
    return "SUC"
