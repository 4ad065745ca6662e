"""The orders that a phase is ruled over with: those received, and what the rule for powers that send nothing puts there."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.missing import fill_missing
from adjudicator.order import Order
from adjudicator.position import Position
from adjudicator.rule_choices import NoOrders
from adjudicator.variant import Variant
from app.game.options import variant_with
from app.game.record import Cursor, Game


def orders_to_rule_on(
    game: Game, cursor: Cursor, variant: Variant | None = None, position: Position | None = None
) -> dict[str, Sequence[Order]]:
    """By power, what is adjudicated at *cursor*.

    Args:
        variant: what is played at *cursor*, where hooks have a say in it; else the game's with its rule options.
        position: the position, where hooks bar something there; else that of the turn.

    Where the game plays ``nmr=repeat``, a power that sent nothing gives again, as far as they are still legal, the orders it sent for
    its last phase of the same kind.
    """
    turn = game.turn(cursor)
    given = turn.read_orders()
    variant = variant or variant_with(game.variant, game.rules_at(cursor))
    if variant.rules.no_orders is not NoOrders.REPEAT:
        return dict(given)
    earlier: dict[str, Sequence[Order]] = {}
    for before in game.line(cursor.branch)[: cursor.index]:
        if before.position.phase.kind is turn.position.phase.kind:
            earlier.update(before.read_orders())
    return fill_missing(variant, position or turn.position, given, previous=earlier)
