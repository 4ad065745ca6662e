"""Every legal order of a unit or a site in words: the menu of the right button and of the long press."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from adjudicator.legal import legal_orders
from adjudicator.order import Build, Convoy, Disband, Hold, Move, Order, Remove, Retreat, Support, Waive
from adjudicator.phase import PhaseKind
from adjudicator.position import Position
from adjudicator.variant import Variant
from entente.words.names import place_name
from entente.words.orders import describe_order
from languages import tr

PowerOrder = tuple[str, Order]
GROUP_FROM = 8
"""Orders of one kind from which on they get a menu of their own."""


def orders_in(variant: Variant, position: Position, province: str) -> tuple[PowerOrder, ...]:
    """Every legal order that starts in *province*, with the power that gives it."""
    power = _orderer(position, province)
    if power is None:
        return ()
    locations = _locations(variant, position, province)
    found = [(power, order) for location in locations for order in legal_orders(variant, position, location)]
    return tuple(dict.fromkeys(found))


def _orderer(position: Position, province: str) -> str | None:
    if position.phase.kind is PhaseKind.RETREAT:
        dislodged = position.dislodged_at(province)
        return None if dislodged is None else dislodged.unit.power
    unit = position.unit_at(province)
    if unit is not None:
        return unit.power
    return position.owners.get(province) if position.phase.kind is PhaseKind.ADJUSTMENT else None


def _locations(variant: Variant, position: Position, province: str) -> tuple[str, ...]:
    unit = position.unit_at(province)
    if position.phase.kind is PhaseKind.RETREAT:
        dislodged = position.dislodged_at(province)
        return () if dislodged is None else (str(dislodged.unit.location),)
    if unit is not None:
        return (str(unit.location),)
    return (province, *(f"{province}/{coast}" for coast in variant.board.provinces[province].coasts))


def order_menu(parent: QWidget, variant: Variant, position: Position, province: str, chosen: Callable[[str, Order], None]) -> QMenu | None:
    """The menu for *province*; ``None`` where nothing can be ordered there. *chosen* gets what is taken."""
    orders = orders_in(variant, position, province)
    if not orders:
        return None
    menu = QMenu(parent)
    title = QAction(place_name(variant, province), menu)
    title.setEnabled(False)
    menu.addAction(title)
    menu.addSeparator()
    for heading, group in _grouped(orders):
        target = menu.addMenu(heading) if len(group) >= GROUP_FROM else menu
        for power, order in group:
            action = QAction(describe_order(variant, position, order).replace("&", "&&"), menu)
            action.setData(str(order))
            action.triggered.connect(lambda _checked=False, power=power, order=order: chosen(power, order))
            target.addAction(action)
    return menu


def _grouped(orders: Sequence[PowerOrder]) -> list[tuple[str, list[PowerOrder]]]:
    groups: dict[str, list[PowerOrder]] = {}
    for power, order in orders:
        groups.setdefault(_heading(order), []).append((power, order))
    return list(groups.items())


def _heading(order: Order) -> str:
    match order:
        case Hold():
            return tr("Hold")
        case Move(via_convoy=True):
            return tr("Move by convoy")
        case Move():
            return tr("Move")
        case Support(target=None):
            return tr("Support to hold")
        case Support():
            return tr("Support a move")
        case Convoy():
            return tr("Convoy")
        case Retreat():
            return tr("Retreat")
        case Disband() | Remove():
            return tr("Disband")
        case Build():
            return tr("Build")
        case Waive():
            return tr("Waive")
