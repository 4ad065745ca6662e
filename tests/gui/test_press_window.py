"""Letters between powers are written and read beside the board."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.qt.panels.press_panel import PressPanel
from app.qt.shell.main_controller import MainController
from tests.gui.hands import Hands


def test_a_letter_is_written_sent_and_read(controller: MainController, hands: Hands) -> None:
    controller.run("new")
    controller.trigger("press")
    panel = controller.panels.get(PressPanel).widget
    panel.writer.setCurrentIndex(panel.writer.findData("ENGLAND"))
    assert not panel.readers["ENGLAND"].isEnabled()
    hands.click(panel.readers["FRANCE"])
    assert not panel.everybody.isChecked()
    hands.type_into(panel.text, "Shall we leave the Channel empty?")
    hands.click(panel.send_button)
    assert "Shall we leave the Channel empty?" in panel.letters.toPlainText()
    assert panel.text.toPlainText() == ""
    assert panel.state.text() == "Delivered to France."
    assert controller.session.document.undo_label == "Press from England to France"


def test_a_letter_that_is_kept_back_stays_on_the_sheet_with_the_reason(controller: MainController, hands: Hands) -> None:
    controller.run("new", attach="gunboat")
    controller.trigger("press")
    panel = controller.panels.get(PressPanel).widget
    hands.type_into(panel.text, "Psst")
    hands.click(panel.send_button)
    assert "This is a gunboat game: no press." in panel.state.text()
    assert panel.text.toPlainText() == "Psst"
    assert "Nobody has written yet." in panel.letters.toPlainText()


def test_one_reason_for_everybody_is_said_once(controller: MainController, hands: Hands) -> None:
    controller.run("new", attach="gunboat")
    controller.trigger("press")
    panel = controller.panels.get(PressPanel).widget
    hands.type_into(panel.text, "Psst")
    hands.click(panel.send_button)
    assert panel.state.text() == "Not delivered to anybody: This is a gunboat game: no press."
    hands.click(panel.readers["FRANCE"])
    hands.click(panel.readers["ITALY"])
    hands.click(panel.send_button)
    assert panel.state.text() == "Not delivered to France and Italy: This is a gunboat game: no press."


def test_ctrl_return_in_the_sheet_sends_the_letter_and_processes_nothing(controller: MainController, qtbot: QtBot) -> None:
    controller.run("new")
    controller.trigger("press")
    controller.window.activateWindow()
    panel = controller.panels.get(PressPanel).widget
    panel.text.setFocus()
    qtbot.waitUntil(panel.text.hasFocus, timeout=5_000)
    panel.text.setPlainText("Shall we?")
    QTest.keyClick(panel.text, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert "Shall we?" in panel.letters.toPlainText()
    game = controller.session.game
    assert str(game.turn(game.last()).phase) == "S1901M"


def test_through_one_powers_eyes_only_its_own_letters_are_read(controller: MainController) -> None:
    controller.run("new")
    controller.run("press", sender="ENGLAND", text="For France alone", to="FRANCE")
    controller.trigger("press")
    panel = controller.panels.get(PressPanel).widget
    assert "For France alone" in panel.letters.toPlainText()
    controller.run("view-as", power="ITALY")
    assert "For France alone" not in panel.letters.toPlainText()
    assert [panel.writer.itemData(row) for row in range(panel.writer.count())] == ["ITALY"]


def test_what_people_write_is_text_and_never_anything_else(controller: MainController) -> None:
    controller.run("new")
    controller.run("press", sender="ENGLAND", text="<img src='file:///etc/hostname'><b>bold</b>", to="all")
    controller.trigger("press")
    assert "<b>bold</b>" in controller.panels.get(PressPanel).widget.letters.toPlainText()
