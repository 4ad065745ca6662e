"""The sheet of default lists beside the board."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.qt.shell.main_controller import Workbench
from tests.gui.hands import Hands


def lists(bench: Workbench) -> dict[str, list[str]]:
    game = bench.session.game
    return {power: [str(order) for order in orders] for power, orders in game.default_lists_at(game.last()).items()}


def test_a_list_is_written_read_back_kept_and_undone(bench: Workbench, hands: Hands) -> None:
    bench.run("new")
    bench.trigger("default-list")
    panel = bench.default_lists.panel
    panel.power.setCurrentIndex(panel.power.findData("FRANCE"))
    hands.type_into(panel.sheet, "build fleet brest, remove A MAR")
    assert "Build fleet in Brest" in panel.understood.text()
    assert "Remove Army Marseilles" in panel.understood.text()
    hands.click(panel.keep_button)
    assert panel.state.text() == "Kept."
    assert lists(bench) == {"FRANCE": ["F BRE B", "A MAR D"]}
    assert panel.sheet.toPlainText() == "F BRE B\nA MAR D"
    bench.run("undo")
    assert panel.sheet.toPlainText() == ""
    assert not panel.drop_button.isEnabled()


def test_a_line_that_is_not_understood_says_why_and_nothing_is_kept(bench: Workbench, hands: Hands) -> None:
    bench.run("new")
    bench.trigger("default-list")
    panel = bench.default_lists.panel
    panel.power.setCurrentIndex(panel.power.findData("FRANCE"))
    hands.type_into(panel.sheet, "build F BRE, build F PAR")
    assert "a fleet cannot stand in Paris" in panel.understood.text()
    hands.click(panel.keep_button)
    assert panel.state.text() == "Not kept: build F PAR: a fleet cannot stand in Paris"
    assert lists(bench) == {}
    assert panel.sheet.toPlainText() == "build F BRE, build F PAR"


def test_a_list_is_taken_back(bench: Workbench, hands: Hands) -> None:
    bench.run("new")
    bench.run("default-list", power="FRANCE", wishes="build F BRE")
    bench.trigger("default-list")
    panel = bench.default_lists.panel
    panel.power.setCurrentIndex(panel.power.findData("FRANCE"))
    assert panel.sheet.toPlainText() == "F BRE B"
    hands.click(panel.drop_button)
    assert lists(bench) == {}
    assert panel.sheet.toPlainText() == ""


def test_what_is_not_kept_yet_waits_while_another_powers_list_is_looked_at(bench: Workbench, hands: Hands) -> None:
    bench.run("new")
    bench.trigger("default-list")
    panel = bench.default_lists.panel
    panel.power.setCurrentIndex(panel.power.findData("FRANCE"))
    hands.type_into(panel.sheet, "build F BRE")
    panel.power.setCurrentIndex(panel.power.findData("ITALY"))
    assert panel.sheet.toPlainText() == ""
    panel.power.setCurrentIndex(panel.power.findData("FRANCE"))
    assert panel.sheet.toPlainText() == "build F BRE"


def test_in_a_secret_seat_only_ones_own_list_is_there_and_what_others_began_is_gone(bench: Workbench, hands: Hands) -> None:
    bench.run("new")
    bench.run("default-list", power="FRANCE", wishes="build F BRE")
    bench.trigger("default-list")
    panel = bench.default_lists.panel
    panel.power.setCurrentIndex(panel.power.findData("ITALY"))
    hands.type_into(panel.sheet, "remove A VEN")
    bench.run("view-as", power="ITALY")
    assert [panel.power.itemData(number) for number in range(panel.power.count())] == ["ITALY"]
    assert panel.sheet.toPlainText() == ""
    assert panel.understood.text() == ""
    hands.type_into(panel.sheet, "build F NAP")
    hands.click(panel.keep_button)
    bench.run("view-as")
    assert lists(bench) == {"FRANCE": ["F BRE B"], "ITALY": ["F NAP B"]}


def test_ctrl_return_in_the_sheet_keeps_the_list_and_processes_nothing(bench: Workbench, qtbot: QtBot) -> None:
    bench.run("new")
    bench.trigger("default-list")
    bench.window.activateWindow()
    panel = bench.default_lists.panel
    panel.sheet.setFocus()
    qtbot.waitUntil(panel.sheet.hasFocus, timeout=5_000)
    panel.power.setCurrentIndex(panel.power.findData("FRANCE"))
    panel.sheet.setPlainText("build F BRE")
    QTest.keyClick(panel.sheet, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert lists(bench) == {"FRANCE": ["F BRE B"]}
    assert str(bench.session.game.turn(bench.session.game.last()).phase) == "S1901M"


def test_a_game_that_is_over_takes_no_list(bench: Workbench) -> None:
    bench.run("new")
    bench.trigger("default-list")
    bench.run("end", asking=False)
    panel = bench.default_lists.panel
    assert not panel.keep_button.isEnabled()
    assert "over" in panel.state.text()
