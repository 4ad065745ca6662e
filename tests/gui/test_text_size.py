"""The words of the window can be larger or smaller; what is painted by hand grows with them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QFontInfo, QFontMetricsF
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QDockWidget,
    QDoubleSpinBox,
    QRadioButton,
    QSpinBox,
    QStyle,
    QStyleOptionButton,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.game.storage.places import places
from app.game.storage.settings import Settings
from app.presentation.window_colours import theme_ids
from app.qt.main_window.main_controller import MainController
from app.qt.main_window.window_preferences import Preferences
from app.qt.panels.console_panel import ConsolePanel
from app.qt.panels.file_panel import FilePanel
from app.qt.panels.game_panel import GamePanel
from app.qt.widgets.file_text import NumberedText
from app.qt.widgets.look import BODY_POINTS
from tests.gui.hands import Hands


@pytest.fixture(autouse=True)
def usual_again(controller: MainController) -> object:
    yield
    controller.run_line("text-size 100")


@pytest.mark.parametrize("percent", [80, 130, 200])
def test_words_have_the_size_that_was_chosen_and_keep_it(controller: MainController, percent: int) -> None:
    controller.run_line(f"text-size {percent}")
    assert QApplication.font().pointSizeF() == pytest.approx(BODY_POINTS * percent / 100)
    assert Preferences(Settings(places().settings_file)).text_scale == percent / 100


LARGE_SCREEN = """
from app.qt.main_window.application import make_application
from app.qt.main_window.window_preferences import Preferences, usual_text_size
from app.game.storage.places import places
from app.game.storage.settings import Settings
from dataclasses import replace

