"""The DATC page in the real window: cases are found, listed with expected and actual results, and copied to the board to be played."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QPushButton, QTreeWidgetItem
from pytestqt.qtbot import QtBot

from app.qt.main_window.conformance_page import BANNER, ConformanceWindow, open_conformance_page
from app.qt.main_window.main_controller import MainController
from tests.gui.hands import Hands


@pytest.fixture
def page(controller: MainController) -> ConformanceWindow:
    """The page, opened from the Help menu."""
    action = controller.menus.action("datc-page")
    assert action is not None
    action.trigger()
    found = controller.window.findChild(ConformanceWindow)
    assert isinstance(found, ConformanceWindow)
    assert found.isVisible()
    return found


def rows(page: ConformanceWindow) -> list[tuple[str, ...]]:
    """Return the rows of the table, group after group."""
    found: list[tuple[str, ...]] = []

    def walk(item: QTreeWidgetItem | None) -> None:
        assert item is not None
        found.append(tuple(item.text(column) for column in range(4)))
        for index in range(item.childCount()):
            walk(item.child(index))

    for index in range(page.tree.topLevelItemCount()):
        walk(page.tree.topLevelItem(index))
    return found


def open_buttons(page: ConformanceWindow) -> list[QPushButton]:
    """The buttons that copy a part of the case to the board."""
    items = [page.open_buttons.itemAt(index) for index in range(page.open_buttons.count())]
    widgets = [item.widget() for item in items if item is not None]
    return [each for each in widgets if isinstance(each, QPushButton)]


def test_all_cases_are_listed_and_counted(page: ConformanceWindow) -> None:
    assert len(page.listed()) == 184
    assert "Of 184 cases 184 passed, 0 failed" in page.summary.text()
    page.shown.setCurrentText("Failed")
    assert page.listed() == ()
    assert open_buttons(page) == []
    page.shown.setCurrentText("With alternatives")
    assert 40 <= len(page.listed()) < 100


def test_cases_are_found_and_shown_with_expected_and_actual(hands: Hands, page: ConformanceWindow) -> None:
    hands.type_into(page.search, "6.A.5")
    assert page.listed() == ("6.A.5",)
    assert page.verdict.text() == "Passed"
    assert ("England: Army Yorkshire moves to Yorkshire", "illegal dislodged", "illegal dislodged", "✓") in rows(page)
    assert ("German Fleet Yorkshire", "stands", "stands", "✓") in rows(page)
    assert ("English Army Yorkshire attacked from", "London", "London", "✓") in rows(page)
    assert ("English Army Yorkshire may retreat to", "Edinburgh", "Edinburgh", "✓") in rows(page)


def test_alternatives_are_picked_and_run(page: ConformanceWindow) -> None:
    page.shown.setCurrentText("With alternatives")
    assert page.ways.count() > 1
    before = rows(page)
    seen = set()
    for index in range(page.ways.count()):
        page.ways.setCurrentIndex(index)
        page.ways.activated.emit(index)
        assert page.verdict.text() == "Passed"
        assert page.ran is not None
        seen.add(page.ran.way.words)
    assert len(seen) == page.ways.count()
    assert before


def test_a_case_is_put_on_the_board_and_played(controller: MainController, hands: Hands, page: ConformanceWindow) -> None:
    page.search.setText("6.A.5")
    hands.click(open_buttons(page)[0])
    assert hands.page.document.game.is_analysis
    assert {str(unit) for unit in hands.turn.position.units} == {
        "ENGLAND A LVP", "ENGLAND A YOR", "ENGLAND F NTH", "GERMANY A WAL", "GERMANY F LON",
    }  # fmt: skip
    assert hands.orders("GERMANY") == ["F LON - YOR", "A WAL S F LON - YOR"]
    banner = hands.page.banners.banner(BANNER)
    assert banner is not None
    assert "comes out as expected" in banner.label.text()
    assert "<" not in banner.label.text(), "it is shown as it stands, so tags would be read as such"
    assert not hands.page.document.is_modified
    controller.run("process", missing="process")
    assert {str(each.unit) for each in hands.turn.position.dislodged} == {"ENGLAND A YOR"}


def test_retreats_of_a_case_have_a_board_of_their_own(hands: Hands, page: ConformanceWindow) -> None:
    page.search.setText("6.H.1")
    page.show_case("6.H.1")
    buttons = open_buttons(page)
    assert len(buttons) == 2
    hands.click(buttons[1])
    assert hands.turn.phase.kind.value == "R"


def test_the_page_is_opened_once_and_comes_back_to_the_case_of_a_board(
    controller: MainController, hands: Hands, page: ConformanceWindow
) -> None:
    assert open_conformance_page(controller) is page
    page.search.setText("6.B.1")
    page.show_case("6.B.1")
    hands.click(open_buttons(page)[0])
    page.search.setText("6.C")
    banner = hands.page.banners.banner(BANNER)
    assert banner is not None
    hands.click(banner.buttons[0])
    assert page.ran is not None
    assert page.ran.case.id == "6.B.1"


def test_long_titles_have_the_lines_that_they_need(page: ConformanceWindow) -> None:
    ordered = page.list.item(0)
    title, room = ordered.text(), page.list.visualItemRect(ordered)
    assert page.list.fontMetrics().horizontalAdvance(title) > room.width() - 20, "it takes two lines in this list"
    assert room.height() >= 2 * page.list.fontMetrics().lineSpacing()


def test_the_board_of_a_case_stands_beside_it(page: ConformanceWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: page.board.image is not None)
    first = page.board.image
    page.show_case("6.B.1")
    qtbot.waitUntil(lambda: page.board.image is not None and page.board.image is not first)


@pytest.mark.parametrize("percent", [100, 200])
def test_no_column_of_the_results_is_cut(percent: int, controller: MainController, page: ConformanceWindow, qtbot: QtBot) -> None:
    controller.run_line(f"text-size {percent}")
    try:
        page.resize(1366, 740)
        page.search.setText("6.A.1")
        page.tree.headerItem().setText(1, "A longer head than this")
        page._keep_columns_whole()
        qtbot.waitUntil(lambda: page.tree.horizontalScrollBar().maximum() == 0)
        assert page.tree.viewport().width() >= page.tree.header().length()
        assert page.board.height() > 100
    finally:
        controller.run_line("text-size 100")


@pytest.mark.parametrize("size", [(1366, 768), (1920, 1080)])
def test_large_words_leave_the_board_half_of_the_room(
    size: tuple[int, int], controller: MainController, page: ConformanceWindow, qtbot: QtBot
) -> None:
    controller.run_line("text-size 200")
    try:
        page.resize(*size)
        page.show_case("6.A.5")
        qtbot.waitUntil(lambda: page.board.width() * 5 >= page.tree.width() * 4)
        header, metrics = page.tree.header(), page.tree.fontMetrics()
        told = [(column, word) for row in rows(page) if row[1] for column in range(3) for word in row[column].split()]
        assert [word for column, word in told if metrics.horizontalAdvance(word) >= header.sectionSize(column)] == []
    finally:
        controller.run_line("text-size 100")
