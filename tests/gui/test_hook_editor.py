"""Writing a hook: mistakes are marked while one writes, nothing broken is attached, nothing written is lost."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPlainTextEdit, QPushButton
from pytestqt.qtbot import QtBot

from app.game.entries import Hook
from app.game.storage.places import places
from app.hooks.engine import TextFault
from app.hooks.hook_consent import names_of
from app.qt.hooks import hook_editor, hook_editor_form
from app.qt.hooks.hook_editor import DISCARD, KEEP, HookEditor
from app.qt.hooks.hook_editor_form import ATTACH_ANYWAY, WRITE_ON
from app.qt.hooks.hook_forms import HookForm, HookFormDialog
from app.qt.main_window.main_controller import MainController
from tests.gui.test_hooks_in_the_window import ENDLESS, FROZEN
from variants.hooks.hook_parameters import read_arguments
from variants.hooks.hook_text import shipped_hooks

WARM = "# title: Warm\ndef before_adjudication(ctx):\n    return None\n"
BROKEN = "def on_press(ctx)\n    return None\n"
FAILING = "# title: Failing\ndef on_press(ctx):\n    return ctx['nothing']\n"


@pytest.fixture
def editor(controller: MainController, monkeypatch: pytest.MonkeyPatch) -> Iterator[HookEditor]:
    controller.run("new")
    made = HookEditor(controller, "", controller.window)
    made.show()
    yield made
    monkeypatch.setattr(hook_editor, "ask", lambda *_: DISCARD)
    made.close()
    made.deleteLater()


class Person:
    """Answers what is asked, and remembers it."""

    def __init__(self, answer: str | None) -> None:
        self.answer = answer
        self.asked: list[str] = []

    def __call__(self, _parent: object, question: str, choices: tuple[str, ...]) -> str | None:
        assert self.answer is None or self.answer in choices
        self.asked.append(question)
        return self.answer


@pytest.fixture
def person(monkeypatch: pytest.MonkeyPatch) -> Person:
    made = Person(WRITE_ON)
    for module in (hook_editor, hook_editor_form):
        monkeypatch.setattr(module, "ask", made)
    return made


def attached(controller: MainController) -> list[str]:
    game = controller.session.game
    return list(game.hooks_at(game.last()))


def test_a_mistake_is_marked_while_one_writes_and_is_not_attached(editor: HookEditor, controller: MainController, qtbot: QtBot) -> None:
    editor.text.setPlainText(BROKEN)
    qtbot.waitUntil(lambda: editor.fault_line == 1, timeout=5_000)
    assert "Line 1: Expected `:`" in editor.state.text()
    editor.attach_button.click()
    assert attached(controller) == []
    assert editor.isVisible()
    editor.text.setPlainText("def on_press(ctx):\n    yield 1\n")
    editor.attach_button.click()
    assert editor.state.text() == "Line 2: hooks cannot use yield expressions."
    assert attached(controller) == []


@pytest.mark.parametrize(("text", "line", "words"), [(FAILING, 3, "nothing"), (ENDLESS, 3, "longer than 0.25 seconds")])
def test_a_hook_that_fails_when_it_is_asked_is_attached_only_by_who_wants_that(
    editor: HookEditor, controller: MainController, person: Person, text: str, line: int, words: str
) -> None:
    editor.text.setPlainText(text)
    editor.attach_button.click()
    assert editor.fault_line == line
    assert words in person.asked[0]
    assert attached(controller) == []
    person.answer = ATTACH_ANYWAY
    editor.attach_button.click()
    assert attached(controller) == ["my_rule"]


def test_an_endless_hook_can_be_tried_again_and_again(editor: HookEditor) -> None:
    editor.text.setPlainText(ENDLESS)
    editor.point.setCurrentIndex(editor.point.findText("before_adjudication"))
    for _ in range(2):
        editor.ask_button.click()
        assert editor.state.text() == "Line 3: it used the processor for longer than 0.25 seconds."


def test_a_text_that_was_played_with_stays_and_the_new_one_takes_another_name(
    editor: HookEditor, controller: MainController, person: Person, qtbot: QtBot
) -> None:
    editor.name.setText("weather")
    editor.text.setPlainText(FROZEN)
    editor.attach_button.click()
    controller.run("process", missing="process")
    controller.run("last-phase")
    again = HookEditor(controller, "weather", controller.window)
    qtbot.addWidget(again)
    again.text.setPlainText(WARM)
    again.attach_button.click()
    assert attached(controller) == ["weather"], "somebody went on writing"
    person.answer = "Attach it as weather_2"
    again.attach_button.click()
    assert "Earlier phases were played with another text of weather" in person.asked[-1]
    assert attached(controller) == ["weather_2"]
    controller.run("undo")
    assert attached(controller) == ["weather"], "both were one step"


@pytest.mark.parametrize("leave", ["escape", "close"])
def test_what_is_kept_nowhere_is_asked_about_before_the_window_closes(editor: HookEditor, person: Person, qtbot: QtBot, leave: str) -> None:
    def go() -> None:
        if leave == "escape":
            QTest.keyClick(editor, Qt.Key.Key_Escape)
        else:
            editor.close()

    editor.name.setText("weather")
    editor.text.setPlainText(BROKEN)
    go()
    assert person.asked == ["The text of weather is kept nowhere yet."]
    assert editor.isVisible()
    person.answer = None
    go()
    assert editor.isVisible()
    person.answer = KEEP
    go()
    assert not editor.isVisible()
    assert (places().hooks / "weather.hook").read_text(encoding="utf-8") == BROKEN


def test_what_was_not_touched_is_not_asked_about(editor: HookEditor, person: Person) -> None:
    editor.close()
    assert person.asked == []
    assert not editor.isVisible()


def test_a_text_that_was_begun_comes_back_after_another_was_taken(editor: HookEditor) -> None:
    editor.text.setPlainText(WARM)
    editor.start.setCurrentIndex(editor.start.findData("gunboat"))
    editor.start.activated.emit(editor.start.currentIndex())
    assert "gunboat game" in editor.text.toPlainText()
    editor.text.undo()
    assert editor.text.toPlainText() == WARM


def test_parameters_are_set_in_a_form(editor: HookEditor, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not editor.set_button.isEnabled()
    editor.start.setCurrentIndex(editor.start.findData("restrict"))
    editor.start.activated.emit(editor.start.currentIndex())
    assert editor.set_button.isEnabled()

    def fill_in(dialog: HookFormDialog) -> int:
        assert not dialog.ok_button.isEnabled()
        for button in dialog.form.fields["powers"].findChildren(QPushButton):
            button.setChecked(button.text() in {"France", "Italy"})
        dialog.ok_button.click()
        return dialog.result()

    monkeypatch.setattr(HookFormDialog, "exec", fill_in)
    editor.set_button.click()
    assert editor.arguments.text() == "powers=FRANCE,ITALY"


def test_a_letter_to_each_of_the_others_is_asked_about(editor: HookEditor) -> None:
    editor.start.setCurrentIndex(editor.start.findData("restrict"))
    editor.start.activated.emit(editor.start.currentIndex())
    editor.arguments.setText("england turkey")
    editor.viewer.setCurrentIndex(editor.viewer.findData("ENGLAND"))
    editor.ask_button.click()
    answers = editor.answer.toPlainText().splitlines()
    assert 'to FRANCE: {"allow": true}' in answers
    assert answers[-1].startswith('to TURKEY: {"allow": false, "reason": "The wires')
    assert len(answers) == 6


def test_the_contract_follows_the_function_that_one_writes_in(editor: HookEditor) -> None:
    editor.text.setPlainText("def on_press(ctx):\n    return None\n\n\ndef on_build(ctx):\n    return None\n")
    editor.text.go_to(6)
    assert editor.point.currentText() == "on_build"
    editor.text.go_to(2)
    assert editor.point.currentText() == "on_press"


def test_tab_and_return_indent_as_python_wants_it(editor: HookEditor) -> None:
    editor.text.setPlainText("def on_press(ctx):")
    editor.text.moveCursor(editor.text.textCursor().MoveOperation.End)
    QTest.keyClick(editor.text, Qt.Key.Key_Return)
    QTest.keyClicks(editor.text, "if True:")
    QTest.keyClick(editor.text, Qt.Key.Key_Return)
    QTest.keyClicks(editor.text, "return None")
    QTest.keyClick(editor.text, Qt.Key.Key_Backtab)
    QTest.keyClick(editor.text, Qt.Key.Key_Return)
    QTest.keyClick(editor.text, Qt.Key.Key_Tab)
    QTest.keyClicks(editor.text, "pass")
    assert editor.text.toPlainText() == "def on_press(ctx):\n    if True:\n    return None\n        pass"


def test_what_a_hook_says_is_never_taken_for_anything_but_text(editor: HookEditor) -> None:
    editor.text.setPlainText("# title: <img src='file:///etc/hostname'>\ndef on_press(ctx):\n    raise ValueError('<b>bold</b>')\n")
    editor.ask_button.click()
    assert editor.state.textFormat() is Qt.TextFormat.PlainText
    assert "<b>bold</b>" in editor.state.text()


def test_words_are_the_same_with_and_without_quotation_marks(editor: HookEditor, controller: MainController) -> None:
    form = HookForm(shipped_hooks()["free_start"], controller.session.game.variant)
    area = form.fields["placements"]
    assert isinstance(area, QPlainTextEdit)
    area.setPlainText('"FRANCE A PAR F BRE"\nITALY A ROM, F NAP\n')
    values = read_arguments(shipped_hooks()["free_start"].parameters, form.arguments(), names_of(controller.session.game.variant))
    assert values == {"placements": ["FRANCE A PAR F BRE", "ITALY A ROM  F NAP"]}
    editor.close()


def test_hook_text_is_checked_in_the_background_and_the_newest_reported(
    editor: HookEditor, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A text that is being written is looked at behind the window and only the newest is reported."""
    qtbot.waitUntil(lambda: not editor.checker.is_busy)
    looked: list[tuple[str, bool]] = []
    go_on = threading.Event()

    def slowly(hook: Hook) -> TextFault | None:
        looked.append((hook.source.splitlines()[-1].strip(), threading.current_thread() is threading.main_thread()))
        assert go_on.wait(20)
        return TextFault(2, f"looked at {len(looked)}")

    monkeypatch.setattr(editor.checker.host, "text_fault", slowly)
    for number in (1, 2, 3):
        editor.text.setPlainText(f"# title: Rule {number}\ndef on_press(ctx):\n    return {number}\n")
        editor.checker.due.emit()
    assert editor.fault_line == 0, "the window goes on meanwhile"
    go_on.set()
    qtbot.waitUntil(lambda: editor.fault_line == 2)
    assert [text for text, _ in looked] == ["return 1", "return 3"], "what stood in between is of no interest"
    assert not any(on_main for _, on_main in looked)
    assert "looked at 2" in editor.state.text()


