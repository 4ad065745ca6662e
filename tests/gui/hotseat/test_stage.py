"""Stage of a reveal in the real window: pieces that move, no menus, stillness, sounds, large names near by."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.presentation.hotseat.reveal_motion import StepSound
from app.presentation.hotseat.reveal_steps import RevealKind
from app.qt.hotseat import lobby_dialog
from app.qt.hotseat.reveal_page import RevealPage
from app.qt.hotseat.stage_board import LargeName, StageSound, found_player
from app.qt.main_window.main_controller import MainController
from tests.gui.hands import Hands
from tests.gui.hotseat.test_round_in_the_window import curtain, reveal, sealed_round, two_people


@pytest.fixture
def stage(controller: MainController, qtbot: QtBot, hands: Hands, monkeypatch: pytest.MonkeyPatch) -> RevealPage:
    """Paris and Munich have met in Burgundy; everybody looks."""
    monkeypatch.setattr("app.qt.widgets.dialogs.ask", lambda *_: "Seal")
    monkeypatch.setattr(lobby_dialog, "ask_seats", two_people)
    controller.start_page.table_button.click()
    QApplication.processEvents()
    sealed_round(controller, qtbot, hands)
    curtain(controller).reveal_button.click()
    QApplication.processEvents()
    return reveal(controller)


def go_to(stage: RevealPage, kind: RevealKind) -> None:
    while stage._story.steps[stage.at].kind is not kind:
        QTest.keyClick(stage, Qt.Key.Key_Space)


def place_of(stage: RevealPage, province: str) -> tuple[float, float]:
    """Place of the item that shows the unit, as it is on the screen."""
    shown = next(
        item for key, item in stage.scene._pieces._items.items() if isinstance(key, tuple) and getattr(key[0], "province", "") == province
    )
    return shown.pos().toTuple()


def test_units_that_bounce_go_out_and_come_back(stage: RevealPage, qtbot: QtBot) -> None:
    home = place_of(stage, "PAR")
    go_to(stage, RevealKind.STANDOFF)
    assert stage.is_moving
    stage._timeline.setCurrentTime(stage._timeline.duration() // 2)
    assert place_of(stage, "PAR") != home
    qtbot.waitUntil(lambda: not stage.is_moving)
    assert place_of(stage, "PAR") == home


def test_nothing_moves_where_the_system_asks_for_stillness(stage: RevealPage, controller: MainController) -> None:
    controller.run_line("animation off")
    go_to(stage, RevealKind.STANDOFF)
    assert not stage.is_moving
    assert stage.scene.share == 1.0


def test_the_stage_has_no_menus_tabs_or_status_line_and_gives_them_back(stage: RevealPage, controller: MainController) -> None:
    window = controller.window

    def seen() -> tuple[bool, bool, bool]:
        return window.isFullScreen(), window.menuBar().isVisible(), window.statusBar().isVisible()

    assert seen() == (True, False, False)
    QTest.keyClick(stage, Qt.Key.Key_Escape)
    QApplication.processEvents()
    assert seen() == (False, True, True)


def test_no_table_is_seen_beside_the_board_where_the_places_that_are_told_lie_close_together(stage: RevealPage) -> None:
    board = stage.board
    board.setFixedSize(1366, 540)
    QApplication.processEvents()
    for places in (["VEN", "ROM"], ["BUD", "SER", "TRI", "ALB"]):
        board.look_at(places, (), ())
        seen = board.mapToScene(board.viewport().rect()).boundingRect()
        assert board.is_near
        assert seen.width() <= board.scene().sceneRect().width() + 2, places


def test_what_is_told_is_near_with_large_names_and_the_whole_board_in_a_corner(stage: RevealPage) -> None:
    assert (stage.board.is_near, stage.roster.isVisible()) == (False, True)
    go_to(stage, RevealKind.STANDOFF)
    assert (stage.board.is_near, stage.roster.isVisible()) == (True, False)
    assert stage.board.small.isVisible()
    assert len(stage.board._names) == 3
    written = stage.scene._names._labels
    assert not written["BUR"].isVisible()
    QTest.keyClick(stage, Qt.Key.Key_Home)
    assert written["BUR"].isVisible()


def test_one_button_goes_on_and_says_what_it_does(stage: RevealPage, controller: MainController) -> None:
    assert stage.next_button.text().startswith("Next step")
    while not stage.is_over:
        stage.next_button.click()
    assert stage.next_button.text().startswith("Go on")
    stage.next_button.click()
    QApplication.processEvents()
    assert curtain(controller).title.text() == "The table talks"


def test_m_mutes_and_the_choice_is_kept(stage: RevealPage, controller: MainController) -> None:
    before = (stage.sound.is_on, controller.view.sound, stage.sound_button.isChecked())
    assert before == (True, True, True)
    QTest.keyClick(stage, Qt.Key.Key_M)
    assert (stage.sound.is_on, controller.view.sound, stage.sound_button.isChecked()) == (False, False, False)


def test_a_sound_is_given_to_a_program_that_plays_it(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> None:
    heard, script = tmp_path / "heard.wav", tmp_path / "player.py"
    part = tmp_path / "part"
    script.write_text(f"import os, shutil, sys\nshutil.copy(sys.argv[1], {str(part)!r})\nos.rename({str(part)!r}, {str(heard)!r})\n")
    sound = StageSound(qapp, player=(sys.executable, str(script)))
    sound.play(StepSound.CLASH)
    qtbot.waitUntil(heard.exists)
    assert heard.read_bytes().startswith(b"RIFF")
    heard.unlink()
    sound.is_on = False
    sound.stop()
    sound.play(StepSound.CLASH)
    assert sound._process is None
    sound.deleteLater()


def test_no_player_is_found_where_none_is_installed() -> None:
    assert found_player((("no-such-player-of-sounds",),)) == ()


def test_words_have_their_room_at_once_when_the_window_grows_or_shrinks(stage: RevealPage, controller: MainController) -> None:
    go_to(stage, RevealKind.STANDOFF)
    heights = []
    for size in ((1366, 768), (1920, 1080), (1366, 768)):
        controller.window.resize(*size)
        QApplication.processEvents()
        assert stage.title.height() >= stage.title.heightForWidth(stage.title.width())
        heights.append(stage._band.height())
    assert heights[0] == heights[2] < heights[1]


def test_letters_below_the_line_are_not_cut(stage: RevealPage) -> None:
    title = stage.title
    metrics = title.fontMetrics()
    title.setText("gypsy")
    assert title.heightForWidth(title.width()) - metrics.height() >= title.contentsMargins().top()
    below = title.height() - title.contentsRect().bottom() - 1
    assert metrics.tightBoundingRect(title.text()).bottom() + 1 <= metrics.descent() + below


def test_a_large_name_stands_clear_of_units(qapp: object) -> None:
    name = LargeName("Burgundy", QPointF(500, 500), 40.0, QColor("black"), QColor("white"))
    unit = QRectF(485, 485, 30, 30)
    room = name.make_room([unit], 2.0)
    assert not room.intersects(unit)
    assert room.center().x() == name.boundingRect().center().x() / 2.0 + 500
    alone = LargeName("Burgundy", QPointF(500, 500), 40.0, QColor("black"), QColor("white"))
    alone.make_room([], 2.0)
    assert alone.pos() == QPointF(500, 500)


def test_words_grow_with_the_window_or_by_the_size_that_a_person_gave_them_and_not_by_both(stage: RevealPage) -> None:
    stage.setFixedSize(3840, 2160)
    usual = stage._growth
    font = stage.font()
    font.setPointSizeF(2 * font.pointSizeF())
    stage.setFont(font)
    assert usual > 2
    assert stage._growth == pytest.approx(usual / 2)
    stage.setFixedSize(1366, 768)
    assert stage._growth == 1
