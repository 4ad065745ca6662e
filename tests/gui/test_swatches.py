"""Beside a power's name stands what its land looks like."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

from app.qt.widgets.swatches import Swatch, SwatchSquare, swatches
from tests.fakes.board_pictures import start_picture


def painted(swatch: Swatch) -> bytes:
    image = QImage(16, 16, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFFFF)
    painter = QPainter(image)
    swatch.paint(painter, QRectF(0, 0, 16, 16))
    painter.end()
    return bytes(image.constBits())


@pytest.mark.parametrize("theme", ["parchment", "night", "plain", "print"])
def test_no_two_powers_have_chips_alike(qtbot: QtBot, theme: str) -> None:
    chips = [painted(each) for each in swatches(replace(start_picture(), theme=theme)).values()]
    assert len(set(chips)) == 7


def test_without_colours_no_chip_is_blank(qtbot: QtBot) -> None:
    for power, swatch in swatches(replace(start_picture(), theme="print")).items():
        blank = painted(replace(swatch, pattern=None))
        shown = painted(swatch)
        assert sum(abs(a - b) > 40 for a, b in zip(shown, blank, strict=True)) > 40, power


def test_a_chip_in_a_list_shows_the_swatch_and_none_where_there_is_none(qtbot: QtBot) -> None:
    swatch = swatches(start_picture())["FRANCE"]
    chip, nothing = SwatchSquare(swatch), SwatchSquare(None)
    for each in (chip, nothing):
        qtbot.addWidget(each)
    assert chip.grab().toImage().pixelColor(7, 7) == swatch.fill
    assert nothing.grab().toImage().pixelColor(7, 7) != swatch.fill
