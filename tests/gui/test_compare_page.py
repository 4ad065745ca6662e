"""Two branches compared on a page of the real window, one of them made the game there; and what was done, listed beside the board."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from app.game.record import MAIN
from app.qt.gm.audit_panel import AuditPanel
from app.qt.gm.compare_page import ComparePage
from app.qt.gm.compare_part import ComparePart
from app.qt.main_window.main_controller import MainController
from app.qt.widgets.layouts import ScrollingRoom
from app.session.services import TextQuestion
from tests.gui.answering import answering


@pytest.fixture
def page(controller: MainController) -> ComparePage:
    """A game in which Germany's mail was late, and the branch in which it counts."""
    controller.run("new")
    for line in (
        "A PAR - BUR", "A MUN H", "F LON - NTH", "process --missing process", "goto S1901M", "correct-phase late mail",
        "A MUN - BUR", "process --missing process",
    ):  # fmt: skip
        assert controller.run_line(line), line
    assert controller.trigger("compare")
    part = controller.panels.get(ComparePart)
    assert part.page is not None
    QApplication.processEvents()
    return part.page


def test_orders_and_units_that_differ_are_listed_a_before_b(page: ComparePage) -> None:
    assert page.branches == (MAIN, "b2")
    rows = {row[0]: row[1:] for row in page.rows}
    assert rows["Germany"] == ("Army Munich holds", "Army Munich moves to Burgundy (bounced)")
    assert rows["France"] == ("Army Paris: stands in Burgundy", "Army Paris: stays in Paris")
    assert page.summary.text() == "1 order and 1 unit differ"
    assert page.parts["orders"].text() == "Orders 1"


def drawn(page: ComparePage) -> QImage:
    return page.map.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


def test_the_map_shows_what_the_parts_say_and_a_row_alone_where_one_is_picked(page: ComparePage) -> None:
    both = drawn(page)
    QTest.mouseClick(page.parts["orders"], Qt.MouseButton.LeftButton)
    without = drawn(page)
    assert both != without
    QTest.mouseClick(page.parts["units"], Qt.MouseButton.LeftButton)
    assert drawn(page) != without


def test_without_any_colour_a_and_b_differ_by_line_and_letter(page: ComparePage, controller: MainController) -> None:
    """In greys the dashes of B leave gaps that the line of A has not."""
    item = next(page.list.topLevelItem(at) for at in range(page.list.topLevelItemCount()) if page.rows[at][0] == "Germany")
    assert item is not None
    page.list.setCurrentItem(item)
    QApplication.processEvents()
    image = page.map.grab().toImage().convertToFormat(QImage.Format.Format_Grayscale8)
    inks = {QColor(image.pixel(x, y)).lightness() for x in range(0, image.width(), 3) for y in range(0, image.height(), 3)}
    assert len(inks) > 2
    assert page.chosen == "order GERMANY A MUN"


def test_b_is_made_the_game_with_its_reason_and_undo_takes_it_back(page: ComparePage, controller: MainController) -> None:
    before = controller.session.game
    QTest.mouseClick(page.pick, Qt.MouseButton.LeftButton)
    assert controller.session.game is before, "a reason is asked first"
    QTest.keyClicks(page.reason, "Dan was in time")
    QTest.mouseClick(page.pick, Qt.MouseButton.LeftButton)
    assert [each.name for each in controller.session.game.branches] == [MAIN, "as played"]
    assert controller.panels.get(ComparePart).page is None
    controller.run("undo")
    assert controller.session.game == before


def test_escape_goes_back_to_the_board(page: ComparePage, controller: MainController) -> None:
    QTest.keyClick(page, Qt.Key.Key_Escape)
    assert controller.panels.get(ComparePart).page is None
    assert controller.page is not None
    assert controller.stack.currentWidget() is controller.page


