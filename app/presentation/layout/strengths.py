"""Strength of a drawn order: as adjudicated, or by the supports drawn beside it."""

from __future__ import annotations

from collections.abc import Collection

from adjudicator.order import Move, Support
from adjudicator.resolution import Result
from app.presentation.picture import DrawnOrder


def compared(drawn: DrawnOrder) -> tuple[float | None, float | None]:
    """Own strength and the strength against it, where the outcome says them."""
    if drawn.outcome is not None:
        for reason in drawn.outcome.reasons:
            if reason.strength is not None:
                return reason.strength, reason.against
    return None, None


def strength(drawn: DrawnOrder, orders: Collection[DrawnOrder]) -> float:
    """Supports plus one. Supports that are known to be cut or void do not count."""
    own, _ = compared(drawn)
    if own is not None:
        return max(1, own)
    order = drawn.order
    if not isinstance(order, Move):
        return 1
    return 1 + sum(
        1
        for each in orders
        if isinstance(each.order, Support)
        and each.order.supported == order.piece
        and each.order.target is not None
        and each.order.target.province == order.target.province
        and (each.outcome is None or Result.OK in each.outcome.results)
    )


def in_figures(value: float) -> str:
    """``2``, or ``1½`` for strengths that rivers and straits halve."""
    whole = int(value)
    if value == whole:
        return str(whole)
    return f"{whole or ''}½"


def score(drawn: DrawnOrder) -> str:
    """``2:1``, or nothing where no strengths were compared."""
    own, against = compared(drawn)
    return "" if own is None or against is None else f"{in_figures(own)}:{in_figures(against)}"
