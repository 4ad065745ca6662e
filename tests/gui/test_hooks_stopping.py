"""A hook that does not come back: the person in front of the window gives up waiting, or decides what becomes of the phase."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QProgressDialog, QPushButton
from pytestqt.qtbot import QtBot

from app.game.dpn.writer import write
from app.game.edits import new_game, set_lines
from app.game.edits import process as plainly_processed
from app.game.entries import Hook
from app.game.record import MAIN
from app.game.table_edits import attach_hook, put_hook
from app.hooks import host as worker
from app.qt.main_window.main_controller import MainController
from app.qt.widgets import dialogs
from app.qt.widgets.dialogs import AskBox
from app.qt.widgets.labels import PlainLabel
from app.session.hook_service import HookAnswer, HookChoice
from app.session.services import ConsentQuestion
from tests.gui.answering import answering
from tests.gui.hands import Hands
from tests.gui.hook_games import saved
from variants.catalogue import standard

ENDLESS = "def before_adjudication(ctx):\n    while True:\n        pass\n"


def put_on(controller: MainController) -> None:
    """A game with an endless hook that was agreed to, in front."""
    hook = Hook("endless", (), ENDLESS)
    game = attach_hook(put_hook(new_game(standard()), hook), MAIN, "endless")
    controller.session.hooks.store.grant((hook,), for_good=False)
    controller.session.add(controller.session.library.new(game))


def stopped_file(folder: Path) -> Path:
    """A game whose first phase was played, with a hook that does not come back when the phase is checked."""
    hook = Hook("endless", (), ENDLESS)
    game = attach_hook(put_hook(new_game(standard()), hook), MAIN, "endless")
    return saved(plainly_processed(set_lines(game, MAIN, "FRANCE", ["A PAR - BUR"])), folder)


def process(controller: MainController) -> bool:
    return controller.run("process", missing="process")


def phase(controller: MainController) -> str:
    return str(controller.session.game.line()[-1].phase)


def answer(monkeypatch: pytest.MonkeyPatch, *labels: str | None) -> list[str]:
    """Press each of *labels* in turn in each question, the last one ever after; returns the questions, with their buttons."""
    asked: list[str] = []

    def exec_(box: AskBox) -> int:
        label = labels[min(len(asked), len(labels) - 1)]
        asked.append(" | ".join(box.buttons))
        if label is not None:
            box.buttons[label].click()
        return 0

    monkeypatch.setattr(dialogs.AskBox, "exec", exec_)
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
    monkeypatch.setattr("app.hooks.asking_hooks.PHASE_LIMIT", 60.0)
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


@pytest.mark.parametrize("button", [None, "Ask once more"])
def test_a_file_that_a_hook_stops_is_looked_at_unless_somebody_decides_otherwise(
    controller: MainController, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, button: str | None
) -> None:
    monkeypatch.setattr(worker, "TIME_LIMIT", 0.002)
    answering(monkeypatch, ConsentQuestion, lambda *_: HookAnswer(HookChoice.RUN))
    asked = answer(monkeypatch, button, None)
    controller.run("open", file=stopped_file(tmp_path))
    assert asked == ["Look only | Ask once more | Go on without it this phase"] * (1 if button is None else 2)
    document = controller.session.document
    assert "it was not checked with its hooks. The hook endless" in document.read_only
    assert document.game.turn(document.game.last()).position.unit_at("BUR") is not None, "what is recorded is shown"


def test_a_file_that_a_hook_stops_is_played_on_without_it_in_that_phase(
    controller: MainController, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(worker, "TIME_LIMIT", 0.002)
    answering(monkeypatch, ConsentQuestion, lambda *_: HookAnswer(HookChoice.RUN))
    answer(monkeypatch, "Go on without it this phase")
    controller.run("open", file=stopped_file(tmp_path))
    document = controller.session.document
    assert not document.read_only
    assert document.is_modified
    document.save(tmp_path / "again.dpn")
    assert "\n~ without endless it used the processor" in (tmp_path / "again.dpn").read_text(encoding="utf-8")


def test_what_a_phase_would_give_is_asked_about_where_a_hook_stops_it(controller: MainController, monkeypatch: pytest.MonkeyPatch) -> None:
    put_on(controller)
    asked = answer(monkeypatch, None)
    assert not controller.run("what-if")
    assert asked == ["Show nothing | Ask once more | Go on without it this phase"]
    answer(monkeypatch, "Go on without it this phase")
    assert controller.run("what-if")
    assert "~ without" not in write(controller.session.game), "it was only supposed"


def show_outcomes(controller: MainController, *, on: bool) -> None:
    """Show what the orders would give, or no longer."""
    screen = controller.session.services.screen
    assert screen is not None
    screen.show_view(replace(screen.view, preview=on))


def test_no_preview_by_plain_rules_where_a_hook_stopped(controller: MainController, qtbot: QtBot) -> None:
    put_on(controller)
    page = controller.page
    assert page is not None
    assert controller.run("order", text="A PAR - BUR")
    show_outcomes(controller, on=True)
    qtbot.waitUntil(lambda: page.banners.banner("preview") is not None, timeout=30_000)
    banner = page.banners.banner("preview")
    assert banner is not None
    assert banner.label.text().startswith("What the orders would give is not shown. The hook endless")
    assert page.resolution is None
    next(button for button in banner.buttons if button.text() == "Dismiss").click()
    assert controller.run("order", text="A MAR - SPA")
    qtbot.waitUntil(lambda: not controller.background.is_busy, timeout=30_000)
    QApplication.processEvents()
    assert page.resolution is None
    show_outcomes(controller, on=False)
    assert page.banners.banner("preview") is None


def test_a_hook_that_nobody_agreed_to_is_named_where_the_outcome_would_stand(controller: MainController, qtbot: QtBot) -> None:
    game = attach_hook(put_hook(new_game(standard()), Hook("mine", (), "def before_adjudication(ctx):\n    return None\n")), MAIN, "mine")
    controller.session.add(controller.session.library.new(game))
    page = controller.page
    assert page is not None
    show_outcomes(controller, on=True)
    qtbot.waitUntil(lambda: page.banners.banner("preview") is not None, timeout=30_000)
    banner = page.banners.banner("preview")
    assert banner is not None
    assert "Nobody has agreed to run mine yet" in banner.label.text()


def asked_words(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Press nothing in questions; returns their texts."""
    said: list[str] = []

    def exec_(box: AskBox) -> int:
        said.append(" ".join(label.text() for label in box.findChildren(PlainLabel)))
        return 0

    monkeypatch.setattr(dialogs.AskBox, "exec", exec_)
    return said


