"""A change repaints the part of the window that it is seen in, and no more."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QRegion
from PySide6.QtWidgets import QApplication, QGraphicsItem
from pytestqt.qtbot import QtBot

from app.presentation.layout.drawing import Layer
from app.presentation.picture import Pointing
from app.qt.map import painted_item, pieces
from app.qt.map.board_view import BoardView
from app.qt.map.kept_painting import KeptPainting
from app.qt.map.scene import BoardScene
from app.qt.map.still_board import BackdropItem
from tests.fakes.board_pictures import ALL_KINDS, drawn_standard


class Painted(QObject):
    """Notes where a widget is painted."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.areas: list[QRegion] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Note it."""
        if isinstance(event, QPaintEvent):
            self.areas.append(QRegion(event.region()))
        return super().eventFilter(watched, event)


@pytest.fixture
def view(qtbot: QtBot) -> Iterator[BoardView]:
    """A window of 600 x 520 pixels onto a board full of orders, at rest."""
    scene = BoardScene(drawn_standard())
    made = BoardView(scene)
    qtbot.addWidget(made)
    made.resize(600, 520)
    scene.show_picture(ALL_KINDS)
    with qtbot.waitExposed(made):
        made.show()
    made.settle()
    scene.close()  # nothing is baked meanwhile: it would be painted too
    QApplication.processEvents()
    yield made
    scene.close()


def board_of(view: BoardView) -> BoardScene:
    scene = view.scene()
    assert isinstance(scene, BoardScene)
    return scene


def rects_of(region: QRegion) -> list[QRect]:
    return [*region]  # type: ignore[misc]  # PySide's stubs forget that it can be iterated


def share_painted(view: BoardView, change: Callable[[], object]) -> float:
    """The share of the window that *change* repaints."""
    painted = Painted(view)
    view.viewport().installEventFilter(painted)
    change()
    QApplication.processEvents()
    view.viewport().removeEventFilter(painted)
    assert painted.areas
    pixels = sum(each.width() * each.height() for area in painted.areas for each in rects_of(area))
    return pixels / (view.viewport().width() * view.viewport().height())


def test_an_order_less_and_the_same_order_again_paint_a_small_part_of_the_board(view: BoardView) -> None:
    # The plan has most orders after this one; their items must not be touched.
    gone = next(order for order in ALL_KINDS.orders if str(order.order) == "F AEG - GRE")
    fewer = replace(ALL_KINDS, orders=tuple(order for order in ALL_KINDS.orders if order is not gone))
    for picture in (fewer, ALL_KINDS):
        assert share_painted(view, lambda picture=picture: board_of(view).show_picture(picture)) < 0.05  # type: ignore[misc]


def test_targets_that_glow_paint_their_provinces_and_not_the_board(view: BoardView) -> None:
    glow = Pointing(targets=frozenset({"GAS", "BUR"}))
    assert share_painted(view, lambda: board_of(view).point(glow)) < 0.05
    assert share_painted(view, lambda: board_of(view).point(Pointing())) < 0.05


def test_a_unit_that_is_dragged_across_the_board_paints_strips_along_its_line(view: BoardView) -> None:
    board_of(view).show_drag("PAR", QPointF(1700, 1500))
    QApplication.processEvents()
    assert share_painted(view, lambda: board_of(view).show_drag("PAR", QPointF(1720, 1500))) < 0.1


