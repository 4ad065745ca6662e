"""Columns and parts of a page stand beside one another where there is room for their words, and else one below the other."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.qt.widgets.labels import PlainLabel
from app.qt.widgets.layouts import ColumnsLayout, FlowLayout, TurningSplitter


def part(wide: int, high: int) -> QWidget:
    made = QWidget()
    made.setMinimumSize(wide, high)
    return made


@pytest.mark.parametrize(
    ("width", "expected"),
    [
        (460, [(0, 0, 100, 300), (110, 0, 200, 300), (320, 0, 140, 300)]),
        (400, [(0, 0, 100, 165), (110, 0, 290, 165), (0, 175, 400, 125)]),
        (300, [(0, 0, 300, 86), (0, 96, 300, 116), (0, 222, 300, 76)]),
    ],
)
def test_columns_that_lack_their_width_go_below(width: int, expected: list[tuple[int, int, int, int]], qtbot: QtBot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    layout = ColumnsLayout(page, spacing=10)
    parts = [part(100, 50), part(200, 80), part(140, 40)]
    for each, stretch in zip(parts, (0, 1, 0), strict=True):
        layout.addWidget(each, stretch)
    assert layout.minimumSize().width() == 200
    layout.setGeometry(QRect(0, 0, width, 300))
    assert [each.geometry().getRect() for each in parts] == expected
    assert layout.minimumHeightForWidth(width) == {460: 80, 400: 130, 300: 190}[width]


def test_parts_with_a_bar_between_them_turn_and_turn_back(qtbot: QtBot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    splitter = TurningSplitter(100, page)
    for wide in (200, 300):
        splitter.addWidget(part(wide, 50))
    splitter.resize(700, 400)
    splitter.setSizes([250, 440])
    page.show()
    assert splitter.orientation() is Qt.Orientation.Horizontal
    for width, way in ((450, Qt.Orientation.Vertical), (700, Qt.Orientation.Horizontal)):
        splitter.resize(width, 400)
        QApplication.processEvents()
        assert splitter.orientation() is way
        assert splitter.minimumSizeHint().width() == 300
    splitter.resize(450, 400)
    QApplication.processEvents()
    assert splitter.minimumSizeHint().height() >= 200


@pytest.mark.parametrize("wide", [1000, 420, 300])
def test_answers_stand_together_on_the_right_whatever_room_there_is(wide: int, qtbot: QtBot) -> None:
    whole = QWidget()
    qtbot.addWidget(whole)
    row = FlowLayout(whole)
    for words in ("A first button", "And a second one"):
        row.addWidget(QPushButton(words))
    between = PlainLabel("What is said between them")
    between.setWordWrap(True)
    row.addWidget(between, 1)
    back, on = QPushButton("Cancel"), QPushButton("Start")
    row.add_answers(back, on)
    whole.resize(wide, row.heightForWidth(wide))
    whole.show()
    assert back.y() == on.y()
    assert back.geometry().right() < on.x()
    assert on.geometry().right() >= wide - 2


@pytest.mark.parametrize(("count", "expected"), [(4, [2, 2]), (5, [3, 2]), (2, [1, 1])])
def test_no_button_stands_alone_below_a_row_that_can_spare_one(count: int, expected: list[int], qtbot: QtBot) -> None:
    whole = QWidget()
    qtbot.addWidget(whole)
    row = FlowLayout(whole)
    buttons = [QPushButton(f"Button {number}") for number in range(count)]
    for button in buttons:
        row.addWidget(button)
    wide = (count - 1) * (buttons[0].sizeHint().width() + row.spacing())
    whole.resize(wide, row.heightForWidth(wide))
    whole.show()
    tops = [button.y() for button in buttons]
    assert [tops.count(top) for top in dict.fromkeys(tops)] == expected
