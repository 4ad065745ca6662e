"""Preferences: one place for all on the look of boards, made of the commands' declarations."""

from __future__ import annotations

from dataclasses import fields

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from app.commands.declaring.view_choices import preferences
from app.qt.main_window.main_controller import MainController
from app.qt.main_window.preferences_dialog import PreferenceRow, PreferencesDialog
from app.session.view_options import View
from tests.gui.hands import Hands


@pytest.fixture
def dialog(controller: MainController) -> PreferencesDialog:
    controller.trigger("preferences")
    found = controller.window.findChild(PreferencesDialog)
    assert isinstance(found, PreferencesDialog)
    return found


def row(dialog: PreferencesDialog, command: str) -> PreferenceRow:
    return next(each for each in dialog.rows if each.preference.command.id == command)


def test_every_part_of_the_view_has_its_preference(controller: MainController) -> None:
    """Switching each preference to another choice leaves no field of the view as it came."""
    usual = View()
    for each in preferences(controller.session):
        other = each.turned(not each.is_on) if each.switch else next(one.arguments for one in each.offers if not one.chosen)
        assert controller.run(each.command.id, **other)
    assert [part.name for part in fields(View) if getattr(controller.view, part.name) == getattr(usual, part.name)] == []


def test_words_and_choices_are_those_that_the_commands_declare(controller: MainController, dialog: PreferencesDialog) -> None:
    theme = row(dialog, "theme")
    assert theme.preference.sentence == theme.preference.command.summary
    assert [theme.choice.itemText(number).lower() for number in range(theme.choice.count())] == list(controller.screen.themes)
    assert theme.choice.currentText() == "Parchment"


def test_a_choice_takes_effect_at_once_and_is_remembered(controller: MainController, dialog: PreferencesDialog) -> None:
    controller.run("new")
    labels = row(dialog, "labels")
    labels.choice.setFocus()
    QTest.keyClick(labels.choice, Qt.Key.Key_Down)
    assert controller.view.labels.value == "short"
    assert controller.preferences.view == controller.view


def test_a_switch_takes_effect_at_once(controller: MainController, dialog: PreferencesDialog, hands: Hands) -> None:
    tint = row(dialog, "tint")
    assert tint.switch.isChecked()
    hands.click(tint.switch)
    assert not controller.view.tint


def test_what_is_changed_elsewhere_is_shown(controller: MainController, dialog: PreferencesDialog) -> None:
    controller.run("letters")
    controller.run("theme", name="night")
    assert row(dialog, "letters").switch.isChecked()
    assert row(dialog, "theme").choice.currentText() == "Night"


def test_they_can_be_searched_and_reached_with_keys_alone(dialog: PreferencesDialog, controller: MainController, qtbot: QtBot) -> None:
    dialog.activateWindow()
    qtbot.waitUntil(dialog.search.hasFocus, timeout=5_000)
    QTest.keyClicks(dialog.search, "colour-blind")
    assert [each.preference.command.id for each in dialog.rows if not each.isHidden()] == ["colours"]
    QTest.keyClick(dialog.search, Qt.Key.Key_Down)
    assert row(dialog, "colours").choice.hasFocus()
    QTest.keyClick(row(dialog, "colours").choice, Qt.Key.Key_Down)
    assert controller.view.colours.value == "safe"
    dialog.search.setText("no such thing")
    assert dialog.nothing.isVisible()


def test_everything_can_be_set_back(controller: MainController, dialog: PreferencesDialog, hands: Hands) -> None:
    controller.run("theme", name="night")
    controller.run("tint")
    hands.click(dialog.usual_button)
    assert controller.view == View()
    assert row(dialog, "tint").switch.isChecked()


def test_ctrl_comma_opens_them(controller: MainController, qtbot: QtBot) -> None:
    controller.window.activateWindow()
    qtbot.waitUntil(controller.window.isActiveWindow, timeout=5_000)
    QTest.keyClick(controller.window, Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)
    assert controller.window.findChild(PreferencesDialog) is not None


def test_the_menu_opens_on_the_same_choices_with_the_key_of_the_next(controller: MainController) -> None:
    menu = controller.window.findChild(QMenu, "offers.labels")
    assert isinstance(menu, QMenu)
    menu.aboutToShow.emit()
    assert [action.text() for action in menu.actions() if action.text()] == ["Full names", "Codes", "None", "The next of these\tL"]
    assert [action.text() for action in menu.actions() if action.isChecked()] == ["Full names"]
    menu.actions()[1].trigger()
    assert controller.view.labels.value == "short"


def test_there_is_one_window_of_them(controller: MainController, dialog: PreferencesDialog) -> None:
    controller.trigger("preferences")
    assert controller.window.findChildren(PreferencesDialog) == [dialog]
