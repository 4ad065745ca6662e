"""The real main window, offscreen, and hands to use it with."""

from __future__ import annotations

import functools
import gc
import sys
import threading
from collections.abc import Iterator, Sequence
from importlib.abc import MetaPathFinder
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.game.storage.places import places
from app.game.storage.settings import Settings
from app.qt.board import picture_content
from app.qt.board.faults_dialogs import FaultsDialog
from app.qt.main_window.application import open_main_window
from app.qt.main_window.main_controller import MainController
from app.qt.main_window.main_window import MainWindow
from app.qt.main_window.window_preferences import Preferences
from app.qt.map import painted_item, still_board
from app.qt.map.paint.still_painter import StillPainter
from app.qt.start import first_picture, hero
from tests.fakes.kept_paintings import KeptPaintings
from tests.fakes.kept_renderings import KeptRenderings
from tests.fakes.patient_bot import PatientBot
from tests.gui.hands import Hands

if TYPE_CHECKING:  # most tests have nothing to do with the bench
    from app.qt.board_editor.bench_page import BenchPage
    from tests.gui.lakes_on_the_bench import Opened

_RENDERINGS = KeptRenderings(plainly=False)
_SKETCHES = KeptRenderings(plainly=True)
_PAINTINGS = KeptPaintings()
_START_BOARD = functools.cache(first_picture.read_start_board)
_OF_THE_MAP = Path(__file__).parent / "map"
_WINDOWS = count(1)
_WINDOWS_KEPT = 30


class _ReadByThreads(MetaPathFinder):
    """Writes down which modules with classes of Qt a thread reads: beside a screen reader that ends the program (decision 0240)."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> None:
        """Find nothing; only look who asks."""
        del path, target
        if threading.current_thread() is not threading.main_thread() and name.startswith(("PySide6.", "app.qt.")):
            self.names.append(name)


_READ_BY_THREADS = _ReadByThreads()
sys.meta_path.insert(0, _READ_BY_THREADS)


@pytest.fixture(autouse=True)
def _no_class_of_qt_is_read_by_a_thread() -> Iterator[None]:
    yield
    names = list(_READ_BY_THREADS.names)
    _READ_BY_THREADS.names.clear()
    assert names == [], "read them before the work is handed to a thread"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The offscreen platform has no window manager, and warns of it; that is no fault of the program."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.qt_log_ignore("This plugin does not support", extend=True))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Iterator[None]:
    """Drop the paint events that a test left when it ended: pytest-qt lets Qt go on once after each, without a need for them."""
    yield
    for each in QApplication.topLevelWidgets():
        each.setUpdatesEnabled(False)


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    """In place of pytest-qt's: it waits as long as a busy machine needs."""
    return PatientBot(request)


@pytest.fixture(autouse=True)
def _renderings_are_kept(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same still board is painted once for all tests of a worker."""
    if request.node.get_closest_marker("renders_anew") is None:
        kept = _RENDERINGS if _OF_THE_MAP in request.path.parents else _SKETCHES
        monkeypatch.setattr(still_board, "rendered", kept.rendered)
        monkeypatch.setattr(still_board, "rendered_now", kept.rendered_now)
        if kept is _SKETCHES:
            monkeypatch.setattr(painted_item, "KeptPainting", _PAINTINGS.painting)
    monkeypatch.setattr(first_picture, "read_start_board", _START_BOARD)
    monkeypatch.setattr(hero, "read_start_board", _START_BOARD)


@pytest.fixture(autouse=True)
def _ground_is_plain(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines along the coasts, shadows and rims of lands are half of what a window costs; ``tests/gui/map`` looks at them.

    Others that need them have the mark ``fine_ground``.
    """
    if _OF_THE_MAP in request.path.parents or request.node.get_closest_marker("fine_ground") is not None:
        return
    made = StillPainter.__init__

    def plain(painter: StillPainter, *given: Any) -> None:
        made(painter, *given)
        painter._rough = True

    monkeypatch.setattr(StillPainter, "__init__", plain)


@pytest.fixture
def main_window(qtbot: QtBot) -> Iterator[MainWindow]:
    """The main window as it opens at the first start: 1280 x 800, on the start page."""
    made = open_main_window(Preferences(Settings(places().settings_file)))
    with qtbot.waitExposed(made):
        made.show()
    made.make_controller()
    made.resize(1280, 800)
    yield made
    shut(made.controller)
    if next(_WINDOWS) % _WINDOWS_KEPT == 0:  # little for Python, which would wait for more, and tens of megabytes each for Qt
        gc.collect()


@pytest.fixture
def controller(main_window: MainWindow) -> MainController:
    """Return the controller in it."""
    return main_window.controller


@pytest.fixture
def hands(controller: MainController) -> Hands:
    """Return the hands of a person at mouse and keys."""
    return Hands(controller)


@pytest.fixture
def dialogs(monkeypatch: pytest.MonkeyPatch) -> list[FaultsDialog]:
    """The dialogs that came up; each is answered with its first choice."""
    seen: list[FaultsDialog] = []

    def answer(dialog: FaultsDialog) -> int:
        seen.append(dialog)
        next(iter(dialog.buttons.values())).click()
        return 1

    monkeypatch.setattr(FaultsDialog, "exec", answer)
    return seen


@pytest.fixture
def lakes(controller: MainController) -> Path:
    """The folder of a variant of one's own, Two Lakes."""
    controller.run_line("new-variant Two Lakes")
    return places().variants / "two-lakes"


@pytest.fixture
def opened_lakes(controller: MainController, lakes: Path, qtbot: QtBot) -> Opened:
    """Puts it on the bench."""
    from app.qt.board_editor.bench_part import BenchPart
    from tests.gui.lakes_on_the_bench import whole

    def put(path: Path = lakes) -> BenchPage:
        assert controller.run("bench", variant=path)
        part = controller.panels.get(BenchPart)
        assert part.page is not None
        whole(part, qtbot)
        return part.page

    return put


def shut(controller: MainController) -> None:
    """Close the window without being asked about what is not saved."""
    with pytest.MonkeyPatch.context() as patch:
        # Closing a saved game paints its board for the start page, which is not looked at any more.
        patch.setattr(picture_content, "thumbnail", lambda _request: QImage())
        controller.window.setUpdatesEnabled(False)  # nor at the start page that it goes back to
        _close_all(controller)
    controller.window.close()
    controller.window.deleteLater()


def _close_all(controller: MainController) -> None:
    for document in controller.session.documents:
        controller.session.remove(document)
        document.close(discard=True)
