"""Keyboard: all of the window without a mouse."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.presentation.order_rows import OrderRow, RowKind
from app.qt.main_window.main_controller import MainController
from app.qt.panels.console_panel import ConsolePanel
from app.qt.panels.game_panel import GamePanel
from app.qt.widgets.labels import FaultEdit
from app.session.services import ChoiceQuestion
from tests.gui.answering import answering
from tests.gui.hands import Hands


@pytest.fixture(autouse=True)
def standard_game(controller: MainController) -> None:
    """Started by the key of its button."""
    controller.start_page.play_button.setFocus()
    QTest.keyClick(controller.start_page.play_button, Qt.Key.Key_Space)


def find(controller: MainController, hands: Hands, letters: str) -> None:
    """Point at a province by a few letters of its name."""
    hands.keys(Qt.Key.Key_Slash)
    box = controller.palettes.provinces
    assert box is not None
    assert box.isVisible()
    hands.type_into(box.line, letters)
    hands.key_on(box.line, Qt.Key.Key_Return)


def test_slash_searches_a_province_and_the_keyboard_goes_on_from_there(controller: MainController, hands: Hands) -> None:
    find(controller, hands, "marseil")
    hands.keys(Qt.Key.Key_Return)
    assert hands.page.selection == "MAR"
    assert "Marseilles" in controller.status.hover.text()


def test_a_move_is_written_by_picking_walking_and_enter(controller: MainController, hands: Hands) -> None:
    find(controller, hands, "paris")
    hands.keys(Qt.Key.Key_Return, Qt.Key.Key_M)
    find(controller, hands, "burgundy")
    hands.keys(Qt.Key.Key_Return)
    assert hands.orders("FRANCE") == ["A PAR - BUR"]


def test_arrows_walk_between_provinces(controller: MainController, hands: Hands) -> None:
    find(controller, hands, "brest")
    hands.keys(Qt.Key.Key_Right)
    assert hands.page.order_entry.tool.cursor in {"PAR", "PIC", "BUR"}


def test_h_holds_and_backspace_takes_it_back(controller: MainController, hands: Hands) -> None:
    find(controller, hands, "moscow")
    hands.keys(Qt.Key.Key_H)
    assert hands.orders("RUSSIA") == ["A MOS H"]
    find(controller, hands, "moscow")
    hands.keys(Qt.Key.Key_Return, Qt.Key.Key_Backspace)
    assert hands.orders("RUSSIA") == []


def test_s_supports(controller: MainController, hands: Hands) -> None:
    find(controller, hands, "marseilles")
    hands.keys(Qt.Key.Key_Return, Qt.Key.Key_S)
    find(controller, hands, "paris")
    hands.keys(Qt.Key.Key_Return)
    find(controller, hands, "burgundy")
    hands.keys(Qt.Key.Key_Return)
    assert hands.orders("FRANCE") == ["A MAR S A PAR - BUR"]


def test_escape_leaves_the_search(controller: MainController, hands: Hands) -> None:
    hands.keys(Qt.Key.Key_Slash)
    box = controller.palettes.provinces
    assert box is not None
    hands.key_on(box.line, Qt.Key.Key_Escape)
    assert not box.isVisible()
    assert QApplication.focusWidget() is hands.page.board


def test_a_whole_phase_is_processed_and_left_by_its_key(controller: MainController, hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    answering(
        monkeypatch,
        ChoiceQuestion,
        lambda _question, choices: next((each for each in choices if each.startswith(("Process", "Go on"))), choices[-1]),
    )
    hands.key_on(hands.page.board, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert str(hands.turn.phase) == "S1901M"
    assert hands.turn.resolution is not None
    hands.key_on(hands.page.board, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert str(hands.turn.phase) == "F1901M"
    assert hands.turn.resolution is None, "a second click goes on; it adjudicates nothing"


def test_the_palette_finds_a_command_by_its_letters_and_runs_it(controller: MainController, hands: Hands) -> None:
    hands.key_on(hands.page.board, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    box = controller.palettes.palette
    assert box is not None
    hands.type_into(box.line, "hold all")
    assert box.shown()[0] == "hold-all"
    hands.key_on(box.line, Qt.Key.Key_Return)
    assert len(hands.orders("RUSSIA")) == 4


def test_the_palette_takes_an_order_as_it_is_written(controller: MainController, hands: Hands) -> None:
    hands.key_on(hands.page.board, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    box = controller.palettes.palette
    assert box is not None
    box.line.setText("A PAR - BUR")
    hands.key_on(box.line, Qt.Key.Key_Return)
    assert hands.orders("FRANCE") == ["A PAR - BUR"]


def test_an_order_is_edited_as_text_in_the_list(controller: MainController, hands: Hands) -> None:
    orders = controller.panels.get(GamePanel).widget.orders
    index = orders.rows.find("FRANCE", "PAR")
    orders.setCurrentIndex(index)
    hands.key_on(orders, Qt.Key.Key_Return)
    editor = orders.findChild(FaultEdit)
    assert editor is not None
    hands.type_into(editor, "Paris to Burgundy")
    hands.key_on(editor, Qt.Key.Key_Return)
    assert hands.orders("FRANCE") == ["Paris to Burgundy"]
    assert [str(line.order) for line in hands.turn.orders_of("FRANCE")] == ["A PAR - BUR"]


def test_text_that_cannot_be_read_stays_open_with_its_fault_marked(controller: MainController, hands: Hands) -> None:
    orders = controller.panels.get(GamePanel).widget.orders
    orders.setCurrentIndex(orders.rows.find("FRANCE", "PAR"))
    hands.key_on(orders, Qt.Key.Key_Return)
    editor = orders.findChild(FaultEdit)
    assert editor is not None
    hands.type_into(editor, "A PAR - Atlantis")
    hands.key_on(editor, Qt.Key.Key_Return)
    assert editor.isVisible()
    assert editor.fault is not None
    start, length, words = editor.fault
    assert "A PAR - Atlantis"[start : start + length] == "Atlantis"
    assert "Atlantis" in words
    assert hands.orders("FRANCE") == []


def test_an_illegal_order_is_kept_and_says_its_reason_in_the_list(controller: MainController, hands: Hands) -> None:
    orders = controller.panels.get(GamePanel).widget.orders
    orders.setCurrentIndex(orders.rows.find("FRANCE", "PAR"))
    hands.key_on(orders, Qt.Key.Key_Return)
    editor = orders.findChild(FaultEdit)
    assert editor is not None
    hands.type_into(editor, "A PAR - MOS")
    hands.key_on(editor, Qt.Key.Key_Return)
    row = orders.rows.entry(orders.rows.find("FRANCE", "PAR"))
    assert isinstance(row, OrderRow)
    assert hands.orders("FRANCE") == ["A PAR - MOS"]
    problems = [
        entry for number in range(orders.rows.rowCount()) if isinstance(entry := orders.rows.entry(orders.rows.index(number)), OrderRow)
    ]
    assert any(each.kind is RowKind.PROBLEM and "Moscow" in each.note for each in problems)


def test_retreats_and_builds_are_written_by_keys(controller: MainController, hands: Hands) -> None:
    for line in ("A VIE - TYR", "F TRI H", "A VEN H", "F BRE - MAO", "A MAR - SPA", "F LON - NTH"):
        assert controller.run("order", text=line)
    controller.run("process", missing="process")
    for line in ("A TYR - VEN", "F TRI S A TYR - VEN", "A VEN H", "F MAO - POR", "F NTH - NWY"):
        assert controller.run("order", text=line)
    controller.run("process", missing="process")
    controller.run("last-phase")
    assert str(hands.turn.phase) == "F1901R"
    find(controller, hands, "venice")
    hands.keys(Qt.Key.Key_Return)
    find(controller, hands, "rome")
    find(controller, hands, "piedmont")
    hands.keys(Qt.Key.Key_Return)
    assert hands.orders("ITALY") == ["A VEN R PIE"]
    controller.run("process", missing="process")
    controller.run("last-phase")
    find(controller, hands, "london")
    hands.keys(Qt.Key.Key_Return)
    chip = hands.page.acts.chip
    assert chip.isVisible()
    hands.key_on(chip.button(0), Qt.Key.Key_Right)
    hands.key_on(chip.button(1), Qt.Key.Key_Return)
    assert hands.orders("ENGLAND")[0] in {"F LON B", "A LON B"}
    find(controller, hands, "paris")
    hands.keys(Qt.Key.Key_W)
    assert "WAIVE" in hands.orders("FRANCE")


def test_the_console_opens_and_closes_by_its_key_and_escape_leads_back_to_the_board(controller: MainController, hands: Hands) -> None:
    controller.run("console")
    assert controller.panels.get(ConsolePanel).widget.line.hasFocus()
    hands.key_on(controller.panels.get(ConsolePanel).widget.line, Qt.Key.Key_Escape)
    assert hands.page.board.hasFocus()
    assert controller.panels.get(ConsolePanel).dock.isVisible()
    controller.run("console")
    assert controller.panels.get(ConsolePanel).widget.line.hasFocus()
    controller.run("console")
    assert not controller.panels.get(ConsolePanel).dock.isVisible()
    assert hands.page.board.hasFocus()


def test_the_page_keys_scroll_what_the_console_said(controller: MainController, hands: Hands) -> None:
    controller.run("console")
    controller.say("\n".join(f"line {number}" for number in range(200)))
    bar = controller.panels.get(ConsolePanel).widget.output.verticalScrollBar()
    end = bar.value()
    hands.key_on(controller.panels.get(ConsolePanel).widget.line, Qt.Key.Key_PageUp)
    assert bar.value() < end
    hands.key_on(controller.panels.get(ConsolePanel).widget.line, Qt.Key.Key_PageDown)
    assert bar.value() == end
