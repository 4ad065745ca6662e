"""What a power is taken to have ordered that sent nothing: its last orders again, or a standing list of builds and removals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.adjustment import books_of
from adjudicator.check import canonical_order
from adjudicator.ground import variant_tables
from adjudicator.order import Build, Order, Remove
from adjudicator.phase import PhaseKind
from adjudicator.position import Position
from adjudicator.rule_choices import NoOrders
from adjudicator.unit import Piece
from adjudicator.variant import PowerRole, Variant


def fill_missing(
    variant: Variant,
    position: Position,
    orders_by_power: Mapping[str, Sequence[Order]],
    *,
    previous: Mapping[str, Sequence[Order]] | None = None,
    preferences: Mapping[str, Sequence[Piece]] | None = None,
) -> dict[str, Sequence[Order]]:
    """*orders_by_power* with an entry for every playing power that has something to put there.

    Args:
        variant: what is played; its rule for powers that send nothing decides whether *previous* is used.
        position: the moment that is ordered.
        orders_by_power: what was sent. A power with an entry, even an empty one, is left alone.
        previous: the orders of the last phase of the same kind, given again where they are still legal (``nmr=repeat``).
        preferences: for adjustment phases, the pieces a power would build, or remove, the dearest wish first.
    """
    filled: dict[str, Sequence[Order]] = dict(orders_by_power)
    for power in variant.powers.values():
        if power.id in filled or power.role is not PowerRole.PLAYING:
            continue
        wishes = (preferences or {}).get(power.id, ())
        if position.phase.kind is PhaseKind.ADJUSTMENT and wishes:
            filled[power.id] = preferred_adjustments(variant, position, power.id, wishes)
        elif variant.rules.no_orders is NoOrders.REPEAT and previous is not None and power.id in previous:
            filled[power.id] = still_legal(variant, position, power.id, previous[power.id])
    return filled


def still_legal(variant: Variant, position: Position, power: str, orders: Sequence[Order]) -> tuple[Order, ...]:
    """Those of *orders* that *power* may give in *position*."""
    return tuple(order for order in orders if canonical_order(variant, position, power, order)[1])


def preferred_adjustments(variant: Variant, position: Position, power: str, wishes: Sequence[Piece]) -> tuple[Order, ...]:
    """As many builds or removals as are due, the first of *wishes* that are possible; no province is used twice."""
    balance = books_of(variant_tables(variant), position).balance(power)
    kind = Build if balance > 0 else Remove
    chosen: list[Order] = []
    used: set[str] = set()
    for piece in wishes:
        if len(chosen) >= abs(balance):
            break
        order, verdict = canonical_order(variant, position, power, kind(piece))
        if verdict and piece.location.province not in used:
            used.add(piece.location.province)
            chosen.append(order)
    return tuple(chosen)
