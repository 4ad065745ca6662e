"""The view says what was touched."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.presentation.order_tools.stage import ProvinceArea, ToolKey, UnitTouch
from app.qt.map.board_view import BoardView
from app.qt.map.scene import ProvinceTouch
from tests.fakes.board_pictures import drawn_standard

LEFT = Qt.MouseButton.LeftButton


def on_screen(view: BoardView, code: str, coast: str = "") -> QPoint:
    x, y = drawn_standard().provinces[code].units[coast]
    return view.mapFromScene(x, y)


def turn_wheel(view: BoardView, at: QPoint, turns: int) -> None:
    event = QWheelEvent(
        QPointF(at),
        QPointF(view.viewport().mapToGlobal(at)),
        QPoint(),
        QPoint(0, 120 * turns),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view.viewport(), event)


def test_the_whole_board_is_seen_at_first(view: BoardView) -> None:
    seen = view.mapToScene(view.viewport().rect()).boundingRect()
    assert seen.contains(view.scene().sceneRect())


def test_a_click_on_a_unit_says_which(qtbot: QtBot, view: BoardView) -> None:
    with qtbot.waitSignal(view.location_clicked) as caught:
        QTest.mouseClick(view.viewport(), LEFT, pos=on_screen(view, "PAR"))
    touch = caught.args[0]
    assert isinstance(touch, ProvinceTouch)
    assert str(touch.unit) == "FRANCE A PAR"
    assert touch.as_touch() == UnitTouch("PAR")


def test_a_click_on_the_ground_says_the_province(qtbot: QtBot, view: BoardView) -> None:
    with qtbot.waitSignal(view.location_clicked) as caught:
        QTest.mouseClick(view.viewport(), LEFT, Qt.KeyboardModifier.ShiftModifier, on_screen(view, "BUR"))
    assert caught.args[0].as_touch() == ProvinceArea("BUR")
    assert caught.args[0].modifiers == Qt.KeyboardModifier.ShiftModifier


def test_hovering_says_each_province_once(qtbot: QtBot, view: BoardView) -> None:
    heard: list[str | None] = []
    view.location_hovered.connect(lambda touch: heard.append(touch.province))
    x, y = drawn_standard().provinces["SPA"].units[""]
    for step in range(4):
        QTest.mouseMove(view.viewport(), view.mapFromScene(x + step * 4, y))
    QTest.mouseMove(view.viewport(), on_screen(view, "POR"))
    assert heard == ["SPA", "POR"]


def test_dragging_a_unit_says_from_where_and_where_to(qtbot: QtBot, view: BoardView) -> None:
    port = view.viewport()
    start, end = on_screen(view, "PAR"), on_screen(view, "BUR")
    with qtbot.waitSignal(view.unit_dragged) as caught, qtbot.assertNotEmitted(view.location_clicked):
        QTest.mousePress(port, LEFT, pos=start)
        QTest.mouseMove(port, (start + end) / 2)
        QTest.mouseMove(port, end)
        QTest.mouseRelease(port, LEFT, pos=end)
    assert str(caught.args[0].unit) == "FRANCE A PAR"
    assert caught.args[1].province == "BUR"


def test_dragging_the_ground_moves_the_board_and_presses_nothing(qtbot: QtBot, view: BoardView) -> None:
    turn_wheel(view, on_screen(view, "BUR"), 4)
    port = view.viewport()
    start = on_screen(view, "BUR")
    with qtbot.assertNotEmitted(view.location_clicked):
        QTest.mousePress(port, LEFT, pos=start)
        QTest.mouseMove(port, start + QPoint(30, 20))
        QTest.mouseMove(port, start + QPoint(60, 40))
        QTest.mouseRelease(port, LEFT, pos=start + QPoint(60, 40))
    moved = on_screen(view, "BUR") - start
    assert (moved - QPoint(60, 40)).manhattanLength() <= 2


@pytest.mark.parametrize("code", ["MUN", "LON", "SEV", "TUN"])
def test_the_wheel_zooms_around_the_pointer(view: BoardView, code: str) -> None:
    at = on_screen(view, code)
    before = view.zoom
    for _ in range(5):
        turn_wheel(view, at, 1)
    assert view.zoom > before * 2
    assert (on_screen(view, code) - at).manhattanLength() <= 8


def test_zooming_out_ends_with_the_whole_board(view: BoardView) -> None:
    at = on_screen(view, "MUN")
    turn_wheel(view, at, 3)
    turn_wheel(view, at, -8)
    assert view.zoom == pytest.approx(view.fitted_zoom())
    assert view.mapToScene(view.viewport().rect()).boundingRect().contains(view.scene().sceneRect())


def test_the_board_stays_fitted_when_the_window_changes(view: BoardView) -> None:
    view.resize(640, 500)
    assert view.zoom == pytest.approx(view.fitted_zoom())


@pytest.mark.parametrize(
    ("key", "told"), [(Qt.Key.Key_H, ToolKey.HOLD), (Qt.Key.Key_Left, ToolKey.LEFT), (Qt.Key.Key_Escape, ToolKey.ESCAPE)]
)
def test_keys_that_write_orders_are_signalled(qtbot: QtBot, view: BoardView, key: Qt.Key, told: ToolKey) -> None:
    with qtbot.waitSignal(view.key_pressed) as caught:
        QTest.keyClick(view, key)
    assert caught.args == [told]


def test_plus_minus_and_nought_zoom(view: BoardView) -> None:
    fitted = view.zoom
    QTest.keyClick(view, Qt.Key.Key_Plus)
    QTest.keyClick(view, Qt.Key.Key_Plus)
    assert view.zoom > fitted * 1.3
    QTest.keyClick(view, Qt.Key.Key_0)
    assert view.zoom == pytest.approx(fitted)


def test_a_province_can_be_brought_into_view(view: BoardView) -> None:
    turn_wheel(view, on_screen(view, "POR"), 6)
    view.show_province("SEV")
    assert view.viewport().rect().contains(on_screen(view, "SEV"))


def test_zoomed_in_the_board_is_rendered_sharper(view: BoardView) -> None:
    scene = view.scene()
    for _ in range(8):
        turn_wheel(view, on_screen(view, "MUN"), 1)
    view.settle()
    scene.finish_rendering()  # type: ignore[attr-defined]  # the view's scene is a BoardScene
    image = view.grab().toImage()
    assert not image.isNull()
    assert scene.zoom == pytest.approx(view.zoom * view.devicePixelRatioF())  # type: ignore[attr-defined]  # as above
