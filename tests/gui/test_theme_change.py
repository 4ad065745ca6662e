"""Another theme is seen on the board first, and on the window around it right after."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.qt.main_window.main_controller import MainController
from app.qt.panels.game_panel import GamePanel
from app.qt.widgets.look import read_look
from app.qt.widgets.window_style import style_sheet
from tests.gui.hands import Hands


class Notes(QObject):
    """Notes when the board is painted, and when the window gets its colours."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.noted: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Note what the board is painted as."""
        if event.type() == QEvent.Type.Paint:
            self.noted.append("board")
        return super().eventFilter(watched, event)


def test_the_board_is_painted_in_another_theme_before_the_window_is_dressed_in_it(
    controller: MainController, hands: Hands, qtbot: QtBot
) -> None:
    controller.run("new")
    page = hands.page
    qtbot.wait(1)
    QApplication.processEvents()
    notes = Notes(page)
    page.board.viewport().installEventFilter(notes)
    controller.appearance.look_changed.connect(lambda: notes.noted.append("window"))
    controller.run("theme", name="night")
    assert page.scene.picture is not None
    assert page.scene.picture.theme == "night"
    qtbot.waitUntil(lambda: "window" in notes.noted)
    assert notes.noted[0] == "board"
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    assert application.styleSheet() == style_sheet(read_look("night"), controller.view.text_size.factor)


def test_results_that_are_listed_already_take_the_colours_of_another_theme(controller: MainController, hands: Hands, qtbot: QtBot) -> None:
    controller.run("new")
    hands.move("PAR", "BUR")
    assert controller.run("process", missing="process")
    controller.run("previous-phase")
    controller.show_panel("results")
    lines = controller.panels.get(GamePanel).widget.results.lines()
    assert lines
    controller.run("theme", name="night")
    night = read_look("night").colour("panel")
    qtbot.waitUntil(lambda: all(line.palette().color(QPalette.ColorRole.Window) == night for line in lines))
