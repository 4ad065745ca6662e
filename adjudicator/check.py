"""Check of a single order: legal for a power in a position, or the reason that it is not."""

from __future__ import annotations

from adjudicator.adjustment import adjustments_of
from adjudicator.interpretation import interpret
from adjudicator.order import Order, Waive
from adjudicator.phase import PhaseKind
from adjudicator.position import Position
from adjudicator.position_tables import position_tables
from adjudicator.retreat import Retreats
from adjudicator.variant import Variant
from adjudicator.variant_tables import VariantTables, variant_tables
from adjudicator.verdict import LEGAL, Refusal, Verdict


def check_order(variant: Variant, position: Position, power: str, order: Order) -> Verdict:
    """Return the verdict on *order* of *power* now: legal, or the reason that it is not. Other orders are not looked at (DATC 4.E.1).

    What the rules forgive in writing (a coast left out that can only be one, a unit called by the wrong kind) is legal.

    >>> from adjudicator.notation import parse_order
    >>> from variants import standard
    >>> game = standard()
    >>> bool(check_order(game, game.start, "FRANCE", parse_order("A PAR - BUR")))
    True
    >>> check_order(game, game.start, "FRANCE", parse_order("A PAR - MUN")).refusal.value
    'not adjacent'
    """
    return canonical_order(variant, position, power, order)[1]


def canonical_order(variant: Variant, position: Position, power: str, order: Order) -> tuple[Order, Verdict]:
    """*order* as it will be carried out, every coast and kind as it is on the board, with its verdict; as given when illegal.

    >>> from adjudicator.notation import parse_order
    >>> from variants import standard
    >>> game = standard()
    >>> order, verdict = canonical_order(game, game.start, "RUSSIA", parse_order("A STP - FIN"))
    >>> print(order, bool(verdict))
    F STP/SC - FIN True
    """
    tables = variant_tables(variant)
    if power not in tables.power_rank:
        return order, Verdict(Refusal.UNKNOWN_POWER, (power,))
    meant = _meant(tables, position, power, order)
    return (order, meant) if isinstance(meant, Verdict) else (meant, LEGAL)


def _meant(tables: VariantTables, position: Position, power: str, order: Order) -> Order | Verdict:
    match position.phase.kind:
        case PhaseKind.MOVEMENT:
            moved = interpret(position_tables(tables, position), tables.power_rank[power], order)
            return moved if isinstance(moved, Verdict) else moved[1]
        case PhaseKind.RETREAT:
            retreated = Retreats(tables, position).interpret(power, order)
            return retreated if isinstance(retreated, Verdict) else retreated[0]
        case PhaseKind.ADJUSTMENT:
            adjustments = adjustments_of(tables, position)
            adjusted = adjustments.interpret(power, order)
            if isinstance(adjusted, Waive) and adjustments.balance(power) <= 0:  # Builds are due, but there is no free site for any.
                return Verdict(Refusal.NO_BUILDS_LEFT)
            return adjusted
