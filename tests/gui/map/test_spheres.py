"""Spheres of influence are tinted on the board, and on nothing else."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtGui import QImage, QPainter

from app.presentation.picture import MapPicture, spheres_of_influence
from app.qt.main_window.main_controller import MainController
from app.qt.map.paint.picture_painter import StillFormat, paint_picture
from app.qt.map.paint.shapes import BoardShapes
from tests.fakes.board_pictures import drawn_standard, start_picture

ZOOM = 0.4


def painted(picture: MapPicture) -> QImage:
    shapes = BoardShapes(drawn_standard())
    image = QImage(round(shapes.rect.width() * ZOOM), round(shapes.rect.height() * ZOOM), QImage.Format.Format_ARGB32_Premultiplied)
    painter = QPainter(image)
    painter.scale(ZOOM, ZOOM)
    paint_picture(painter, shapes, picture, ZOOM, StillFormat.FLAT)
    painter.end()
    return image


def colours(image: QImage, province: str) -> set[str]:
    left, top, right, bottom = drawn_standard().provinces[province].bounds
    x, y = round((left + right) / 2 * ZOOM), round((top + bottom) / 2 * ZOOM)
    return {image.pixelColor(x + dx, y + dy).name() for dx in range(-3, 4) for dy in range(-3, 4)}


@pytest.mark.parametrize(("province", "is_tinted"), [("NTH", True), ("BLA", False), ("MOS", False)])
def test_spheres_tint_what_one_power_alone_can_reach(qapp: object, province: str, is_tinted: bool) -> None:
    plain = start_picture()
    tinted = replace(plain, spheres=spheres_of_influence(plain.variant, plain.position))
    assert (colours(painted(plain), province) != colours(painted(tinted), province)) is is_tinted


def test_the_switch_gives_the_board_its_spheres(controller: MainController) -> None:
    controller.run("new")
    page = controller.page
    assert page is not None
    assert page.scene.picture is not None
    assert not page.scene.picture.spheres
    assert controller.run_line("spheres on")
    assert page.scene.picture.spheres["NTH"] == "ENGLAND"
    assert controller.run_line("spheres off")
    assert not page.scene.picture.spheres
