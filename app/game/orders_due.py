"""The orders that a phase is ruled over with: those received, and what stands in for a power that sent nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from adjudicator.missing import by_default_lists, fill_missing, told_as_default
from adjudicator.order import Order
from adjudicator.position import Position
from adjudicator.resolution import Resolution
from adjudicator.rule_choices import NoOrders
from adjudicator.variant import Variant
from app.game.options import variant_with
from app.game.record import Cursor, Game


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
