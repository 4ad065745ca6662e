"""Before the first orders of a seat are written, openings of real games stand beside them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.qt.main_window.main_controller import MainController
from app.qt.panels.game_panel import GamePanel, GameWidget
from app.qt.panels.openings_list import MOST_OPENINGS, OpeningItem
from app.qt.panels.order_list import ROW_HEIGHT
from app.qt.panels.panel import dock_of
from app.qt.panels.press_panel import PressPanel
from app.session.view_options import TextSize
from scripts.emptiness import emptiness

NOW = "play-now FRANCE --level easy --seed 1"


@pytest.fixture
def widget(controller: MainController, qtbot: QtBot) -> GameWidget:
    """Return the orders of France, in a game that has just begun."""
    controller.window.resize(1920, 1080)
    assert controller.run_line(NOW), controller.status_text
    panel = controller.panels.get(GamePanel).widget
    qtbot.waitUntil(panel.openings.isVisible)
    return panel


def written(controller: MainController) -> set[str]:
    return {str(line.order) for line in controller.session.open_turn.orders.get("FRANCE", ())}


def test_a_click_writes_the_orders_of_an_opening(widget: GameWidget, controller: MainController) -> None:
    first, second, *_ = widget.openings.items()
    QTest.mouseClick(second, Qt.MouseButton.LeftButton)
    assert written(controller) == set(map(str, second.orders))
    QTest.mouseClick(first, Qt.MouseButton.LeftButton)
    assert written(controller) == set(map(str, first.orders)), "those of another opening take their place"


def test_keys_walk_through_openings_and_enter_writes_one(widget: GameWidget, controller: MainController, qtbot: QtBot) -> None:
    first = widget.openings.items()[0]
    first.setFocus()
    QTest.keyClick(first, Qt.Key.Key_Down)
    second = widget.focusWidget()
    assert isinstance(second, OpeningItem)
    QTest.keyClick(second, Qt.Key.Key_Return)
    assert second is widget.openings.items()[1]
    assert written(controller) == set(map(str, second.orders))


def test_openings_are_listed_whole_and_leave_letters_their_room(widget: GameWidget, qtbot: QtBot) -> None:
    openings = widget.openings
    assert len(openings.items()) == MOST_OPENINGS
    qtbot.waitUntil(lambda: openings.viewport().height() >= openings.height_of_all(openings.viewport().width()))
    last = openings.items()[-1]
    assert last.mapTo(openings.viewport(), last.rect().bottomLeft()).y() < openings.viewport().height()


def test_openings_stay_where_words_are_larger(widget: GameWidget, controller: MainController, qtbot: QtBot) -> None:
    for size in (TextSize.LARGER, TextSize.LARGE):
        controller.appearance.show(replace(controller.view, text_size=size))
        qtbot.waitUntil(widget.openings.isVisible)
    controller.appearance.show(replace(controller.view, text_size=TextSize.LARGEST))
    qtbot.waitUntil(lambda: not widget.openings.isVisible())


def test_there_are_no_openings_where_results_are_or_room_is_scarce(widget: GameWidget, controller: MainController, qtbot: QtBot) -> None:
    controller.window.resize(1366, 768)
    qtbot.waitUntil(lambda: not widget.openings.isVisible())
    controller.window.resize(1920, 1080)
    qtbot.waitUntil(widget.openings.isVisible)
    assert controller.run_line("seal --anyway"), controller.status_text
    assert controller.run_line("show-orders"), controller.status_text
    qtbot.waitUntil(lambda: not widget.openings.isVisible())


@pytest.mark.slow
@pytest.mark.fine_ground
@pytest.mark.renders_anew
@pytest.mark.parametrize("size", [(1366, 768), (1920, 1080)], ids=str)
def test_a_quarter_of_a_seat_is_empty_at_most_before_its_first_orders(
    size: tuple[int, int], controller: MainController, qtbot: QtBot
) -> None:
    controller.window.resize(*size)
    assert controller.run_line(NOW), controller.status_text
    page = controller.page
    assert page is not None
    page.scene.finish_rendering()
    qtbot.wait(50)
    share = emptiness(controller.window.grab().toImage())
    assert share <= 0.25


def test_all_orders_of_a_seat_are_seen_in_a_low_window(widget: GameWidget, controller: MainController, qtbot: QtBot) -> None:
    for size in ((1354, 724), (1366, 700)):
        controller.window.resize(*size)
        qtbot.waitUntil(lambda: widget.orders.viewport().height() >= widget.orders.height_of_all - ROW_HEIGHT)
        assert widget.orders.verticalScrollBar().maximum() == 0, size


def test_letters_stand_below_the_orders_again_when_the_window_was_low_for_a_moment(
    widget: GameWidget, controller: MainController, qtbot: QtBot
) -> None:
    window = controller.window
    letters, orders = (dock_of(each, window) for each in (PressPanel, GamePanel))
    window.resize(1366, 600)
    qtbot.waitUntil(lambda: not letters.isVisible())
    assert not widget.visibleRegion().isEmpty(), "the orders of a seat and Seal stay in sight"
    window.resize(1366, 768)
    qtbot.waitUntil(lambda: letters.isVisible() and letters.y() > orders.y())
    assert letters not in window.tabifiedDockWidgets(orders)
    assert not widget.visibleRegion().isEmpty()
