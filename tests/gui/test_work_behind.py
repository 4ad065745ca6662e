"""Work in the background of the window: any end of it is reported in the window's thread, and waiting has an end."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import QObject, QTimer
from pytestqt.qtbot import QtBot

from app.game import file_store as store
from app.game.edits import process
from app.qt.main_window.main_controller import MainController
from app.qt.widgets.background import Background, WorkGivenUpError, wait_for
from tests.gui.hands import Hands


class Collapse(BaseException):
    """Exception that a library in another language may end in."""


def collapse() -> int:
    raise Collapse("the engine fell over")


def test_what_is_no_exception_of_ours_is_told_to_whoever_asked_in_the_windows_thread(qtbot: QtBot) -> None:
    background = Background()
    heard: list[tuple[str, threading.Thread]] = []
    background.run(collapse, lambda _: None, lambda error: heard.append((str(error), threading.current_thread())))
    qtbot.waitUntil(lambda: bool(heard), timeout=10_000)
    assert heard == [("Collapse: the engine fell over", threading.main_thread())]
    assert not background.is_busy
    background.close()


def test_an_answer_that_comes_when_nobody_is_there_any_more_is_dropped(qtbot: QtBot) -> None:
    owner = QObject()
    background = Background(owner)
    going, done = threading.Event(), threading.Event()

    def work() -> None:
        going.wait(30)
        done.set()

    background.run(work, lambda _: None, lambda _: None)
    background.destroyed.connect(going.set)
    owner.deleteLater()
    qtbot.waitUntil(done.is_set, timeout=10_000)


def test_waiting_ends_with_what_the_work_ended_in(controller: MainController) -> None:
    with pytest.raises(Exception, match="Collapse: the engine fell over"):
        wait_for(controller.window, controller.background, "Waiting…", collapse)


def test_waiting_ends_when_the_window_is_closed(controller: MainController) -> None:
    going = threading.Event()

    def close() -> None:
        going.set()
        controller.background.close()

    QTimer.singleShot(0, close)
    with pytest.raises(WorkGivenUpError):
        wait_for(controller.window, controller.background, "Waiting…", lambda: going.wait(30))
    with pytest.raises(WorkGivenUpError):
        wait_for(controller.window, controller.background, "Waiting…", lambda: 1)


def test_a_backup_that_fails_behind_is_said_over_the_board_without_another_edit(
    controller: MainController, hands: Hands, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    controller.run("new")

    def fails(*_: object) -> None:
        raise OverflowError("more than a disk can hold")

    monkeypatch.setattr(store, "keep_backup", fails)
    document = hands.page.document
    document.perform("Process", process(document.game))
    qtbot.waitUntil(lambda: hands.page.banners.banner("trouble") is not None, timeout=10_000)
    banner = hands.page.banners.banner("trouble")
    assert banner is not None
    assert "more than a disk can hold" in banner.label.text()
    document.perform("Process", process(document.game))
    document.close(discard=True)
