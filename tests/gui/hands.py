"""Acts of a person with mouse and keys, as words: pick, move, hold, press keys. Every act goes through the real widgets."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from PySide6.QtCore import QMimeData, QPoint, QPointF, QSize, Qt, QUrl
from PySide6.QtGui import QAction, QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu, QWidget

from app.game.record import Turn
from app.presentation.order_tools.stage import Arrow, ProvinceArea, Touch, UnitTouch
from app.qt.board.game_page import GamePage
from app.qt.main_window.main_controller import MainController


def button(inside: QWidget, words: str) -> QAbstractButton:
    """The button or tool of *inside* that says *words*."""
    return next(each for each in inside.findChildren(QAbstractButton) if each.text() == words)


class Hands:
    """Clicks and keys in one main window."""

    def __init__(self, controller: MainController) -> None:
        self.controller = controller

    @property
    def page(self) -> GamePage:
        """The game in front."""
        page = self.controller.page
        assert page is not None, "no game is in front"
        return page

    @property
    def turn(self) -> Turn:
        """The turn in view."""
        return self.page.order_entry.turn

    def orders(self, power: str) -> list[str]:
        """The lines of *power* at the turn in view."""
        return [line.text for line in self.turn.orders_of(power)]

    # --- the mouse ---

    def drop(self, path: Path) -> bool:
        """Drag the file *path* into the window and let it go there; whether the window took it."""
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(path))])
        buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        entering = QDragEnterEvent(QPoint(5, 5), Qt.DropAction.CopyAction, data, buttons, keys)
        entering.ignore()
        window = self.controller.window
        window.dragEnterEvent(entering)
        if entering.isAccepted():
            window.dropEvent(QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, data, buttons, keys))
        return entering.isAccepted()

    def point_for(self, wanted: Touch) -> QPoint:
        """A point of the view where a click means *wanted*."""
        scene, view = self.page.scene, self.page.board
        unchanged, size = 0, QSize()
        while unchanged < 2:  # a board that has just come up gets its place first, in steps
            QApplication.processEvents()
            unchanged = unchanged + 1 if size == view.viewport().size() else 0
            size = view.viewport().size()
        assert scene.plan is not None
        if isinstance(wanted, UnitTouch):
            places = [each.at for each in scene.plan.units if each.unit.province == wanted.province and each.displaced == wanted.dislodged]
        elif isinstance(wanted, Arrow):
            lines = [each.line for each in scene.plan.orders if each.drawn.order == wanted.order]
            places = [point for line in lines for point in line]
        else:
            assert isinstance(wanted, ProvinceArea)
            left, top, right, bottom = scene.board.provinces[wanted.province].bounds
            steps = range(1, 24)
            places = [(left + (right - left) * across / 24, top + (bottom - top) * down / 24) for down in steps for across in steps]
        for x, y in places:
            at = view.mapFromScene(QPointF(x, y))
            if view.viewport().rect().contains(at) and view.touch_at(at).as_touch(self.page.order_entry.reachable) == wanted:
                return at
        raise AssertionError(f"no point of the view means {wanted}")

    def press(self, wanted: Touch, button: Qt.MouseButton = Qt.MouseButton.LeftButton) -> None:
        """Click where it means *wanted*."""
        QTest.mouseClick(self.page.board.viewport(), button, Qt.KeyboardModifier.NoModifier, self.point_for(wanted))

    def unit(self, province: str, *, dislodged: bool = False) -> None:
        """Click the symbol of the unit in *province*."""
        self.press(UnitTouch(province, dislodged))

    def ground(self, province: str) -> None:
        """Click the ground of *province*."""
        self.press(ProvinceArea(province))

    def move(self, start: str, target: str) -> None:
        """Order the unit in *start* to *target* by two clicks."""
        self.unit(start)
        self.ground(target)

    def hold(self, province: str) -> None:
        """Order the unit in *province* to hold, by two clicks on it."""
        self.unit(province)
        self.unit(province)

    def drag(self, start: str, target: str) -> None:
        """Drag the unit in *start* to *target*."""
        viewport = self.page.board.viewport()
        begin, end = self.point_for(UnitTouch(start)), self.point_for(ProvinceArea(target))
        QTest.mousePress(viewport, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, begin)
        QTest.mouseMove(viewport, begin + (end - begin) / 2)
        QTest.mouseMove(viewport, end)
        QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, end)

    def click(self, widget: QWidget) -> None:
        """Click a button."""
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton)

    def answer(self, words: str) -> None:
        """Take the answer that starts with *words* of the question at the pointer."""
        chip = self.page.acts.chip
        assert chip.isVisible(), "nothing is asked"
        for number, each in enumerate(chip.answers()):
            if each.startswith(words):
                self.click(chip.button(number))
                return
        raise AssertionError(f"no answer {words!r} among {chip.answers()}")

    def menu_of(self, province: str) -> QMenu:
        """The menu that the right button opens on *province*."""
        board = self.page.board
        at = self.point_for(UnitTouch(province))
        board.context_requested.emit(board.touch_at(at), board.viewport().mapToGlobal(at))
        menu = next((each for each in self.page.findChildren(QMenu) if each.isVisible()), None)
        assert menu is not None, "no menu came up"
        return menu

    def _entries(self, menu: QMenu) -> list[QAction]:
        found: list[QAction] = []
        for action in menu.actions():
            below = cast("QMenu | None", action.menu())
            found += [action] if below is None else self._entries(below)
        return found

    def words_of(self, menu: QMenu) -> list[str]:
        """The words of its entries, those of menus below it included."""
        return [action.text() for action in self._entries(menu)]

    def take(self, menu: QMenu, words: str) -> None:
        """Take the entry with these words."""
        next(action for action in self._entries(menu) if action.text() == words).trigger()
        menu.close()

    # --- keys ---

    def keys(self, *keys: Qt.Key) -> None:
        """Press keys one after the other on the board."""
        for key in keys:
            QTest.keyClick(self.page.board, key)

    def key_on(self, widget: QWidget, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        """Press a key on *widget*."""
        QTest.keyClick(widget, key, modifier)

    def type_into(self, widget: QWidget, text: str) -> None:
        """Type *text*."""
        QTest.keyClicks(widget, text)

    # --- what is seen ---

    @property
    def message(self) -> str:
        """Text of the status line."""
        return self.controller.status.message.text()
