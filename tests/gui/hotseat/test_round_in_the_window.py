"""An evening round one laptop in the real window: seats, curtain, one person's orders, reveal, and on."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDockWidget, QLabel
from pytestqt.qtbot import QtBot

from app.game.edits import new_game
from app.game.record import Game
from app.hotseat.table import Absence, Decider, Table
from app.qt.hotseat import lobby_dialog
from app.qt.hotseat.curtain_page import CurtainPage
from app.qt.hotseat.curtain_widgets import HOLD
from app.qt.hotseat.reveal_page import RevealPage
from app.qt.main_window.main_controller import MainController
from app.qt.panels.game_panel import GamePanel
from app.session.services import ChosenSeats
from tests.gui.hands import Hands
from tests.gui.hotseat.evening import Evening
from variants.catalogue import standard

PEOPLE = {"FRANCE": "Cleo", "GERMANY": "Dan"}


def two_people(_game: Game, table: Table, *_: object) -> ChosenSeats:
    """France and Germany are people here, Germany with a PIN; the others hold."""
    for seat in table.seats:
        if seat.power in PEOPLE:
            table = table.with_seat(replace(seat, person=PEOPLE[seat.power]))
        else:
            table = table.with_seat(replace(seat, decider=Decider.ABSENT, absence=Absence.HOLD))
    return ChosenSeats(table, {"GERMANY": "4711"})


@pytest.fixture
def at_table(controller: MainController, monkeypatch: pytest.MonkeyPatch) -> MainController:
    monkeypatch.setattr(lobby_dialog, "ask_seats", two_people)
    controller.start_page.table_button.click()
    QApplication.processEvents()
    return controller


def curtain(controller: MainController) -> CurtainPage:
    page = controller.stack.currentWidget()
    assert isinstance(page, CurtainPage)
    return page


def reveal(controller: MainController) -> RevealPage:
    page = controller.stack.currentWidget()
    assert isinstance(page, RevealPage)
    return page


def take_laptop(controller: MainController, qtbot: QtBot, power: str, secret: str = "") -> None:
    page = curtain(controller)
    if page.state is not None and page.state.chosen != power:
        QTest.mouseClick(page.cards.card(power), Qt.MouseButton.LeftButton)
    if secret:
        QTest.keyClicks(page.secret, secret)
        QTest.keyClick(page.secret, Qt.Key.Key_Return)
    else:
        QTest.keyPress(page.ring, Qt.Key.Key_Space)
        qtbot.waitUntil(lambda: controller.stack.currentWidget() is not page, timeout=HOLD * 10)
    QApplication.processEvents()


def sealed_round(controller: MainController, qtbot: QtBot, hands: Hands) -> None:
    take_laptop(controller, qtbot, "FRANCE")
    hands.unit("PAR")
    hands.ground("BUR")
    controller.table.bar.seal_button.click()
    take_laptop(controller, qtbot, "GERMANY", "4711")
    hands.unit("MUN")
    hands.ground("BUR")
    controller.table.bar.seal_button.click()


@pytest.fixture(autouse=True)
def seals_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.qt.widgets.dialogs.ask", lambda *_: "Seal")


def test_the_table_begins_with_talks_and_shows_nobody_anything(at_table: MainController) -> None:
    page = curtain(at_table)
    assert page.title.text() == "The table talks"
    assert page.clock.isVisibleTo(page)
    assert page.clock.time.text().startswith(("15:00", "14:5"))
    assert not any(dock.isVisible() for dock in at_table.window.findChildren(QDockWidget))


def test_a_season_goes_from_hand_to_hand_to_the_reveal_and_on(at_table: MainController, qtbot: QtBot, hands: Hands) -> None:
    take_laptop(at_table, qtbot, "FRANCE")
    assert at_table.table.bar.isVisibleTo(at_table.window)
    assert at_table.table.bar.power.text() == "France"
    assert at_table.table.bar.person.text() == "Cleo"
    header = at_table.panels.get(GamePanel).widget.header
    assert header.summary.text() == "3 units without orders."
    hands.unit("PAR")
    hands.ground("BUR")
    assert header.summary.text() == "2 units without orders."
    at_table.table.bar.seal_button.click()
    page = curtain(at_table)
    assert page.state is not None
    assert page.state.chosen == "GERMANY"
    take_laptop(at_table, qtbot, "GERMANY", "4711")
    assert hands.turn.orders_of("FRANCE") == ()
    hands.unit("MUN")
    hands.ground("BUR")
    at_table.table.bar.seal_button.click()
    page = curtain(at_table)
    assert page.reveal_button.isVisibleTo(page)
    page.reveal_button.click()
    reveal = at_table.stack.currentWidget()
    assert isinstance(reveal, RevealPage)
    assert "Standoff in Burgundy." in [step.title for step in reveal._story.steps]
    QTest.keyClick(reveal, Qt.Key.Key_End)
    QTest.keyClick(reveal, Qt.Key.Key_Space)
    QApplication.processEvents()
    assert curtain(at_table).title.text() == "The table talks"
    assert "Fall 1901" in curtain(at_table).place.text()


def test_a_wrong_pin_opens_nothing_and_says_so(at_table: MainController, qtbot: QtBot) -> None:
    page = curtain(at_table)
    QTest.mouseClick(page.cards.card("GERMANY"), Qt.MouseButton.LeftButton)
    QTest.keyClicks(page.secret, "1234")
    QTest.keyClick(page.secret, Qt.Key.Key_Return)
    QApplication.processEvents()
    assert at_table.stack.currentWidget() is page
    assert "1 wrong try" in page.trouble.text()
    assert "1234" not in page.trouble.text()
    take_laptop(at_table, qtbot, "GERMANY", "4711")
    assert at_table.table.bar.power.text() == "Germany"


def test_what_was_sealed_can_be_taken_back_until_the_last_one_seals(at_table: MainController, qtbot: QtBot, hands: Hands) -> None:
    take_laptop(at_table, qtbot, "FRANCE")
    hands.unit("PAR")
    hands.ground("BUR")
    at_table.table.bar.seal_button.click()
    take_laptop(at_table, qtbot, "FRANCE")
    assert hands.orders("FRANCE") == ["A PAR - BUR"]
    assert at_table.session.seating is not None
    assert "FRANCE" not in at_table.session.seating.round.sealed


def test_behind_the_curtain_nothing_can_be_undone_or_processed(at_table: MainController, qtbot: QtBot, hands: Hands) -> None:
    take_laptop(at_table, qtbot, "FRANCE")
    hands.unit("PAR")
    hands.ground("BUR")
    at_table.table.bar.close_button.click()
    before = at_table.session.game
    for command in ("undo", "process", "hold-all"):
        assert not at_table.trigger(command)
    assert at_table.session.game is before
    undo = next(action for action in at_table.window.findChildren(QAction) if action.text().replace("&", "").startswith("Undo"))
    assert not undo.isEnabled()
    assert "PAR" not in undo.text()


def test_the_board_can_be_looked_at_between_results_and_the_next_phase(at_table: MainController, qtbot: QtBot, hands: Hands) -> None:
    sealed_round(at_table, qtbot, hands)
    curtain(at_table).reveal_button.click()
    QTest.keyClick(reveal(at_table), Qt.Key.Key_Escape)
    QApplication.processEvents()
    assert at_table.stack.currentWidget() is at_table.page
    assert at_table.table.bar.shows_results
    at_table.table.bar.close_button.click()
    QTest.keyClick(reveal(at_table), Qt.Key.Key_Escape)
    at_table.table.bar.seal_button.click()
    assert curtain(at_table).title.text() == "The table talks"


def test_ending_the_table_gives_all_powers_to_the_screen(at_table: MainController) -> None:
    assert at_table.run("end-table")
    QApplication.processEvents()
    assert at_table.stack.currentWidget() is at_table.page
    assert not at_table.table.bar.isVisibleTo(at_table.window)
    assert at_table.page is not None
    assert at_table.run_line("A PAR - BUR")


def test_a_step_leaves_nothing_of_the_step_before_on_the_page(at_table: MainController, qtbot: QtBot, hands: Hands) -> None:
    sealed_round(at_table, qtbot, hands)
    curtain(at_table).reveal_button.click()
    page = reveal(at_table)
    for _ in range(3):
        QTest.keyClick(page, Qt.Key.Key_Space)
    QApplication.processEvents()
    groups = [label.text() for label in page.findChildren(QLabel) if label.text().startswith("✓ Orders") and not label.isHidden()]
    assert groups == ["✓ Orders  2"]


@pytest.mark.parametrize(("secrets", "opens"), [({}, True), ({"FRANCE": "4711"}, False)])
def test_the_only_person_s_seat_opens_by_itself_in_the_next_phase(controller: MainController, secrets: dict[str, str], opens: bool) -> None:
    evening = Evening(controller, new_game(standard(), "Alone", game_id="a10e"), secrets=secrets, people={"FRANCE": "Cleo"})
    evening.write("FRANCE", "order FRANCE A PAR - BUR")
    evening.show_orders()
    evening.press(Qt.Key.Key_End, Qt.Key.Key_Space)
    assert str(evening.seating.round.phase) == "F1901M"
    assert (evening.seating.open == "FRANCE") is opens
    assert (evening.shown is controller.page) is opens
