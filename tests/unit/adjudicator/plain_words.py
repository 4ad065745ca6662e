"""Results of a movement phase by the adjudicator, in the words of the reference."""

from __future__ import annotations

from adjudicator import Move, Resolution, Result, Retreat, Support, Variant, legal_orders
from adjudicator.reference.movement import PlainMovement


def seen(variant: Variant, resolution: Resolution) -> PlainMovement:
    """Return the results of the adjudicator, in the words of the reference."""
    moved, given, dislodged = set(), set(), {}
    for outcome in resolution.outcomes:
        assert outcome.unit is not None
        if Result.OK in outcome.results and isinstance(outcome.order, Move):
            moved.add(outcome.unit.province)
        if Result.OK in outcome.results and isinstance(outcome.order, Support):
            given.add(outcome.unit.province)
        if Result.DISLODGED in outcome.results:
            by = [reason.by[0].province for reason in outcome.reasons if reason.kind.value == "dislodged by"]
            dislodged[outcome.unit.province] = by[0]
    after = resolution.next
    retreats = {
        each.unit.province: frozenset(
            order.target.province for order in legal_orders(variant, after, each.unit.province) if isinstance(order, Retreat)
        )
        for each in after.dislodged
    }
    return PlainMovement(frozenset(moved), dislodged, retreats, frozenset(given))
