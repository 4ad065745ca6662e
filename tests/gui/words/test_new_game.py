"""Every page of New Game: the shelf, the rules with their questions, the rule changes."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QDialog

from app.qt.new_game.new_game_dialog import NewGameDialog
from tests.gui.words.walk import Walk

pytestmark = pytest.mark.slow


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
