"""The header of a power in the list of orders: a long name gives way to what is open and to a count of faults."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFontMetricsF, QImage, QPainter
from PySide6.QtWidgets import QApplication, QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from app.presentation.order_rows import OrderRow, PowerBlock, RowKind
from app.presentation.reply_rows import ExpectedCentres
from app.qt.panels.order_list import OrderDelegate, OrderListModel
from app.qt.panels.power_header import counts_fit, paint_power_header, small_font
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


def test_the_words_of_what_is_open_give_way_to_the_name(qtbot: QtBot) -> None:
    def differs(width: int) -> bool:
        one, other = (header(replace(with_rows(3), name=name), width=width) for name in ("Austria-Hungary", "Austria-Hungari"))
        return one != other

    font = QApplication.font()
    font.setBold(True)
    words = QFontMetricsF(font).horizontalAdvance("Austria-Hungary") + QFontMetricsF(small_font(QApplication.font())).horizontalAdvance(
        "3 open"
    )
    narrowest = next(width for width in range(100, 900) if differs(width))
    assert narrowest < 34 + words + 30, "its last letter is there, beside a number alone"


def test_counts_are_in_all_headers_of_a_list_or_in_none(qtbot: QtBot) -> None:
    name = "Austria-Hungary"
    short = replace(LONG, name=name)
    wide = next(width for width in range(100, 900) if counts_fit(short, QApplication.font(), width))
    assert header(short, width=wide) != header(replace(short, centres=5), width=wide)
    assert not counts_fit(replace(short, name=f"{name} {name}"), QApplication.font(), wide)
    blocks = (short, replace(short, power="LONGER", name=f"{name} {name}"))
    for listed, has_counts in ((blocks[:1], True), (blocks, False)):
        lists = []
        for centres in (4, 5):
            model = OrderListModel()
            model.show_blocks([replace(each, centres=centres) for each in listed])
            delegate = OrderDelegate(model, read_look("parchment"))
            delegate.set_columns(wide, {}, tight=False)
            image = QImage(wide, 34, QImage.Format.Format_RGB32)
            option = QStyleOptionViewItem()
            option.rect = image.rect()
            option.font = QApplication.font()
            painter = QPainter(image)
            delegate.paint(painter, option, model.index(0))
            painter.end()
            lists.append(image)
        assert (lists[0] != lists[1]) is has_counts


def test_with_room_nothing_is_shortened(qtbot: QtBot) -> None:
    open_, other = (header(replace(with_rows(3), name=name), width=900) for name in (LONG.name, LONG.name[:-1]))
    assert open_ != other, "the name is there to its last letter"
    assert header(with_rows(3), width=900) != header(replace(with_rows(3), centres=5), width=900), "and its counts"
