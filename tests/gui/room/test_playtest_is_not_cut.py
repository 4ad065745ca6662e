"""The play-test page with the figures of games that were played."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from app.players.bots import Bot
from app.qt.bench.playtest_part import PlayTestPart
from tests.gui.room.walk import Walk
from tests.gui.test_play_test import played

pytestmark = pytest.mark.slow


def test_with_figures(walk: Walk, qtbot: QtBot) -> None:
    controller = walk.controller
    assert controller.run("play-test", variant="pure")
    page = controller.panels.get(PlayTestPart).page
    assert page is not None
    walk.go("before any game", lambda: None)
    page.head.bot.setCurrentIndex(page.head.bot.findData(Bot.RANDOM.value))
    page.head.games.setValue(12)
    page.head.most_years.setValue(2)
    played(page, qtbot)
    assert page.figures.games == 12
    for heat, button in page.where.heats.items():
        walk.go(f"map of {heat}", button.click)
    page.head.games.setValue(100_000)
    walk.go("a test that goes on", page.head.start_button.click)
    page.stop()
    walk.nothing_is_cut()
