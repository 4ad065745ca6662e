"""A change of theme or of owners is seen at once, plainly, and sharpens behind."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot

from app.presentation.picture import MapPicture
from app.presentation.power_colours import picture_colours_of
from app.qt.map import still_board
from app.qt.map.board_view import BoardView
from app.qt.map.paint.still_painter import RenderedPart
from app.qt.map.scene import BoardScene
from app.qt.map.still_board import RenderQueue
from tests.fakes.board_pictures import drawn_standard, start_picture

pytestmark = pytest.mark.renders_anew

BARE = replace(start_picture(), units=False, show_orders=False)
EVERYTHING_RUSSIAN = replace(BARE, position=replace(BARE.position, owners=dict.fromkeys(BARE.position.owners, "RUSSIA")))


@pytest.fixture
def view(qtbot: QtBot) -> BoardView:
    made = BoardView(BoardScene(drawn_standard()))
    qtbot.addWidget(made)
    made.resize(360, 330)
    board_of(made).show_picture(BARE)
    with qtbot.waitExposed(made):
        made.show()
    board_of(made).finish_rendering()
    return made


def board_of(view: BoardView) -> BoardScene:
    scene = view.scene()
    assert isinstance(scene, BoardScene)
    return scene


def painted(view: BoardView) -> QImage:
    """Return the picture of the window, without a moment in which anything could be baked."""
    image = QImage(view.viewport().size(), QImage.Format.Format_RGB32)
    painter = QPainter(image)
    view.render(painter)
    painter.end()
    return image


def ground(view: BoardView, image: QImage, province: str) -> QColor:
    """The colour beside the unit place of *province*."""
    x, y = board_of(view).board.provinces[province].units[""]
    at = view.mapFromScene(QPointF(x, y)) + QPoint(0, 5)
    return image.pixelColor(at)


def near(first: QColor, second: QColor, within: int = 26) -> bool:
    gaps = (first.red() - second.red(), first.green() - second.green(), first.blue() - second.blue())
    return max(map(abs, gaps)) <= within


def land(picture: MapPicture, power: str) -> QColor:
    colour = picture_colours_of(picture).power(power).land
    return QColor(colour.red, colour.green, colour.blue)


def show_closely(view: BoardView, province: str) -> None:
    x, y = board_of(view).board.provinces[province].units[""]
    view.show_area(QRectF(x - 100, y - 100, 200, 200))


CENTRES = ("PAR", "MUN", "BUD", "ANK", "NAP")


@pytest.mark.parametrize("close", [False, True])
def test_new_owners_are_seen_before_anything_is_baked(view: BoardView, close: bool) -> None:
    if close:
        show_closely(view, "PAR")
        board_of(view).finish_rendering()
    board_of(view).show_picture(EVERYTHING_RUSSIAN)
    seen = painted(view)
    visible = [
        code for code in CENTRES if view.viewport().rect().contains(view.mapFromScene(*board_of(view).board.provinces[code].units[""]))
    ]
    assert visible
    assert [code for code in visible if not near(ground(view, seen, code), land(EVERYTHING_RUSSIAN, "RUSSIA"))] == []
    assert board_of(view).is_rendering
    board_of(view).finish_rendering()
    seen = painted(view)
    assert [code for code in visible if not near(ground(view, seen, code), land(EVERYTHING_RUSSIAN, "RUSSIA"), 40)] == []


def test_owners_that_change_while_the_board_is_baked_end_up_as_they_are(view: BoardView) -> None:
    board_of(view).show_picture(replace(BARE, theme="night"))
    board_of(view).show_picture(replace(EVERYTHING_RUSSIAN, theme="night"))
    board_of(view).finish_rendering()
    once = painted(view)
    board_of(view).show_picture(replace(BARE, theme="night"))
    board_of(view).show_picture(replace(EVERYTHING_RUSSIAN, theme="night"))
    board_of(view).finish_rendering()
    again = painted(view)
    wanted = land(replace(EVERYTHING_RUSSIAN, theme="night"), "RUSSIA")
    assert [code for code in CENTRES if not near(ground(view, once, code), wanted, 40)] == []
    assert [code for code in CENTRES if not near(ground(view, again, code), wanted, 40)] == []


@pytest.mark.parametrize("close", [False, True])
def test_another_theme_is_seen_before_anything_is_baked(view: BoardView, close: bool) -> None:
    if close:
        show_closely(view, "PAR")
        board_of(view).finish_rendering()
    night = replace(BARE, theme="night")
    board_of(view).show_picture(night)
    seen = painted(view)
    assert near(ground(view, seen, "PAR"), land(night, "FRANCE"))
    assert board_of(view).is_rendering


def test_fog_that_comes_and_goes_is_seen_at_once(view: BoardView) -> None:
    clear = ground(view, painted(view), "PAR")
    board_of(view).show_picture(replace(BARE, hidden=frozenset({"PAR", "NTH"})))
    assert not near(ground(view, painted(view), "PAR"), clear, 8)
    board_of(view).show_picture(BARE)
    assert near(ground(view, painted(view), "PAR"), clear)


def test_provinces_that_changed_are_baked_one_by_one_and_not_the_whole_board(view: BoardView, monkeypatch: pytest.MonkeyPatch) -> None:
    baked: list[str] = []

    def note(_queue: RenderQueue, name: str, _work: object, _done: object) -> None:
        baked.append(name)

    monkeypatch.setattr(RenderQueue, "render", note)
    board_of(view).show_picture(EVERYTHING_RUSSIAN)
    assert "base PAR" in baked
    assert not {"base", "draft"} & set(baked)


def test_at_rest_the_board_is_copied_pixel_for_pixel_and_not_scaled_at_every_frame(view: BoardView) -> None:
    first = painted(view)
    backdrop = board_of(view)._still.backdrop
    kept = backdrop._seen
    assert kept is not None
    view.viewport().update()
    assert painted(view) == first
    assert backdrop._seen is kept


def test_no_board_is_baked_while_something_moves(qapp: object, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(still_board, "time", SimpleNamespace(perf_counter=lambda: now))
    monkeypatch.setattr(RenderQueue, "_quiet_until", 0.0)
    queue = RenderQueue()
    baked: list[RenderedPart] = []
    queue.render("board", iter([None, RenderedPart(QImage(), QRectF())]), baked.append)
    RenderQueue.make_way()
    queue._slice()
    assert not baked
    now += 0.09
    queue._slice()
    assert not baked
    now += 0.02
    queue._slice()
    assert len(baked) == 1
    assert not queue.busy
