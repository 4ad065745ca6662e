"""Rulings over a phase: by the rules alone or with the game's hooks, over which orders, and what they say of each line received."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from adjudicator.adjudicating import adjudicate
from adjudicator.board import Board
from adjudicator.board_tables import board_tables
from adjudicator.missing import by_default_lists, fill_missing, told_as_default
from adjudicator.order import Order
from adjudicator.position import Position
from adjudicator.resolution import Resolution, Result
from adjudicator.rule_choices import NoOrders
from adjudicator.unit import Piece
from adjudicator.variant import Variant
from adjudicator.verdict import Verdict
from app.game.entries import TurnChange
from app.game.options import variant_with
from app.game.record import Cursor, Game, OrderLine, Turn
from entente.words.outcomes import is_forced


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

    def told(self, resolution: Resolution) -> Resolution:
        """*resolution* saying what was ordered by a default list."""
        return told_as_default(resolution, self.by_default)


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
    by_default = by_default_lists(variant, position, given, game.default_lists_at(cursor))
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
    return Ruling(due.told(adjudicate(variant, turn.position, due.by_power)))


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
