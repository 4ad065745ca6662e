"""The orders that a phase block records, as lines of the game."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from adjudicator.notation import Reading
from adjudicator.order import Convoy, Move, Order, Retreat, Support, Waive
from adjudicator.position import Position
from adjudicator.resolution import Result
from adjudicator.variant import Variant
from adjudicator.verdict import LEGAL
from app.game import rulebook
from app.game.dpn.blocks import PhaseBlock, RecordedOrder
from app.game.dpn.building import Building
from app.game.dpn.faults import shown
from app.game.dpn.phase_part import PhasePartBuilder
from app.game.edits import last_counts
from app.game.ordered_place import ordered_place
from app.game.record import OrderLine
from languages import tr

MOST_READINGS = 20_000
"""Lines of one file that are no canonical orders and are read tolerantly all the same."""
MOST_FAILURES = 300
"""Number of failures after which the others are left unread too: such a file is no game."""


class OrderBuilder(PhasePartBuilder):
    """Builds order lines."""

    def __init__(self, building: Building, variant: Variant, *, known: bool) -> None:
        super().__init__(building, variant, known=known)
        self._readings = 0
        self._failures = 0

    def orders(self, index: int, block: PhaseBlock, position: Position, *, is_open: bool) -> Mapping[str, tuple[OrderLine, ...]]:
        """The lines of every power that sent any, in the block that is number *index* of the text.

        Args:
            is_open: whether the phase is still to be processed, so that every order's legality is asked for now.
        """
        orders: dict[str, tuple[OrderLine, ...]] = {}
        for power, sent in block.orders.items():
            if self._is_stranger(index, power):
                self._building.orders_of_strangers.update(each.number for each in sent.lines)
            elif sent.received:
                given = [each for each in sent.lines if each.given]
                lines = [self._line(position, power, each, is_open=is_open) for each in given]
                self._check_each_unit_once(power, given, lines, is_open=is_open)
                orders[power] = last_counts(lines)
        return MappingProxyType(orders)

    def _check_each_unit_once(self, power: str, given: list[RecordedOrder], lines: list[OrderLine], *, is_open: bool) -> None:
        """Name the lines that order a unit which a line above them orders too: which of them is meant is not for us to say.

        A line marked ``; not used`` gave way to a later one when that was received.
        """
        first: dict[str, int] = {}
        for recorded, line in zip(given, lines, strict=True):
            place = None if line.order is None or recorded.replaced else ordered_place(line.order)
            if place is None:
                continue
            if place not in first:
                first[place] = recorded.number
                continue
            number, column = self._place(recorded)
            what = tr("{power} orders {place} twice; the first is in line {number}", power=power, place=place, number=first[place])
            expected = tr("one order for each unit, or ; not used behind the one that does not count")
            if is_open:
                self._building.faults.error(number, column, what, expected, skipped=False)
            else:
                self._building.faults.warning(number, column, what, expected)

    def _line(self, position: Position, power: str, recorded: RecordedOrder, *, is_open: bool) -> OrderLine:
        order = recorded.order
        if order is None and not recorded.raw:
            order = self._read_tolerantly(position, power, recorded)
        if order is None:
            return OrderLine(recorded.text)
        if not self._known:
            return OrderLine(recorded.text, order, LEGAL)
        on_board = self._is_on_board(order)
        if not on_board and Result.ILLEGAL not in recorded.results:
            line, column = self._place(recorded)
            what = tr("{shown} names a province that is not on this board", shown=shown(str(order)))
            self._building.faults.warning(line, column, what, tr("provinces of this board"))
        if is_open or not on_board or Result.ILLEGAL in recorded.results:
            verdict = rulebook.check_order(self._variant, position, power, order)
            return OrderLine(recorded.text, order, verdict, is_withdrawn=is_open and recorded.withdrawn)
        return OrderLine(recorded.text, order, LEGAL)

    def _read_tolerantly(self, position: Position, power: str, recorded: RecordedOrder) -> Order | None:
        """Read a line that is no canonical text."""
        reading: Reading | None = None
        if self._known and self._readings < MOST_READINGS and self._failures < MOST_FAILURES:
            self._readings += 1
            reading = rulebook.read_order(self._variant, position, recorded.text, power)
            if reading.order is not None:
                return reading.order
        self._failures += 1
        line, column = self._place(recorded)
        expected = tr("an order such as A PAR - BUR")
        if reading is not None and reading.error is not None and reading.error.suggestions:
            expected += tr("; did you mean {suggestions}?", suggestions=f" {tr('or')} ".join(reading.error.suggestions[:2]))
        self._building.error(line, tr("{shown} is not an order", shown=shown(recorded.text)), expected, column)
        return None

    def _place(self, recorded: RecordedOrder) -> tuple[int, int]:
        """Line and column of the order."""
        line = self._building.text.source.readable[recorded.number - 1]
        return recorded.number, len(line) - len(line.lstrip()) + 1

    def _is_on_board(self, order: Order) -> bool:
        provinces = self._variant.board.provinces
        if isinstance(order, Waive):
            return True
        if order.piece.location.province not in provinces:
            return False
        match order:
            case Move(_, target) | Retreat(_, target):
                return target.province in provinces
            case Support(_, supported, target):
                return supported.location.province in provinces and (target is None or target.province in provinces)
            case Convoy(_, army, target):
                return army.location.province in provinces and target.province in provinces
            case _:
                return True
