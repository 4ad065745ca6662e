"""Dialogs that were opened and closed leave nothing behind: the tenth New Game costs no more than the first."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QDialog, QWidget
from pytestqt.qtbot import QtBot

from app.game.edits import new_game
from app.game.file_store import game_bytes
from app.qt.hooks.hook_panel import HookPanel
from app.qt.main_window.main_controller import MainController
from app.qt.new_game.new_game_dialog import NewGameDialog
from app.qt.new_game.variant_shelf import VariantPictures
from app.session.services import ChoiceQuestion, TextQuestion
from tests.quick import few
from tests.thorough import one_in
from variants.catalogue import standard


def widgets() -> Counter[str]:
    """Return the number of widgets of each kind."""
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    QApplication.processEvents()
    return Counter(type(each).__name__ for each in QApplication.allWidgets())


def objects(window: QWidget) -> Counter[str]:
    """Return the number of objects of each kind below *window*; Qt's own animations of docks that just found their place come and go."""
    kinds = (each.metaObject().className() for each in window.findChildren(QObject))
    return Counter(kind for kind in kinds if kind != "QPropertyAnimation")


def open_and_close(what: Callable[[], object]) -> None:
    """Open a dialog and close it with Escape, as often as one comes."""

    def leave() -> None:
        front = QApplication.activeModalWidget()
        assert isinstance(front, QDialog)
        front.reject()

    QTimer.singleShot(0, leave)
    what()


@pytest.mark.parametrize("panel", one_in(3, ["own", "new", "hooks-editor", "keys", "question", "line"]))
def test_a_dialog_that_is_closed_is_gone_with_everything_in_it(controller: MainController, qtbot: QtBot, panel: str) -> None:
    controller.run("new")
    ways: dict[str, Callable[[], object]] = {
        "new": lambda: controller.trigger("new"),
        "own": lambda: controller.trigger("own"),
        "hooks-editor": controller.panels.get(HookPanel).write,
        "keys": lambda: controller.show_panel("keys"),
        "question": lambda: controller.services.ask(ChoiceQuestion("Now?", ("Yes", "No"))),
        "line": lambda: controller.services.ask(TextQuestion("Which?")),
    }
    open_and_close(ways[panel])  # what is made once stays
    controller.background.wait()
    before = widgets(), objects(controller.window)
    for _ in range(4):
        open_and_close(ways[panel])
        controller.background.wait()
    # What came to its end meanwhile, such as an animation, may be gone.
    left = widgets() - before[0], objects(controller.window) - before[1]
    assert left == (Counter(), Counter())


def test_new_game_leaves_no_pictures_in_memory_behind(controller: MainController) -> None:
    for _ in range(3):
        open_and_close(lambda: controller.trigger("new"))
    controller.background.wait()
    widgets()
    gc.collect()
    assert [each for each in gc.get_objects() if issubclass(type(each), NewGameDialog | VariantPictures)] == []


def handles() -> int:
    """Return the number of the system's watches of files that the program holds: Linux gives a person 128."""
    found = 0
    for each in Path("/proc/self/fd").iterdir():
        with suppress(OSError):
            found += "inotify" in str(each.readlink())
    return found


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="handles are counted as Linux lists them")
@pytest.mark.parametrize("many", few([5, 50], 5))
def test_games_that_were_closed_leave_neither_handles_nor_widgets(controller: MainController, tmp_path: Path, many: int) -> None:
    file = tmp_path / "iron.dpn"
    file.write_bytes(game_bytes(new_game(standard(), "Iron"), file))

    def open_and_close_game() -> None:
        controller.run("open", file=file)
        controller.run("close")
        controller.background.wait()

    for _ in range(2):
        open_and_close_game()  # what is made once stays
    before = widgets(), objects(controller.window), handles()
    for _ in range(many):
        open_and_close_game()
    gc.collect()
    after = widgets(), objects(controller.window), handles()
    assert after[0] - before[0] == Counter()
    assert after[1] - before[1] == Counter()
    assert after[2] == before[2]
