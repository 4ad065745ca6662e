"""Pictures that a mail can carry are small, and still show whose each unit is."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from app.presentation.power_colours import picture_colours_of
from app.presentation.window_colours import theme_ids
from app.qt.map.export import render_image
from app.qt.map.paint.picture_painter import StillFormat
from app.qt.map.paint.sheet_painter import Caption
from app.qt.map.small_picture import TooLargeError, jpeg, small_png
from tests.fakes.board_pictures import ALL_KINDS, drawn_standard
from tests.thorough import one_in

BOARD = drawn_standard()


def drawn(theme: str) -> QImage:
    return render_image(BOARD, replace(ALL_KINDS, theme=theme), 900, Caption("Spring 1901", "Ours"), StillFormat.SMOOTH)


@pytest.mark.parametrize("theme", one_in(4, theme_ids()))
def test_a_board_full_of_orders_fits_into_250_kilobytes_in_every_theme(qtbot: QtBot, theme: str) -> None:
    image = drawn(theme)
    for content in (small_png(image, 250_000), jpeg(image, 250_000)):
        assert len(content) <= 250_000
        assert QImage.fromData(content).size() == image.size()


def test_a_palette_keeps_the_colour_of_every_power(qtbot: QtBot) -> None:
    whole = drawn("plain")
    small = QImage.fromData(small_png(whole, 250_000))
    colours = picture_colours_of(replace(ALL_KINDS, theme="plain"))
    for power in ALL_KINDS.variant.powers:
        face = QColor(*colours.power(power).face[:3])
        where = [(x, y) for y in range(0, whole.height(), 2) for x in range(0, whole.width(), 2) if whole.pixelColor(x, y) == face]
        assert where, power
        shown = small.pixelColor(*where[0])
        assert max(abs(shown.red() - face.red()), abs(shown.green() - face.green()), abs(shown.blue() - face.blue())) < 24, power


def test_the_same_picture_gives_the_same_small_bytes(qtbot: QtBot) -> None:
    image = drawn("parchment")
    assert small_png(image, 250_000) == small_png(image, 250_000)
    assert jpeg(image, 250_000) == jpeg(image, 250_000)


def test_a_picture_that_cannot_be_made_small_enough_says_so(qtbot: QtBot) -> None:
    for make in (small_png, jpeg):
        with pytest.raises(TooLargeError, match="make it less wide"):
            make(drawn("parchment"), 5_000)
