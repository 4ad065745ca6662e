"""Every page of New Game: the shelf, the rules with their questions, the rule changes."""

from __future__ import annotations

import pytest

from app.qt.new_game.new_game_dialog import NewGameDialog
from tests.gui.room.walk import Walk

pytestmark = pytest.mark.slow


def test_on_every_page_of_new_game(walk: Walk) -> None:
    seen: list[str] = []

    def look(dialog: NewGameDialog) -> None:
        for page in range(dialog.tabs.count()):
            dialog.tabs.setCurrentIndex(page)
            walk.look(dialog)
            seen.append(dialog.tabs.tabText(page))
        dialog.reject()

    walk.answers[NewGameDialog] = look
    walk.go("new game", lambda: walk.controller.run_line("new"))
    assert len(seen) > 1
    walk.nothing_is_cut()
