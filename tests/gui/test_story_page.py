"""The story in the window: from the menu's command and the card at the end, over the board and back."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QPushButton, QScrollBar
from pytestqt.qtbot import QtBot

from app.game.document import Document
from app.game.edits import new_game
from app.game.ending_edits import declare_draw
from app.game.record import MAIN, Cursor, Game
from app.qt.main_window.main_controller import MainController
from app.qt.panels.game_panel import GamePanel
from app.qt.statistics.story_page import FIRST_PAIRS, PictureWidget, StoryPage
from app.qt.statistics.story_part import StoryPart
from app.qt.widgets.background import WorkProgress
from app.session.view_options import View
from app.statistics.story import describe_honours
from languages import using
from tests.thorough import one_in
from tests.unit.app.game.play import played_game
from variants.catalogue import shipped


def opened(controller: MainController, game: Game) -> StoryPage:
    controller.session.add(Document(game))
    assert controller.trigger("story")
    return shown(controller)


def shown(controller: MainController) -> StoryPage:
    QApplication.processEvents()
    page = controller.panels.get(StoryPart).page
    assert page is not None
    assert controller.stack.currentWidget() is page
    return page


def is_back(controller: MainController) -> bool:
    QApplication.processEvents()
    return controller.panels.get(StoryPart).page is None and controller.stack.currentWidget() is controller.page


@pytest.fixture
def page(controller: MainController) -> StoryPage:
    return opened(controller, declare_draw(played_game(14, seed=4), MAIN))


def words(page: StoryPage) -> list[str]:
    return [label.text() for label in page.findChildren(QLabel)]


def test_it_shows_points_and_turning_points_in_the_place_of_the_board(page: StoryPage, controller: MainController) -> None:
    said = words(page)
    assert {"Turning points", "Centres by year", "Who helped, who stabbed", "Draw\nsize", "Sum of\nsquares"} <= set(said)
    page.system.setCurrentText("Bangkok")
    assert page.how.text().startswith("41 for a solo")
    assert all(label.text() for label in page.chosen_points.values())
    assert {page.system.itemText(at) for at in range(page.system.count())} >= {"Carnage", "C-Diplo", "Tribute", "Detour09", "World Classic"}
    assert any("draw" in each for each in said)
    assert not controller.panels.get(GamePanel).dock.isVisible(), "panels make room"
    assert "England" in page.pairs.accessibleDescription()


def test_the_chart_of_centres_has_the_height_that_the_pairs_leave(page: StoryPage, controller: MainController) -> None:
    picture = page.findChild(PictureWidget)
    assert picture is not None
    heights = []
    for high in (768, 1080):
        controller.window.resize(1920, high)
        QApplication.processEvents()
        heights.append(picture.height())
    assert heights[1] > heights[0] + 100
    page.resize(page.width() + 1, page.height())
    assert picture.height() == heights[1], "at the first resize already"


def test_esc_and_the_button_go_back_to_the_board(page: StoryPage, controller: MainController) -> None:
    QTest.keyClick(page, Qt.Key.Key_Escape)
    assert is_back(controller)
    assert controller.panels.get(GamePanel).dock.isVisible()
    controller.trigger("story")
    shown(controller).board_button.click()
    assert is_back(controller)


def test_the_same_command_puts_it_away(page: StoryPage, controller: MainController) -> None:
    controller.trigger("story")
    assert is_back(controller)


def test_a_turning_point_shows_its_board(page: StoryPage, controller: MainController) -> None:
    button = next(each for each in page.findChildren(QPushButton) if each.accessibleName().startswith("Show the board of"))
    button.click()
    assert is_back(controller)
    assert controller.session.cursor != controller.session.game.last()


def test_another_moment_or_another_viewer_puts_it_away(page: StoryPage, controller: MainController) -> None:
    controller.session.document.show(Cursor(MAIN, 0))
    assert is_back(controller)
    controller.trigger("story")
    shown(controller)
    controller.run("view-as", power="FRANCE")
    assert is_back(controller)
    controller.trigger("story")
    assert any("As France may see it" in each for each in words(shown(controller)))


def test_another_theme_puts_it_away(page: StoryPage, controller: MainController) -> None:
    controller.screen.show_view(View(theme="night"))
    assert is_back(controller)


def test_all_pairs_are_shown_on_demand(page: StoryPage, controller: MainController) -> None:
    before = page.pairs.height()
    page.all_pairs.click()
    assert page.pairs.height() > before
    page.all_pairs.click()
    assert page.pairs.height() == before


def test_the_card_at_the_end_leads_to_the_story(controller: MainController) -> None:
    controller.session.add(Document(declare_draw(played_game(6, seed=4), MAIN)))
    document = controller.session.document
    document.show(Cursor(MAIN, 0))
    document.show(document.game.last())
    board = controller.page
    assert board is not None
    card = board.ending.card
    assert card is not None
    QApplication.processEvents()
    assert card._room.verticalScrollBar().maximum() == 0, "the whole card has room on the board"
    card.story_button.click()
    shown(controller)


@pytest.mark.parametrize("command", one_in(4, ["export-page", "export-booklet", "export-film", "export-pictures"]))
def test_its_buttons_write_files(
    command: str, controller: MainController, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    page = opened(controller, declare_draw(played_game(3, seed=4), MAIN))  # each phase is a large picture
    target = tmp_path / "kept"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(tmp_path))
    page.export_buttons[command].click()
    found = [each for each in tmp_path.iterdir() if not each.name.startswith(".")]
    assert len(found) == 1, controller.status.message.text()
    assert "Written to" in controller.status.message.text()
    shown(controller)


def test_who_stops_an_export_is_told_and_nothing_is_written(
    page: StoryPage, controller: MainController, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "kept"), ""))
    monkeypatch.setattr(WorkProgress, "go_on", lambda *_: False)
    page.export_buttons["export-film"].click()
    assert list(tmp_path.iterdir()) == []
    assert controller.status.message.text() == "Stopped: no film was written."


@pytest.mark.parametrize("variant", one_in(3, ["chaos", "britain", "winter-1900"]))
def test_every_variant_has_its_page_from_the_first_moment(variant: str, controller: MainController) -> None:
    page = opened(controller, new_game(shipped(variant).variant, "Beginning", game_id="0001"))
    page.resize(1366, 700)
    assert not page.grab().isNull()


def test_the_board_of_the_end_stands_where_the_tables_leave_room_for_it(page: StoryPage, controller: MainController, qtbot: QtBot) -> None:
    controller.window.show()
    controller.window.resize(1920, 1400)
    qtbot.waitUntil(page.board.isVisible)
    controller.window.resize(1366, 500)
    qtbot.waitUntil(lambda: not page.board.isVisible())
    controller.window.resize(1920, 1400)
    qtbot.waitUntil(page.board.isVisible)
    chart, board = page._chart.parentWidget(), page._board_card
    assert chart is not None
    assert board.isAncestorOf(page.board)
    assert (chart.y(), chart.height()) == (board.y(), board.height()), "both frames begin and end at the same height"
    QTest.mouseClick(page.board, Qt.MouseButton.LeftButton)
    assert is_back(controller)


def test_the_whole_story_of_a_short_game_is_seen_on_a_small_laptop(controller: MainController, qtbot: QtBot) -> None:
    controller.window.show()
    controller.window.resize(1366, 768)
    page = opened(controller, declare_draw(played_game(9, seed=4), MAIN, ("FRANCE", "ITALY")))
    assert len(page._story.pairs) >= FIRST_PAIRS
    qtbot.waitUntil(lambda: page.area.verticalScrollBar().maximum() == 0 and page.pairs.visibleRegion().boundingRect() == page.pairs.rect())


def test_what_is_remembered_of_a_long_game_stands_above_its_turning_points(controller: MainController, qtbot: QtBot) -> None:
    controller.window.show()
    controller.window.resize(1366, 768)
    page = opened(controller, declare_draw(played_game(14, seed=4), MAIN))
    labels = {label.text(): label for label in page.findChildren(QLabel)}
    names = [heading for heading, _ in describe_honours(page._story, page._look.names)]
    assert names
    qtbot.waitUntil(lambda: all(labels[each].visibleRegion().boundingRect() == labels[each].rect() for each in names))
    lowest = max(labels[each].mapTo(page, labels[each].rect().bottomLeft()).y() for each in names)
    assert lowest < labels["Turning points"].mapTo(page, labels["Turning points"].rect().topLeft()).y()


def test_the_board_stands_beside_the_points_in_large_german_words(controller: MainController, qtbot: QtBot) -> None:
    controller.window.show()
    controller.window.resize(1366, 768)
    controller.run_line("text-size 200")
    try:
        with using("de"):
            page = opened(controller, declare_draw(played_game(9, seed=4), MAIN, ("FRANCE", "ITALY")))
        qtbot.waitUntil(lambda: page.board.isVisible() and page.board.mapTo(page, QPoint()).x() > page.width() / 2)
        assert page.area.horizontalScrollBar().maximum() == 0
    finally:
        controller.run_line("text-size 100")


def test_pictures_stand_below_the_tables_where_there_is_no_room_beside_them(controller: MainController, qtbot: QtBot) -> None:
    controller.window.show()
    controller.window.resize(1366, 768)
    controller.run_line("text-size 200")
    page = opened(controller, declare_draw(played_game(14, seed=4), MAIN))
    qtbot.waitUntil(lambda: page.pairs.mapTo(page, page.pairs.rect().topLeft()).x() < page.width() / 4)
    assert page.area.horizontalScrollBar().maximum() == 0
    qtbot.waitUntil(lambda: page.board.isVisible() and page.board.mapTo(page, QPoint()).x() > page.width() / 2)  # beside the points
    controller.run_line("text-size 100")
    page = shown(controller) if controller.panels.get(StoryPart).page else opened(controller, controller.session.game)
    qtbot.waitUntil(lambda: page.pairs.mapTo(page, page.pairs.rect().topLeft()).x() > page.width() / 4)


def test_the_card_of_the_end_is_no_wider_than_a_narrow_board(controller: MainController, qtbot: QtBot) -> None:
    controller.session.add(Document(declare_draw(played_game(14, seed=4), MAIN)))
    controller.window.show()
    controller.window.resize(900, 700)
    board = controller.page
    assert board is not None
    card = board.ending.card
    assert card is not None
    for wide in (420, 900):
        board.board.resize(wide, 600)
        board.ending.place()
        QApplication.processEvents()
        assert card.width() <= wide - 40
        assert card.findChildren(QScrollBar)
        assert [each.maximum() for each in card.findChildren(QScrollBar) if each.orientation() is Qt.Orientation.Horizontal] == [0], wide


def test_the_whole_card_of_the_end_has_room_with_large_words(controller: MainController, qtbot: QtBot) -> None:
    controller.window.show()
    controller.window.resize(1366, 768)
    controller.run_line("text-size 200")
    try:
        controller.session.add(Document(declare_draw(played_game(6, seed=4), MAIN)))
        board = controller.page
        assert board is not None
        qtbot.waitUntil(lambda: board.board.height() > 500)
        board.ending.place()
        card = board.ending.card
        assert card is not None
        QApplication.processEvents()
        assert card._room.verticalScrollBar().maximum() == 0
        assert card.chart.isHidden()
        controller.run_line("text-size 100")
        QApplication.processEvents()
        board.ending.place()
        assert not card.chart.isHidden()
    finally:
        controller.run_line("text-size 100")
