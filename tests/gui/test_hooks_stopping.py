"""A hook that does not come back: the person in front of the window gives up waiting, or decides what becomes of the phase."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QProgressDialog, QPushButton
from pytestqt.qtbot import QtBot

from app.game.dpn.writer import write
from app.game.edits import new_game
from app.game.entries import Hook
from app.game.record import MAIN
from app.game.table_edits import attach_hook, put_hook
from app.hooks import host as worker
from app.qt.shell.main_controller import MainController
from app.qt.widgets import ask_box
from app.qt.widgets.ask_box import AskBox
from tests.gui.hands import Hands
from variants.shipped import standard

ENDLESS = "def before_adjudication(ctx):\n    while True:\n        pass\n"


def put_on(controller: MainController) -> None:
    """A game with an endless hook that was agreed to, in front."""
    hook = Hook("endless", (), ENDLESS)
    game = attach_hook(put_hook(new_game(standard()), hook), MAIN, "endless")
    controller.session.hooks.store.grant((hook,), for_good=False)
    controller.session.add(controller.session.desk.new(game))


def process(controller: MainController) -> bool:
    return controller.run("process", missing="process")


def phase(controller: MainController) -> str:
    return str(controller.session.game.line()[-1].phase)


def answer(monkeypatch: pytest.MonkeyPatch, label: str | None) -> list[str]:
    """Whoever is asked presses *label*; returns what is asked, with the buttons there were."""
    asked: list[str] = []

    def exec_(box: AskBox) -> int:
        asked.append(" | ".join(box.buttons))
        if label is not None:
            box.buttons[label].click()
        return 0

    monkeypatch.setattr(ask_box.AskBox, "exec", exec_)
    return asked


def test_the_phase_stays_open_unless_the_person_chooses(controller: MainController, monkeypatch: pytest.MonkeyPatch) -> None:
    put_on(controller)
    asked = answer(monkeypatch, None)
    assert not process(controller)
    assert asked == ["Leave the phase open | Ask once more | Go on without it this phase"]
    assert phase(controller) == "S1901M"


def test_the_person_lets_the_phase_go_on_without_it(controller: MainController, monkeypatch: pytest.MonkeyPatch) -> None:
    put_on(controller)
    answer(monkeypatch, "Go on without it this phase")
    assert process(controller)
    assert phase(controller) == "F1901M"
    assert "~ without endless" in write(controller.session.game)


def test_a_press_on_cancel_ends_the_waiting(
    controller: MainController, hands: Hands, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_on(controller)
    hook = controller.session.game.hooks[0]
    qtbot.waitUntil(lambda: controller.session.hooks.struck(hook) is not None, timeout=30_000)  # the preview asks it first
    controller.session.hooks.host.pardon(hook)
    monkeypatch.setattr(worker, "TIME_LIMIT", 60.0)
    monkeypatch.setattr("app.hooks.asking.PHASE_LIMIT", 60.0)
    pressed: list[str] = []

    def press() -> None:
        box = QApplication.activeModalWidget()
        if isinstance(box, QProgressDialog):
            button = box.findChild(QPushButton)
            assert button is not None
            pressed.append(button.text())
            button.click()

    looking = QTimer()
    looking.timeout.connect(press)
    looking.start(10)
    assert not process(controller)
    monkeypatch.undo()
    looking.stop()
    assert pressed == ["Cancel"]
    assert phase(controller) == "S1901M"
    assert controller.session.hooks.struck(controller.session.game.hooks[0]) is None
    assert "Nobody waited for the hooks of the game any longer: nothing was done." in hands.message
