"""Menu of the results that a game master may set for an order: of its own, or a part of the order's menu."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from adjudicator.order import Build, Convoy, Hold, Move, Order, Remove, Retreat, Support, Waive
from adjudicator.phase import PhaseKind
from adjudicator.resolution import Result
from adjudicator.variant import Variant
from app.game.forced_edits import unit_with_result
from app.game.record import Turn
from entente.words.names import unit_name
from entente.words.orders import describe_order
from languages import mark, tr

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
