"""Time of a letter typed into the search of All my games with 200 games, and how many games are seen at once.

The page stands in a window of 1366 by 950 pixels. Processor time, median and worst of all letters; each runs until nothing is left to do.
"""

from __future__ import annotations

import os
import statistics
import time
from datetime import UTC, datetime, timedelta

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTreeWidget

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

GAMES = 200
WORDS = ("winter", "game 19", "anna", "club", "zz")
NOW = datetime(2026, 11, 25, 17, tzinfo=UTC)


def main() -> None:
    """Fill the page, and type."""
    from app.gm.games import GameSummary
    from app.qt.gm.games_page import GamesPage
    from app.qt.main_window.application import make_application
    from app.qt.widgets.look import read_look
    from app.qt.widgets.window_style import apply_look

    application = make_application()
    look = read_look("parchment")
    apply_look(application, look)
    games = [
        GameSummary(
            f"/games/{number}.dpn",
            f"{('Winter', 'Game', 'Harz', 'Straits of Iron')[number % 4]} {number}",
            "Standard",
            "F1903M",
            "Fall 1903, movement",
            (NOW + timedelta(hours=number * 3 - 20)).isoformat() if number % 5 else "",
            missing=(("FRANCE", "France"), ("ITALY", "Italy"))[: number % 3],
            expected=7,
            heard=5,
            doubtful=int(number % 4 == 1),
            players=("Anna", "Ben", f"Cleo {number}"),
            tags=(("club",), ("postal",), ())[number % 3],
        )
        for number in range(GAMES)
    ]
    page = GamesPage(look)
    page.resize(1366, 950)
    page.show_games(games, NOW, folders=1)
    page.show()
    settle(application)
    print(f"{GAMES} games, rows that are seen whole: {rows_seen(page.list)}")
    taken = []
    for word in WORDS:
        for letter in word:
            before = time.process_time()
            QTest.keyClicks(page.search, letter)
            settle(application)
            taken.append((time.process_time() - before) * 1000)
        for _ in word:
            before = time.process_time()
            page.search.backspace()
            settle(application)
            taken.append((time.process_time() - before) * 1000)
    print(f"a letter in the search: median {statistics.median(taken):.0f} ms, worst {max(taken):.0f} ms")


def settle(application: QApplication) -> None:
    """Go on until what a letter asked for is on the screen."""
    for _ in range(4):
        application.processEvents()


def rows_seen(rows: QTreeWidget) -> int:
    """Games whose row is wholly within the list."""
    room = rows.viewport().rect()
    items = (rows.topLevelItem(at) for at in range(rows.topLevelItemCount()))
    whole = [rows.visualItemRect(item) for item in items if item is not None and not item.isFirstColumnSpanned() and not item.isHidden()]
    return sum(each.isValid() and each.top() >= 0 and each.bottom() <= room.bottom() for each in whole)


if __name__ == "__main__":
    main()
