"""The sheet of default lists beside the board."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.qt.main_window.main_controller import MainController
from app.qt.panels.default_lists_panel import DefaultListsPanel
from tests.gui.hands import Hands


def lists(controller: MainController) -> dict[str, list[str]]:
    game = controller.session.game
    return {power: [str(order) for order in orders] for power, orders in game.default_lists_at(game.last()).items()}


def test_a_list_is_written_read_back_kept_and_undone(controller: MainController, hands: Hands) -> None:
    controller.run("new")
    controller.trigger("default-list")
    panel = controller.panels.get(DefaultListsPanel).widget
    panel.power.setCurrentIndex(panel.power.findData("FRANCE"))
    hands.type_into(panel.sheet, "build fleet brest, remove A MAR")
    assert "Build fleet in Brest" in panel.understood.text()
    assert "Remove Army Marseilles" in panel.understood.text()
    hands.click(panel.keep_button)
    assert panel.state.text() == "Kept."
    assert lists(controller) == {"FRANCE": ["F BRE B", "A MAR D"]}
    assert panel.sheet.toPlainText() == "F BRE B\nA MAR D"
    controller.run("undo")
    assert panel.sheet.toPlainText() == ""
    assert not panel.drop_button.isEnabled()


def test_a_line_that_is_not_understood_says_why_and_nothing_is_kept(controller: MainController, hands: Hands) -> None:
    controller.run("new")
    controller.trigger("default-list")
    panel = controller.panels.get(DefaultListsPanel).widget
    panel.power.setCurrentIndex(panel.power.findData("FRANCE"))
    hands.type_into(panel.sheet, "build F BRE, build F PAR")
    assert "a fleet cannot stand in Paris" in panel.understood.text()
    hands.click(panel.keep_button)
    assert panel.state.text() == "Not kept: build F PAR: a fleet cannot stand in Paris"
    assert lists(controller) == {}
    assert panel.sheet.toPlainText() == "build F BRE, build F PAR"


def test_a_list_is_taken_back(controller: MainController, hands: Hands) -> None:
    controller.run("new")
    controller.run("default-list", power="FRANCE", wishes="build F BRE")
    controller.trigger("default-list")
    panel = controller.panels.get(DefaultListsPanel).widget
    panel.power.setCurrentIndex(panel.power.findData("FRANCE"))
    assert panel.sheet.toPlainText() == "F BRE B"
    hands.click(panel.drop_button)
    assert lists(controller) == {}
    assert panel.sheet.toPlainText() == ""


def test_what_is_not_kept_yet_waits_while_another_powers_list_is_looked_at(controller: MainController, hands: Hands) -> None:
    controller.run("new")
    controller.trigger("default-list")
    panel = controller.panels.get(DefaultListsPanel).widget
    panel.power.setCurrentIndex(panel.power.findData("FRANCE"))
    hands.type_into(panel.sheet, "build F BRE")
    panel.power.setCurrentIndex(panel.power.findData("ITALY"))
    assert panel.sheet.toPlainText() == ""
    panel.power.setCurrentIndex(panel.power.findData("FRANCE"))
    assert panel.sheet.toPlainText() == "build F BRE"


def test_in_a_secret_seat_only_ones_own_list_is_there_and_what_others_began_is_gone(controller: MainController, hands: Hands) -> None:
    controller.run("new")
    controller.run("default-list", power="FRANCE", wishes="build F BRE")
    controller.trigger("default-list")
    panel = controller.panels.get(DefaultListsPanel).widget
    panel.power.setCurrentIndex(panel.power.findData("ITALY"))
    hands.type_into(panel.sheet, "remove A VEN")
    controller.run("view-as", power="ITALY")
    assert [panel.power.itemData(number) for number in range(panel.power.count())] == ["ITALY"]
    assert panel.sheet.toPlainText() == ""
    assert panel.understood.text() == ""
    hands.type_into(panel.sheet, "build F NAP")
    hands.click(panel.keep_button)
    controller.run("view-as")
    assert lists(controller) == {"FRANCE": ["F BRE B"], "ITALY": ["F NAP B"]}


def test_ctrl_return_in_the_sheet_keeps_the_list_and_processes_nothing(controller: MainController, qtbot: QtBot) -> None:
    controller.run("new")
    controller.trigger("default-list")
    controller.window.activateWindow()
    panel = controller.panels.get(DefaultListsPanel).widget
    panel.sheet.setFocus()
    qtbot.waitUntil(panel.sheet.hasFocus, timeout=5_000)
    panel.power.setCurrentIndex(panel.power.findData("FRANCE"))
    panel.sheet.setPlainText("build F BRE")
    QTest.keyClick(panel.sheet, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert lists(controller) == {"FRANCE": ["F BRE B"]}
    assert str(controller.session.game.turn(controller.session.game.last()).phase) == "S1901M"


def test_a_game_that_is_over_takes_no_list(controller: MainController) -> None:
    controller.run("new")
    controller.trigger("default-list")
    controller.run("end", asking=False)
    panel = controller.panels.get(DefaultListsPanel).widget
    assert not panel.keep_button.isEnabled()
    assert "over" in panel.state.text()
