"""Rows of many games and of an inbox, without the files that they stand for."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from app.gm.games import GameSummary
from app.gm.inbox.withdrawn import WithdrawnOrder
from app.qt.gm.games_page import GamesPage
from app.qt.gm.inbox_panel import InboxPanel
from app.qt.main_window.main_controller import MainController

NOW = datetime(2026, 11, 25, 17, tzinfo=UTC)


def summaries(count: int) -> list[GameSummary]:
    return [
        GameSummary(
            f"/games/{number}.dpn",
            f"Game {number}",
            "Standard",
            "F1903M",
            "Fall 1903, movement",
            (NOW + timedelta(hours=(number % 4) * 40 - 20)).isoformat(),
            missing=(("FRANCE", "France"),) * (number % 2),
            expected=7,
            heard=5,
            players=("Anna", f"Cleo {number}"),
        )
        for number in range(count)
    ]


def shown_page(controller: MainController, qtbot: QtBot) -> GamesPage:
    """The page of 200 games, shown."""
    page = GamesPage(controller.look)
    qtbot.addWidget(page)
    page.resize(1366, 950)
    page.show_games(summaries(200), NOW, folders=1)
    page.show()
    return page


def test_twenty_games_are_seen_at_once_in_natural_order(controller: MainController, qtbot: QtBot) -> None:
    page = shown_page(controller, qtbot)
    for _ in range(6):
        QApplication.processEvents()
    room = page.list.viewport().rect()
    items = (page.list.topLevelItem(at) for at in range(page.list.topLevelItemCount()))
    rects = [page.list.visualItemRect(item) for item in items if item is not None and not item.isFirstColumnSpanned()]
    assert sum(each.isValid() and each.top() >= 0 and each.bottom() <= room.bottom() for each in rects) >= 20
    names = [each.name for each in page.list.shown]
    assert names[:3] == ["Game 0", "Game 4", "Game 8"]
    assert names.index("Game 8") < names.index("Game 12") < names.index("Game 100")
    for button in page.list.findChildren(QPushButton):
        if button.isVisible():
            assert button.height() >= button.fontMetrics().height() + 4, "its words are cut off"


def test_a_letter_in_the_search_makes_no_row_anew(controller: MainController, qtbot: QtBot) -> None:
    page = shown_page(controller, qtbot)
    before = {id(page.list.topLevelItem(at)) for at in range(page.list.topLevelItemCount())}
    buttons = page.list.findChildren(QPushButton)
    QTest.keyClicks(page.search, "cleo 77")
    assert {each.name for each in page.list.shown} == {"Game 77", "Game 177"}
    assert {id(page.list.topLevelItem(at)) for at in range(page.list.topLevelItemCount())} == before
    assert page.list.findChildren(QPushButton) == buttons
    assert [each for each in buttons if each.property("role") == "primary"] == [], "the primary button stands in the head"
    QTest.keyClicks(page.search, "zz")
    assert page.list.headings == ("No game matches.",)
    page.search.clear()
    assert len(page.list.shown) == 200


def test_rows_of_a_narrow_inbox_stand_in_one_column(qtbot: QtBot) -> None:
    panel = InboxPanel()
    qtbot.addWidget(panel)
    [game] = summaries(1)
    panel.show_inbox(None, (), [replace(game, withdrawn=(WithdrawnOrder("FRANCE", "France", "A PAR - BUR", "PAR"),))])
    [row] = panel.withdrawn
    em = panel.fontMetrics().averageCharWidth()
    panel.show()
    for letters, is_narrow in ((100, False), (50, True), (100, False)):
        panel.resize(letters * em, 400)
        QApplication.processEvents()
        assert (row.words.x() < panel.width() // 4) is is_narrow
        buttons = (row.out_button, row.stand_button)
        assert max(button.mapTo(panel, button.rect().topRight()).x() for button in buttons) < panel.width()
