"""Panels that few evenings need are made when they are first opened, or when the window opens as it was left."""

from __future__ import annotations

from PySide6.QtWidgets import QDockWidget
from pytestqt.qtbot import QtBot

from app.game.storage.places import places
from app.game.storage.settings import Settings
from app.qt.gm.audit_panel import AuditPanel
from app.qt.main_window.application import open_main_window
from app.qt.main_window.main_controller import MainController
from app.qt.main_window.window_preferences import Preferences
from app.qt.panels.file_panel import FilePanel
from app.qt.panels.press_panel import PressPanel
from tests.gui.conftest import shut


def dock(controller: MainController, kind: type[FilePanel | PressPanel | AuditPanel]) -> QDockWidget:
    found = controller.window.findChild(QDockWidget, f"dock.{kind.name}")
    assert isinstance(found, QDockWidget)
    return found


def test_a_panel_is_made_when_it_is_opened_by_its_name(controller: MainController) -> None:
    controller.run("new", variant="standard")
    assert dock(controller, PressPanel).widget() is None
    assert "press" in controller.panels.names
    controller.show_panel("press")
    assert dock(controller, PressPanel).isVisible()
    assert controller.panels.get(PressPanel).widget.isVisible()
    assert controller.panels.names.count("press") == 1


def test_a_dock_that_comes_up_by_itself_shows_its_panel(controller: MainController) -> None:
    """As from the menu of docks, or where the window opens as it was left."""
    controller.run("new", variant="standard")
    dock(controller, FilePanel).toggleViewAction().trigger()
    assert "1901" in controller.panels.get(FilePanel).widget.text.toPlainText()


def test_what_a_power_may_not_see_stays_closed_to_it_however_its_dock_comes_up(controller: MainController) -> None:
    controller.run("new", variant="standard")
    controller.run("view-as", power="FRANCE")
    dock(controller, AuditPanel).toggleViewAction().trigger()
    assert dock(controller, AuditPanel).isHidden()


def test_a_panel_that_was_open_is_there_at_the_next_start(controller: MainController, qtbot: QtBot) -> None:
    controller.run("new", variant="standard")
    controller.show_panel("press")
    settings = Settings(places().settings_file)
    Preferences(settings).keep(controller.window, controller.view)
    window = open_main_window(Preferences(settings))
    with qtbot.waitExposed(window):
        window.show()
    window.make_controller()
    try:
        window.controller.run("new", variant="standard")
        assert window.controller.panels.get(PressPanel).widget.isVisible()
        window.controller.show_panel("file")
        window.controller.show_panel("audit")
        assert dock(window.controller, FilePanel) in window.tabifiedDockWidgets(dock(window.controller, AuditPanel))
    finally:
        shut(window.controller)
