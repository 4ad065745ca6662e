"""The check of the window's picture sees what is there, and what is not."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter, QPen

from scripts.window_content import Screenshot, ink_in, share_along, symbols

RED = (200, 40, 30)
AREA = QRect(0, 0, 200, 120)


@pytest.fixture
def canvas(qapp: QGuiApplication) -> QImage:
    """A pale board."""
    image = QImage(200, 120, QImage.Format.Format_RGB32)
    image.fill(QColor(230, 220, 200))
    return image


def paint_units(image: QImage, *middles: QPoint) -> None:
    """Red discs of radius 10 with a white bar across each, as units have glyphs."""
    painter = QPainter(image)
    painter.setPen(QColor(*RED))
    for middle in middles:
        painter.setBrush(QColor(*RED))
        painter.drawEllipse(middle, 10, 10)
        painter.fillRect(middle.x() - 10, middle.y() - 1, 21, 3, QColor("white"))
    painter.end()


def test_units_are_counted_although_glyphs_divide_them(canvas: QImage) -> None:
    paint_units(canvas, QPoint(30, 30), QPoint(90, 30), QPoint(150, 90))
    assert len(symbols(Screenshot.of(canvas), AREA, RED, 10)) == 3


def test_thin_lines_of_the_same_colour_are_no_units(canvas: QImage) -> None:
    painter = QPainter(canvas)
    painter.setPen(QPen(QColor(*RED), 3))
    painter.drawLine(10, 10, 190, 100)
    painter.end()
    assert symbols(Screenshot.of(canvas), AREA, RED, 10) == []


def test_an_arrow_is_followed_along_its_line(canvas: QImage) -> None:
    painter = QPainter(canvas)
    painter.setPen(QPen(QColor(*RED), 4))
    painter.drawLine(10, 60, 110, 60)
    painter.end()
    shot = Screenshot.of(canvas)
    assert share_along(shot, [QPoint(x, 60) for x in range(12, 108, 4)], RED) == 1.0
    assert share_along(shot, [QPoint(x, 60) for x in range(12, 208, 4)], RED) == pytest.approx(0.5, abs=0.05)
    assert share_along(shot, [QPoint(x, 60) for x in range(12, 108, 4)], (0, 60, 200)) == 0.0


def test_ink_is_found_where_something_is_written(canvas: QImage) -> None:
    canvas.setPixelColor(50, 50, QColor(20, 20, 20))
    shot = Screenshot.of(canvas)
    assert ink_in(shot, QRect(45, 45, 10, 10), (20, 20, 20)) == 1
    assert ink_in(shot, QRect(80, 45, 10, 10), (20, 20, 20)) == 0
