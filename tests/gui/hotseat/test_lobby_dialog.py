"""The seats page: who decides for each power, under what name, and what is kept from whom."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QScrollBar
from pytestqt.qtbot import QtBot

from app.game.edits import new_game
from app.game.entries import RevealTime
from app.game.record import EditError
from app.hotseat.table import Decider, by_preference, dice, first_table
from app.players.bots import OPPONENTS
from app.presentation.variant_summary import numbers
from app.qt.hotseat import lobby_dialog
from app.qt.hotseat.lobby_dialog import LobbyDialog, SecretDialog, wishes_of
from app.qt.main_window.main_controller import MainController
from app.qt.widgets import dialogs
from app.qt.widgets.look import read_look
from app.session.services import ChosenSeats
from languages import using
from variants.catalogue import shipped, standard

OFFERED = [(name.value, each.title, each.description) for name, each in OPPONENTS.items() if each.is_offered]


def dialog_for(qtbot: QtBot, variant: str = "standard") -> LobbyDialog:
    made = LobbyDialog(first_table(new_game(shipped(variant).variant)), "Evening", "7 powers", OFFERED, {}, read_look("parchment"))
    qtbot.addWidget(made)
    return made


@pytest.fixture
def dialog(qtbot: QtBot) -> LobbyDialog:
    return dialog_for(qtbot)


def choose(dialog: LobbyDialog, row: int, decider: Decider) -> None:
    box = dialog.rows[row].decider
    box.setCurrentIndex([str(box.itemData(at)) for at in range(box.count())].index(decider))


def test_enter_starts_with_a_person_at_every_power(dialog: LobbyDialog) -> None:
    assert dialog.start_button.isDefault()
    dialog.start_button.click()
    table = dialog.choice.table
    assert table is not None
    assert len(table.people) == 7


def test_one_button_skips_the_seats(dialog: LobbyDialog) -> None:
    dialog.skip_button.click()
    assert dialog.result() == QDialog.DialogCode.Accepted
    assert dialog.choice.table is None


def test_names_opponents_and_absent_players_are_what_was_chosen(dialog: LobbyDialog) -> None:
    QTest.keyClicks(dialog.rows[0].person, "Ada")
    choose(dialog, 1, Decider.OPPONENT)
    choose(dialog, 2, Decider.ABSENT)
    table = dialog.choice.table
    assert table is not None
    first, second, third, *_ = table.seats
    assert (first.decider, first.person) == (Decider.PERSON, "Ada")
    assert second.decider is Decider.OPPONENT
    assert second.opponent in {key for key, _, _ in OFFERED}
    assert third.decider is Decider.ABSENT
    assert dialog.summary.text() == "5 people, 1 opponent, 1 absent."


def test_nobody_here_cannot_start(dialog: LobbyDialog) -> None:
    for row in range(7):
        choose(dialog, row, Decider.OPPONENT)
    assert not dialog.start_button.isEnabled()
    assert "at least one power" in dialog.advice.text()


def test_a_person_with_two_powers_has_one_secret_for_both(dialog: LobbyDialog, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_dialog, "ask_secret", lambda *_, **__: (True, "4711"))
    for row in (0, 3):
        QTest.keyClicks(dialog.rows[row].person, "Ada")
    dialog.rows[0].lock.click()
    powers = [dialog.rows[row].seat.power for row in (0, 3)]
    assert set(dialog.choice.secrets) == set(powers)
    assert dialog.rows[3].lock.text() == "✓ PIN set"


def test_a_secret_goes_with_its_person_and_away_with_an_opponent(dialog: LobbyDialog, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_dialog, "ask_secret", lambda *_, **__: (True, "4711"))
    QTest.keyClicks(dialog.rows[0].person, "Ada")
    dialog.rows[0].lock.click()
    dialog.rows[0].moves.moved.emit(1)
    assert dialog.rows[1].person.text() == "Ada"
    assert set(dialog.choice.secrets) == {dialog.rows[1].seat.power}
    choose(dialog, 1, Decider.OPPONENT)
    assert dialog.choice.secrets == {}


def test_when_orders_are_shown_and_the_clock_are_kept(dialog: LobbyDialog) -> None:
    dialog.shown[RevealTime.CLOCK].setChecked(True)
    dialog.talks.setCurrentIndex(dialog.talks.findText("No limit"))
    dialog.first_talks.setCurrentIndex(dialog.first_talks.findText("20 min"))
    table = dialog.choice.table
    assert table is not None
    assert (table.shown, table.clock.first_talks, table.clock.talks) == (RevealTime.CLOCK, 1200, None)


def test_thirty_four_powers_fit_on_a_page_that_scrolls(qtbot: QtBot) -> None:
    made = dialog_for(qtbot, "chaos")
    made.resize(1180, 740)
    made.show()
    assert len(made.rows) == 34
    assert made.height() <= 760


def test_a_secret_is_typed_twice_and_is_not_too_short(qtbot: QtBot) -> None:
    asks = SecretDialog("Ada")
    qtbot.addWidget(asks)
    for first, second, is_good in (("47", "47", False), ("4711", "4712", False), ("abcde", "abcde", False), ("4711", "4711", True)):
        asks.first.setText(first)
        asks.second.setText(second)
        assert asks.set_button.isEnabled() is is_good
    assert "4711" not in repr(ChosenSeats(None, {"FRANCE": "4711"}))


POWERS: Sequence[tuple[str, str]] = [(power.id, power.name) for power in standard().powers.values()]


def test_wishes_are_read_by_name_id_or_beginning() -> None:
    read = wishes_of("Ada: France, aus, TURKEY\nBen: ger\n\n  : Italy", POWERS)
    assert read == {"Ada": ["FRANCE", "AUSTRIA", "TURKEY"], "Ben": ["GERMANY"]}


def test_a_wish_that_is_no_power_is_refused_by_name() -> None:
    with pytest.raises(EditError, match="Narnia"):
        by_preference([power for power, _ in POWERS], wishes_of("Ada: Narnia", POWERS), dice(1))


def test_passing_the_dialog_by_esc_chooses_nothing(dialog: LobbyDialog) -> None:
    dialog.show()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.result() == QDialog.DialogCode.Rejected


def test_names_are_typed_one_after_the_other_with_tab(dialog: LobbyDialog, qtbot: QtBot) -> None:
    dialog.show()
    dialog.activateWindow()
    qtbot.waitUntil(dialog.rows[0].person.hasFocus)
    for name in ("Ada", "Ben", "Cleo"):
        focus = dialog.focusWidget()
        assert focus is not None
        QTest.keyClicks(focus, name)
        QTest.keyClick(focus, Qt.Key.Key_Tab)
    assert [row.person.text() for row in dialog.rows[:4]] == ["Ada", "Ben", "Cleo", ""]
    QTest.keyClick(dialog.rows[3].person, Qt.Key.Key_Up)
    assert dialog.rows[2].person.hasFocus()


def test_tab_from_the_last_name_comes_to_start(dialog: LobbyDialog, qtbot: QtBot) -> None:
    dialog.show()
    dialog.activateWindow()
    dialog.rows[-1].person.setFocus()
    qtbot.waitUntil(dialog.rows[-1].person.hasFocus)
    QTest.keyClick(dialog.rows[-1].person, Qt.Key.Key_Tab)
    assert dialog.start_button.hasFocus()


def test_a_player_goes_to_another_power_by_keys_and_by_drag(dialog: LobbyDialog, qtbot: QtBot) -> None:
    dialog.show()
    dialog.activateWindow()
    qtbot.waitUntil(dialog.rows[0].person.hasFocus)
    QTest.keyClicks(dialog.rows[0].person, "Ada")
    QTest.keyClick(dialog.rows[0].person, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert [row.person.text() for row in dialog.rows[:2]] == ["", "Ada"]
    assert dialog.rows[1].person.hasFocus()
    grip, goal = dialog.rows[1].moves, dialog.rows[5].name
    QTest.mousePress(grip, Qt.MouseButton.LeftButton)
    there = grip.mapFromGlobal(goal.mapToGlobal(goal.rect().center()))
    QTest.mouseRelease(grip, Qt.MouseButton.LeftButton, pos=there)
    assert dialog.rows[5].person.text() == "Ada"
    assert dialog.rows[1].person.text() == ""


@pytest.mark.parametrize("size", [(1366, 768), (1280, 720)])
def test_the_page_of_seats_fits_a_small_screen_without_a_scroll_bar(dialog: LobbyDialog, size: tuple[int, int]) -> None:
    dialog.show()
    dialog.resize(size[0] - 20, size[1] - 60)
    QTest.qWait(0)
    assert dialog.start_button.visibleRegion().boundingRect() == dialog.start_button.rect()
    assert not [bar for bar in dialog.findChildren(QScrollBar) if bar.isVisible()]


def test_all_of_it_is_seen_on_a_small_laptop(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dialogs, "room_for", lambda _dialog: QSize(1350, 720))
    board = QImage(600, 570, QImage.Format.Format_RGB32)
    game = new_game(standard())
    made = LobbyDialog(first_table(game), "Evening", numbers(game.variant), OFFERED, {}, read_look("parchment"), board)
    qtbot.addWidget(made)
    with qtbot.waitExposed(made):
        made.show()
    assert made._room is not None
    assert made._room.verticalScrollBar().maximum() == 0, made._room.needs(made.width())


def shown_lobby(controller: MainController, qtbot: QtBot) -> LobbyDialog:
    """The page of seats of a new game, on the screen."""
    game = new_game(standard())
    made = LobbyDialog(first_table(game), "Evening", numbers(game.variant), OFFERED, {}, controller.look)
    qtbot.addWidget(made)
    with qtbot.waitExposed(made):
        made.show()
    return made


@pytest.mark.parametrize("size", [(1366, 768), (1920, 1080)])
def test_with_words_of_twice_the_size_start_stays_in_sight_and_the_seats_come_first(
    controller: MainController, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot, size: tuple[int, int]
) -> None:
    monkeypatch.setattr(dialogs, "room_for", lambda _dialog: QSize(*size) - dialogs.FRAME)
    controller.run_line("text-size 200")
    made = shown_lobby(controller, qtbot)
    for button in (made.start_button, made.skip_button):
        assert button.visibleRegion().boundingRect() == button.rect()
    assert made.rows[0].person.visibleRegion().boundingRect() == made.rows[0].person.rect()
    assert made._room is not None
    assert made._room.horizontalScrollBar().maximum() == 0
    assert len([bar for bar in made.findChildren(QScrollBar) if bar.isVisible()]) <= 1, "a bar within what another one moves"
    controller.run_line("text-size 100")


def test_with_large_words_the_page_has_no_more_height_than_it_fills(
    controller: MainController, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setattr(dialogs, "room_for", lambda _dialog: QSize(3840, 2160) - dialogs.FRAME)
    controller.run_line("text-size 200")
    made = shown_lobby(controller, qtbot)
    assert made._room is not None
    assert made._room.verticalScrollBar().maximum() == 0
    twice = made.height()
    controller.run_line("text-size 100")
    usual = shown_lobby(controller, qtbot)
    assert usual.height() < twice < 1.8 * usual.height(), "frames and gaps are as large as before"


def test_a_long_choice_of_few_seats_widens_no_row(controller: MainController, qtbot: QtBot) -> None:
    game = new_game(standard())
    made = LobbyDialog(first_table(game), "Evening", numbers(game.variant), OFFERED, {}, controller.look)
    qtbot.addWidget(made)
    usual = made._seats.minimumSizeHint().width()
    for row in made.rows:
        row.absence.addItem("Plays what was set beforehand for all phases, and holds where nothing was set for them")
    assert made._seats.minimumSizeHint().width() == usual


def test_each_seat_has_one_line_on_a_small_screen_with_words_of_twice_the_size(
    controller: MainController, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setattr(dialogs, "room_for", lambda _dialog: QSize(1366, 768) - dialogs.FRAME)
    controller.run_line("text-size 200")
    try:
        with using("de"):
            game = new_game(standard())
            made = LobbyDialog(first_table(game), "Evening", numbers(game.variant), OFFERED, {}, controller.look)
        qtbot.addWidget(made)
        with qtbot.waitExposed(made):
            made.show()
        for row in made.rows:
            assert row.name.geometry().center().y() == pytest.approx(row.middle.geometry().center().y(), abs=2)
    finally:
        controller.run_line("text-size 100")


def test_with_large_words_the_seats_are_whole_and_the_clock_has_a_page_of_its_own(controller: MainController, qtbot: QtBot) -> None:
    controller.run_line("text-size 200")
    try:
        dialog = dialog_for(qtbot)
        dialog.show()
        dialog.resize(1366, 768)
        qtbot.waitUntil(dialog.terms_button.isVisible)
        qtbot.waitUntil(lambda: not any(bar.isVisible() for bar in dialog.findChildren(QScrollBar)), timeout=9000)
        assert not dialog.first_talks.isVisible()
        dialog.terms_button.click()
        assert dialog.first_talks.isVisible()
        assert not dialog.rows[0].person.isVisible()
        dialog.resize(1900, 900)
        qtbot.waitUntil(lambda: not dialog.terms_button.isVisible())
        assert dialog.rows[0].person.isVisible()
        assert dialog.first_talks.isVisible()
    finally:
        controller.run_line("text-size 100")