def test_what_was_done_is_listed_the_latest_first_filtered_and_exported(
    page: ComparePage, controller: MainController, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    QTest.keyClick(page, Qt.Key.Key_Escape)
    assert controller.trigger("audit")
    widget = controller.panels.get(AuditPanel).widget
    assert [line.split("\n")[0] for line in widget.lines] == [
        "Processed Spring 1901, movement in branch b2; 3 orders, 2 did not succeed",
        "Branch b2 made at Spring 1901, movement of main",
        "Processed Spring 1901, movement; 3 orders, 0 did not succeed",
    ]
    assert widget.lines[1].endswith("late mail")
    widget.resize(300, 400)
    QApplication.processEvents()
    reason_row = widget.list.topLevelItem(1)
    assert reason_row is not None
    words = widget.list.fontMetrics().boundingRect(QRect(0, 0, widget.list.header().sectionSize(1), 9_999), 0x1000, reason_row.text(1))
    assert widget.list.visualItemRect(reason_row).height() >= words.height(), "the reason is not cut off in a narrow panel"
    answering(monkeypatch, TextQuestion, lambda *_args: "all had answered")
    widget.list.setCurrentIndex(widget.list.model().index(0, 0))
    QTest.mouseClick(widget.reason, Qt.MouseButton.LeftButton)
    assert widget.lines[0].endswith("; all had answered")
    widget.kind.setCurrentIndex(widget.kind.findData("branch"))
    assert len(widget.lines) == 1
    target = tmp_path / "trail.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args: (str(target), ""))
    QTest.mouseClick(widget.export, Qt.MouseButton.LeftButton)
    assert target.read_text().count("\n") == 2


def test_whoever_looks_as_a_power_sees_neither(controller: MainController) -> None:
    controller.run("new")
    controller.run_line("fork b2")
    controller.trigger("audit")
    controller.run_line("view-as france")
    panel = controller.panels.get(AuditPanel)
    assert panel.dock.isHidden()
    assert panel.widget.lines == ()
    controller.show_panel("compare")
    controller.show_panel("audit")
    assert controller.panels.get(ComparePart).page is None
    assert panel.dock.isHidden()


def test_two_branches_named_in_the_console_are_compared_on_the_page(page: ComparePage, controller: MainController) -> None:
    def branches() -> tuple[str, str] | None:
        shown = controller.panels.get(ComparePart).page
        return None if shown is None else shown.branches

    controller.show_panel("compare")
    assert branches() is None
    assert controller.run_line("compare b2 main")
    assert branches() == ("b2", MAIN)
    assert controller.run_line("compare main b2 --phase S1901M")
    assert branches() == (MAIN, "b2"), "the page that is there shows it"
    assert not controller.run_line("compare main b7")
    assert branches() == (MAIN, "b2")


@pytest.mark.parametrize("percent", [100, 200])
def test_what_differs_is_in_sight_beside_the_board_with_large_words_too(
    percent: int, page: ComparePage, controller: MainController, qtbot: QtBot
) -> None:
    controller.window.resize(1366, 768)
    controller.run_line(f"text-size {percent}")
    shown = controller.panels.get(ComparePart).page  # words of another size have a page of their own
    assert shown is not None
    page = shown
    try:
        for _ in range(4):
            QApplication.processEvents()
        row = page.list.topLevelItem(1)
        assert row is not None
        assert page.list.viewport().height() >= page.list.visualItemRect(row).bottom()
        assert page.list.horizontalScrollBar().maximum() == 0
        qtbot.waitUntil(lambda: not page.list.geometry().intersects(page.reason.geometry()))  # nothing lies over it
        assert page.map.width() >= 0.35 * 1366
    finally:
        controller.run_line("text-size 100")


def test_compare_with_large_words_shows_one_list_and_scrolls_nothing(page: ComparePage, controller: MainController, qtbot: QtBot) -> None:
    """In large words what differs and what was done take turns and nothing scrolls beside the board."""
    controller.window.resize(1366, 768)
    assert page.list.isVisible()
    assert page.audit.isVisible()
    assert not page.turns.isVisible()
    controller.run_line("text-size 200")
    shown = controller.panels.get(ComparePart).page
    assert shown is not None
    try:
        room = shown.findChild(ScrollingRoom)
        assert room is not None
        for at, seen in enumerate((shown.list, shown.audit)):
            shown.turns.setCurrentIndex(at)
            assert seen.isVisible()
            qtbot.waitUntil(lambda: room.verticalScrollBar().maximum() == 0)
            assert [shown.list.isVisible(), shown.audit.isVisible()] == [at == 0, at == 1]
    finally:
        controller.run_line("text-size 100")
