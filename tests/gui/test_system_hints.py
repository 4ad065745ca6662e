"""The window follows what the system asks of every program: high contrast, nothing that moves by itself."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from app.presentation.system_hints import CONTRAST_THEME
from app.qt.main_window.main_controller import MainController
from app.session.view_options import Pace
from tests.fakes import settings_portal
from tests.gui.hands import Hands


def _system_says(wanted: Qt.ContrastPreference) -> None:
    """As Qt tells it once the desktop does."""
    style_hints = QGuiApplication.styleHints()
    accessibility = style_hints.accessibility()
    accessibility.contrastPreferenceChanged.emit(wanted)


def test_board_and_window_turn_to_high_contrast_and_back_as_the_system_does(controller: MainController, hands: Hands, qtbot: QtBot) -> None:
    controller.run("theme", name="night")
    controller.run("new")
    _system_says(Qt.ContrastPreference.HighContrast)
    picture = hands.page.scene.picture
    assert picture is not None
    assert picture.theme == CONTRAST_THEME
    qtbot.waitUntil(lambda: controller.look.name == CONTRAST_THEME)
    assert controller.preferences.view.theme == "night", "what was chosen is kept for later"
    _system_says(Qt.ContrastPreference.NoPreference)
    picture = hands.page.scene.picture
    assert picture is not None
    assert picture.theme == "night"


def test_a_window_that_is_not_to_follow_keeps_its_theme(controller: MainController) -> None:
    controller.run("follow-system", shown=False)
    _system_says(Qt.ContrastPreference.HighContrast)
    assert controller.view.theme == "parchment"


def test_a_theme_chosen_under_high_contrast_is_shown(controller: MainController) -> None:
    _system_says(Qt.ContrastPreference.HighContrast)
    controller.run("theme", name="night")
    assert controller.view.theme == "night"


def test_units_do_not_glide_where_the_system_wants_stillness(controller: MainController, hands: Hands) -> None:
    controller.run("new")
    controller.system._note(type(controller.system.hints)(still=True))
    assert controller.view.animation is Pace.OFF
    assert hands.page.animator.factor == 0
    assert controller.preferences.view.animation is Pace.NORMAL


def test_panels_do_not_glide_where_nothing_is_to_move(controller: MainController) -> None:
    controller.appearance.show(replace(controller.view, animation=Pace.NORMAL))
    assert controller.window.isAnimated()
    controller.system._note(type(controller.system.hints)(still=True))
    assert not controller.window.isAnimated()
    controller.system._note(type(controller.system.hints)())
    assert controller.window.isAnimated()
    controller.appearance.show(replace(controller.view, animation=Pace.OFF))
    assert not controller.window.isAnimated()


@pytest.mark.skipif(shutil.which("dbus-run-session") is None, reason="dbus-run-session is not installed")
@pytest.mark.parametrize(
    ("asked", "understood"),
    [
        (("reduced-motion", "1"), "still\n"),
        (("enable-animations", "false"), "still\n"),
        (("enable-animations", "false", "true"), "still\nmoving\n"),
        (("reduced-motion", "1", "0"), "still\nmoving\n"),
    ],
)
def test_the_settings_portal_is_asked_and_listened_to(asked: tuple[str, ...], understood: str) -> None:
    command = ["dbus-run-session", "--", sys.executable, settings_portal.__file__, "watch", *asked]
    root = str(Path(__file__).parents[2])
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": root}
    said = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False, env=environment, cwd=root)
    assert said.stdout == understood, said.stderr
