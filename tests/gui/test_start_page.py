"""The start page has room for all it has to tell."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from app.game.storage.places import places
from app.game.storage.settings import Settings
from app.players.bots import OPPONENTS
from app.qt.board import picture_content
from app.qt.gm.round_part import RoundPart
from app.qt.main_window.main_window import FIRST_LESSON, MainWindow
from app.qt.main_window.window_preferences import Preferences
from app.qt.start import own_board
from app.qt.start.game_card import GameCard
from app.qt.start.hero import HeroBoard
from app.qt.start.start_page import LESSONS, LEVELS, RecentEntry, RecoveredBanner, RecoveredEntry, StartPage
from app.qt.widgets.look import read_look
from app.session.services import NewGame, NewGameQuestion, PictureRequest
from app.session.view_options import Labels
from languages import using
from scripts.emptiness import emptiness
from tests.gui.answering import answering
from tests.gui.hands import Hands
from variants.catalogue import shipped


def test_no_recovered_game_is_squeezed_however_many_there_are(qtbot: QtBot) -> None:
    page = StartPage(read_look("parchment"))
    qtbot.addWidget(page)
    page.resize(1280, 740)
    detail = "Your game of yesterday evening, 12 changes newer than the file. A part of it is damaged: line 2 of 3 is damaged."
    page.show_recovered([RecoveredEntry(str(number), f"Game {number}", detail) for number in range(7)])
    with qtbot.waitExposed(page):
        page.show()
    banners = page.findChildren(RecoveredBanner)
    assert len(banners) == 7
    for banner in banners:
        assert banner.height() >= banner.heightForWidth(banner.width())
        assert banner.open_button.height() >= banner.open_button.sizeHint().height()


def test_a_recent_game_shows_its_board_without_its_painted_frame(qtbot: QtBot) -> None:
    """A card crops the picture, so that the frame would be seen on two sides only."""
    look = read_look("parchment")
    picture = QImage(QSize(470, 432), QImage.Format.Format_RGB32)
    picture.fill(QColor("red"))
    painter = QPainter(picture)
    painter.fillRect(picture.rect().adjusted(2, 2, -2, -2), QColor("blue"))
    painter.end()
    card = GameCard(look, "Straits", "Spring 1902, movement")
    qtbot.addWidget(card)
    card.set_picture(picture)
    shot = card.grab().toImage()
    colours = [shot.pixelColor(x, y) for x in range(shot.width()) for y in range(shot.height())]
    assert QColor("blue") in colours
    assert not [colour for colour in colours if colour.red() > 150 and colour.green() < 80]


def test_with_large_words_the_ways_are_scrolled_and_the_board_stays_whole_with_its_button(qtbot: QtBot) -> None:
    page = StartPage(read_look("parchment"))
    qtbot.addWidget(page)
    font = page.font()
    font.setPointSizeF(2 * font.pointSizeF())
    page.setFont(font)
    page.resize(1366, 720)
    with qtbot.waitExposed(page):
        page.show()
    seen = QRect(page.mapToGlobal(QPoint()), page.size())
    card = page.hero_card
    qtbot.waitUntil(lambda: seen.contains(QRect(card.mapToGlobal(QPoint()), card.size())))
    assert seen.contains(QRect(page.play_button.mapToGlobal(QPoint()), page.play_button.size()))
    assert page.hero.width() <= 2 * page.hero.height(), "not cropped to a strip"
    last = page.ways[-1]
    last.setFocus()
    qtbot.waitUntil(lambda: seen.intersects(QRect(last.mapToGlobal(QPoint()), last.size())))


def test_tab_goes_from_the_buttons_to_the_first_recent_game(qtbot: QtBot) -> None:
    page = StartPage(read_look("parchment"))
    qtbot.addWidget(page)
    straits, harbour = Path("/home/ada/straits.dpn"), Path("/home/ada/harbour.dpn")
    page.show_recent([RecentEntry(file, file.stem, "Spring 1902, movement", "", is_there=True) for file in (straits, harbour)])
    with qtbot.waitActive(page):
        page.show()
    page.table_button.setFocus()
    visited = []
    for _ in range(10):
        focused = QApplication.focusWidget()
        assert focused is not None
        QTest.keyClick(focused, Qt.Key.Key_Tab)
        visited.append(QApplication.focusWidget())
    ways = [page.now_button, page.level, page.mail_button, page.board_button]
    smaller = [page.new_button, page.open_button, page.games_button, page.lessons_button]
    assert visited == [*ways, *smaller, page.play_button, page.cards()[1]]
    opened: list[Path] = []
    page.file_requested.connect(opened.append)
    QTest.keyClick(page.cards()[1], Qt.Key.Key_Return)
    page.play_button.click()
    assert opened == [harbour, straits]


def test_enter_opens_the_list_of_levels(qtbot: QtBot) -> None:
    page = StartPage(read_look("parchment"))
    qtbot.addWidget(page)
    with qtbot.waitActive(page):
        page.show()
    QTest.keyClick(page.level, Qt.Key.Key_Return)
    assert page.level.view().isVisible()


@pytest.mark.parametrize("size", [QSize(1366, 740), QSize(1920, 1050)])
def test_the_four_ways_are_of_one_size_and_each_is_one_press(size: QSize, qtbot: QtBot) -> None:
    page = StartPage(read_look("parchment"))
    qtbot.addWidget(page)
    page.resize(size)
    with qtbot.waitExposed(page):
        page.show()
    assert len({way.width() for way in page.ways}) == 1
    heights = [way.height() for way in page.ways]
    assert max(heights) - min(heights) <= 12
    asked: list[str] = []
    page.table_requested.connect(lambda: asked.append("table"))
    page.now_requested.connect(asked.append)
    page.mail_requested.connect(lambda: asked.append("mail"))
    page.board_requested.connect(lambda: asked.append("board"))
    for way in page.ways:
        way.click()
    assert asked == ["table", page.level.currentData(), "mail", "board"]


def test_no_game_on_the_start_page_shows_a_path(main_window: MainWindow, tmp_path: Path) -> None:
    controller = main_window.controller
    for name in ("thursday", "friday"):
        for line in ("new standard", f"rename {name}", "deadline 2090-11-24 20:00", f"save-as {tmp_path / name}.dpn", "close"):
            assert controller.run_line(line)
    (tmp_path / "thursday.dpn").unlink()
    controller.start_controller.refresh()
    page = main_window.central.start_page
    told = [page.play_button.accessibleName(), *(each.text() for each in page.hero_card.findChildren(QLabel))]
    told += [page.cards()[1].accessibleName(), page.cards()[1].toolTip()]
    assert not [text for text in told if str(tmp_path) in text]
    assert any("Fri 24 Nov, " in text and "7 powers missing" in text for text in told)
    assert page.cards()[1].accessibleName() == "thursday, The file is not there any more."


def test_a_game_by_mail_begins_with_its_round(main_window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    controller = main_window.controller
    answering(monkeypatch, NewGameQuestion, lambda _first="": NewGame("standard"))
    main_window.central.start_page.mail_button.click()
    assert controller.session.game.variant.id == "standard"
    assert controller.panels.get(RoundPart).is_open


def test_lessons_begin_with_the_first_exercise(main_window: MainWindow) -> None:
    main_window.central.start_page.lessons_button.click()
    assert main_window.controller.session.game.variant.id == FIRST_LESSON


def test_cards_of_lessons_are_named_as_their_exercises_and_begin_them(main_window: MainWindow, qtbot: QtBot) -> None:
    page = main_window.central.start_page
    main_window.resize(1366, 768)
    qtbot.waitUntil(lambda: len(page.lessons()) == len(LESSONS))
    for (name, title, task, _middle), card in zip(LESSONS, page.lessons(), strict=True):
        exercise = shipped(name)
        assert (title, task) == (exercise.variant.name, exercise.description)
        assert card.title == title
    QTest.mouseClick(page.lessons()[1], Qt.MouseButton.LeftButton)
    assert main_window.controller.session.game.variant.id == "solo-02-support"


@pytest.mark.parametrize("code", ["en", "de", "fr", "es", "it"])
def test_the_task_of_a_lesson_stands_whole_on_its_card(code: str, qtbot: QtBot) -> None:
    with using(code):
        page = StartPage(read_look("parchment"))
        qtbot.addWidget(page)
        page.resize(1920, 1050)
        with qtbot.waitExposed(page):
            page.show()
        assert len(page.lessons()) == len(LESSONS)
        for card in page.lessons():
            words = card.accessibleName().removeprefix(f"{card.title}, ")
            assert " ".join(card.lines) == words
            assert all(card.fontMetrics().horizontalAdvance(line) <= card.width() - 26 for line in card.lines)


def test_a_large_picture_with_names_that_comes_late_is_not_shown_on_a_small_card(qtbot: QtBot) -> None:
    page = StartPage(read_look("parchment"))
    qtbot.addWidget(page)
    files = [Path(f"/home/ada/{number}.dpn") for number in range(2)]
    page.show_recent([RecentEntry(file, file.stem, "Spring 1902, movement", "", is_there=True) for file in files])
    (card,) = page.cards()[1:]
    assert isinstance(card, GameCard)
    page.show_picture(files[1], QImage(600, 400, QImage.Format.Format_RGB32), large=True)
    assert not card.has_picture
    page.show_picture(files[1], QImage(60, 40, QImage.Format.Format_RGB32))
    assert card.has_picture


def test_lessons_leave_the_room_to_recent_games(qtbot: QtBot) -> None:
    page = StartPage(read_look("parchment"))
    qtbot.addWidget(page)
    page.resize(1920, 1050)
    with qtbot.waitExposed(page):
        page.show()
    for games, lessons in ((1, 3), (2, 2), (3, 1), (4, 0), (0, 3)):
        files = [Path(f"/home/ada/{number}.dpn") for number in range(games)]
        page.show_recent([RecentEntry(file, file.stem, "Spring 1902, movement", "", is_there=True) for file in files])
        assert len(page.lessons()) == lessons, games
    page.resize(1000, 700)
    assert page.lessons() == ()


@pytest.mark.parametrize("size", [(1366, 740), (1920, 1050)], ids=str)
def test_no_card_of_a_recent_game_is_cut_at_the_end_of_the_page(size: tuple[int, int], qtbot: QtBot) -> None:
    page = StartPage(read_look("parchment"))
    qtbot.addWidget(page)
    page.resize(*size)
    with qtbot.waitExposed(page):
        page.show()
    files = [Path(f"/home/ada/{number}.dpn") for number in range(7)]
    page.show_recent([RecentEntry(file, file.stem, "Spring 1902, movement", "", is_there=True) for file in files])
    cards = page.cards()[1:]

    def ends() -> list[tuple[int, int]]:
        return [(card.mapTo(page, card.rect().topLeft()).y(), card.mapTo(page, card.rect().bottomLeft()).y()) for card in cards]

    qtbot.waitUntil(lambda: all(end < start for (_, end), (start, _) in pairwise(ends())))
    bottom = page.hero_card.mapTo(page, page.hero_card.rect().bottomLeft()).y()
    assert not [True for start, end in ends() if start < bottom - 2 < end - 4], (ends(), bottom)


@pytest.mark.slow
@pytest.mark.parametrize("look", ["parchment", "night"])
@pytest.mark.parametrize("size", [(1366, 768), (1920, 1080), (3840, 2160)], ids=str)
def test_a_fifth_of_the_page_of_a_newcomer_is_empty_at_most(size: tuple[int, int], look: str, qtbot: QtBot) -> None:
    page = StartPage(read_look(look))
    qtbot.addWidget(page)
    page.resize(*size)
    with qtbot.waitExposed(page):
        page.show()
    assert emptiness(page.grab().toImage()) <= 0.2


def test_the_levels_are_the_opponents_that_people_play_against() -> None:
    assert [*LEVELS] == [(name.value, each.title) for name, each in OPPONENTS.items() if each.is_offered]


def test_one_press_plays_against_six_of_the_level_beside_it_which_is_remembered(main_window: MainWindow, hands: Hands) -> None:
    page = main_window.central.start_page
    page.choose_level("easy")
    hands.click(page.now_button)
    session = main_window.controller.session
    assert session.seating is not None
    assert session.viewer in session.game.variant.powers
    assert {seat.opponent for seat in session.seating.table.seats if not seat.is_person} == {"easy"}
    assert Preferences(Settings(places().settings_file)).level == "easy"


def test_where_nothing_can_be_kept_the_board_with_names_is_shown_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = QImage(QSize(64, 64), QImage.Format.Format_RGB32)
    monkeypatch.setattr(own_board, "draw_start_board", lambda _theme, _width: drawn)
    in_the_way = tmp_path / "start"
    in_the_way.write_text("a file where the folder belongs")
    with using("de"):
        assert own_board.own_board(in_the_way, "parchment") is drawn
        kept = tmp_path / "whole" / "start"
        assert own_board.own_board(kept, "parchment") is drawn
    assert [each.suffix for each in kept.iterdir()] == [".jpg"], "and nothing half written"


def test_cards_of_recent_games_have_no_names_that_another_language_would_change(
    main_window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[PictureRequest] = []

    def painted(request: PictureRequest) -> QImage:
        asked.append(request)
        return QImage()

    monkeypatch.setattr(picture_content, "thumbnail", painted)
    for line in ("new standard", f"save-as {tmp_path / 'evening.dpn'}"):
        main_window.controller.run_line(line)
    assert {each.view.labels for each in asked} == {Labels.OFF}


def test_the_board_has_no_names_until_those_of_the_language_are_drawn_and_is_kept_with_them(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = QImage(QSize(64, 64), QImage.Format.Format_RGB32)
    drawn.fill(QColor("red"))
    monkeypatch.setattr(own_board, "draw_start_board", lambda _theme, _width: drawn)
    wanted: list[str] = []
    with using("de"):
        hero = HeroBoard(read_look("parchment"))
        qtbot.addWidget(hero)
        hero.names_requested.connect(wanted.append)
        hero.grab()
        first = own_board.own_board(tmp_path, "parchment")
        monkeypatch.delattr(own_board, "draw_start_board")
        hero.show_picture("night", None)
        hero.show_picture("parchment", own_board.own_board(tmp_path, "parchment"))
        colour = hero.grab().toImage().pixelColor(hero.rect().center())
    with using("pseudo"):
        assert own_board.own_board(tmp_path, "parchment") is None, "it has no names of its own"
    assert (first, wanted) == (drawn, ["parchment"]), "once painted with names it wants none"
    assert (colour.red() > 200, colour.green() < 60) == (True, True)
    with using("en"):
        hero = HeroBoard(read_look("parchment"))
        qtbot.addWidget(hero)
        hero.names_requested.connect(wanted.append)
        hero.grab()
    assert wanted == ["parchment"], "the picture that comes with the program is English"
