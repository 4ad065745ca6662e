"""Every page of New Game: the shelf, the rules with their questions, the rule changes."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QDialog

from app.qt.new_game.new_game_dialog import NewGameDialog
from app.qt.widgets.wrapping_widgets import WrappingCombo
from tests.gui.words.walk import Walk

pytestmark = pytest.mark.thorough


def test_on_every_page_of_new_game(walk: Walk) -> None:
    seen: list[str] = []

    def look(dialog: QDialog) -> None:
        assert isinstance(dialog, NewGameDialog)
        for page in range(dialog.tabs.count()):
            dialog.tabs.setCurrentIndex(page)
            walk.look(dialog)
            seen.append(dialog.tabs.tabText(page))
        dialog.reject()

    walk.allow_variants()
    walk.answer("NewGameDialog", look)
    walk.line("new")
    assert len(seen) > 1
    walk.all_is_well()


def test_a_list_of_rule_choices_is_as_high_as_its_rows(walk: Walk) -> None:
    seen: list[int] = []

    def open_a_list(dialog: QDialog) -> None:
        assert isinstance(dialog, NewGameDialog)
        dialog.tabs.setCurrentIndex(1)
        page = dialog.tabs.widget(1)
        assert page is not None
        box = next(each for each in page.findChildren(WrappingCombo) if each.isVisible())
        box.setItemText(0, 3 * box.itemText(0))
        box.showPopup()
        rows = box.view()
        heights = [rows.visualRect(box.model().index(row, 0)).height() for row in range(box.count())]
        assert max(heights) > 1.5 * rows.fontMetrics().lineSpacing(), "one of them goes on in another line"
        assert sum(heights) <= rows.viewport().height() <= sum(heights) + 10
        seen.extend(heights)
        box.hidePopup()

    walk.answer("NewGameDialog", open_a_list)
    walk.controller.run_line("new")
    assert seen
