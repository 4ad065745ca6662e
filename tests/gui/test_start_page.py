"""The start page has room for all it has to tell."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.game.storage.places import places
from app.game.storage.settings import Settings
from app.players.bots import OPPONENTS
from app.qt.board import pictures
from app.qt.main_window.main_window import MainWindow
from app.qt.main_window.preferences import Preferences
from app.qt.start import own_board
from app.qt.start.game_card import GameCard
from app.qt.start.start_page import LEVELS, HeroBoard, RecentEntry, RecoveredBanner, RecoveredEntry, StartPage
from app.qt.widgets.look import read_look
from app.session.services import PictureRequest
from app.session.view_options import Labels
from languages import using
from tests.gui.hands import Hands


def test_no_recovered_game_is_squeezed_however_many_there_are(qtbot: QtBot) -> None:
    page = StartPage(read_look("parchment"))
    qtbot.addWidget(page)
    page.resize(1280, 740)
    detail = "3 edits that no file has; the last was: Process Spring 1901, movement. It was last saved in /home/ada/games/straits.dpn."
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
    card = GameCard(look, "Straits", "/home/ada")
    qtbot.addWidget(card)
    card.set_picture(picture)
    shot = card.grab().toImage()
    colours = [shot.pixelColor(x, y) for x in range(shot.width()) for y in range(shot.height())]
    assert QColor("blue") in colours
    assert not [colour for colour in colours if colour.red() > 150 and colour.green() < 80]


def test_tab_goes_from_the_buttons_to_the_first_recent_game(qtbot: QtBot) -> None:
    page = StartPage(read_look("parchment"))
    qtbot.addWidget(page)
    page.show_recent([RecentEntry(Path("/home/ada/straits.dpn"), "Straits", "Spring 1902, movement", is_there=True)])
    with qtbot.waitActive(page):
        page.show()
    page.play_button.setFocus()
    visited = []
    for _ in range(6):
        focused = QApplication.focusWidget()
        assert focused is not None
        QTest.keyClick(focused, Qt.Key.Key_Tab)
        visited.append(QApplication.focusWidget())
    assert visited == [page.now_button, page.level, page.table_button, page.new_button, page.open_button, page.cards()[0]]
    opened: list[Path] = []
    page.file_requested.connect(opened.append)
    QTest.keyClick(page.cards()[0], Qt.Key.Key_Return)
    assert opened == [Path("/home/ada/straits.dpn")]


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

    monkeypatch.setattr(pictures, "thumbnail", painted)
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
        hero.names_wanted.connect(wanted.append)
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
        hero.names_wanted.connect(wanted.append)
        hero.grab()
    assert wanted == ["parchment"], "the picture that comes with the program is English"
