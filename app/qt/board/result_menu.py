"""What a game master may set as the result of an order: a menu of its own, or a part of the order's menu."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from adjudicator.order import Build, Convoy, Hold, Move, Order, Remove, Retreat, Support, Waive
from adjudicator.resolution import Result
from adjudicator.variant import Variant
from app.game.record import Turn
from entente.words.names import unit_name
from entente.words.orders import describe_order

TITLE = "Set the result…"


def results_of_order(order: Order | None) -> tuple[tuple[str, str], ...]:
    """What can be set as the result of *order*: in words, and as the command has it."""
    destroyed = ("It is destroyed", Result.DESTROYED.value)
    match order:
        case Move(via_convoy=via):
            carried = (("It has no convoy", Result.NO_CONVOY.value),) if via else ()
            return ("It succeeds", Result.OK.value), ("It bounces", Result.BOUNCE.value), *carried, destroyed
        case Support():
            return ("It is given", Result.OK.value), ("It is cut", Result.CUT.value), ("It is void", Result.VOID.value), destroyed
        case Convoy():
            return ("It carries", Result.OK.value), ("It is disrupted", Result.DISRUPTED.value), destroyed
        case Retreat():
            return ("It succeeds", Result.OK.value), destroyed
        case Hold() | None:
            return ("It holds", Result.OK.value), destroyed
        case _:
            return ()


def result_menu(parent: QWidget, variant: Variant, turn: Turn, province: str, chosen: Callable[[str], None]) -> QMenu | None:
    """The menu for the unit of *province* in *turn*; ``None`` where no result can be set. *chosen* is told the command line."""
    dislodged = turn.position.dislodged_at(province)
    unit = dislodged.unit if dislodged is not None else turn.position.unit_at(province)
    if unit is None:
        return None
    order = _order_of(turn, province)
    if isinstance(order, Build | Remove | Waive):
        return None
    menu = QMenu(TITLE, parent)
    heading = unit_name(variant, unit.piece) if order is None else describe_order(variant, turn.position, order)
    title = QAction(heading.replace("&", "&&"), menu)
    title.setEnabled(False)
    menu.addAction(title)
    menu.addSeparator()
    choices = results_of_order(order)
    if turn.resolution is None and any(each.unit == unit for each in turn.forced):
        choices = (*choices, ("As the rules say", "rules"))
    for words, result in choices:
        action = QAction(words, menu)
        line = f'force-result {province} "{result}" --phase {turn.phase}'
        action.setData(line)
        action.triggered.connect(lambda _checked=False, line=line: chosen(line))
        menu.addAction(action)
    return menu


def _order_of(turn: Turn, province: str) -> Order | None:
    """What the unit of *province* was ordered; ``None`` where nobody did and nothing is decided."""
    if turn.resolution is not None:
        found = (each.order for each in turn.resolution.outcomes if each.unit is not None and each.unit.province == province)
        return next(found, None)
    legal = (line.order for lines in turn.orders.values() for line in lines if line.is_legal and line.order is not None)
    return next((each for each in legal if not isinstance(each, Waive) and each.piece.location.province == province), None)
