"""The row of tabs of sheets on one place is there while it has tabs, so that a screen reader finds none without a name."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QDockWidget, QTabBar
from pytestqt.qtbot import QtBot

from app.qt.main_window.main_controller import MainController


def test_a_row_without_tabs_is_hidden_and_one_with_tabs_is_not(controller: MainController, qtbot: QtBot) -> None:
    window = controller.window
    below = Qt.FindChildOption.FindDirectChildrenOnly

    def rows_seen() -> list[tuple[int, str]]:
        rows = [each for each in window.findChildren(QTabBar, options=below) if each.isVisible()]
        return [(each.count(), QAccessible.queryAccessibleInterface(each).text(QAccessible.Text.Name)) for each in rows]

    docks = [each for each in window.findChildren(QDockWidget) if window.dockWidgetArea(each) is Qt.DockWidgetArea.LeftDockWidgetArea]
    assert len(docks) > 2
    qtbot.waitUntil(lambda: rows_seen() == [])
    controller.run("new")
    for dock in docks:
        dock.show()
    qtbot.waitUntil(lambda: [count for count, _ in rows_seen()] == [len(docks)])
    assert all(name for _, name in rows_seen())
    for dock in docks:
        dock.setFloating(True)
    qtbot.waitUntil(lambda: rows_seen() == [])
    for dock in docks:
        dock.setFloating(False)
    qtbot.waitUntil(lambda: [count for count, _ in rows_seen()] == [len(docks)])
    for dock in docks:
        dock.hide()
    qtbot.waitUntil(lambda: rows_seen() == [])
    QApplication.processEvents()
