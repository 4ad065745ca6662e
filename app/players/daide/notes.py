"""Answer of the server to an order: MBV, or the note that tells why it cannot be."""

from __future__ import annotations

from adjudicator.check import canonical_order
from adjudicator.order import Build, Convoy, Disband, Move, Order, Remove, Retreat, Support, Waive
from adjudicator.position import Position
from adjudicator.unit import Unit
from adjudicator.variant import Variant
from adjudicator.verdict import Refusal
from app.players.daide.orders import WrittenOrder

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
    if written.kind is not position.phase.kind:
        return order, "NRS"
    if written.power != power:
        return order, "NYU"
    strange = _strange(position, written)
    if strange is not None:
        return order, strange
    meant, verdict = canonical_order(variant, position, power, order)
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
