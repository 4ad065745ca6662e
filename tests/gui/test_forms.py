"""Rows and columns that are said in one expression hold what was said, in its sequence, and keep it."""

from __future__ import annotations

import gc
from collections.abc import Callable

import pytest
from PySide6.QtCore import QMargins, Qt
from PySide6.QtWidgets import QLabel, QLayout, QWidget
from pytestqt.qtbot import QtBot

from app.qt.widgets import forms


def test_a_column_holds_its_parts_in_sequence(qtbot: QtBot) -> None:
    place, first, last = QWidget(), QLabel("first"), QLabel("last")
    qtbot.addWidget(place)
    made = forms.column(first, 8, forms.row(QLabel("inside")), (last, 3), forms.STRETCH, None, on=place, margins=(1, 2, 3, 4), spacing=5)
    assert place.layout() is made
    assert (made.contentsMargins(), made.spacing()) == (QMargins(1, 2, 3, 4), 5)
    assert made.count() == 5
    assert [made.stretch(number) for number in range(5)] == [0, 0, 0, 3, 1]
    assert [each.text() for each in place.findChildren(QLabel)] == ["first", "inside", "last"]


@pytest.mark.parametrize("make", [forms.row, forms.column, forms.flow])
def test_what_is_said_inside_another_layout_stays(qtbot: QtBot, make: Callable[..., QLayout]) -> None:
    place = QWidget()
    qtbot.addWidget(place)
    forms.column((make(forms.label("one"), (forms.label("two"), 0, Qt.AlignmentFlag.AlignTop)), 1), on=place)
    gc.collect()
    assert [each.text() for each in place.findChildren(QLabel)] == ["one", "two"]


def test_a_label_has_its_role_and_its_words(qtbot: QtBot) -> None:
    made = forms.label("<b>plain</b>", "soft", wraps=True, name="said", tip="more")
    qtbot.addWidget(made)
    assert (made.property("role"), made.wordWrap(), made.accessibleName(), made.toolTip()) == ("soft", True, "said", "more")
    assert made.textFormat() is Qt.TextFormat.PlainText
    forms.restyle(made, "bad")
    assert made.property("role") == "bad"


def test_a_button_calls_what_it_is_for(qtbot: QtBot) -> None:
    pressed: list[str] = []
    made = forms.button("Go", lambda: pressed.append("go"), "primary", by_enter=False)
    qtbot.addWidget(made)
    made.click()
    assert (pressed, made.property("role"), made.autoDefault()) == (["go"], "primary", False)
