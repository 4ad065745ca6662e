"""Single letters on the board change the view and keep the change: each has a notice, and can be taken back."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.qt.main_window.main_controller import MainController
from app.session.view_options import Labels, View
from tests.gui.hands import Hands

LETTERS = {
    Qt.Key.Key_L: ("Names of provinces: Codes.", View(labels=Labels.SHORT)),
    Qt.Key.Key_O: ("Orders on the board: off.", View(orders=False)),
    Qt.Key.Key_I: ("Colour of influence: off.", View(tint=False)),
    Qt.Key.Key_V: ("Preview of the outcome: off.", View(preview=False)),
    Qt.Key.Key_T: ("Theme: Plain.", View(theme="plain")),
}


def press(controller: MainController, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    handle = controller.window.windowHandle()
    assert handle is not None
    QTest.keyClick(handle, key, modifier)
    QApplication.processEvents()


@pytest.fixture
def on_board(controller: MainController, hands: Hands) -> MainController:
    controller.run_line("new standard")
    controller.window.activateWindow()
    hands.page.board.setFocus()
    QApplication.processEvents()
    return controller


@pytest.mark.parametrize("key", LETTERS)
def test_a_letter_says_what_it_changed_and_it_can_be_taken_back(on_board: MainController, hands: Hands, key: Qt.Key) -> None:
    words, view = LETTERS[key]
    before = on_board.view
    press(on_board, key)
    assert on_board.view == replace(view, language=before.language)
    assert hands.message == f"{words} View > Take the change of the view back undoes it."
    press(on_board, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
    assert on_board.view == before
    action = on_board.menus.action("view-back")
    assert action is not None
    assert not action.isEnabled()


def test_no_other_letter_of_the_board_changes_what_is_kept(on_board: MainController) -> None:
    before = on_board.view
    for code in range(Qt.Key.Key_A, Qt.Key.Key_Z + 1):
        key = Qt.Key(code)
        if key not in LETTERS:
            press(on_board, key)
            press(on_board, Qt.Key.Key_Escape)
    assert on_board.view == before
    assert all(turn.orders == {} for turn in on_board.session.game.line(on_board.session.branch))
