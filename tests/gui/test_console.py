"""The console: old output stays readable, and typed text stays in it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QTextBlock
from pytestqt.qtbot import QtBot

from app.qt.main_window.main_controller import MainController
from app.qt.panels.console_panel import ConsolePanel
from app.qt.widgets.look import Tone
from tests.gui.hands import Hands


def colour_of(block: QTextBlock) -> QColor:
    return block.begin().fragment().charFormat().foreground().color()


@pytest.mark.parametrize("shown", [True, False], ids=["while it is shown", "while it is hidden"])
def test_old_lines_take_the_colours_of_a_new_theme(controller: MainController, qtbot: QtBot, *, shown: bool) -> None:
    controller.run("new")
    controller.run("console")
    controller.say("said before\nin two lines")
    if not shown:
        controller.run("console")
    with qtbot.waitSignal(controller.appearance.look_changed, timeout=5_000):
        controller.appearance.show(replace(controller.view, theme="night"))
    if not shown:
        controller.run("console")
    block = controller.panels.get(ConsolePanel).widget.output.document().firstBlock()
    colours = []
    while block.isValid():
        if block.text():
            colours.append(colour_of(block))
        block = block.next()
    allowed = {controller.look.colour(key).name() for key in {"text", "text_soft", *Tone}}
    assert {each.name() for each in colours} <= allowed


def test_the_words_in_the_empty_line_fit_its_width(controller: MainController, qtbot: QtBot) -> None:
    controller.run("new")
    controller.run("console")
    widget = controller.panels.get(ConsolePanel).widget
    seen = set()
    for wide in (400, 1000):
        widget.resize(wide, 200)
        words = widget.line.placeholderText()
        assert widget.line.fontMetrics().horizontalAdvance(words) < widget.line.width()
        seen.add(words)
    assert len(seen) == 2


@pytest.mark.parametrize("line", ["new standard", "A PAR - BUR", "process --missing process", "find paris", "last-phase", "nonsense"])
def test_after_a_line_typing_goes_on_in_the_console(controller: MainController, hands: Hands, line: str) -> None:
    controller.run("new")
    controller.run("console")
    hands.type_into(controller.panels.get(ConsolePanel).widget.line, line)
    hands.key_on(controller.panels.get(ConsolePanel).widget.line, Qt.Key.Key_Return)
    assert controller.panels.get(ConsolePanel).widget.line.hasFocus()


def test_what_is_typed_over_what_was_said_goes_into_the_line_and_runs_no_shortcut(controller: MainController, hands: Hands) -> None:
    controller.run("new")
    controller.run("console")
    orders_shown = controller.view.orders
    controller.panels.get(ConsolePanel).widget.output.setFocus()
    hands.type_into(controller.panels.get(ConsolePanel).widget.output, "o/")
    assert controller.panels.get(ConsolePanel).widget.line.text() == "o/"
    assert controller.panels.get(ConsolePanel).widget.line.hasFocus()
    assert controller.view.orders is orders_shown
    assert controller.palettes.provinces is None


def test_tab_completes_and_stays(controller: MainController, hands: Hands) -> None:
    controller.run("new")
    controller.run("console")
    hands.type_into(controller.panels.get(ConsolePanel).widget.line, "proce")
    hands.key_on(controller.panels.get(ConsolePanel).widget.line, Qt.Key.Key_Tab)
    assert controller.panels.get(ConsolePanel).widget.line.text() == "process"
    assert controller.panels.get(ConsolePanel).widget.line.hasFocus()
