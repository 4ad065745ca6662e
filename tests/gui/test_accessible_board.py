"""The board in the accessible tree: who cannot see it reads its units and provinces, and orders by pressing them there."""

from __future__ import annotations

import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleActionInterface, QAccessibleInterface
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.qt.board.timeline import TimelineStrip
from app.qt.main_window.main_controller import MainController
from app.qt.panels.game_panel import GamePanel
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
    assert "Army Paris moves to Burgundy, France" in names(board)


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
    assert any(each.startswith("Army Paris moves to Burgundy (bounced") for each in names(board))


def test_a_child_answers_for_interfaces_that_it_has_not(board: QAccessibleInterface) -> None:
    child = board.child(0)
    # through C++, as a screen reader's question comes
    assert child.actionInterface().actionNames() == [PRESS]
    missing: list[object] = [child.textInterface(), child.valueInterface(), child.tableCellInterface(), child.selectionInterface()]
    assert missing == [None] * 4


def test_a_child_is_the_same_while_its_words_change(board: QAccessibleInterface) -> None:
    paris = next(board.child(at) for at in range(board.childCount()) if "Army Paris" in board.child(at).text(QAccessible.Text.Name))
    number = QAccessible.uniqueId(paris)
    press(board, "Army Paris")
    press(board, "Burgundy,")
    assert QAccessible.accessibleInterface(number) is paris
    assert paris.text(QAccessible.Text.Name) == "Army Paris moves to Burgundy, France"
    assert paris.text(QAccessible.Text.Description) == "Paris, inland, centre of France"


def test_a_unit_that_is_gone_is_not_valid_any_more(board: QAccessibleInterface, controller: MainController) -> None:
    paris = next(board.child(at) for at in range(board.childCount()) if "Army Paris" in board.child(at).text(QAccessible.Text.Name))
    for line in ("A PAR - BUR", "process --missing process"):
        controller.run_line(line)
    controller.run_line("present")
    assert not any(name.startswith("Army Paris") for name in names(board))
    assert not paris.isValid()
    assert paris.text(QAccessible.Text.Name) == ""
    assert paris.state().invalid


def test_children_leave_qts_cache_with_their_widget(controller: MainController, hands: Hands) -> None:
    controller.run("new", variant="standard")
    strip = TimelineStrip(controller.look)
    strip.show_game(hands.page.document.game, hands.page.document.cursor)
    phases = QAccessible.queryAccessibleInterface(strip)
    assert phases is not None
    part = phases.child(0)
    numbers = [QAccessible.uniqueId(phases), QAccessible.uniqueId(part)]
    shiboken6.delete(strip)
    assert [QAccessible.accessibleInterface(each) for each in numbers] == [None, None]
    assert not shiboken6.isValid(phases)
    assert not shiboken6.isValid(part)


def test_phases_are_children_of_the_timeline_and_its_keys_step(controller: MainController, hands: Hands) -> None:
    controller.run("new", variant="standard")
    controller.run_line("process --missing process")
    strip = hands.page.timeline.strip
    phases = QAccessible.queryAccessibleInterface(strip)
    assert phases is not None
    assert names(phases) == ["Spring 1901, movement", "Fall 1901, movement"]
    assert phases.focusChild().text(QAccessible.Text.Name) == "Fall 1901, movement"
    assert phases.child(1).state().selected
    QTest.keyClick(strip, Qt.Key.Key_Left)
    assert phases.focusChild().text(QAccessible.Text.Name) == "Spring 1901, movement"
    phases.child(1).actionInterface().doAction(PRESS)
    assert hands.page.document.cursor.index == 1


def test_results_are_lines_that_keys_walk_through(controller: MainController, hands: Hands) -> None:
    controller.run("new", variant="standard")
    for line in ("A PAR - BUR", "A MUN - BUR", "process --missing process", "previous-phase"):
        controller.run_line(line)
    panel = controller.panels.get(GamePanel)
    panel.widget.show_results()
    panel.refresh_results()
    results = panel.widget.results
    QTest.keyClick(results.lines()[0], Qt.Key.Key_Home)
    focused = results.focusWidget()
    assert focused is not None
    assert focused.accessibleName().startswith("Results of Spring 1901, movement")
    heard = []
    for _ in results.lines():
        QTest.keyClick(focused, Qt.Key.Key_Down)
        focused = results.focusWidget()
        assert focused is not None
        interface = QAccessible.queryAccessibleInterface(focused)
        assert interface is not None
        assert interface.role() is QAccessible.Role.ListItem
        heard.append(interface.text(QAccessible.Text.Name))
    assert heard == [line.row.sentence for line in results.lines()]
    assert "Army Paris moves to Burgundy: bounced 1 against 1 with Army Munich in Burgundy" in heard
