"""Words in pictures that are made, in story charts and beside an exported map: on the page, and none over another."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QPointF, QRect, QRectF
from PySide6.QtGui import QFont, QFontMetricsF, QImage, QPainter, QPainterPath
from pytestqt.qtbot import QtBot

from app.game.edits import new_game
from app.game.record import MAIN, Game
from app.presentation.picture import MapPicture
from app.presentation.power_colours import picture_colours_of
from app.presentation.story_pictures import centre_picture, pair_picture
from app.qt.map.export import paint_part
from app.qt.map.fonts import interface_font
from app.qt.map.paint import sheet_painter
from app.qt.map.paint.sheet_painter import Caption, caption_height, paint_caption
from app.statistics.story import story_of
from entente.words.names import describe_phase, power_name
from languages import using
from languages.pseudo import PSEUDO
from tests.fakes.board_pictures import drawn_standard, start_picture
from tests.unit.app.game.play import played_game
from tests.unit.app.presentation.test_story_pictures import look_of
from variants.catalogue import shipped

LANGUAGES = ["en", "de", "fr", "it", "es", PSEUDO]
Placed = tuple[QRectF, str]
"""A text and the place of its capitals."""


@pytest.fixture(scope="module")
def games() -> tuple[Game, ...]:
    """A long one with stabs and the one with the most powers."""
    return played_game(30, seed=1), new_game(shipped("chaos").variant, "Chaos", game_id="c0")


def texts_of(picture: str) -> tuple[QRectF, list[Placed]]:
    root = ElementTree.fromstring(picture)
    found = []
    for each in root.iter("{http://www.w3.org/2000/svg}text"):
        scale, words = float(each.get("font-size", 0)) / 100, each.text or ""
        metrics = QFontMetricsF(interface_font(100, bold=each.get("font-weight") == "700"))
        wide, high = metrics.horizontalAdvance(words) * scale, metrics.capHeight() * scale
        aside = {"start": 0.0, "middle": wide / 2, "end": wide}[each.get("text-anchor", "start")]
        found.append((QRectF(float(each.get("x", 0)) - aside, float(each.get("y", 0)) - high, wide, high), words))
    return QRectF(0, 0, float(root.get("width", 0)), float(root.get("height", 0))), found


def faults(page: QRectF, texts: list[Placed]) -> Iterator[str]:
    for box, words in texts:
        if not page.adjusted(-1, -1, 1, 1).contains(box):
            yield f"{words!r} leaves the page: {box.getRect()} of {page.getRect()}"
    for (one, words), (other, others) in combinations(texts, 2):
        if one.adjusted(1, 1, -1, -1).intersects(other):
            yield f"{words!r} lies over {others!r}"


@pytest.mark.parametrize("code", LANGUAGES)
def test_words_of_the_storys_pictures(code: str, games: tuple[Game, ...], qtbot: QtBot) -> None:
    wrong = []
    with using(code):
        for game in games:
            story, look = story_of(game, MAIN), look_of(game)
            for width in (560.0, 800.0):
                for picture in (centre_picture(story, look, width, 290), pair_picture(story, story.pairs, look, width)):
                    page, texts = texts_of(picture)
                    assert texts
                    wrong += [f"{width:.0f}: {each}" for each in faults(page, texts)]
    assert not wrong, "\n".join(wrong)


def noted(monkeypatch: pytest.MonkeyPatch) -> list[Placed]:
    """The words that are written below a map from now on, each with its place."""
    written: list[Placed] = []

    class Noted(QPainterPath):
        def addText(self, at: QPointF, font: QFont, words: str) -> None:  # type: ignore[override]
            super().addText(at, font, words)
            written.append((self.boundingRect(), words))

    monkeypatch.setattr(sheet_painter, "QPainterPath", Noted)
    return written


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_strip_below_a_map_has_its_title_whole(code: str, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    picture, written = start_picture(), noted(monkeypatch)
    with using(code):
        title = describe_phase(picture.variant, picture.position.phase)
        for width in (160, 320, 480, 640, 1000):
            strip = QRectF(0, 0, width, caption_height(width))
            image = QImage(strip.size().toSize(), QImage.Format.Format_RGB32)
            painter = QPainter(image)
            written.clear()
            paint_caption(painter, strip, Caption(title, "Straits of Iron"), picture, picture_colours_of(picture))
            painter.end()
            assert title in [words for _, words in written]
            assert not [*faults(strip, written)], f"{width} pixels wide"
        assert len(written) > 2 + len(picture.variant.powers) - 1, "the powers stand beside the title where there is room"


@pytest.mark.parametrize("code", LANGUAGES)
def test_many_powers_stand_below_the_title_with_their_names(code: str, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    chaos, written = shipped("chaos"), noted(monkeypatch)
    picture = MapPicture(chaos.variant, chaos.variant.start, chaos.styles)
    with using(code):
        for width in (900, 1400, 2600):
            strip = QRectF(0, 0, width, caption_height(width, picture))
            image = QImage(strip.size().toSize(), QImage.Format.Format_RGB32)
            painter = QPainter(image)
            written.clear()
            paint_caption(painter, strip, Caption("Winter 1900", "Chaos"), picture, picture_colours_of(picture))
            painter.end()
            said = [words for _, words in written]
            assert {f"{power_name(picture.variant, each)} 1" for each in picture.variant.powers} <= set(said)
            assert not [*faults(strip, written)], f"{width} pixels wide"
    assert caption_height(600, picture) == caption_height(600)
    assert caption_height(1400, start_picture()) == caption_height(1400)


def test_names_on_a_part_of_the_board_stand_where_they_stand_on_the_whole(qtbot: QtBot) -> None:  # painting needs Qt
    board, zoom = drawn_standard(), 0.25
    whole = QRectF(0, 0, board.width, board.height)
    part = QRectF(200, 240, 1200, 1000)
    pictures = []
    for seen in (whole, part):
        image = QImage((seen.size() * zoom).toSize(), QImage.Format.Format_RGB32)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(zoom, zoom)
        painter.translate(-seen.topLeft())
        paint_part(painter, board, start_picture(), seen, zoom, frozenset())
        painter.end()
        pictures.append(image)
    cut = pictures[0].copy(QRect(50, 60, 300, 250))
    pairs = [(cut.pixelColor(x, y).lightness(), pictures[1].pixelColor(x, y).lightness()) for x in range(300) for y in range(250)]
    assert sum(abs(one - other) > 40 for one, other in pairs) < len(pairs) / 500
