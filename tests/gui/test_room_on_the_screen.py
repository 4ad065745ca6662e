"""The window, its frame, its status line and seven powers find room on usual screens."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QMargins, QObject, QPoint, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDockWidget, QWidget

from app.game.document import Document
from app.game.edits import new_game
from app.game.storage.places import places
from app.game.storage.settings import Settings
from app.presentation.order_rows import OrderRow, columns
from app.qt.hotseat.reveal_page import RevealPage
from app.qt.main_window.application import open_main_window
from app.qt.main_window.main_controller import MainController
from app.qt.main_window.main_window import MainWindow
from app.qt.main_window.window_preferences import USUAL_FRAME, Preferences, first_place, within
from app.qt.main_window.window_screen import LETTERS_HIGH
from app.qt.panels.game_panel import GamePanel
from app.qt.panels.order_list import OrderList
from tests.gui.hands import Hands
from tests.gui.hotseat.evening import Evening
from tests.unit.app.hooks.playing import placed
from variants.catalogue import standard

SCREENS = [(1280, 800), (1366, 768), (1920, 1080), (3840, 2160)]


@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_the_first_window_fits_the_screen_with_its_frame(width: int, height: int) -> None:
    room = QRect(0, 28, width, height - 28)
    assert room.contains(first_place(room).marginsAdded(USUAL_FRAME))


def test_a_window_that_was_larger_than_this_screen_is_made_to_fit() -> None:
    room, frame = QRect(0, 0, 1280, 800), QMargins(4, 34, 4, 4)
    place = within(room, QRect(300, 200, 1700, 900), frame)
    assert room.contains(place.marginsAdded(frame))
    assert within(room, place, frame) == place


def inside_of(screen: tuple[int, int]) -> QRect:
    return first_place(QRect(0, 0, *screen))


def show(controller: MainController, place: QRect) -> None:
    controller.window.setGeometry(place)
    for _ in range(4):
        QApplication.processEvents()


def lefts(orders: OrderList) -> set[int]:
    """Return the left edges of the columns."""
    return {orders.visualRect(orders.rows.index(row)).left() for row in range(orders.rows.rowCount())}


def seen_whole(orders: OrderList) -> bool:
    port = orders.viewport().rect()
    return all(port.contains(orders.visualRect(orders.rows.index(row))) for row in range(orders.rows.rowCount()))


@pytest.mark.parametrize("screen", SCREENS)
def test_the_status_line_is_seen(main_window: MainWindow, controller: MainController, screen: tuple[int, int]) -> None:
    controller.run("new")
    show(controller, inside_of(screen))
    line = controller.window.statusBar()
    assert line.isVisible()
    assert main_window.rect().contains(QRect(line.mapTo(main_window, line.rect().topLeft()), line.size()))
    assert main_window.size() == inside_of(screen).size()


@pytest.mark.parametrize("screen", SCREENS[1:])
def test_seven_powers_are_seen_at_a_glance_in_columns(controller: MainController, screen: tuple[int, int]) -> None:
    controller.run("new")
    show(controller, inside_of(screen))
    orders = controller.panels.get(GamePanel).widget.orders
    assert seen_whole(orders)
    assert len(lefts(orders)) >= 2


def test_the_panel_has_the_room_that_the_board_leaves(controller: MainController) -> None:
    controller.run("new")
    show(controller, inside_of((1920, 1080)))
    page = controller.page
    assert page is not None
    drawn = page.scene.board
    assert page.board.width() - page.board.height() * drawn.width / drawn.height < 12
    assert page.board.fitted_zoom() == pytest.approx((page.board.viewport().height() - 6) / drawn.height)


class PaintedSizes(QObject):
    """Sizes of a widget whenever it was painted."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.sizes: list[QSize] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and isinstance(watched, QWidget):
            self.sizes.append(watched.size())
        return super().eventFilter(watched, event)


def test_a_board_has_its_size_before_it_is_painted(controller: MainController, hands: Hands) -> None:
    controller.run("new")
    port = hands.page.board.viewport()
    painted = PaintedSizes(port)
    port.installEventFilter(painted)
    for _ in range(4):
        QApplication.processEvents()
    assert set(painted.sizes) == {port.size()}