make_application()
preferences = Preferences(Settings(places().settings_file))
view = preferences.view
preferences.view = replace(view, patterns=True)
again = Settings(places().settings_file)
kept = again.text("view.text_size", "none")
print(usual_text_size(), preferences.text_scale, view.text_size.value, kept, Preferences(again).view.patterns)
"""


@pytest.mark.parametrize(
    ("size", "dots", "found"),
    [
        ("3840x2160", 96, "150 1.5 150 none True"),
        ("3840x2160", 192, "100 1.0 100 none True"),
        ("1920x1080", 96, "100 1.0 100 none True"),
        ("3440x1440", 96, "100 1.0 100 none True"),
    ],
)
def test_words_are_larger_on_a_large_screen_that_the_system_does_not_scale(size: str, dots: int, found: str, tmp_path: Path) -> None:
    width, height = (int(each) for each in size.split("x"))
    screen = {"name": "screen", "x": 0, "y": 0, "width": width, "height": height, "logicalDpi": dots, "logicalBaseDpi": 96, "dpr": 1}
    described = tmp_path / "screen.json"
    described.write_text(json.dumps({"screens": [screen]}), encoding="utf-8")
    environment = {**os.environ, "QT_QPA_PLATFORM": f"offscreen:configfile={described}", "ENTENTE_HOME": str(tmp_path / "home")}
    done = subprocess.run([sys.executable, "-c", LARGE_SCREEN], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[-2] == found


def test_rows_and_phases_have_room_for_the_largest_words(controller: MainController, hands: Hands) -> None:
    controller.run("new", variant="standard")
    controller.run_line("text-size 200")
    QApplication.processEvents()
    controller.run_line("A PAR - BUR")
    QApplication.processEvents()
    rows = hands.controller.panels.get(GamePanel).widget.orders
    high = QFontMetricsF(rows.font()).height()
    for row in range(rows.rows.rowCount()):
        index = rows.rows.index(row)
        assert rows.delegate.height(rows.rows.entry(index), rows.font()) >= high
    strip = hands.page.timeline.strip
    assert all(stop.rect.height() >= high for stop in strip.stops())
    words = QFontMetricsF(strip.font())
    assert all(stop.rect.width() >= words.horizontalAdvance(stop.text) + 8 for stop in strip.stops())


def test_a_size_that_makes_no_sense_in_the_settings_is_the_usual_one() -> None:
    settings = Settings(places().settings_file)
    for text in ("huge", "-5", ""):
        settings.put("view.text_size", text)
        assert Preferences(settings).text_scale == 1.0
    settings.put("view.text_size", "9000")
    assert Preferences(settings).text_scale == 2.0


def test_texts_of_files_and_the_console_grow_with_the_words(controller: MainController) -> None:
    controller.run("new", variant="standard")
    controller.show_panel("console")
    controller.show_panel("file")
    console, file = controller.panels.get(ConsolePanel).widget, controller.panels.get(FilePanel).widget
    (text,) = file.findChildren(NumberedText)
    texts = (console.output, console.line, text)
    usual = [each.fontMetrics().height() for each in texts]
    numbers, lines = text.margin_width(), console.output.minimumHeight()
    controller.run_line("text-size 200")
    QApplication.processEvents()
    assert [each.fontMetrics().height() for each in texts] == pytest.approx([2 * each for each in usual], abs=2)
    assert all(QFontInfo(each.font()).fixedPitch() for each in texts)
    assert text.margin_width() > numbers * 1.5
    assert console.output.minimumHeight() > lines, "more than two lines of them"


PAINTED = re.compile(r"setPixelSize\([\d.]+\)|setPointSizeF?\([\d.]+\)|systemFont\(QFontDatabase\.SystemFont\.FixedFont\)\)$", re.MULTILINE)
"""Sizes that no choice of a person changes: numbers, and the fixed type of the system as it is."""


def test_no_words_of_the_window_have_a_size_of_their_own() -> None:
    sources = sorted((Path(__file__).resolve().parents[2] / "app" / "qt").rglob("*.py"))
    found = {each.name: PAINTED.findall(each.read_text(encoding="utf-8")) for each in sources}
    assert len(found) > 100
    assert {name: sizes for name, sizes in found.items() if sizes} == {}


@pytest.mark.parametrize("kind", [QSpinBox, QDoubleSpinBox])
def test_a_number_stands_as_far_from_its_border_as_a_word_does(kind: type[QSpinBox | QDoubleSpinBox], qtbot: QtBot) -> None:
    box = kind()
    qtbot.addWidget(box)
    box.resize(200, 32)
    box.ensurePolished()
    box.grab()
    inside = box.lineEdit().geometry()
    assert inside.left() >= 6
    assert box.width() - inside.right() >= 6


@pytest.mark.parametrize("kind", [QCheckBox, QRadioButton])
def test_the_box_beside_words_grows_with_them_and_is_seen_in_every_theme(
    kind: type[QCheckBox | QRadioButton], controller: MainController, qtbot: QtBot
) -> None:
    def shown() -> tuple[int, float]:
        """Its side, and the steps of grey, of 255, between its border and the ground."""
        box = kind("Bell")
        qtbot.addWidget(box)
        paper = QWidget()
        paper.setObjectName("paper")
        qtbot.addWidget(paper)
        box.setParent(paper)
        box.resize(200, 60)
        paper.resize(200, 60)
        paper.show()
        option = QStyleOptionButton()
        box.initStyleOption(option)
        element = QStyle.SubElement.SE_CheckBoxIndicator if kind is QCheckBox else QStyle.SubElement.SE_RadioButtonIndicator
        place = box.style().subElementRect(element, option, box)
        picture = paper.grab().toImage()
        ground = picture.pixelColor(190, 5).lightness()
        row = [picture.pixelColor(x, place.center().y()).lightness() for x in range(place.left(), place.right() + 1)]
        return place.width(), max(abs(each - ground) for each in row)

    usual, _ = shown()
    assert usual == 18, "with its border"
    controller.run_line("text-size 200")
    QApplication.processEvents()
    assert shown()[0] == 34
    for theme in theme_ids():
        controller.run("theme", name=theme)
        assert shown()[1] >= 40, theme
    controller.run("theme", name="parchment")


def test_the_buttons_of_the_timeline_grow_with_the_words(controller: MainController, hands: Hands) -> None:
    controller.run("new", variant="standard")
    buttons = hands.page.timeline.findChildren(QToolButton)
    usual = [each.size() for each in buttons]
    controller.run_line("text-size 150")
    QApplication.processEvents()
    assert [each.size() for each in buttons] == [each * 1.5 for each in usual]


@pytest.mark.parametrize("theme", theme_ids())
def test_the_buttons_of_a_panel_are_seen_in_every_theme(theme: str, controller: MainController) -> None:
    controller.run("theme", name=theme)
    controller.run("new", variant="standard")
    controller.show_panel("console")
    QApplication.processEvents()
    dock = controller.window.findChild(QDockWidget, "dock.console")
    assert dock is not None
    for name in ("qt_dockwidget_closebutton", "qt_dockwidget_floatbutton"):
        button = dock.findChild(QAbstractButton, name)
        assert button is not None
        assert button.isVisible()
        picture = dock.grab(button.geometry()).toImage()
        shades = [picture.pixelColor(x, y).lightness() for x in range(picture.width()) for y in range(picture.height())]
        assert max(shades) - min(shades) >= 40, name
    controller.run("theme", name="parchment")
