"""Pictures leave the program, and need no window."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import pytest
from PySide6.QtGui import QImage
from PySide6.QtSvg import QSvgRenderer
from pytestqt.qtbot import QtBot

from adjudicator.order import Build, Remove, Waive
from app.presentation.window_colours import theme_ids
from app.qt.map.export import render_image, render_pdf, render_png, render_svg
from app.qt.map.paint.sheet_painter import Caption
from tests.fakes.board_pictures import ALL_KINDS, drawn_standard, start_picture

BOARD = drawn_standard()


def test_a_png_is_as_wide_as_told_and_keeps_the_shape_of_the_board(qtbot: QtBot) -> None:
    image = QImage.fromData(render_png(BOARD, ALL_KINDS, 700))
    assert image.width() == 700
    assert image.height() == round(700 * BOARD.height / BOARD.width)


def test_the_same_picture_gives_the_same_bytes(qtbot: QtBot) -> None:
    assert render_png(BOARD, ALL_KINDS, 400) == render_png(BOARD, ALL_KINDS, 400)


def test_a_caption_adds_a_strip_below(qtbot: QtBot) -> None:
    bare, titled = render_image(BOARD, start_picture(), 700), render_image(BOARD, start_picture(), 700, Caption("Spring 1901", "Ours"))
    assert titled.height() > bare.height()
    assert titled.copy(bare.rect()) == bare


def test_an_order_that_may_be_taken_back_is_drawn_otherwise_wherever_it_stands(qtbot: QtBot) -> None:
    whole = replace(ALL_KINDS, orders=tuple(replace(each, preview=True) for each in ALL_KINDS.orders))
    plain = render_image(BOARD, whole, 700)
    drawn = [each for each in whole.orders if not isinstance(each.order, Build | Remove | Waive)]
    assert drawn
    for one in drawn:
        marked = replace(whole, orders=tuple(replace(each, is_withdrawn=each is one) for each in whole.orders))
        assert render_image(BOARD, marked, 700) != plain, str(one.order)


@pytest.mark.parametrize("theme", theme_ids())
def test_an_svg_is_a_document_that_draws(qtbot: QtBot, theme: str) -> None:
    content = render_svg(BOARD, replace(ALL_KINDS, theme=theme), 800, Caption("Spring 1901"))
    root = ElementTree.fromstring(content)  # our own output
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert QSvgRenderer(content).isValid()
    assert b"<text" not in content


def test_a_pdf_is_a_pdf(qtbot: QtBot) -> None:
    assert render_pdf(BOARD, replace(ALL_KINDS, theme="print"), Caption("Spring 1901")).startswith(b"%PDF-")


@pytest.mark.parametrize("width", [0, -5, 20, 100_000])
def test_an_unreasonable_width_is_refused(qtbot: QtBot, width: int) -> None:
    with pytest.raises(ValueError, match="pixels wide"):
        render_png(BOARD, start_picture(), width)
