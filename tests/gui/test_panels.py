"""A panel is one file and one entry in a list: everything else of it follows."""

from __future__ import annotations

from functools import partial

import pytest
from PySide6.QtWidgets import QApplication, QDockWidget, QLabel
from pytestqt.qtbot import QtBot

from app.game.storage.places import places
from app.game.storage.settings import Settings
from app.game.versions import Change, Touched
from app.qt.board.window import Window
from app.qt.main_window import panels
from app.qt.main_window.application import open_main_window
from app.qt.main_window.main_controller import MainController
from app.qt.main_window.window_preferences import Preferences
from app.qt.panels.panel import Panel, PanelRoom, WindowPart
from app.qt.widgets.look import Look
from tests.gui.conftest import shut


class CountPanel(Panel):
    """Counts the armies of the game in front."""

    name = "armies"
    title = "Armies"

    def __init__(self, host: Window) -> None:
        super().__init__(host)
        self.label = QLabel(self.place)
        self.looks: list[str] = []
        self.hold(self.label)

    def refresh(self) -> None:
        session = self.host.session
        units = () if session.current is None else session.turn.position.units
        self.label.setText(str(sum(unit.kind == "A" for unit in units)))

    def document_changed(self, change: Change) -> None:
        if change.touches(Touched.CURSOR, Touched.POSITIONS):
            self.refresh()

    def set_look(self, look: Look) -> None:
        self.looks.append(look.name)


def test_a_panel_that_is_listed_has_its_dock_follows_the_game_and_opens_by_name(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(panels, "PANELS", (*panels.PANELS, CountPanel))
    window = open_main_window(Preferences(Settings(places().settings_file)))
    with qtbot.waitExposed(window):
        window.show()
    controller = window.controller
    try:
        panel = controller.panels.get(CountPanel)
        assert panel.dock.objectName() == "dock.armies"
        assert not panel.dock.isVisible()
        controller.run("new")
        controller.show_panel("armies")
        assert panel.dock.isVisible()
        assert panel.label.text() == "13"
        assert controller.run("theme", name="night")
        qtbot.waitUntil(lambda: bool(panel.looks))
        assert panel.looks == ["night"]
        controller.run("analysis", empty=True)
        assert panel.label.text() == "0"
        controller.session.bring_forward(None)
        assert not panel.dock.isVisible(), "it goes with the last game"
    finally:
        shut(controller)


class GreetingPage(WindowPart):
    """Says a word in the status line."""

    name = "greeting"

    def __init__(self, host: Window) -> None:
        super().__init__(host.window)
        self._host = host

    def show(self, name: str = "") -> None:
        self._host.say(f"This is {name}.")


def test_a_page_stands_in_the_same_list_and_what_is_not_listed_is_refused(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(panels, "PANELS", (*panels.PANELS, GreetingPage))
    window = open_main_window(Preferences(Settings(places().settings_file)))
    with qtbot.waitExposed(window):
        window.show()
    controller = window.controller
    try:
        controller.show_panel("greeting")
        assert controller.status_text == "This is greeting."
        controller.show_panel("nowhere")
        assert controller.status_text == "There is no panel called nowhere."
    finally:
        shut(controller)


def test_console_and_hooks_stand_beside_the_board_which_keeps_its_height(controller: MainController, qtbot: QtBot) -> None:
    controller.window.resize(1366, 768)
    controller.run("new", variant="standard")
    QApplication.processEvents()
    page = controller.page
    assert page is not None
    high = page.board.height()

    def is_beside(dock: QDockWidget) -> bool:
        return dock.isVisible() and dock.x() > page.board.mapTo(controller.window, page.board.rect().topRight()).x()

    for name in ("console", "hooks"):
        controller.show_panel(name)
        dock = controller.window.findChild(QDockWidget, f"dock.{name}")
        assert dock is not None
        qtbot.waitUntil(partial(is_beside, dock))
        assert page.board.height() == high
        assert page.board.width() > controller.window.width() * 0.4
        room = dock.widget()
        assert isinstance(room, PanelRoom)
        qtbot.waitUntil(partial(_is_whole, room))
        dock.hide()


def _is_whole(room: PanelRoom) -> bool:
    return room.verticalScrollBar().maximum() == 0
