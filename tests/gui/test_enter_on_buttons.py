"""Enter presses the button that has the keyboard, in the window as in dialogs; giving something up is no fault."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QCheckBox, QPushButton, QToolButton

from app.game.record import MAIN
from app.qt.main_window.main_controller import MainController
from app.qt.panels.game_panel import GamePanel
from app.qt.widgets.dialogs import AskBox
from app.qt.widgets.labels import PlainLabel
from app.qt.widgets.look import Tone
from app.session.services import ChoiceQuestion, FileToSave, NewGameQuestion
from tests.gui.answering import answering
from tests.gui.hands import Hands
from tests.gui.hotseat.evening import Evening, last_autumn

ENTER = [Qt.Key.Key_Return, Qt.Key.Key_Enter]


def press(controller: MainController, key: Qt.Key) -> None:
    controller.window.activateWindow()
    QApplication.processEvents()
    handle = controller.window.windowHandle()
    assert handle is not None
    QTest.keyClick(handle, key)
    QApplication.processEvents()


@pytest.mark.parametrize("key", ENTER)
def test_enter_on_the_button_of_the_start_page_begins_a_game(controller: MainController, key: Qt.Key) -> None:
    assert QApplication.focusWidget() is controller.start_page.play_button
    press(controller, key)
    assert controller.session.game.variant.id == "standard"
    assert len(controller.session.documents) == 1


def test_a_newcomer_comes_to_the_first_adjudication_by_five_presses(controller: MainController, hands: Hands) -> None:
    """A game, an order by two clicks, *Process*, and *Go on* to what is said of those who wrote nothing."""
    asked: list[str] = []

    def go_on() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, AskBox)
        asked.extend(label.text() for label in box.findChildren(PlainLabel))
        QTest.keyClick(box, Qt.Key.Key_Return)

    QTest.mouseClick(controller.start_page.play_button, Qt.MouseButton.LeftButton)
    QApplication.processEvents()
    hands.move("PAR", "BUR")
    QTimer.singleShot(0, go_on)
    QTest.mouseClick(controller.panels.get(GamePanel).widget.header.process_button, Qt.MouseButton.LeftButton)
    QApplication.processEvents()
    (words,) = asked
    assert words.startswith("Nobody has written orders for Austria-Hungary and five others. Their units will hold.")
    game = controller.session.game
    assert str(game.turn(game.last(MAIN)).phase) == "F1901M"


@pytest.mark.parametrize("kind", [QPushButton, QToolButton])
def test_enter_presses_any_button_of_the_window_once_and_so_does_space(controller: MainController, kind: type[QAbstractButton]) -> None:
    button = kind(controller.start_page)
    pressed: list[bool] = []
    button.clicked.connect(lambda: pressed.append(True))
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    button.show()
    for number, key in enumerate((*ENTER, Qt.Key.Key_Space), start=1):
        button.setFocus()
        press(controller, key)
        assert len(pressed) == number


def test_enter_turns_no_switch(controller: MainController) -> None:
    box = QCheckBox(controller.start_page)
    box.show()
    box.setFocus()
    press(controller, Qt.Key.Key_Return)
    assert not box.isChecked()


def test_enter_shows_the_orders_at_the_curtain(controller: MainController) -> None:
    evening = Evening(controller, last_autumn())
    evening.write("FRANCE")
    evening.write("GERMANY")
    evening.press(Qt.Key.Key_Return)
    assert evening.reveal.title.text() == "Nobody gave an order."


def test_new_game_that_is_cancelled_is_no_fault(controller: MainController, monkeypatch: pytest.MonkeyPatch) -> None:
    controller.run("new", variant="standard")
    answering(monkeypatch, NewGameQuestion, lambda _first: None)
    assert not controller.trigger("new")
    assert controller.status.message.text() == "No game was started."
    assert controller.status.tone is Tone.DONE


def test_what_a_person_gives_up_is_no_fault(controller: MainController, monkeypatch: pytest.MonkeyPatch) -> None:
    controller.run("new", variant="standard")
    answering(monkeypatch, ChoiceQuestion, lambda _question, choices: choices[-1 if "Go on" in choices else 0])
    answering(monkeypatch, FileToSave, lambda *_: None)
    for line, words in (("draw", "The game goes on."), ("process", "Nothing has moved yet."), ("save", "No file was chosen.")):
        assert not controller.run_line(line)
        assert (controller.status.message.text(), controller.status.tone) == (words, Tone.DONE)
