"""Menus of the right button: every legal order of a unit or site, and results that a game master may set."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from adjudicator.legal import legal_orders
from adjudicator.order import Build, Convoy, Disband, Hold, Move, Order, Remove, Retreat, Support, Waive
from adjudicator.phase import PhaseKind
from adjudicator.position import Position
from adjudicator.resolution import Result
from adjudicator.variant import Variant
from app.game.forced_edits import unit_with_result
from app.game.record import Turn
from entente.words.names import place_name, unit_name
from entente.words.orders import describe_order
from languages import mark, tr

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


TITLE = mark("Set the result…")


def results_of_order(order: Order | None) -> tuple[tuple[str, str], ...]:
    """Return the results that can be set for *order*: in words, and as the command has it."""
    destroyed = (tr("It is destroyed"), Result.DESTROYED.value)
    match order:
        case Move(via_convoy=via):
            carried = ((tr("It has no convoy"), Result.NO_CONVOY.value),) if via else ()
            return (tr("It succeeds"), Result.OK.value), (tr("It bounces"), Result.BOUNCE.value), *carried, destroyed
        case Support():
            return (
                (tr("It is given"), Result.OK.value),
                (tr("It is cut"), Result.CUT.value),
                (tr("It is void"), Result.VOID.value),
                destroyed,
            )
        case Convoy():
            return (tr("It carries"), Result.OK.value), (tr("It is disrupted"), Result.DISRUPTED.value), destroyed
        case Retreat():
            return (tr("It succeeds"), Result.OK.value), destroyed
        case Hold() | None:
            return (tr("It holds"), Result.OK.value), destroyed
        case Build():
            return (tr("It is built"), Result.OK.value), (tr("It is not built"), Result.VOID.value)
        case Remove():
            return (tr("It is removed"), Result.OK.value), (tr("It stays"), Result.VOID.value)
        case _:
            return ()


def result_menu(parent: QWidget, variant: Variant, turn: Turn, province: str, chosen: Callable[[str], None]) -> QMenu | None:
    """The menu for the unit of *province* in *turn*; ``None`` where no result can be set. *chosen* gets the command line."""
    unit = unit_with_result(turn, province)
    order = _order_of(turn, province)
    if unit is None or (order is None and turn.phase.kind is PhaseKind.ADJUSTMENT):
        return None
    menu = QMenu(tr(TITLE), parent)
    heading = unit_name(variant, unit.piece) if order is None else describe_order(variant, turn.position, order)
    title = QAction(heading.replace("&", "&&"), menu)
    title.setEnabled(False)
    menu.addAction(title)
    menu.addSeparator()
    choices = results_of_order(order)
    if any(each.unit == unit for each in turn.forced):
        choices = (*choices, (tr("As the rules say"), "rules"))
    for words, result in choices:
        action = QAction(words, menu)
        line = f'force-result {province} "{result}" --phase {turn.phase}'
        action.setData(line)
        action.triggered.connect(lambda _checked=False, line=line: chosen(line))
        menu.addAction(action)
    return menu


def _order_of(turn: Turn, province: str) -> Order | None:
    """Return the order of the unit of *province*; ``None`` where it has none and nothing is decided."""
    if turn.resolution is not None:
        orders = [each.order for each in turn.resolution.outcomes if each.unit is not None and each.unit.province == province]
        refused = [each.order for each in turn.resolution.refused if isinstance(each.order, Build | Remove)]
        found = (*orders, *(each for each in refused if each.piece.location.province == province))
        return found[0] if found else None
    lines = [line for lines in turn.orders.values() for line in lines]
    legal = [line.order for line in lines if line.is_legal]
    others = [line.order for line in lines if not line.is_legal and isinstance(line.order, Build | Remove)]
    here = (each for each in (*legal, *others) if each is not None and not isinstance(each, Waive))
    return next((each for each in here if each.piece.location.province == province), None)
