"""Orders of a power in a turn, and those that are missing."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.legal import adjustment, legal_orders, orderable
from adjudicator.order import Build, Order, Remove, Retreat, Waive
from adjudicator.phase import PhaseKind
from adjudicator.position import Position
from adjudicator.unit import DislodgedUnit, Piece
from app.players.daide.board import DaideBoard
from app.players.daide.language import Message, group, message
from app.players.daide.notes import GOOD, judged
from app.players.daide.orders import WrittenOrder
from app.players.daide.results import builds_due
from app.players.daide.tokens import integer


class TurnOrders:
    """The orders of one power for one phase.

    Args:
        board: the words.
        position: of the phase.
        power: whose orders they are.
    """

    def __init__(self, board: DaideBoard, position: Position, power: str) -> None:
        self._board = board
        self._position = position
        self._power = power
        self._orders: dict[str, Order] = {}
        self._waives = 0

    @property
    def orders(self) -> tuple[Order, ...]:
        """Orders that count now. A build that is declined where no home centre is free is nothing to the rules."""
        free = max(0, adjustment(self._board.variant, self._position, self._power)) if self._waives else 0
        return (*self._orders.values(), *[Waive()] * min(self._waives, free - len(self._orders)))

    @property
    def has_any(self) -> bool:
        """True if anything was ordered."""
        return bool(self._orders or self._waives)

    def take(self, written: WrittenOrder) -> str:
        """Write down an order if it can be; its note. A second order for a unit takes the place of the first."""
        if isinstance(written.order, Waive):
            return self._waive(written)
        order, note = judged(self._board.variant, self._position, self._power, written)
        if note != GOOD or isinstance(order, Waive):
            return note
        key = order.piece.location.province
        if key not in self._orders:
            if isinstance(order, Build) and self._adjustments() >= self._builds:
                return "NMB"
            if isinstance(order, Remove) and self._adjustments() >= self._removals:
                return "NMR"
        self._orders[key] = order
        return GOOD

    def _waive(self, written: WrittenOrder) -> str:
        if self._position.phase.kind is not PhaseKind.ADJUSTMENT:
            return "NRS"
        if written.power != self._power:
            return "NYU"
        if self._adjustments() >= self._builds:
            return "NMB"
        self._waives += 1
        return GOOD

    def withdraw(self, written: WrittenOrder) -> bool:
        """Take back one order; whether it was there."""
        if written.power != self._power:
            return False
        if isinstance(written.order, Waive):
            if not self._waives:
                return False
            self._waives -= 1
            return True
        order, _ = judged(self._board.variant, self._position, self._power, written)
        if isinstance(order, Waive):
            return False
        key = order.piece.location.province
        if self._orders.get(key) != order:
            return False
        del self._orders[key]
        return True

    def clear(self) -> None:
        """Take back everything."""
        self._orders.clear()
        self._waives = 0

    @property
    def is_complete(self) -> bool:
        """True if nothing is missing."""
        if self._position.phase.kind is PhaseKind.ADJUSTMENT:
            return self._due() == 0
        return not any(True for _ in self._missing_pieces())

    def missing(self) -> Message:
        """MIS: units without orders, or the number of removals (positive) or builds (negative) that are due."""
        if self._position.phase.kind is PhaseKind.ADJUSTMENT:
            return message("MIS", group(integer(self._due())))
        if self._position.phase.kind is PhaseKind.RETREAT:
            lacking = {str(each) for each in self._missing_pieces()}
            mine = (each for each in self._position.dislodged if str(each.unit.piece) in lacking and each.unit.power == self._power)
            return message("MIS", *(group(retreat_words(self._board, self._position, each)) for each in mine))
        lacking = {str(each) for each in self._missing_pieces()}
        units = (each for each in self._position.units_of(self._power) if str(each.piece) in lacking)
        return message("MIS", *(group(self._board.unit(each)) for each in units))

    def _missing_pieces(self) -> Iterator[Piece]:
        if self._position.phase.kind is PhaseKind.MOVEMENT:
            pieces = [each.piece for each in self._position.units_of(self._power)]
        else:
            pieces = [each.unit.piece for each in self._position.dislodged if each.unit.power == self._power]
        if not orderable(self._board.variant, self._position, self._power):
            return
        yield from (piece for piece in pieces if piece.location.province not in self._orders)

    @property
    def _builds(self) -> int:
        return builds_due(self._board, self._position, self._power)

    @property
    def _removals(self) -> int:
        return max(0, -adjustment(self._board.variant, self._position, self._power))

    def _adjustments(self) -> int:
        return len(self._orders) + self._waives

    def _due(self) -> int:
        """Removals that are still due as a positive number; builds as a negative one, also those that no home centre is free for.

        A client waives these as well, and its word would come in the next turn if this one did not wait for it. For the same reason
        removals are waited for that leave nothing to choose.
        """
        return self._removals - len(self._orders) if self._removals else self._adjustments() - self._builds


def retreat_words(board: DaideBoard, position: Position, each: DislodgedUnit) -> Message:
    """``FRA AMY PAR MRT ( BUR GAS )``: where a dislodged unit can go, which may be nowhere."""
    legal = legal_orders(board.variant, position, each.unit.location)
    places = [board.place(order.target) for order in legal if isinstance(order, Retreat)]
    return message(board.unit(each.unit), "MRT", group(*places))


def standing(board: DaideBoard, position: Position) -> Message:
    """NOW: every unit, and for dislodged ones where they can go."""
    units = [(each.power, False, str(each), board.unit(each)) for each in position.units]
    units += [(each.unit.power, True, str(each), retreat_words(board, position, each)) for each in position.dislodged]
    return message("NOW", group(board.turns.message(position.phase)), *(group(each[-1]) for each in sorted(units)))