def test_a_game_that_is_opened_before_any_event_comes_finds_the_pages_at_their_size(qapp: QApplication) -> None:
    """The panel takes what the pages leave; on a busy machine the game was there before Qt had shown them."""
    window = open_main_window(Preferences(Settings(places().settings_file)))
    window.show()
    window.make_controller()
    window.controller.session.add(Document(new_game(standard(), "Evening")))
    page = window.controller.page
    assert page is not None
    port = page.board.viewport()
    painted = PaintedSizes(port)
    port.installEventFilter(painted)
    for _ in range(4):
        QApplication.processEvents()
    assert set(painted.sizes) == {port.size()}
    window.close()


def test_an_edge_that_is_dragged_is_a_width_chosen_by_hand(controller: MainController) -> None:
    controller.run("new")
    show(controller, inside_of((1920, 1080)))
    window, dock = controller.window, controller.panels.get(GamePanel).dock
    before, edge = dock.width(), QPoint(dock.x() - 3, dock.y() + 300)
    assert window.childAt(edge) is None
    left, none = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
    for kind, button, held, at in (
        (QEvent.Type.MouseButtonPress, left, left, edge),
        (QEvent.Type.MouseMove, none, left, edge + QPoint(120, 0)),
        (QEvent.Type.MouseButtonRelease, left, none, edge + QPoint(120, 0)),
    ):
        place = QPointF(at)
        event = QMouseEvent(kind, place, window.mapToGlobal(place), button, held, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(window, event)
        for _ in range(4):
            QApplication.processEvents()
    assert dock.width() < before
    assert controller.preferences.panel_by_hand


def test_a_width_chosen_by_hand_stays(controller: MainController) -> None:
    controller.run("new")
    show(controller, inside_of((1920, 1080)))
    controller.preferences.panel_by_hand = True
    controller.window.resizeDocks([controller.panels.get(GamePanel).dock], [430], Qt.Orientation.Horizontal)
    show(controller, inside_of((3840, 2160)))
    assert controller.panels.get(GamePanel).dock.width() == 430


def test_down_at_the_foot_of_a_column_goes_on_in_the_next(controller: MainController) -> None:
    controller.run("new")
    show(controller, inside_of((1920, 1080)))
    orders = controller.panels.get(GamePanel).widget.orders
    orders.setCurrentIndex(orders.rows.index(0))
    for row in range(1, orders.rows.rowCount()):
        QTest.keyClick(orders, Qt.Key.Key_Down)
        assert orders.currentIndex().row() == row


def test_powers_stay_whole_and_columns_are_about_as_long() -> None:
    assert columns([30, 40, 30, 40], 2, 200) == ((0, 1), (2, 3))
    assert columns([50, 40, 30, 40], 3, 200) == ((0,), (1, 2), (3,))
    assert columns([30, 40, 30], 2, 60) is None
    assert columns([], 2, 60) == ((),)


@pytest.mark.parametrize("percent", [100, 150, 200])
def test_letters_leave_the_board_room_to_play_on_with_large_words_too(controller: MainController, hands: Hands, percent: int) -> None:
    show(controller, QRect(0, 0, 1366, 768))
    controller.run("new", variant="standard")
    controller.run_line(f"text-size {percent}")
    try:
        controller.show_panel("press")
        show(controller, QRect(0, 0, 1366, 767))
        letters = controller.window.findChild(QDockWidget, "dock.press")
        assert letters is not None
        assert letters.isVisible()
        assert hands.page.board.width() >= 0.28 * controller.window.width()
        strip = hands.page.timeline.strip
        assert strip.visibleRegion().boundingRect().contains(strip.current_rect().toAlignedRect()), "the phase in view is whole"
    finally:
        letters = controller.window.findChild(QDockWidget, "dock.press")
        if letters is not None:
            letters.hide()
        controller.run_line("text-size 100")


def test_orders_have_fewer_columns_where_those_spare_them_a_second_line(controller: MainController) -> None:
    show(controller, QRect(0, 0, 1920, 1080))
    controller.run("new", variant="standard")
    listed = controller.window.findChild(OrderList)
    assert listed is not None
    controller.run_line("order F TRI S A VEN")
    controller.run_line("order F EDI - NWG")
    font = listed.font()
    tops = {listed.visualRect(listed.rows.index(block[0])).x() for block in listed.rows.blocks()}
    assert len(tops) == 2
    assert all(listed.delegate.is_in_one_line(each, font) for each in listed.rows.entries if isinstance(each, OrderRow))


def test_letters_stand_beside_the_orders_after_those_of_a_seat_stood_below(controller: MainController) -> None:
    show(controller, QRect(0, 0, 1366, 768))
    window = controller.window
    letters = window.findChild(QDockWidget, "dock.press")
    try:
        controller.run("new", variant="standard")
        controller.show_panel("press")
        QApplication.processEvents()
        letters, orders = window.findChild(QDockWidget, "dock.press"), window.findChild(QDockWidget, "dock.game")
        assert letters is not None
        assert orders is not None
        letters.hide()
        window.splitDockWidget(orders, letters, Qt.Orientation.Vertical)  # as at a seat
        letters.show()
        for _ in range(20):
            QApplication.processEvents()
        assert letters.x() > orders.x()
        assert orders.height() == letters.height()
    finally:
        if letters is not None:
            letters.hide()


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (1920, 1080)])
def test_results_stand_in_sight_of_the_few_orders_of_a_retreat(controller: MainController, width: int, height: int) -> None:
    show(controller, QRect(0, 0, width, height))
    controller.run("new", variant="standard")
    for line in ("A MAR - PIE", "F TRI - ADR", "A VIE - TYR", "process --missing process", "A TYR - VEN", "F ADR S A TYR - VEN", "A VEN H"):
        assert controller.run_line(line), line
    assert controller.run_line("process --missing process")
    panel = controller.panels.get(GamePanel).widget
    for _ in range(10):
        QApplication.processEvents()
    assert panel.is_beside
    assert panel.results.isVisible()
    assert panel.orders.verticalScrollBar().maximum() == 0, "every power is seen"
    bottom, top = (each.mapTo(panel, QPoint(0, 0)) for each in (panel.orders, panel.results))
    assert (top.y() >= bottom.y() + panel.orders.height()) is (width == 1366), "below in a narrow panel, beside in a wide one"


