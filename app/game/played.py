"""A game that was played, as a document to open."""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType

from adjudicator.order import Order
from adjudicator.verdict import LEGAL
from app.game.adjusting import difference
from app.game.edits import last_counts, new_game
from app.game.record import MAIN, Branch, Game, OrderLine, Turn
from app.game.referee import judged_orders
from entente.playing import Record
from entente.state import Step


def game_of(
    record: Record, name: str = "", *, checksum: str = "", game_id: str | None = None, rules: Iterable[tuple[str, str]] = ()
) -> Game:
    """The game that *record* is of: every phase with its orders and what became of them, open where the play was stopped.

    Args:
        record: a play; one that did not begin with the variant's start says so as an adjustment.
        name: of the game; the variant's name unless given.
        checksum: ``sha256:...`` of the variant's files.
        game_id: eight random hexadecimal digits unless given.
        rules: rule options as words, by which it was played.
    """
    game = new_game(record.start.variant.model, name, checksum=checksum, game_id=game_id, rules=rules)
    turns = [_turn(step) for step in record.steps]
    turns.append(Turn(record.final.position))
    if record.start.position != game.variant.start:
        first = turns[0]
        change = difference(game.variant.start, first.position, "The play began here")
        turns[0] = Turn(first.position, first.orders, first.resolution, adjustments=(change,))
    return game.with_branch(Branch(MAIN, None, tuple(turns), record.final.ending))


def _turn(step: Step) -> Turn:
    orders = {power: last_counts(map(_line, given)) for power, given in step.given.items()}
    turn = Turn(step.before.position, MappingProxyType(orders), step.resolution)
    return Turn(turn.position, judged_orders(turn, step.resolution), step.resolution)


def _line(order: Order) -> OrderLine:
    return OrderLine(str(order), order, LEGAL)
