"""The question before a phase that is not ready, wherever processing is asked for."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.qt.main_window.main_controller import MainController
from app.qt.panels.console_panel import ConsolePanel
from app.qt.panels.game_panel import GamePanel
from app.qt.widgets import dialogs
from app.qt.widgets.dialogs import AskBox
from tests.gui.hands import Hands


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[AskBox]:
    """The questions that came up; each is answered by the key Enter."""
    boxes: list[AskBox] = []

    def answer_by_enter(box: AskBox) -> int:
        boxes.append(box)
        box.show()
        QTest.keyClick(box, Qt.Key.Key_Return)
        box.hide()
        return box.result()

    monkeypatch.setattr(dialogs.AskBox, "exec", answer_by_enter)
    return boxes


def by_menu(controller: MainController, _hands: Hands) -> None:
    action = controller.menus.action("process")
    assert action is not None
    action.trigger()


def by_button(controller: MainController, hands: Hands) -> None:
    hands.click(controller.panels.get(GamePanel).widget.header.process_button)


def by_palette(controller: MainController, hands: Hands) -> None:
    controller.palettes.open_palette()
    palette = controller.palettes.palette
    assert palette is not None
    hands.type_into(palette.line, "process")
    hands.key_on(palette.line, Qt.Key.Key_Return)


def by_console(controller: MainController, hands: Hands) -> None:
    controller.run("console")
    hands.type_into(controller.panels.get(ConsolePanel).widget.line, "process")
    hands.key_on(controller.panels.get(ConsolePanel).widget.line, Qt.Key.Key_Return)


@pytest.mark.parametrize("way", [by_menu, by_button, by_palette, by_console])
def test_enter_waits_however_processing_was_asked_for(
    controller: MainController, hands: Hands, asked: list[AskBox], way: Callable[[MainController, Hands], None]
) -> None:
    assert controller.run("new")
    assert controller.run("order", text="A PAR - BUR")
    assert controller.run("deadline", when="2030-12-01 20:00")  # a game that has a master
    way(controller, hands)
    (box,) = asked
    assert box.choice == "Wait"
    assert box.buttons["Wait"].isDefault()
    assert str(controller.session.turn.phase) == "S1901M"
    assert "Not processed" in hands.message


def test_a_game_without_results_opens_on_its_orders_whatever_the_last_one_left_in_front(controller: MainController, hands: Hands) -> None:
    controller.run("new")
    controller.run_line("A PAR - BUR")
    panel = controller.panels.get(GamePanel).widget
    controller.show_panel("results")
    assert panel.tabs.currentWidget() is panel.results
    assert panel.results.notes() == (), "a phase that would be passed over is nothing to tell"
    controller.run("new")
    assert panel.tabs.currentWidget() is panel.orders
    controller.run("process", missing="process")
    controller.show_panel("results")
    controller.run("next-phase")
    assert panel.tabs.currentWidget() is panel.results, "the results of the spring are worth reading in the fall"
