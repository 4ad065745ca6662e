"""Orders of a turn as the server takes them: what is sent, what is missing, and the note that says why an order cannot be."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.legal import adjustment, canonical_order, legal_orders, orderable
from adjudicator.order import Build, Convoy, Disband, Move, Order, Remove, Retreat, Support, Waive
from adjudicator.phase import PhaseKind
from adjudicator.position import Position
from adjudicator.unit import Location, Unit
from adjudicator.variant import Variant
from adjudicator.verdict import Refusal
from app.players.daide.board import DaideBoard
from app.players.daide.grammar import phrase
from app.players.daide.language import Message, group, message
from app.players.daide.message_table import SERVER, STANDING, StandingUnit, WrittenOrder
from app.players.daide.results import builds_due
from app.players.daide.tokens import integer

GOOD = "MBV"

_NOTES = {
    Refusal.WRONG_PHASE: "NRS",
    Refusal.NO_UNIT: "NSU",
    Refusal.FOREIGN_UNIT: "NYU",
    Refusal.UNKNOWN_PLACE: "NSP",
    Refusal.UNKNOWN_POWER: "NYU",
    Refusal.SAME_PROVINCE: "FAR",
    Refusal.NOT_ADJACENT: "FAR",
    Refusal.WRONG_TERRAIN: "FAR",
    Refusal.NO_CONVOY_ROUTE: "FAR",
    Refusal.ROUTE_BROKEN: "NSF",
    Refusal.ROUTE_NEEDED: "NSF",
    Refusal.WRONG_KIND: "NSU",
    Refusal.COAST_NEEDED: "CST",
    Refusal.COAST_IMPOSSIBLE: "CST",
    Refusal.CANNOT_CONVOY: "NAS",
    Refusal.CANNOT_BE_CONVOYED: "NSA",
    Refusal.CANNOT_SUPPORT_THERE: "FAR",
    Refusal.SUPPORTED_CANNOT_GO: "FAR",
    Refusal.NOT_DISLODGED: "NRN",
    Refusal.RETREAT_OCCUPIED: "NVR",
    Refusal.RETREAT_CONTESTED: "NVR",
    Refusal.RETREAT_TO_ATTACKER: "NVR",
    Refusal.NOT_A_CENTRE: "NSC",
    Refusal.NOT_HOME: "HSC",
    Refusal.CENTRE_NOT_OWNED: "YSC",
    Refusal.SITE_OCCUPIED: "ESC",
    Refusal.NO_BUILDS_LEFT: "NMB",
    Refusal.NO_REMOVALS_LEFT: "NMR",
    Refusal.UNIT_ORDERED_TWICE: "NRS",
    Refusal.BORDER_CLOSED: "FAR",
    Refusal.BARRED: "FAR",
    Refusal.GAME_OVER: "NRS",
}


def judged(variant: Variant, position: Position, power: str, written: WrittenOrder) -> tuple[Order, str]:
    """The order as it will be carried out, and its note. Every unit has to be named exactly, coast and all.

    Whether builds and removals are left is not asked here.
    """
    order = written.order
    meant, verdict = canonical_order(variant, position, power, order)
    if verdict.refusal is Refusal.WRONG_PHASE:
        return order, _NOTES[verdict.refusal]
    if written.power != power:
        return order, "NYU"
    strange = _strange(position, written)
    if strange is not None:
        return order, strange
    if verdict.refusal is not None:
        if isinstance(order, Retreat) and verdict.refusal in {Refusal.NOT_ADJACENT, Refusal.WRONG_TERRAIN, Refusal.SAME_PROVINCE}:
            return order, "FAR"
        if isinstance(order, Move) and order.route and verdict.refusal is Refusal.NO_CONVOY_ROUTE:
            return order, "NSF" if any(_is_empty(position, each) for each in order.route) else "FAR"
        return order, _NOTES[verdict.refusal]
    return (meant, GOOD) if _is_as_written(order, meant) else (order, "CST")


def _strange(position: Position, written: WrittenOrder) -> str | None:
    """The note for a unit that is not where the order says."""
    order, unit = written.order, written.unit
    if isinstance(order, Waive | Build) or unit is None:
        return None
    if isinstance(order, Retreat | Disband):
        if any(each.unit == unit for each in position.dislodged):
            return None
        return "NRN" if unit in position.units else _missing_unit(unit)
    if unit not in position.units:
        return _missing_unit(unit)
    if isinstance(order, Support | Convoy) and written.other is not None and written.other not in position.units:
        return _missing_unit(written.other)
    if isinstance(order, Move) and any(_is_empty(position, each) for each in order.route):
        return "NSF"
    return None


def _missing_unit(unit: Unit) -> str:
    return {"A": "NSA", "F": "NSF"}.get(unit.kind, "NSU")


def _is_empty(position: Position, province: str) -> bool:
    unit = position.unit_at(province)
    return unit is None or unit.kind != "F"


def _is_as_written(order: Order, meant: Order) -> bool:
    """Return True if nothing had to be forgiven: a fleet's coast is named where there are several."""
    if isinstance(order, Move | Retreat) and isinstance(meant, Move | Retreat):
        return order.target == meant.target
    if isinstance(order, Build | Remove) and isinstance(meant, Build | Remove):
        return order.piece == meant.piece
    return True


_MISSING = phrase("MIS {* standing }", standing=STANDING)
"""Units without orders."""


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
        return not any(True for _ in self._unordered())

    def missing(self) -> Message:
        """MIS: units without orders, or the number of removals (positive) or builds (negative) that are due."""
        kind = self._position.phase.kind
        if kind is PhaseKind.ADJUSTMENT:
            return message("MIS", group(integer(self._due())))
        rows = [
            (each, retreats_of(self._board.variant, self._position, each) if kind is PhaseKind.RETREAT else None)
            for each in self._unordered()
        ]
        return _MISSING.write(self._board, rows)

    def _unordered(self) -> Iterator[Unit]:
        if self._position.phase.kind is PhaseKind.MOVEMENT:
            units = self._position.units_of(self._power)
        else:
            units = tuple(each.unit for each in self._position.dislodged if each.unit.power == self._power)
        if orderable(self._board.variant, self._position, self._power):
            yield from (unit for unit in units if unit.province not in self._orders)

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


def retreats_of(variant: Variant, position: Position, unit: Unit) -> tuple[Location, ...]:
    """The places that a dislodged unit can go to, which may be none."""
    return tuple(order.target for order in legal_orders(variant, position, unit.location) if isinstance(order, Retreat))


def standing(board: DaideBoard, position: Position) -> Message:
    """NOW: every unit, and for dislodged ones where they can go."""
    rows: list[StandingUnit] = [(each, None) for each in position.units]
    rows += [(each.unit, retreats_of(board.variant, position, each.unit)) for each in position.dislodged]
    rows.sort(key=lambda row: (row[0].power, row[1] is not None, str(row[0])))
    return SERVER.write(board, "NOW", position.phase, tuple(rows))
