"""The language of the window: chosen in the View menu or in Preferences, it holds at once, and no game is closed for it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QComboBox, QDockWidget, QPushButton
from pytestqt.qtbot import QtBot

from app.game.storage.places import places
from app.game.storage.settings import Settings
from app.qt.main_window.application import open_main_window
from app.qt.main_window.main_window import MainWindow
from app.qt.main_window.spoken_language import begin_to_speak
from app.qt.main_window.window_preferences import Preferences
from languages import use
from languages.pseudo import CLOSING, OPENING
from languages.wording import VARIABLE


@pytest.fixture(autouse=True)
def english_again(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv(VARIABLE, "en")
    yield
    use("en")


@pytest.fixture
def window(main_window: MainWindow) -> MainWindow:
    return main_window


def words(window: MainWindow) -> list[str]:
    """Return the labels of the buttons of the window."""
    return [each.text() for each in window.findChildren(QPushButton) if each.text() and not each.isHidden()]


def speak(window: MainWindow, qtbot: QtBot, code: str) -> None:
    before = window.controller
    assert before.run("language", code=code), before.status_text
    qtbot.waitUntil(lambda: window.controller is not before)


def test_the_whole_window_speaks_another_language_at_once_and_the_game_stays_open(window: MainWindow, qtbot: QtBot) -> None:
    controller = window.controller
    controller.run_line("new standard")
    controller.run_line("A PAR - BUR")
    document = controller.session.document
    speak(window, qtbot, "pseudo")
    fresh = window.controller
    assert fresh.session.documents == (document,)
    assert fresh.page is not None
    assert fresh.page is not controller.page
    assert any(OPENING in each for each in words(window))
    assert fresh.run_line("undo")
    assert document.redo_label is not None
    assert len([each for each in window.findChildren(QDockWidget) if each.isVisible()]) >= 1
    speak(window, qtbot, "en")
    assert not any(OPENING in each or CLOSING in each for each in words(window))
    assert window.controller.session.documents == (document,)


def test_a_seat_that_is_open_stays_open_and_the_others_stay_covered(window: MainWindow, qtbot: QtBot) -> None:
    controller = window.controller
    controller.run_line("new standard")
    controller.run_line("table AUSTRIA=Ada ENGLAND=Ben FRANCE=hold GERMANY=hold ITALY=hold RUSSIA=hold TURKEY=hold")
    controller.run_line("end-talks")
    assert controller.run_line("open-seat AUSTRIA")
    speak(window, qtbot, "pseudo")
    assert window.controller.session.viewer == "AUSTRIA"
    assert window.controller.run_line("close-seat")
    assert window.controller.table.curtain is not None


def test_preferences_offer_every_language_by_its_own_name_and_come_up_again(window: MainWindow, qtbot: QtBot) -> None:
    controller = window.controller
    controller.show_panel("preferences")
    dialog = next(each for each in QApplication.topLevelWidgets() if each.isVisible() and each.windowTitle() == "Preferences")
    box = next(each for each in dialog.findChildren(QComboBox) if each.accessibleName() == "Language")
    titles = [box.itemText(number) for number in range(box.count())]
    assert titles[:2] == ["As the system", "English"]
    speak(window, qtbot, "pseudo")
    shown = [each for each in QApplication.topLevelWidgets() if each.isVisible() and each.findChildren(QComboBox)]
    assert any(OPENING in each.windowTitle() for each in shown)


def test_what_was_chosen_holds_at_the_next_start(window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    speak(window, qtbot, "pseudo")
    monkeypatch.delenv(VARIABLE)
    use("en")
    monkeypatch.delenv(VARIABLE)
    preferences = Preferences(Settings(places().settings_file))
    begin_to_speak(preferences.language)
    again = open_main_window(preferences)
    qtbot.addWidget(again)
    assert any(OPENING in each.text() for each in again.central.start_page.findChildren(QPushButton))


def test_a_language_that_is_not_there_is_named_with_those_that_are(window: MainWindow) -> None:
    assert not window.controller.run_line("language tlh")
    assert "There is no language tlh" in window.controller.status_text


def test_settings_that_name_a_language_that_is_gone_are_read_as_english(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    begin_to_speak("xx")
    again = open_main_window(Preferences(Settings(tmp_path / "settings.toml")))
    qtbot.addWidget(again)
    again.make_controller()
    assert words(again)
    assert not any(OPENING in each for each in words(again))
