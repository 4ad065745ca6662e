"""The console: what was said stays readable, and what is typed stays in it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QTextBlock

from app.qt.shell.main_controller import Workbench
from app.qt.shell.status_line import Tone
from tests.gui.hands import Hands


def colour_of(block: QTextBlock) -> QColor:
    return block.begin().fragment().charFormat().foreground().color()


@pytest.mark.parametrize("shown", [True, False], ids=["while it is shown", "while it is hidden"])
def test_old_lines_take_the_colours_of_a_new_theme(bench: Workbench, *, shown: bool) -> None:
    bench.run("new")
    bench.run("console")
    bench.say("said before\nin two lines")
    if not shown:
        bench.run("console")
    bench.show_view(replace(bench.view, theme="night"))
    if not shown:
        bench.run("console")
    block = bench.console.output.document().firstBlock()
    colours = []
    while block.isValid():
        if block.text():
            colours.append(colour_of(block))
        block = block.next()
    allowed = {bench.look.colour(key).name() for key in {"text", "text_soft", *Tone}}
    assert {each.name() for each in colours} <= allowed


@pytest.mark.parametrize("line", ["new", "A PAR - BUR", "process --missing process", "find paris", "last-phase", "nonsense"])
def test_after_a_line_typing_goes_on_in_the_console(bench: Workbench, hands: Hands, line: str) -> None:
    bench.run("new")
    bench.run("console")
    hands.type_into(bench.console.line, line)
    hands.key_on(bench.console.line, Qt.Key.Key_Return)
    assert bench.console.line.hasFocus()


def test_what_is_typed_over_what_was_said_goes_into_the_line_and_runs_no_shortcut(bench: Workbench, hands: Hands) -> None:
    bench.run("new")
    bench.run("console")
    orders_shown = bench.view.orders
    bench.console.output.setFocus()
    hands.type_into(bench.console.output, "o/")
    assert bench.console.line.text() == "o/"
    assert bench.console.line.hasFocus()
    assert bench.view.orders is orders_shown
    assert bench.boxes.provinces is None


def test_tab_completes_and_stays(bench: Workbench, hands: Hands) -> None:
    bench.run("new")
    bench.run("console")
    hands.type_into(bench.console.line, "proce")
    hands.key_on(bench.console.line, Qt.Key.Key_Tab)
    assert bench.console.line.text() == "process"
    assert bench.console.line.hasFocus()
