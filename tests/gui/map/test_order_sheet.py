"""The printed page has every power's orders beside or below the board, over as many columns and pages as it takes."""

from __future__ import annotations

import re
from typing import ClassVar

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter, QTextLayout
from pytestqt.qtbot import QtBot

from adjudicator.notation import parse_order
from app.game.edits import new_game
from app.game.record import Cursor
from app.presentation.order_rows import SheetBlock, SheetLine, order_sheet
from app.presentation.power_colours import picture_colours_of
from app.qt.map.export import render_pdf
from app.qt.map.paint import sheet_painter
from app.qt.map.paint.sheet_painter import SheetPainter
from tests.fakes.board_pictures import drawn_standard, start_picture
from variants.catalogue import standard

ROOM = QRectF(0, 0, 700, 500)


class Written(QTextLayout):
    """Notes what is drawn, and how far down it goes."""

    texts: ClassVar[list[str]] = []
    weights: ClassVar[list[int]] = []
    ends: ClassVar[list[float]] = []

    def draw(self, painter: QPainter, at: QPointF) -> None:  # type: ignore[override]
        Written.texts.append(self.text())
        Written.weights.append(self.font().weight())
        Written.ends.append(at.y() + self.boundingRect().height())
        super().draw(painter, at)


def pages_of(blocks: tuple[SheetBlock, ...], monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(sheet_painter, "QTextLayout", Written)
    Written.texts, Written.ends, Written.weights = [], [], []
    pages = [ROOM]
    image = QImage(700, 500, QImage.Format.Format_RGB32)
    painter = QPainter(image)

    def next_page() -> QRectF:
        pages.append(ROOM)
        return ROOM

    SheetPainter(painter, picture_colours_of(start_picture()), 96).write(blocks, ROOM, next_page)
    painter.end()
    return len(pages)


def test_a_long_list_goes_on_over_columns_and_pages_and_nothing_is_cut(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = tuple(SheetLine(f"A PAR - BUR {number}", "bounced 1 against 1 off Army Munich") for number in range(60))
    blocks = tuple(SheetBlock(power, power.title(), lines) for power in start_picture().variant.powers)
    assert pages_of(blocks, monkeypatch) > 2
    assert Written.texts == [f"{line.text}: {line.note}" for _ in blocks for line in lines]
    assert max(Written.ends) <= ROOM.bottom() + 1


def test_a_line_longer_than_a_page_is_written_to_its_end(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    text = " ".join(str(number) for number in range(4000))
    pages_of((SheetBlock("FRANCE", "France", (SheetLine(text),)),), monkeypatch)
    assert "".join(Written.texts) == text
    assert max(Written.ends) <= ROOM.bottom() + 1


def test_every_power_is_listed_with_what_it_has_to_order() -> None:
    game = new_game(standard(), "x")
    blocks = order_sheet(game, Cursor("main", 0))
    assert [block.power for block in blocks] == list(standard().powers)
    assert [len(block.lines) for block in blocks] == [len(standard().start.units_of(power)) for power in standard().powers]


def test_a_pdf_gets_pages_for_orders_that_do_not_fit_below_the_board(qtbot: QtBot) -> None:
    def pages(count: int, note: str = "") -> int:
        sheet = (SheetBlock("FRANCE", "France", tuple(SheetLine(str(parse_order("A PAR - BUR")), note) for _ in range(count))),)
        return len(re.findall(rb"/Type\s*/Page\b(?!s)", render_pdf(drawn_standard(), start_picture(), None, sheet)))

    assert pages(20) == 1
    assert pages(34, "bounced 1 against 1 with Army Piedmont and Army Bohemia in Tyrolia") == 1, "in smaller letters"
    assert pages(400) > 1


def test_an_order_that_failed_has_a_strong_mark_in_the_margin_and_is_written_as_all_others(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def margin(*, failed: bool) -> int:
        """Return the darkness of the margin beside one order."""
        image = QImage(700, 500, QImage.Format.Format_RGB32)
        image.fill(0xFFFFFFFF)
        painter = QPainter(image)
        lines = (SheetLine("A PAR - BUR", "bounced 1 against 1", failed),)
        SheetPainter(painter, picture_colours_of(start_picture()), 96).write((SheetBlock("FRANCE", "France", lines),), ROOM, lambda: ROOM)
        painter.end()
        return sum(255 - image.pixelColor(x, y).red() for x in range(10) for y in range(24, 40))

    assert margin(failed=False) == 0
    assert margin(failed=True) > 1000
    pages_of((SheetBlock("FRANCE", "France", (SheetLine("A PAR - BUR", "bounced", True), SheetLine("A MAR H"))),), monkeypatch)
    assert len(set(Written.weights)) == 1


def test_a_long_heading_goes_on_in_a_further_line_above_the_orders(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet_painter, "QTextLayout", Written)
    room = QRectF(0, 0, 220, 500)
    image = QImage(700, 500, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFFFF)
    painter = QPainter(image)
    tops = []
    for name in ("France", "The Kingdom of the Two Sicilies and of Jerusalem, continued"):
        Written.ends = []
        block = SheetBlock("FRANCE", name, (SheetLine("A PAR - BUR"),))
        SheetPainter(painter, picture_colours_of(start_picture()), 96).write((block,), room, lambda: room)
        tops.append(Written.ends[0])
    painter.end()
    assert tops[1] > tops[0]
    beside = image.copy(222, 0, 478, 500)
    white = QImage(beside.size(), beside.format())
    white.fill(0xFFFFFFFF)
    assert beside == white