def test_what_was_found_about_an_older_text_is_not_said_of_a_newer_one(
    editor: HookEditor, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = threading.Event()

    def slowly(_hook: Hook) -> TextFault | None:
        assert go_on.wait(20)
        return TextFault(1, "stale")

    monkeypatch.setattr(editor.checker.host, "text_fault", slowly)
    editor.checker.due.emit()
    editor.text.insertPlainText("# more\n")
    go_on.set()
    qtbot.waitUntil(lambda: not editor.checker.is_busy)
    assert "stale" not in editor.state.text()


LAST_MINUTE = """\
# title: Last minute
def before_adjudication(ctx):
    for power, orders in ctx["orders"].items():
        for order in orders:
            return {"orders": {power: ["A PAR - MOS"]}, "log": order["nothing"]}
    return None
"""


def test_a_copy_without_orders_asks_for_a_position_that_tries_the_hook(editor: HookEditor, controller: MainController) -> None:
    editor.text.setPlainText(LAST_MINUTE)
    editor.play_button.click()
    assert editor.state.text() == "This phase does not try the hook: there is nothing in it for the hook to decide."
    assert editor.answer.toPlainText() == "Not tried here: before_adjudication. Try it with: a phase with orders."
    controller.run("order", text="A PAR - BUR")
    editor.play_button.click()
    assert editor.fault_line == 5
    assert "Line 5" in editor.state.text()


def test_a_copy_says_which_points_it_did_not_try(editor: HookEditor, controller: MainController) -> None:
    editor.text.setPlainText(FROZEN + "\n\ndef on_retreat(ctx):\n    return None\n")
    controller.run("order", text="A PAR - BUR")
    editor.play_button.click()
    assert "Not tried here: on_retreat. Try it with: a phase of retreats." in editor.answer.toPlainText()
    assert editor.state.text().startswith("Without the hook")
