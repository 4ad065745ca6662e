"""Context of order entry: the position, the powers whose orders may be written, and the known orders."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from adjudicator.check import check_order
from adjudicator.location import Location
from adjudicator.order import Order, Waive
from adjudicator.position import Position
from adjudicator.unit import Piece, Unit
from adjudicator.variant import Variant
from adjudicator.verdict import Verdict

_NOWHERE: Mapping[str, tuple[float, float]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class OrderContext:
    """The position and the orders that the viewer knows."""

    variant: Variant
    position: Position

    powers: frozenset[str]
    """Powers whose orders may be written here."""

    orders: Mapping[str, tuple[Order, ...]]
    """The present orders of each power whose orders are known here; a power that is missing keeps them secret."""

    places: Mapping[str, tuple[float, float]] = field(default_factory=lambda: _NOWHERE)
    """Place of each province, for the arrow keys; x to the right, y downward."""

    def order_of(self, unit: Unit) -> Order | None:
        """The present order of *unit*, as far as it is known here."""
        return self.order_at(unit.power, unit.piece)

    def order_at(self, power: str, piece: Piece) -> Order | None:
        """The present order that *power* gives to *piece*."""
        return next((each for each in self.orders.get(power, ()) if not isinstance(each, Waive) and each.piece == piece), None)

    def order_in(self, power: str, province: str) -> Order | None:
        """The present order that *power* gives for *province*: to its unit, or to build there."""
        return next(
            (each for each in self.orders.get(power, ()) if not isinstance(each, Waive) and each.piece.location.province == province), None
        )

    def check(self, power: str, order: Order) -> Verdict:
        """Return the verdict on *order*."""
        return check_order(self.variant, self.position, power, order)

    def goals(self, kind: str, province: str) -> tuple[Location, ...]:
        """The locations of *province* that a unit of *kind* tells apart: its coasts, or the province itself."""
        coasts = tuple(Location(province, coast) for coast in self.variant.board.provinces[province].coasts)
        by_coast = tuple(place for place in coasts if any(edge.target == place and kind in edge.kinds for edge in self.variant.board.edges))
        return by_coast or (Location(province),)

    def walks(self, piece: Piece, province: str) -> bool:
        """Return True if an edge leads *piece* to *province* by itself."""
        return any(
            edge.origin == piece.location and edge.target.province == province and piece.kind in edge.kinds
            for edge in self.variant.board.edges
        )

    def carries(self, piece: Piece) -> bool:
        """Return True if the kind of *piece* is one that convoys."""
        return self.variant.board.kinds[piece.kind].convoys

    def is_carried(self, piece: Piece) -> bool:
        """Return True if the kind of *piece* is one that is convoyed."""
        return self.variant.board.kinds[piece.kind].convoyed
