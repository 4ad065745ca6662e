"""Past and present: undo across adjudication, the timeline, branches."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.game.record import Cursor
from app.presentation.order_rows import ResultRow
from app.qt.board.timeline import Stop
from app.qt.main_window.main_controller import MainController
from app.qt.panels.game_panel import BESIDE, GamePanel
from app.qt.panels.results_list import ResultsList
from app.qt.widgets.look import read_look
from tests.gui.hands import Hands


@pytest.fixture(autouse=True)
def game_in_fall(controller: MainController, hands: Hands) -> None:
    """A game in fall 1901, after one order in spring."""
    controller.run("new")
    hands.move("PAR", "BUR")
    controller.run("process", missing="process")
    controller.run("last-phase")


def press(hands: Hands, stop: Stop) -> None:
    """Click a phase of the timeline."""
    at = stop.rect.center().toPoint()
    QTest.mouseClick(hands.page.timeline.strip, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(at))


def test_undo_goes_back_across_the_adjudication_and_redo_forward_again(controller: MainController, hands: Hands) -> None:
    undo = controller.menus.action("undo")
    assert undo is not None
    assert undo.text() == "Undo Process Spring 1901, movement"
    undo.trigger()
    assert str(hands.turn.phase) == "S1901M"
    assert hands.turn.resolution is None
    assert hands.orders("FRANCE") == ["A PAR - BUR"]
    undo.trigger()
    assert hands.orders("FRANCE") == []
    redo = controller.menus.action("redo")
    assert redo is not None
    redo.trigger()
    redo.trigger()
    assert str(hands.turn.phase) == "F1901M"


def test_a_press_on_the_timeline_shows_the_past_with_its_orders_and_results(controller: MainController, hands: Hands) -> None:
    press(hands, hands.page.timeline.strip.stops()[0])
    assert str(hands.turn.phase) == "S1901M"
    picture = hands.page.scene.picture
    assert picture is not None
    assert [str(each.order) for each in picture.orders if each.outcome is not None and each.outcome.given] == ["A PAR - BUR"]
    assert controller.panels.get(GamePanel).widget.header.phase.text() == "Spring 1901"


def test_the_past_takes_no_orders_and_says_what_can_be_done(hands: Hands, controller: MainController) -> None:
    controller.run("process", missing="process")  # from the results of the last phase a click on a unit would go on
    press(hands, hands.page.timeline.strip.stops()[0])
    hands.unit("MOS")
    assert hands.orders("RUSSIA") == []
    assert "branch" in hands.message


def test_stepping_and_jumping_by_the_buttons(hands: Hands) -> None:
    timeline = hands.page.timeline
    timeline.back()
    assert hands.page.document.cursor.index == 0
    timeline.forward()
    assert hands.page.document.cursor.index == 1
    timeline.first()
    assert hands.page.document.cursor.index == 0
    timeline.last()
    assert hands.page.document.cursor.index == 1


def test_playing_shows_phase_after_phase_and_stops_at_the_present(hands: Hands) -> None:
    timeline = hands.page.timeline
    timeline.play()
    assert timeline.is_playing
    assert hands.page.document.cursor.index == 0
    timeline.tick()
    assert hands.page.document.cursor.index == 1
    timeline.tick()
    assert not timeline.is_playing


def test_playing_on_from_the_past_makes_a_branch_and_overwrites_nothing(controller: MainController, hands: Hands) -> None:
    controller.run("process", missing="process")
    press(hands, hands.page.timeline.strip.stops()[0])
    hands.click(controller.panels.get(GamePanel).widget.header.fork_button)
    document = hands.page.document
    assert len(document.game.branches) == 2
    assert document.cursor.index == 0
    assert hands.turn.resolution is None
    hands.move("MOS", "UKR")
    assert hands.orders("RUSSIA") == ["A MOS - UKR"]
    main = document.game.turn(Cursor("main", 0))
    assert main.resolution is not None
    assert main.orders_of("RUSSIA") == ()
    assert len({stop.rect.top() for stop in hands.page.timeline.strip.stops()}) == 2, "branches lie one below the other"


def test_the_results_of_the_phase_before_are_listed_while_nothing_is_ordered(controller: MainController, hands: Hands) -> None:
    controller.panels.get(GamePanel).widget.show_results()
    sentences = [line.row.sentence for line in controller.panels.get(GamePanel).widget.results.lines()]
    assert any("Paris moves to Burgundy" in sentence for sentence in sentences)


def test_a_click_on_a_result_goes_to_its_place(controller: MainController, hands: Hands) -> None:
    controller.panels.get(GamePanel).widget.show_results()
    line = next(each for each in controller.panels.get(GamePanel).widget.results.lines() if each.row.place == "PAR")
    hands.click(line)
    assert controller.session.selection == "PAR"


def test_passed_over_phases_are_said(controller: MainController, hands: Hands) -> None:
    controller.panels.get(GamePanel).widget.show_results()
    press(hands, hands.page.timeline.strip.stops()[0])
    assert any("skipped" in note for note in controller.panels.get(GamePanel).widget.results.notes())


def test_going_on_from_an_outcome_lists_the_orders_to_be_given(controller: MainController) -> None:
    controller.run("previous-phase")
    controller.show_panel("results")
    assert controller.panels.get(GamePanel).widget.tabs.currentWidget() is controller.panels.get(GamePanel).widget.results
    controller.trigger("process")
    assert controller.panels.get(GamePanel).widget.tabs.currentWidget() is controller.panels.get(GamePanel).widget.orders


def test_in_a_wide_panel_results_stand_beside_the_orders(controller: MainController, qtbot: QtBot) -> None:
    widget = controller.panels.get(GamePanel).widget
    controller.window.resize(1920, 1000)
    controller.run("new", variant="standard")
    controller.run("hold-all")
    controller.run("process")
    controller.run("next-phase")
    controller.window.resize(1920, 1001)
    qtbot.waitUntil(lambda: widget.width() >= BESIDE and widget.is_beside)
    qtbot.waitUntil(lambda: len(widget.results.lines()) == 22)
    assert widget.results.isVisible()
    assert widget.orders.isVisible()
    controller.run("previous-phase")
    qtbot.waitUntil(lambda: not widget.is_beside)
    assert widget.results.isVisible(), "orders that are over are not told twice"
    assert not widget.orders.isVisible()
    controller.run("next-phase")
    qtbot.waitUntil(lambda: widget.is_beside and widget.orders.isVisible())
    controller.window.resize(1100, 700)
    qtbot.waitUntil(lambda: not widget.is_beside)
    assert widget.tabs.indexOf(widget.results) == 1


def test_results_are_scrolled_to_their_last_line_and_no_further(qtbot: QtBot) -> None:
    results = ResultsList(read_look("parchment"))
    qtbot.addWidget(results)
    results.resize(900, 300)
    words = "Fleet North Atlantic Ocean supports French Fleet Mid-Atlantic Ocean to the Irish Sea: void"
    row = ResultRow("ENGLAND", "NAO", "F NAO S F MAO - IRI", words, "", succeeded=False, dislodged=False)
    results.show_results("Results of Fall 1903, movement", (), (row,) * 12, {"ENGLAND": "England"}, {})
    with qtbot.waitExposed(results):
        results.show()
    bar = results.verticalScrollBar()
    bar.setValue(bar.maximum())
    last = results.lines()[-1]
    below = results.viewport().height() - last.mapTo(results.viewport(), last.rect().bottomLeft()).y()
    assert 0 <= below <= 20
