"""The analysis board in the real window: pieces are set up with the mouse, stay while orders change, and everything is undone."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.presentation.order_tools.stage import UnitTouch
from app.qt.board.setup_bar import SetupBar
from app.qt.main_window.main_controller import MainController
from app.qt.widgets.layouts import FlowLayout
from entente.position_line import position_line
from tests.gui.hands import Hands, button
from variants.catalogue import standard


@pytest.fixture(autouse=True)
def board(controller: MainController, hands: Hands) -> None:
    """An analysis board of a game in which Paris goes to Burgundy."""
    controller.run("new")
    hands.move("PAR", "BUR")
    controller.trigger("analysis")


@pytest.fixture
def bar(hands: Hands) -> SetupBar:
    """The strip above it."""
    assert hands.page.setup is not None
    return hands.page.setup


def units(hands: Hands) -> set[str]:
    """Return the units on the board."""
    return {str(unit) for unit in hands.turn.position.units}


def test_it_is_a_tab_of_its_own_and_the_game_has_no_strip(controller: MainController, hands: Hands) -> None:
    assert hands.orders("FRANCE") == ["A PAR - BUR"]
    assert "Analysis" in controller.window.windowTitle()
    game = controller.session.documents[0]
    page = controller.pages.of(game)
    assert page is not None
    assert page.setup is None
    assert controller.tabs.count() == 3


def test_units_are_placed_and_taken_off_by_presses(hands: Hands, bar: SetupBar) -> None:
    hands.click(button(bar, "Fleet"))
    bar.powers.setCurrentIndex(bar.powers.findData("ENGLAND"))
    hands.ground("NTH")
    assert "ENGLAND F NTH" in units(hands)
    hands.click(button(bar, "Army"))
    bar.powers.setCurrentIndex(bar.powers.findData("GERMANY"))
    hands.ground("BEL")
    assert "GERMANY A BEL" in units(hands)
    hands.unit("BEL")
    assert "GERMANY A BEL" not in units(hands)
    hands.click(button(bar, "Take off"))
    hands.unit("NTH")
    assert "ENGLAND F NTH" not in units(hands)


def test_a_fleet_goes_to_the_coast_that_is_nearest_to_the_press(hands: Hands, bar: SetupBar) -> None:
    hands.click(button(bar, "Fleet"))
    bar.powers.setCurrentIndex(bar.powers.findData("FRANCE"))
    hands.ground("SPA")
    placed = hands.turn.position.unit_at("SPA")
    assert placed is not None
    assert placed.location.coast in {"NC", "SC"}


def test_what_cannot_stand_is_refused_in_words(hands: Hands, bar: SetupBar) -> None:
    hands.click(button(bar, "Fleet"))
    before = units(hands)
    hands.ground("BOH")
    assert "a fleet cannot stand" in hands.message
    assert units(hands) == before


def test_a_drag_shifts_a_unit_and_the_right_button_takes_it_off(hands: Hands, bar: SetupBar) -> None:
    hands.click(button(bar, "Army"))
    hands.drag("PAR", "PIC")
    assert "FRANCE A PIC" in units(hands)
    assert hands.turn.position.unit_at("PAR") is None
    at = hands.point_for(UnitTouch("PIC"))
    hands.page.board.context_requested.emit(hands.page.board.touch_at(at), at)
    assert hands.turn.position.unit_at("PIC") is None


def test_centres_change_hands_by_presses(hands: Hands, bar: SetupBar) -> None:
    hands.click(button(bar, "Owner"))
    bar.powers.setCurrentIndex(bar.powers.findData("FRANCE"))
    hands.ground("BEL")
    assert hands.turn.position.owners["BEL"] == "FRANCE"
    hands.ground("BEL")
    assert "BEL" not in hands.turn.position.owners


def test_every_step_is_undone_and_escape_goes_back_to_orders(controller: MainController, hands: Hands, bar: SetupBar) -> None:
    before = units(hands)
    hands.click(button(bar, "Army"))
    hands.ground("BEL")
    undo = controller.menus.action("undo")
    assert undo is not None
    assert undo.text() == "Undo Place A BEL"
    undo.trigger()
    assert units(hands) == before
    hands.keys(Qt.Key.Key_Escape)
    assert not bar.is_setting_up
    hands.move("MAR", "SPA")
    assert hands.orders("FRANCE") == ["A PAR - BUR", "A MAR - SPA"]


def test_what_if_shows_results_while_pieces_stay_and_orders_can_change(controller: MainController, hands: Hands, bar: SetupBar) -> None:
    hands.move("MUN", "BUR")
    position = hands.turn.position
    hands.click(button(bar, "What if"))
    assert hands.turn.position == position
    assert hands.turn.resolution is None
    outcome = hands.page.resolution
    assert outcome is not None
    paris = outcome.outcome_of("PAR")
    assert paris is not None
    assert not paris.succeeded
    picture = hands.page.scene.picture
    assert picture is not None
    assert any(each.outcome is not None and not each.outcome.succeeded for each in picture.orders)
    hands.move("MUN", "RUH")
    outcome = hands.page.resolution
    assert outcome is not None
    paris = outcome.outcome_of("PAR")
    assert paris is not None
    assert paris.succeeded


def test_a_position_line_is_copied_and_pasted(hands: Hands, bar: SetupBar) -> None:
    line = "F1905M | units ENGLAND F NTH; FRANCE A BEL | owners ENGLAND LON; FRANCE PAR"
    QGuiApplication.clipboard().setText(line)
    hands.click(button(bar, "Paste"))
    assert units(hands) == {"ENGLAND F NTH", "FRANCE A BEL"}
    QGuiApplication.clipboard().clear()
    hands.click(button(bar, "Copy"))
    assert QGuiApplication.clipboard().text() == line
    assert position_line(standard(), hands.turn.position) == line


def test_the_map_has_two_thirds_of_the_window_beside_replies_too(controller: MainController) -> None:
    controller.window.resize(1366, 768)
    controller.run("new")
    assert controller.run_line("analysis")
    for name in ("orders", "replies"):
        controller.show_panel(name)
        for _ in range(6):
            QApplication.processEvents()
        page = controller.page
        assert page is not None
        assert page.width() >= 1366 * 2 / 3 - 6, name


def test_the_window_names_its_strip_and_menu_entries_and_no_typed_commands(controller: MainController) -> None:
    controller.run("new")
    assert controller.run_line("analysis")
    said = controller.status_text
    assert "the strip above the board" in said
    assert "clear" not in said
    controller.run_line("compare")
    assert "correct-phase" not in controller.status_text
    assert "“Go > Correct this phase”" in controller.status_text


def test_the_strip_takes_two_rows_with_large_words_and_its_tools_stand_in_a_menu(
    controller: MainController, hands: Hands, bar: SetupBar, qtbot: QtBot
) -> None:
    controller.window.resize(1366, 768)
    assert bar.tools_button.isHidden(), "words of the usual size fit"
    controller.run_line("text-size 200")
    try:
        qtbot.waitUntil(lambda: not bar.tools_button.isHidden())
        rows = [each.rows_at(bar.width() - 20) for each in bar.findChildren(FlowLayout)]
        assert rows == [1, 1]
        menu = bar.tools_button.menu()
        assert menu is not None
        next(each for each in menu.actions() if each.text() == "Fleet").trigger()
        bar.powers.setCurrentIndex(bar.powers.findData("ENGLAND"))
        hands.ground("NTH")
        assert "ENGLAND F NTH" in units(hands)
        assert bar.tools_button.text() == "Fleet"
        more = bar.more_button.menu()
        assert more is not None
        assert [each.text() for each in more.actions()] == ["Copy", "Paste"]
    finally:
        controller.run_line("text-size 100")
    qtbot.waitUntil(lambda: bar.tools_button.isHidden())
