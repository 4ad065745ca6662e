"""Other texts on the screen round one laptop, in the pseudo language: curtains, seats with letters, the clock."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.qt.hotseat import lobby_dialog
from app.qt.hotseat.curtain_page import CurtainPage
from app.qt.hotseat.table_clock import ClockWindow
from app.qt.panels.press_panel import PressPanel
from languages import tr
from tests.gui.hotseat.test_round_in_the_window import PEOPLE, two_people
from tests.gui.words.cut_texts import SCREEN
from tests.gui.words.walk import Walk

pytestmark = pytest.mark.thorough


@pytest.fixture
def at_table(walk: Walk, monkeypatch: pytest.MonkeyPatch) -> Walk:
    """Two people at a table, Germany's with a PIN; the laptop is free."""
    monkeypatch.setattr(lobby_dialog, "ask_seats", two_people)
    walk.controller.start_page.table_button.click()
    QApplication.processEvents()
    walk.allow_game()
    walk.allow(*PEOPLE.values(), "Good morning")
    return walk


def curtain(walk: Walk) -> CurtainPage:
    page = walk.controller.stack.currentWidget()
    assert isinstance(page, CurtainPage)
    return page


def lines(walk: Walk, *them: str) -> None:
    for each in them:
        assert walk.controller.run_line(each), each
    QApplication.processEvents()


def test_at_the_seat_of_who_plays_now_with_letters_beside_it(walk: Walk) -> None:
    walk.go("play now", lambda: lines(walk, "play-now FRANCE --seed 1"))
    walk.allow_game()
    walk.allow("Hello there")
    walk.go("press", lambda: lines(walk, "press"))
    walk.go("a letter", lambda: lines(walk, "press FRANCE AUSTRIA Hello there"))
    walk.go("proposal", lambda: walk.controller.panels.get(PressPanel).widget.propose_button.click())
    assert walk.controller.table.bar.isVisible()
    walk.all_is_well()


def test_on_the_curtain_of_each_kind(at_table: Walk) -> None:
    at_table.go("curtain held open")
    at_table.go("curtain with a PIN", lambda: lines(at_table, "call GERMANY"))
    page = curtain(at_table)

    def wrong() -> None:
        QTest.keyClicks(page.secret, "1")
        QTest.keyClick(page.secret, Qt.Key.Key_Return)

    at_table.go("wrong PIN", wrong)
    at_table.go("curtain of the game master", lambda: at_table.controller.run_line("call GM"))
    at_table.all_is_well()


def test_at_a_seat_with_its_clock_and_its_letters(at_table: Walk) -> None:
    controller = at_table.controller
    lines(at_table, "open-seat GERMANY 4711", "press GERMANY FRANCE Good morning", "close-seat")
    at_table.go("seat", lambda: lines(at_table, "open-seat FRANCE"))
    at_table.go("clock over the seat", lambda: controller.table.bar.show_time("59:59"))
    at_table.go("letters", lambda: controller.table.bar.press_button.click())
    at_table.go("vote", lambda: controller.table.bar.vote_button.click())
    at_table.go("sealing too few", lambda: controller.run_line("seal"))
    at_table.all_is_well()


def test_on_the_clock_over_the_whole_screen(at_table: Walk) -> None:
    full = ClockWindow(at_table.controller.look)
    full.resize(SCREEN)
    full.show_time("59:59", tr("of the talks, the laptop goes round afterwards"), 40.0)
    full.show()
    at_table.look(full)
    full.close()
    at_table.all_is_well()