def painted_anew(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Notes what is painted from now on: units, orders, names."""
    noted: list[str] = []

    def note(where: object, name: str) -> None:
        paint = getattr(where, name)

        def noting(*given: object, **named: object) -> None:
            noted.append(name)
            paint(*given, **named)

        monkeypatch.setattr(where, name, noting)

    note(pieces, "paint_unit")
    note(pieces, "paint_order")
    note(painted_item, "stamp_label")
    return noted


def test_another_theme_shows_units_orders_and_names_as_they_were_until_they_are_painted_anew(
    view: BoardView, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    noted = painted_anew(monkeypatch)
    scene = board_of(view)
    scene.show_picture(replace(ALL_KINDS, theme="night"))
    view.viewport().repaint()
    assert noted == []
    assert scene.is_rendering
    qtbot.waitUntil(lambda: not scene._repaints.busy)
    assert {"paint_unit", "paint_order", "stamp_label"} <= set(noted)
    assert noted.count("paint_unit") == len(ALL_KINDS.position.units) + len(ALL_KINDS.position.dislodged)


def test_what_lies_outside_the_window_is_painted_anew_when_it_comes_into_sight(
    view: BoardView, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    scene = board_of(view)
    x, y = scene.board.provinces["PAR"].units[""]
    view.show_area(QRectF(x - 60, y - 60, 120, 120))
    view.viewport().repaint()
    noted = painted_anew(monkeypatch)
    scene.show_picture(replace(ALL_KINDS, theme="night"))
    view.viewport().repaint()
    qtbot.waitUntil(lambda: not scene._repaints.busy)
    assert 0 < noted.count("paint_unit") < 12


@pytest.mark.thorough
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


def test_an_item_without_a_painting_is_not_painted(view: BoardView) -> None:
    """Most provinces have no star; each empty item would be asked to paint itself in every frame."""
    items = [each for each in board_of(view).items() if isinstance(each, painted_item.PaintedItem)]
    idle = [each for each in items if each.flags() & QGraphicsItem.GraphicsItemFlag.ItemHasNoContents]
    assert len(idle) > 20
    assert idle == [each for each in items if each.boundingRect().isNull()]
    taken = idle[0]
    taken.show_painting(QRectF(10, 10, 20, 20), lambda painter: painter.drawEllipse(QRectF(12, 12, 8, 8)))
    assert not taken.flags() & QGraphicsItem.GraphicsItemFlag.ItemHasNoContents
    taken.clear()
    assert taken.flags() & QGraphicsItem.GraphicsItemFlag.ItemHasNoContents


def test_what_shows_nothing_any_more_is_painted_over(view: BoardView) -> None:
    scene = board_of(view)
    dimmed = Pointing(selected="PAR", targets=frozenset({"BUR", "PIC"}), dim_others=True)
    assert share_painted(view, lambda: scene.point(dimmed)) > 0.8
    assert share_painted(view, lambda: scene.point(Pointing())) > 0.8, "the rest of the board would stay dimmed"
    hovered = Pointing(hovered="MUN")
    there = share_painted(view, lambda: scene.point(hovered))
    assert share_painted(view, lambda: scene.point(Pointing())) >= there * 0.9, "the outline of the province would stay"


def test_an_item_that_is_cleared_is_painted_over(view: BoardView) -> None:
    item = painted_item.PaintedItem(50)
    board_of(view).addItem(item)
    box = QRectF(100, 100, 300, 200)
    item.show_painting(box, lambda painter: painter.fillRect(box, Qt.GlobalColor.red))
    QApplication.processEvents()
    seen = view.mapFromScene(box).boundingRect()
    whole = seen.width() * seen.height() / (view.viewport().width() * view.viewport().height())
    assert share_painted(view, item.clear) >= whole * 0.9


def test_what_is_copied_in_each_frame_is_what_is_painted_and_not_the_empty_room_around_it() -> None:
    box, drop = QRectF(0, 0, 200, 120), QRectF(30, 40, 50, 20)
    kept = KeptPainting(box, 2.0, lambda painter: painter.fillRect(drop, Qt.GlobalColor.red))
    piece = kept._piece((0, 0))
    assert piece.pixmap is not None
    assert (piece.at, piece.pixmap.size()) == (QPoint(60, 80), QSize(100, 40))
    for zoom in (2.0, 1.5):  # at rest, and on the way
        shown = QImage(round(200 * zoom), round(120 * zoom), QImage.Format.Format_ARGB32_Premultiplied)
        shown.fill(Qt.GlobalColor.transparent)
        painter = QPainter(shown)
        painter.scale(zoom, zoom)
        kept.copy_to(painter, box)
        painter.end()
        red = [(x, y) for x in range(shown.width()) for y in range(shown.height()) if shown.pixelColor(x, y).alpha()]
        assert (min(red), max(red)) == ((30 * zoom, 40 * zoom), (80 * zoom - 1, 60 * zoom - 1))
    nothing = KeptPainting(box, 2.0, lambda _: None)
    assert nothing._piece((0, 0)).pixmap is None


def test_what_is_small_and_high_is_copied_in_bands_that_qt_gives_to_no_other_thread() -> None:
    """Qt shares out a copy of 96 rows or more among threads, which takes four times as long as the copying."""
    box = QRectF(0, 0, 40, 120)
    kept = KeptPainting(box, 2.0, lambda painter: painter.fillRect(box, Qt.GlobalColor.red))
    piece = kept._piece((0, 0))
    assert [part.getRect() for part in piece.parts] == [(0, 0, 80, 95), (0, 95, 80, 95), (0, 190, 80, 50)]
    shown = QImage(80, 240, QImage.Format.Format_ARGB32_Premultiplied)
    shown.fill(Qt.GlobalColor.transparent)
    painter = QPainter(shown)
    painter.scale(2.0, 2.0)
    kept.copy_to(painter, box)
    painter.end()
    assert {shown.pixelColor(x, y).name() for x in range(80) for y in range(240)} == {"#ff0000"}


def test_qt_asks_once_for_all_names(view: BoardView) -> None:
    """A board of 360 provinces has 360 names; asking for one takes longer than copying it."""
    at_names = [each for each in board_of(view).items() if each.zValue() == Layer.LABELS]
    assert [type(each) for each in at_names] == [painted_item.NameSheet]


def test_a_name_that_is_left_out_or_moved_is_painted_over(view: BoardView) -> None:
    scene = board_of(view)
    name = scene._names._labels["SPA"]
    view.viewport().grab()
    box = view.mapFromScene(name.letters()).boundingRect()

    def pixels() -> QImage:
        QApplication.processEvents()
        return view.viewport().grab(box).toImage()

    whole = pixels()
    assert share_painted(view, lambda: scene.hide_names({"SPA"})) < 0.05
    without = pixels()
    assert without != whole
    scene.hide_names(())
    assert pixels() == whole
    shape = scene.board.provinces["SPA"]
    x, y = name.at
    assert share_painted(view, lambda: name.set_place((x + shape.bounds[2], y), is_shown=True)) < 0.05
    assert pixels() == without
    assert share_painted(view, name.clear) < 0.05
