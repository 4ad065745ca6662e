"""On the page of a round: orders that a mail takes back, mails with nothing to read, and lines that order nothing. By real events."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from app.game.deadlines import absences
from app.qt.gm.round_rows import ROW
from app.qt.main_window.main_controller import MainController
from tests.gui.mail_round import Desk


@pytest.fixture
def desk(controller: MainController, tmp_path: Path) -> Desk:
    return Desk(controller, tmp_path)


def drop(desk: Desk, *bodies: str) -> None:
    for number, body in enumerate(bodies):
        path = desk.folder / f"{number}-{len(body)}.eml"
        date = f"Wed, 25 Nov 2020 1{number}:00:00 +0000"
        path.write_text(f"From: Olga <olga@example.com>\nSubject: orders\nDate: {date}\n\n{body}\n", encoding="utf-8")
        desk.drop([path])
    desk.settle()


def button(desk: Desk, words: str) -> QPushButton:
    assert desk.part.panel is not None
    return next(each for each in desk.part.panel.list.findChildren(QPushButton) if words in each.text() and each.isVisible())


def press(desk: Desk, words: str) -> None:
    QTest.mouseClick(button(desk, words), Qt.MouseButton.LeftButton)
    desk.settle()


RUSSIAN = "Russia:\nF Sev - Bla\nA Mos - Ukr\nA War - Gal\nF StP(sc) - Bot"


@pytest.mark.parametrize(("words", "left"), [("Take them out", 0), ("Keep them", 4)])
def test_what_a_mail_takes_back_is_asked_once_with_one_press(desk: Desk, words: str, left: int) -> None:
    drop(desk, RUSSIAN, "Russia:\nI withdraw all my orders.")
    assert desk.part.sheet is not None
    assert desk.part.sheet.needs == 1
    press(desk, words)
    turn = desk.controller.session.open_turn
    assert len(turn.orders_of("RUSSIA")) == left
    assert not turn.withdrawn
    assert desk.part.sheet.needs == 0


def test_an_absence_that_a_mail_tells_is_noted_with_one_press(desk: Desk) -> None:
    drop(desk, f"{RUSSIAN}\n\nI'm away from 20 December 2090 to 6 January 2091.")
    assert desk.part.sheet is not None
    assert desk.part.sheet.needs == 1
    assert absences(desk.controller.session.game) == ()
    press(desk, "Absence: 20 dec 2090 - 6 jan 2091")
    assert [(each.power, each.words) for each in absences(desk.controller.session.game)] == [("RUSSIA", "2090-12-20 - 2091-01-06")]
    assert desk.part.sheet.needs == 0


def test_a_mail_with_nothing_to_read_waits_until_somebody_looked_at_it(desk: Desk) -> None:
    drop(desk, "See you on Friday!")
    assert desk.part.sheet is not None
    assert desk.part.sheet.needs == 1
    press(desk, "Nothing to do")
    assert desk.part.sheet.needs == 0


def test_a_line_is_no_order_by_one_press_and_kept_for_the_retreats_by_another(desk: Desk) -> None:
    drop(desk, "Russia:\nA War - Gal or Ukr\nA Mos - Ukr or Sev")
    press(desk, "Not an order")
    press(desk, "For retreats")
    turn = desk.controller.session.open_turn
    assert [str(line.phase) for line in turn.later] == ["S1901R"]
    assert not turn.orders_of("RUSSIA")


def test_digits_take_a_choice_and_go_on_to_the_next_line(desk: Desk) -> None:
    drop(desk, "Russia:\nA War - Gal or Ukr\nA Mos - Ukr or Sev\nF Sev - Bla or Rum")
    assert desk.part.panel is not None
    rows = desk.part.panel.list
    rows.setFocus()
    first = next(item for item in (rows.topLevelItem(n) for n in range(rows.topLevelItemCount())) if item is not None and item.childCount())
    line = first.child(1)
    assert line is not None
    rows.setCurrentItem(line)
    for key in (Qt.Key.Key_1, Qt.Key.Key_0, Qt.Key.Key_2):
        QTest.keyClick(rows, key)
        desk.settle()
    orders = [str(line.order) for line in desk.controller.session.open_turn.orders_of("RUSSIA") if line.order is not None]
    assert orders == ["A WAR - GAL", "F SEV - RUM"]
    assert desk.part.sheet is not None
    assert desk.part.sheet.needs == 0


def test_an_order_that_may_be_taken_back_says_so_on_the_board(desk: Desk) -> None:
    drop(desk, RUSSIAN, "Russia:\ncancel F Sev")
    page = desk.controller.page
    assert page is not None

    def withdrawn() -> list[str]:
        assert page.scene.picture is not None
        return [str(each.order) for each in page.scene.picture.orders if each.is_withdrawn]

    assert withdrawn() == ["F SEV - BLA"]
    press(desk, "1  Take them out")
    assert withdrawn() == []


def test_digits_keep_a_line_for_a_later_phase(desk: Desk) -> None:
    drop(desk, "Russia:\nA War - Gal or Ukr\nA Mos - Ukr or Sev")
    assert desk.part.panel is not None
    rows = desk.part.panel.list
    rows.setFocus()
    first = next(item for item in (rows.topLevelItem(n) for n in range(rows.topLevelItemCount())) if item is not None and item.childCount())
    line = first.child(1)
    assert line is not None
    rows.setCurrentItem(line)
    for key in (Qt.Key.Key_8, Qt.Key.Key_9):
        QTest.keyClick(rows, key)
        desk.settle()
    assert [str(each.phase) for each in desk.controller.session.open_turn.later] == ["S1901R", "W1901A"]
    assert desk.part.sheet is not None
    assert desk.part.sheet.needs == 0


def test_the_line_that_is_asked_about_is_shown_whole(desk: Desk) -> None:
    long = "A War - Gal or Ukr, whichever of the two you and the others round this table think that I would take if I were there"
    drop(desk, f"Russia:\n{long}\nA Mos - Ukr or Sev")
    assert desk.part.panel is not None
    rows = desk.part.panel.list
    first = next(item for item in (rows.topLevelItem(n) for n in range(rows.topLevelItemCount())) if item is not None and item.childCount())
    items = [item for item in map(first.child, range(first.childCount())) if item is not None and item.data(0, ROW) is not None]
    heights = {item.data(0, ROW).words: rows.visualItemRect(item).height() for item in items if item.data(0, ROW).needs}
    assert long in heights
    assert heights[long] >= heights["A Mos - Ukr or Sev"] + 2 * rows.fontMetrics().height() * 0.8


def test_the_head_of_a_power_tells_the_whole_set_that_would_be_played(desk: Desk) -> None:
    drop(desk, RUSSIAN, "Russia:\ncancel F Sev")
    assert desk.part.sheet is not None
    (group,) = [group for group in desk.part.sheet.groups if group.power == "RUSSIA"]
    assert group.whole_set == ("F SEV - BLA · withdrawn?", "A MOS - UKR", "A WAR - GAL", "F STP/SC - BOT")
