"""Letters between powers are written and read beside the board."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from app.game.entries import Press
from app.presentation.press_rows import is_between
from app.qt.hotseat.notes_panel import NotesPanel
from app.qt.main_window.main_controller import MainController
from app.qt.panels.game_panel import GamePanel
from app.qt.panels.press_panel import PressPanel
from app.tables.table_letters import put_letters
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
    assert controller.session.document.undo_label == "Letter from England to France"


def test_a_letter_that_is_kept_back_stays_on_the_sheet_with_the_reason(controller: MainController, hands: Hands) -> None:
    controller.run("new", attach="gunboat")
    controller.trigger("press")
    panel = controller.panels.get(PressPanel).widget
    hands.click(panel.everybody)
    hands.type_into(panel.text, "Psst")
    hands.click(panel.send_button)
    assert "Nobody writes letters in this game." in panel.state.text()
    assert panel.text.toPlainText() == "Psst"
    assert "Nobody has written yet." in panel.letters.toPlainText()


def test_the_first_letter_and_the_next_one_go_to_nobody_until_somebody_is_chosen(controller: MainController, hands: Hands) -> None:
    """Else a letter about a power goes to those who were written to before, and the victim joins them."""
    controller.run("new")
    controller.trigger("press")
    panel = controller.panels.get(PressPanel).widget
    assert panel.send_button.text() == "Send"
    panel.writer.setCurrentIndex(panel.writer.findData("ENGLAND"))
    hands.click(panel.readers["TURKEY"])
    hands.click(panel.readers["RUSSIA"])
    assert panel.send_button.text() == "Send to Russia and Turkey"
    hands.type_into(panel.text, "Galicia?")
    hands.click(panel.send_button)
    assert panel.chosen_receivers() == ()
    assert not panel.everybody.isChecked()
    assert panel.send_button.text() == "Send"
    hands.type_into(panel.text, "Let us stab Russia")
    hands.click(panel.send_button)
    assert panel.state.text() == "Write something, and say to whom."
    assert panel.text.toPlainText() == "Let us stab Russia"
    hands.click(panel.readers["TURKEY"])
    hands.click(panel.send_button)
    assert [each.receivers for each in controller.session.turn.press] == [("RUSSIA", "TURKEY"), ("TURKEY",)]


def test_taking_back_the_last_reader_does_not_address_everybody(controller: MainController, hands: Hands) -> None:
    controller.run("new")
    controller.trigger("press")
    panel = controller.panels.get(PressPanel).widget
    hands.click(panel.readers["ITALY"])
    hands.click(panel.readers["ITALY"])
    assert not panel.everybody.isChecked()
    for each in panel.readers.values():
        if each.isEnabled():
            hands.click(each)
    assert all(each.text() in panel.send_button.text().replace("\n", " ") for each in panel.readers.values() if each.isChecked())


def test_one_reason_for_everybody_is_said_once(controller: MainController, hands: Hands) -> None:
    controller.run("new", attach="gunboat")
    controller.trigger("press")
    panel = controller.panels.get(PressPanel).widget
    hands.click(panel.everybody)
    hands.type_into(panel.text, "Psst")
    hands.click(panel.send_button)
    assert panel.state.text() == "Not delivered to anybody: Nobody writes letters in this game."
    hands.click(panel.readers["FRANCE"])
    hands.click(panel.readers["ITALY"])
    hands.click(panel.send_button)
    assert panel.state.text() == "Not delivered to France and Italy: Nobody writes letters in this game."


def test_ctrl_return_in_the_sheet_sends_the_letter_and_processes_nothing(controller: MainController, qtbot: QtBot) -> None:
    controller.run("new")
    controller.trigger("press")
    controller.window.activateWindow()
    panel = controller.panels.get(PressPanel).widget
    panel.text.setFocus()
    qtbot.waitUntil(panel.text.hasFocus, timeout=5_000)
    panel.everybody.click()
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


SEATS = "table AUSTRIA=Ada ENGLAND=Ben FRANCE=Cleo GERMANY=Dan ITALY=Eva RUSSIA=Finn TURKEY=Gus"


@pytest.fixture
def at_table(controller: MainController) -> PressPanel:
    """Austria has written to England, Germany to all, and the laptop is free."""
    controller.run("new")
    for line in (
        SEATS,
        "end-talks",
        "open-seat AUSTRIA",
        "press AUSTRIA --to ENGLAND Norway is yours",
        "close-seat",
        "open-seat GERMANY",
        "press GERMANY Denmark is mine",
        "close-seat",
    ):
        assert controller.run_line(line), controller.status_text
    return controller.panels.get(PressPanel)


def test_a_seat_counts_what_came_since_it_was_closed(at_table: PressPanel, controller: MainController) -> None:
    controller.run("open-seat", power="ENGLAND")
    assert controller.table.bar.press_button.text() == "2 new letters"
    controller.table.bar.press_button.click()
    assert at_table.dock.isVisible()
    assert at_table.dock.windowTitle() == "Letters · 2 new"
    assert at_table.widget.letters.toPlainText().count("● new") == 2
    controller.run("press", sender="ENGLAND", text="Heard", to="GERMANY")
    assert at_table.dock.windowTitle() == "Letters · 2 new", "one's own letters are no news"
    controller.run("close-seat")
    assert at_table.dock.windowTitle() == "Letters"
    controller.run("open-seat", power="GERMANY")
    controller.trigger("press")
    assert at_table.dock.windowTitle() == "Letters · 1 new"
    assert "● new England" in at_table.widget.letters.toPlainText()
    controller.run("close-seat")
    controller.run("open-seat", power="ENGLAND")
    assert at_table.dock.windowTitle() == "Letters"
    assert controller.table.bar.press_button.isHidden()


def test_a_partner_shows_one_thread_and_the_letters_that_nobody_has_read(
    at_table: PressPanel, controller: MainController, hands: Hands
) -> None:
    controller.run("open-seat", power="ENGLAND")
    controller.trigger("press")
    panel = at_table.widget
    assert panel.readers["AUSTRIA"].text() == "Austria-Hungary · 1 new"
    assert panel.everybody.text() == "Everybody · 1 new"
    assert panel.readers["FRANCE"].text() == "France"
    assert panel.readers["ENGLAND"].isHidden()
    hands.click(panel.readers["AUSTRIA"])
    assert "Norway is yours" in panel.letters.toPlainText()
    assert "Denmark is mine" not in panel.letters.toPlainText()
    assert panel.readers["AUSTRIA"].text() == "Austria-Hungary"
    assert controller.table.bar.press_button.text() == "1 new letter"
    assert at_table.dock.windowTitle() == "Letters · 1 new"
    hands.type_into(panel.text, "I thank you")
    hands.click(panel.send_button)
    assert panel.chosen_receivers() == (), "the next letter goes to nobody by habit"
    assert panel.letters.toPlainText().index("Norway is yours") < panel.letters.toPlainText().index("I thank you")
    hands.click(panel.all_button)
    assert "Denmark is mine" in panel.letters.toPlainText()


def test_letters_to_several_stand_with_each_sender_and_in_a_thread_of_their_own() -> None:
    to_both = ("ITALY", ("AUSTRIA", "TURKEY"))
    assert is_between(*to_both, "AUSTRIA", ("ITALY",))
    assert is_between(*to_both, "AUSTRIA", ("TURKEY", "ITALY"))
    assert not is_between(*to_both, "AUSTRIA", ("TURKEY",))
    assert not is_between(*to_both, "AUSTRIA", ())
    assert not is_between("ITALY", ("TURKEY",), "AUSTRIA", ("ITALY",))
    assert is_between("AUSTRIA", ("ITALY", "TURKEY"), "AUSTRIA", ("TURKEY",))
    assert not is_between("ITALY", (), "AUSTRIA", ("ITALY",))
    assert is_between("ITALY", (), "AUSTRIA", ())


@pytest.mark.parametrize(("size", "is_open"), [((1366, 768), True), ((1920, 1080), True), ((900, 640), False)])
def test_orders_letters_and_notes_of_a_seat_stand_in_one_column(
    at_table: PressPanel, controller: MainController, size: tuple[int, int], is_open: bool
) -> None:
    controller.window.resize(*size)
    QApplication.processEvents()
    controller.run("open-seat", power="ENGLAND")
    assert at_table.dock.isVisible() is is_open
    if is_open:
        QApplication.processEvents()
        orders, notes = controller.panels.get(GamePanel), controller.panels.get(NotesPanel)
        column = (orders.dock, at_table.dock, notes.dock)
        assert {(each.x(), each.width()) for each in column} == {(orders.dock.x(), orders.dock.width())}
        assert [each.y() for each in column] == sorted(each.y() for each in column)
        assert orders.widget.orders.verticalScrollBar().maximum() == 0, "every order is in sight"
        assert notes.dock.height() < at_table.dock.height(), "an empty sheet is small"
        assert not controller.table.bar.press_button.isVisible(), "the letters are in sight"
        page = controller.page
        assert page is not None
        drawn = page.scene.board
        assert page.board.width() >= page.board.height() * drawn.width / drawn.height - 1, "the board has its whole height"


def test_letters_of_a_seat_stand_where_they_stood_for_the_one_before(at_table: PressPanel, controller: MainController) -> None:
    controller.window.resize(1366, 768)
    notes = controller.panels.get(NotesPanel).dock
    places = set()
    for power in ("ENGLAND", "ITALY", "ENGLAND"):
        controller.run("open-seat", power=power)
        QApplication.processEvents()
        assert controller.panels.get(GamePanel).dock.y() < at_table.dock.y() < notes.y()
        places.add(at_table.dock.x())
        controller.run("close-seat")
    assert len(places) == 1


def test_notes_of_a_seat_grow_with_what_is_written(at_table: PressPanel, controller: MainController, qtbot: QtBot) -> None:
    controller.window.resize(1366, 900)
    controller.run("open-seat", power="ENGLAND")
    QApplication.processEvents()
    notes = controller.panels.get(NotesPanel)
    before = notes.dock.height()
    notes.widget.sheet.setPlainText("Norway\nSweden\nDenmark\nHolland\nBelgium\nBrest\n")
    qtbot.waitUntil(lambda: notes.dock.height() > before)
    assert at_table.dock.isVisible()


def test_a_letter_from_a_seat_is_signed_by_its_power_alone(at_table: PressPanel, controller: MainController, hands: Hands) -> None:
    controller.run("open-seat", power="ITALY")
    controller.trigger("press")
    assert [at_table.widget.writer.itemData(row) for row in range(at_table.widget.writer.count())] == ["ITALY"]
    assert not controller.run_line("press FRANCE I am Italy, really")
    hands.click(at_table.widget.everybody)
    hands.type_into(at_table.widget.text, "Peace in the Adriatic")
    hands.click(at_table.widget.send_button)
    (letter,) = [each for each in controller.session.open_turn.press if each.sender == "ITALY"]
    assert letter.text == "Peace in the Adriatic"


def test_a_half_written_letter_waits_for_its_writer_and_nobody_else_sees_it(
    at_table: PressPanel, controller: MainController, hands: Hands
) -> None:
    controller.run("open-seat", power="ITALY")
    controller.trigger("press")
    hands.click(at_table.widget.readers["FRANCE"])
    hands.type_into(at_table.widget.text, "Piedmont is")
    controller.run("close-seat")
    assert at_table.widget.text.toPlainText() == ""
    controller.run("open-seat", power="FRANCE")
    assert at_table.widget.text.toPlainText() == ""
    assert at_table.widget.send_button.text() == "Send"
    controller.run("close-seat")
    controller.run("open-seat", power="ITALY")
    assert at_table.widget.text.toPlainText() == "Piedmont is"


def test_a_closed_panel_holds_no_letters(at_table: PressPanel, controller: MainController) -> None:
    controller.run("open-seat", power="ENGLAND")
    controller.trigger("press")
    assert "Norway is yours" in at_table.widget.letters.toPlainText()
    at_table.dock.hide()
    assert "Norway" not in at_table.widget.letters.toPlainText()
    at_table.dock.show()
    assert "Norway is yours" in at_table.widget.letters.toPlainText()


def test_an_unsent_letter_waits_sealed_in_its_seat(controller: MainController, hands: Hands, tmp_path: Path) -> None:
    """It is in the seat, with its readers, and neither in the file nor for the next person."""
    file = tmp_path / "evening.dpn"
    controller.run("new")
    for line in (f"save-as '{file}'", "table AUSTRIA=Ada:4711 ITALY=Eva:0815 FRANCE=Cleo:2222", "open-seat ITALY 0815"):
        assert controller.run_line(line), controller.status_text
    controller.trigger("press")
    panel = controller.panels.get(PressPanel)
    hands.click(panel.widget.readers["FRANCE"])
    assert panel.widget.warning.isHidden(), "both have a PIN"
    hands.click(panel.widget.readers["RUSSIA"])
    assert panel.widget.warning.text().startswith("Russia has no PIN"), "said before it is sent"
    hands.click(panel.widget.readers["RUSSIA"])
    assert panel.widget.warning.isHidden()
    hands.type_into(panel.widget.text, "Piedmont is QQ")
    controller.run("seal", anyway=True)
    assert panel.widget.text.toPlainText() == ""
    assert controller.run_line("save"), controller.status_text
    assert "Piedmont" not in file.read_text()
    assert controller.run_line("close"), controller.status_text
    assert controller.run_line(f"open '{file}'"), controller.status_text
    assert controller.run_line("open-seat AUSTRIA 4711")
    assert panel.widget.text.toPlainText() == ""
    assert controller.run_line("close-seat")
    assert controller.run_line("take-back ITALY 0815"), controller.status_text
    controller.trigger("press")
    assert panel.widget.text.toPlainText() == "Piedmont is QQ"
    assert panel.widget.chosen_receivers() == ("FRANCE",)
    hands.click(panel.widget.send_button)
    assert "Piedmont is" in panel.widget.letters.toPlainText(), "the sender's own copy is read at the seat"
    assert controller.session.open_turn.press[-1].text == "(sealed)"


def test_a_proposal_of_an_opponent_is_answered_by_a_button_and_the_sheet_stays(controller: MainController, hands: Hands) -> None:
    controller.run("new")
    controller.run_line("table FRANCE=Cleo GERMANY=bot:beginner")
    seating = controller.session.seating
    assert seating is not None
    put_letters(controller.session, seating, [Press("GERMANY", ("FRANCE",), "I propose peace until the end of the year.")], lambda *_: None)
    controller.run("open-seat", power="FRANCE")
    controller.trigger("press")
    panel = controller.panels.get(PressPanel)
    hands.type_into(panel.widget.text, "Dear")
    agree = next(each for each in panel.widget.findChildren(QPushButton) if each.text() == "Agree" and not each.isHidden())
    hands.click(agree)
    assert "Agreed, peace until the end of the year. I will not attack you." in [each.text for each in seating.turn.press]
    assert panel.widget.text.toPlainText() == "Dear"
    assert not [each for each in panel.widget.findChildren(QPushButton) if each.text() == "Agree" and each.isVisibleTo(panel.widget)]


def test_propose_offers_the_sentences_that_a_chosen_opponent_answers(controller: MainController, hands: Hands) -> None:
    controller.run("new")
    controller.run_line("table FRANCE=Cleo GERMANY=bot:beginner")
    controller.run("open-seat", power="FRANCE")
    controller.trigger("press")
    panel = controller.panels.get(PressPanel)
    hands.click(panel.widget.readers["GERMANY"])
    hands.click(panel.widget.propose_button)
    assert panel.menu is not None
    offered = {each.text(): each for each in panel.menu.actions()}
    assert {"Please do not enter Paris.", "I propose an alliance against Turkey until the end of the year."} <= set(offered)
    offered["I propose peace until the end of the year."].trigger()
    panel.menu.close()
    assert "Agreed, peace until the end of the year. I will not attack you." in panel.widget.letters.toPlainText()
