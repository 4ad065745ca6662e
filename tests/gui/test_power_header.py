"""The header of a power in the list of orders: a long name gives way to what is open and to a count of faults."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.presentation.order_rows import OrderRow, PowerBlock, RowKind
from app.presentation.reply_rows import ExpectedCentres
from app.qt.panels.power_header import paint_power_header
from app.qt.widgets.look import read_look

LONG = PowerBlock("LONG", "The most serene republic of somewhere far away", 3, 4, 0, received=True, rows=())


def with_rows(missing: int = 0, problems: int = 0) -> PowerBlock:
    kinds = [RowKind.MISSING] * missing + [RowKind.PROBLEM] * problems
    return replace(LONG, rows=tuple(OrderRow("LONG", kind, "PAR", "", "", None, "", "") for kind in kinds))


def header(block: PowerBlock, expected: ExpectedCentres | None = None, width: int = 240) -> QImage:
    image = QImage(width, 34, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    paint_power_header(painter, QRectF(image.rect()), QApplication.font(), block, None, read_look("parchment"), expected)
    painter.end()
    return image


@pytest.mark.parametrize("expected", [None, ExpectedCentres(4, 5.5, 8, "5.5 to expect", "5.5 to expect")])
@pytest.mark.parametrize("width", [240, 320])
def test_beside_a_long_name_it_is_read_how_much_is_open_and_how_much_is_wrong(
    qtbot: QtBot, expected: ExpectedCentres | None, width: int
) -> None:
    pictures = [header(with_rows(missing, problems), expected, width) for missing, problems in ((0, 0), (3, 0), (4, 0), (0, 1), (0, 2))]
    assert [one for number, one in enumerate(pictures) if one in pictures[:number]] == []


def test_with_room_nothing_is_shortened(qtbot: QtBot) -> None:
    open_, other = (header(replace(with_rows(3), name=name), width=900) for name in (LONG.name, LONG.name[:-1]))
    assert open_ != other, "the name is there to its last letter"
    assert header(with_rows(3), width=900) != header(replace(with_rows(3), centres=5), width=900), "and its counts"
