"""Targets in the theme for print: a sign in black and white."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

from app.presentation.power_colours import picture_colours_of
from app.qt.map.paint.highlight_painter import paint_target
from app.qt.map.paint.shapes import BoardShapes
from tests.fakes.board_pictures import drawn_standard, start_picture

ZOOM = 0.5


def test_targets_are_dashed_in_black_on_white_and_nothing_is_tinted(qtbot: QtBot) -> None:
    shapes = BoardShapes(drawn_standard())
    image = QImage(round(shapes.rect.width() * ZOOM), round(shapes.rect.height() * ZOOM), QImage.Format.Format_RGB32)
    image.fill(0xFF7F7F7F)
    painter = QPainter(image)
    painter.scale(ZOOM, ZOOM)
    picture_colours = picture_colours_of(replace(start_picture(), theme="print"))
    paint_target(painter, shapes, "GAS", picture_colours, ZOOM)
    painter.end()
    box = shapes.bounds["GAS"]
    left, top, right, bottom = (round(each * ZOOM) for each in (box.left(), box.top(), box.right(), box.bottom()))
    seen = [image.pixelColor(x, y) for x in range(left - 3, right + 3) for y in range(top - 3, bottom + 3)]
    assert all(max(each.red(), each.green(), each.blue()) - min(each.red(), each.green(), each.blue()) <= 2 for each in seen), "no colours"
    dark, light = sum(each.red() < 40 for each in seen), sum(each.red() > 215 for each in seen)
    assert dark > 100
    assert light > 100
    assert sum(each.red() == 0x7F for each in seen) > len(seen) / 2, "the ground within stays as it is"
