"""The drawn orders, found by what they are about: a picture of hundreds is asked for each of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from adjudicator.order import Convoy, Move, Support
from adjudicator.unit import Piece
from app.presentation.picture import DrawnOrder


class PictureOrders:
    """The orders of one picture."""

    def __init__(self, orders: Iterable[DrawnOrder]) -> None:
        self._moves: dict[tuple[str, str], DrawnOrder] = {}
        self._to: dict[str, list[DrawnOrder]] = {}
        self._supports: dict[tuple[Piece, str], list[DrawnOrder]] = {}
        self._fleets: dict[tuple[str, str], list[str]] = {}
        for each in orders:
            order = each.order
            if isinstance(order, Move):
                self._moves.setdefault((order.piece.location.province, order.target.province), each)
                self._to.setdefault(order.target.province, []).append(each)
            elif isinstance(order, Support) and order.target is not None:
                self._supports.setdefault((order.supported, order.target.province), []).append(each)
            elif isinstance(order, Convoy):
                route = (order.army.location.province, order.target.province)
                self._fleets.setdefault(route, []).append(order.piece.location.province)

    def rival(self, order: Move) -> DrawnOrder | None:
        """The move that goes the opposite way."""
        return self._moves.get((order.target.province, order.piece.location.province))

    def fellows(self, order: Move) -> Sequence[DrawnOrder]:
        """All moves to the same province, this one too."""
        return self._to.get(order.target.province, ())

    def supports(self, drawn: DrawnOrder) -> Sequence[DrawnOrder]:
        """The supports of the move *drawn*."""
        order = drawn.order
        return self._supports.get((order.piece, order.target.province), ()) if isinstance(order, Move) else ()

    def fleets(self, origin: str, target: str) -> Sequence[str]:
        """Provinces of the fleets that are ordered to carry the army from *origin* to *target*."""
        return self._fleets.get((origin, target), ())