def test_at_opening_nobody_is_promised_more_time_than_a_check_has_already(
    controller: MainController, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "TIME_LIMIT", 0.02)
    answering(monkeypatch, ConsentQuestion, lambda *_: HookAnswer(HookChoice.RUN))
    said = asked_words(monkeypatch)
    controller.run("open", file=stopped_file(tmp_path))
    assert len(said) == 1
    assert "Once more asks it with the same time, which is the most there is." in said[0]
    assert "four times" not in said[0]


def test_where_a_phase_is_played_four_times_the_time_is_what_once_more_gives(
    controller: MainController, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_on(controller)
    said = asked_words(monkeypatch)
    assert not process(controller)
    assert "Once more gives hooks four times the time." in said[0]
    controller.session.hooks.host.patience = worker.MOST_PATIENCE
    assert not process(controller)
    assert "Once more asks it with the same time" in said[1]


def test_what_is_said_of_a_hook_that_is_too_slow_agrees(controller: MainController, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> None:
    put_on(controller)
    answer(monkeypatch, None)
    page = controller.page
    assert page is not None
    for _ in range(2):
        assert not process(controller)
        assert "Nothing is done by the plain rules in its place" in controller.status_text
        qtbot.waitUntil(lambda: page.banners.banner("hooks") is not None)
        banner = page.banners.banner("hooks")
        assert banner is not None
        assert "switched off for this session" in banner.label.text()
        assert banner.label.text().endswith("No phase is processed without it unless you decide so.")
        page.banners.drop("hooks")