def test_results_below_the_only_build_of_a_seat_have_the_room_that_letters_can_spare(controller: MainController) -> None:
    show(controller, QRect(0, 0, 1366, 768))
    units = "FRANCE A PIC; FRANCE A SPA; FRANCE F BRE; GERMANY A MUN; GERMANY A BER"
    game = placed(new_game(standard(), "Evening", game_id="7e577e57"), "F1901M", units, "FRANCE PAR BRE MAR; GERMANY MUN BER")
    evening = Evening(controller, game, people={"FRANCE": "Ada"})
    evening.run("open-seat FRANCE", "hold-all", "seal", "show-orders")
    reveal = controller.stack.currentWidget()
    assert isinstance(reveal, RevealPage)
    for key in (Qt.Key.Key_End, Qt.Key.Key_Space):
        QTest.keyClick(reveal, key)
    if controller.session.viewer != "FRANCE":
        evening.run("open-seat FRANCE")
    for _ in range(30):
        QApplication.processEvents()
    panel = controller.panels.get(GamePanel).widget
    assert str(controller.session.turn.phase) == "W1901A"
    assert panel.is_beside
    shown, content = panel.results.viewport().height(), panel.results.widget()
    assert content is not None
    letters = controller.window.findChild(QDockWidget, "dock.press")
    assert letters is not None
    assert shown >= content.sizeHint().height() or letters.height() <= LETTERS_HIGH + 20


@pytest.mark.parametrize(("width", "count"), [(1366, 1), (1920, 2)])
def test_results_stand_in_two_columns_where_each_has_room_for_its_words(controller: MainController, width: int, count: int) -> None:
    show(controller, QRect(0, 0, width, 1080 if width == 1920 else 768))
    controller.run("new", variant="standard")
    assert controller.run_line("process --missing process")
    assert controller.run_line("previous-phase")
    controller.show_panel("results")
    QApplication.processEvents()
    results = controller.panels.get(GamePanel).widget.results
    lines = results.lines()
    assert len(lines) == 22
    assert len({line.mapTo(results, line.rect().topLeft()).x() for line in lines}) == count
    QTest.keyClick(lines[0], Qt.Key.Key_End)
    assert lines[-1].hasFocus()
