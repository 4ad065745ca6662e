"""A power's own notes beside the board: kept as they are typed, and in its seat alone."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.qt.hotseat.notes_panel import NotesPanel
from app.qt.main_window.main_controller import MainController
from tests.gui.hands import Hands

SEATS = "table AUSTRIA=Ada ENGLAND=Ben FRANCE=Cleo GERMANY=Dan ITALY=Eva RUSSIA=Finn TURKEY=Gus"


@pytest.fixture
def panel(controller: MainController) -> NotesPanel:
    return controller.panels.get(NotesPanel)


@pytest.fixture
def at_seat(controller: MainController, panel: NotesPanel) -> NotesPanel:
    """Ada sits at Austria's seat."""
    controller.run("new")
    for line in (SEATS, "end-talks", "open-seat AUSTRIA"):
        assert controller.run_line(line), controller.status_text
    QApplication.processEvents()
    return panel


def notes_of(controller: MainController, power: str) -> str:
    return controller.session.game.notes.get(power, "")


def test_the_notes_stand_beside_an_open_seat_and_go_with_it(at_seat: NotesPanel, controller: MainController) -> None:
    assert at_seat.dock.isVisible()
    assert at_seat.dock.windowTitle() == "My notes"
    assert at_seat.widget.readers.text() == "Nobody else reads these."
    assert not at_seat.widget.power.isVisible()
    controller.run("close-seat")
    assert not at_seat.dock.isVisible()
    controller.run("open-seat", power="ENGLAND")
    assert at_seat.dock.isVisible()


def test_a_pause_in_typing_keeps_the_notes_as_one_step(at_seat: NotesPanel, controller: MainController, hands: Hands, qtbot: QtBot) -> None:
    at_seat.widget.pause.setInterval(0)
    hands.type_into(at_seat.widget.sheet, "Eva lies")
    qtbot.waitUntil(lambda: notes_of(controller, "AUSTRIA") == "Eva lies")
    hands.type_into(at_seat.widget.sheet, " often")
    qtbot.waitUntil(lambda: notes_of(controller, "AUSTRIA") == "Eva lies often")
    controller.run("undo")
    assert at_seat.widget.text == "Eva lies"
    controller.run("redo")
    assert at_seat.widget.text == "Eva lies often"


def test_sealing_keeps_what_was_typed_a_moment_before(at_seat: NotesPanel, controller: MainController, hands: Hands) -> None:
    hands.type_into(at_seat.widget.sheet, "Build in Vienna")
    controller.run("close-seat")
    assert at_seat.widget.sheet.toPlainText() == ""
    controller.run("open-seat", power="AUSTRIA")
    assert at_seat.widget.sheet.toPlainText() == "Build in Vienna"


def test_whoever_sits_down_next_cannot_undo_into_the_sheet_of_another(
    at_seat: NotesPanel, controller: MainController, hands: Hands
) -> None:
    hands.type_into(at_seat.widget.sheet, "Secret plan")
    controller.run("close-seat")
    controller.run("open-seat", power="ENGLAND")
    sheet = at_seat.widget.sheet
    assert sheet.toPlainText() == ""
    assert not sheet.document().isUndoAvailable()
    sheet.undo()
    QTest.keyClick(sheet, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert "Secret" not in sheet.toPlainText()


def test_a_clock_that_ends_the_turn_keeps_the_notes(at_seat: NotesPanel, controller: MainController, hands: Hands) -> None:
    from app.tables.table_acts import close_seat

    hands.type_into(at_seat.widget.sheet, "Half a sent")
    close_seat(controller.session)
    controller.run("open-seat", power="AUSTRIA")
    assert at_seat.widget.sheet.toPlainText() == "Half a sent"


def test_leaving_the_sheet_keeps_the_notes(panel: NotesPanel, controller: MainController, hands: Hands, qtbot: QtBot) -> None:
    controller.run("new")
    controller.trigger("notes")
    controller.window.activateWindow()
    qtbot.waitUntil(panel.widget.sheet.hasFocus)
    hands.type_into(panel.widget.sheet, "Remember")
    hands.page.board.setFocus()
    qtbot.waitUntil(lambda: notes_of(controller, "AUSTRIA") == "Remember")


def test_without_a_table_anybodys_notes_can_be_chosen_or_those_of_the_power_looked_at(
    panel: NotesPanel, controller: MainController, hands: Hands
) -> None:
    controller.run("new")
    controller.run_line("notes")
    assert panel.dock.isVisible()
    row = panel.widget.power.findData("FRANCE")
    panel.widget.power.setCurrentIndex(row)
    panel.widget.power.activated.emit(row)
    hands.type_into(panel.widget.sheet, "Burgundy is mine")
    controller.run("view-as", power="FRANCE")
    assert panel.widget.sheet.toPlainText() == "Burgundy is mine"
    assert "who opens it can read" in panel.widget.readers.text()
    controller.run("view-as", power="ITALY")
    assert panel.widget.sheet.toPlainText() == ""
    assert panel.widget.power.count() == 1


def test_notes_whose_dock_comes_up_by_itself_are_there_and_follow_the_game(panel: NotesPanel, controller: MainController) -> None:
    controller.run("new")
    controller.run("notes", power="AUSTRIA", text="Trust nobody")
    panel.dock.hide()
    controller.run("notes", power="AUSTRIA", text="Trust Eva")
    panel.dock.show()
    assert panel.widget.text == "Trust nobody\nTrust Eva"
    controller.run("undo")
    assert panel.widget.text == "Trust nobody"


def test_what_does_not_fit_is_refused_whole_and_what_was_there_stays(at_seat: NotesPanel, controller: MainController, hands: Hands) -> None:
    hands.type_into(at_seat.widget.sheet, "Here already. ")
    QGuiApplication.clipboard().setText("x" * 20_001)
    at_seat.widget.sheet.paste()
    assert at_seat.widget.sheet.toPlainText() == "Here already. "
    assert "at most 20,000 characters" in at_seat.widget.trouble.text()
    controller.run("close-seat")
    controller.run("open-seat", power="AUSTRIA")
    assert at_seat.widget.sheet.toPlainText() == "Here already."


def test_another_game_in_front_keeps_what_was_typed_in_the_first(panel: NotesPanel, controller: MainController, hands: Hands) -> None:
    controller.run("new")
    controller.run_line("notes")
    first = controller.session.document
    hands.type_into(panel.widget.sheet, "Of the first game")
    controller.session.add(controller.session.library.new(first.game.with_branch(first.game.branches[0])))
    assert first.game.notes["AUSTRIA"] == "Of the first game"
