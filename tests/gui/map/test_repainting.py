"""A change paints the part of the window anew that it is seen in, and no more."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, QPointF, QRect
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.qt.map.board_view import BoardView
from app.qt.map.items.backdrop_item import BackdropItem
from app.qt.map.scene import BoardScene
from tests.fakes.board_pictures import ALL_KINDS, drawn_standard


class Painted(QObject):
    """Notes where a widget is painted."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.areas: list[QRect] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Note it."""
        if isinstance(event, QPaintEvent):
            self.areas.append(event.region().boundingRect())
        return super().eventFilter(watched, event)


def test_an_order_less_and_the_same_order_again_paint_a_small_part_of_the_board(qtbot: QtBot) -> None:
    scene = BoardScene(drawn_standard())
    view = BoardView(scene)
    qtbot.addWidget(view)
    view.resize(1200, 1000)
    scene.show_picture(ALL_KINDS)
    view.show()
    view.settle()
    scene.finish_rendering()
    QApplication.processEvents()
    # The plan has most orders after this one; their items must not be touched.
    gone = next(order for order in ALL_KINDS.orders if str(order.order) == "F AEG - GRE")
    fewer = replace(ALL_KINDS, orders=tuple(order for order in ALL_KINDS.orders if order is not gone))
    painted = Painted(view)
    view.viewport().installEventFilter(painted)
    for picture in (fewer, ALL_KINDS):
        painted.areas.clear()
        scene.show_picture(picture)
        QApplication.processEvents()
        assert painted.areas
        for area in painted.areas:
            assert area.width() * area.height() < 0.05 * view.viewport().width() * view.viewport().height()
    scene.close()


def test_while_the_zoom_is_on_its_way_the_board_is_scaled_the_quick_way(qtbot: QtBot) -> None:
    scene = BoardScene(drawn_standard())
    view = BoardView(scene)
    qtbot.addWidget(view)
    view.resize(600, 500)
    scene.show_picture(ALL_KINDS)
    view.show()
    view.settle()
    scene.finish_rendering()
    ways: list[bool] = []
    backdrop = next(item for item in scene.items() if isinstance(item, BackdropItem))
    paint_scaled = backdrop._paint_scaled

    def noted(painter: object, exposed: object, *, smooth: bool) -> None:
        ways.append(smooth)
        paint_scaled(painter, exposed, smooth=smooth)  # type: ignore[arg-type]

    backdrop._paint_scaled = noted  # type: ignore[method-assign]
    view.zoom_by(1.22, QPointF(300, 250))
    view.viewport().grab()
    assert False in ways
    assert True not in ways
    scene.close()
