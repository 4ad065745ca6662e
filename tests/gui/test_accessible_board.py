"""The board in the accessible tree: who cannot see it reads its units and provinces, and orders by pressing them there."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QAccessible, QAccessibleActionInterface, QAccessibleInterface
from PySide6.QtWidgets import QApplication

from app.qt.shell.main_controller import MainController
from tests.gui.hands import Hands

PRESS = QAccessibleActionInterface.pressAction()


@pytest.fixture
def board(controller: MainController, hands: Hands) -> QAccessibleInterface:
    controller.run("new", variant="standard")
    QApplication.processEvents()
    found = QAccessible.queryAccessibleInterface(hands.page.board)
    assert found is not None
    return found


def names(board: QAccessibleInterface) -> list[str]:
    return [board.child(at).text(QAccessible.Text.Name) for at in range(board.childCount())]


def press(board: QAccessibleInterface, begins: str) -> None:
    child = next(board.child(at) for at in range(board.childCount()) if board.child(at).text(QAccessible.Text.Name).startswith(begins))
    child.actionInterface().doAction(PRESS)


def test_every_unit_and_province_is_a_child_with_its_state(board: QAccessibleInterface) -> None:
    said = names(board)
    assert len(said) == 22 + 75
    assert "Army Paris, France, no order" in said
    assert "Paris, inland, centre of France" in said
    assert "Belgium, coast, free centre" in said
    assert "Black Sea, sea" in said


def test_two_presses_write_an_order_and_the_unit_says_so(board: QAccessibleInterface, hands: Hands) -> None:
    press(board, "Army Paris")
    press(board, "Burgundy,")
    assert hands.orders("FRANCE") == ["A PAR - BUR"]
    assert "Army Paris, France, Army Paris moves to Burgundy" in names(board)


def test_the_picked_unit_is_selected(board: QAccessibleInterface) -> None:
    press(board, "Army Paris")
    picked = [board.child(at).text(QAccessible.Text.Name) for at in range(board.childCount()) if board.child(at).state().selected]
    assert picked == ["Army Paris, France, no order"]


def test_a_child_lies_where_it_is_seen(board: QAccessibleInterface, hands: Hands) -> None:
    paris = next(board.child(at) for at in range(board.childCount()) if board.child(at).text(QAccessible.Text.Name).startswith("Paris,"))
    area = paris.rect()
    window = hands.page.board.viewport()
    assert area.isValid()
    assert window.rect().contains(window.mapFromGlobal(area.center()))
    inside = area.center()
    assert board.childAt(inside.x(), inside.y()).text(QAccessible.Text.Name).split(",")[0] in {"Army Paris", "Paris"}


def test_what_a_power_does_not_see_is_not_said(controller: MainController, hands: Hands) -> None:
    controller.run("new", variant="fog-of-war")
    for line in ("A LVP - WAL", "F EDI - NWG"):
        controller.run_line(line)
    controller.run("view-as", power="TURKEY")
    QApplication.processEvents()
    board = QAccessible.queryAccessibleInterface(hands.page.board)
    assert board is not None
    said = names(board)
    assert "London, coast, out of sight" in said
    assert not any("England" in each for each in said)


def test_results_are_read_as_they_came(board: QAccessibleInterface, controller: MainController) -> None:
    for line in ("A PAR - BUR", "A MUN - BUR", "process --missing process", "previous-phase"):
        controller.run_line(line)
    assert any(each.startswith("Army Paris, France, Army Paris moves to Burgundy (bounced") for each in names(board))
