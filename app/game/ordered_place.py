"""Place that an order is for."""

from __future__ import annotations

from adjudicator.order import Order, Waive


def ordered_place(order: Order) -> str | None:
    """The code of the province whose unit or build *order* is about; ``None`` for a waive, which is about none."""
    return None if isinstance(order, Waive) else order.piece.location.province
