"""A game that carries hooks is opened: they are displayed before they run, and a person decides."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog

from app.game.edits import new_game
from app.game.entries import Hook
from app.game.record import MAIN
from app.game.table_edits import attach_hook, put_hook
from app.hooks.hook_consent import terms_checksum, text_of
from app.qt.hooks import consent_dialog
from app.qt.hooks.consent_dialog import LOOK, RUN, WITHOUT, ConsentDialog
from app.qt.hooks.hook_panel import HookPanel
from app.qt.main_window.main_controller import MainController
from app.qt.widgets import dialogs
from app.qt.widgets.look import read_look
from app.session.hook_service import AskedFor, AskedHook, HookAnswer, HookChoice
from app.session.services import ConsentQuestion
from languages import using
from tests.gui.answering import answering
from tests.gui.hands import Hands
from tests.gui.hook_games import frozen_game, hooked_game, saved
from variants.catalogue import standard
from variants.hooks.hook_text import shipped_hooks


class Person:
    """Presses one button of every consent dialog, and remembers its text."""

    def __init__(self, button: str, *, remember: bool = True) -> None:
        self.button = button
        self.remember = remember
        self.seen: list[str] = []
        self.about: list[str] = []
        self.listed: list[str] = []

    def exec(self, dialog: ConsentDialog) -> int:
        """In place of the dialog's own event loop."""
        self.seen.append(dialog.text.toPlainText())
        self.about.append(dialog.about.text())
        self.listed.extend(dialog.list.item(row).text() for row in range(dialog.list.count()))
        dialog.remember.setChecked(self.remember)
        dialog.buttons[self.button].click()
        return QDialog.DialogCode.Accepted


def sit_down(monkeypatch: pytest.MonkeyPatch, button: str, *, remember: bool = True) -> Person:
    person = Person(button, remember=remember)
    monkeypatch.setattr(consent_dialog.ConsentDialog, "exec", lambda dialog: person.exec(dialog))
    return person


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return saved(frozen_game(), tmp_path)


def test_the_text_is_shown_before_anything_runs_and_then_the_game_is_checked_with_it(
    controller: MainController, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = sit_down(monkeypatch, RUN)
    controller.run("open", file=file)
    assert "def before_adjudication(ctx):" in person.seen[0]
    assert "when all orders are in" in person.about[0]
    document = controller.session.document
    assert not document.read_only
    assert controller.run("process", missing="process")
    assert str(document.game.line()[-1].phase) == "S1902M"


def test_what_was_agreed_to_is_not_asked_again_until_the_text_changes(
    controller: MainController, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = sit_down(monkeypatch, RUN)
    controller.run("open", file=file)
    controller.run("close")
    controller.run("open", file=file)
    assert len(person.seen) == 1
    other = tmp_path / "other.dpn"
    other.write_text(file.read_text(encoding="utf-8").replace("it is too cold", "it is far too cold"), encoding="utf-8")
    controller.run("open", file=other)
    assert len(person.seen) == 2


def test_looking_only_shows_the_recorded_positions_unchecked_and_takes_no_orders(
    controller: MainController, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sit_down(monkeypatch, LOOK)
    controller.run("open", file=file)
    document = controller.session.document
    assert "not checked" in document.read_only
    assert controller.page is not None
    assert controller.page.banners.banner("read only") is not None


def test_playing_on_without_them_takes_them_off_as_one_step_that_can_be_undone(
    controller: MainController, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sit_down(monkeypatch, WITHOUT)
    controller.run("open", file=file)
    document = controller.session.document
    assert not document.read_only
    assert document.undo_label == "Play on without hooks"
    assert document.game.hooks_at(document.game.last()) == {}
    controller.run("undo")
    assert "frozen" in document.game.hooks_at(document.game.last())
    assert not controller.run("process", missing="process"), "a hook that nobody agreed to stops the phase, it is not passed over"
    assert "frozen" in controller.status.message.text()


def test_where_hooks_cannot_run_the_game_can_be_looked_at_or_played_without_them(
    controller: MainController, file: Path, monkeypatch: pytest.MonkeyPatch, hands: Hands
) -> None:
    monkeypatch.setattr(controller.session.hooks, "unavailable", lambda: "there is no worker")
    shown: list[str] = []

    def consent(_name: str, _hooks: object, unavailable: str, _asked_for: AskedFor) -> HookAnswer:
        shown.append(unavailable)
        return HookAnswer(HookChoice.LOOK)

    answering(monkeypatch, ConsentQuestion, consent)
    controller.run("open", file=file)
    assert shown == ["there is no worker"]
    assert hands.turn.phase.year == 1901


def test_the_dialog_says_where_hooks_cannot_run(controller: MainController) -> None:
    dialog = ConsentDialog(controller.look, "game.dpn", (), "there is no worker", controller.window)
    assert not dialog.buttons[RUN].isEnabled()
    assert dialog.buttons[LOOK].isEnabled()


def test_a_text_that_is_no_program_is_marked_before_it_is_asked_anything(
    controller: MainController, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sit_down(monkeypatch, RUN)
    broken = "# title: Broken\ndef on_orders(ctx):\n    return {"
    controller.run("open", file=saved(hooked_game(own=(("broken", broken),)), tmp_path))
    chips = controller.panels.get(HookPanel).chips
    assert chips.words() == ("Broken: off",)
    assert "Its text is no program: line 3: " in chips.chip(0).toolTip()
    assert "does not run, since its text is no program: line 3" in controller.panels.get(HookPanel).widget.hooks.item(0).text()


DISGUISED = (
    "# title: Quiet\u202eletters\n# note: Letters\u200b are as they are.\n"
    'def on_press(ctx):\n    \u0430llow = ctx["sender"] == "FRA\u200bNCE"\n    return {"allow": True}  # \u2066harmless\u2069\n'
)
"""A text with marks that turn writing round, one without width in a name that is compared, and a Cyrillic letter in a Latin word."""


def test_what_a_text_hides_is_written_out_wherever_the_dialog_shows_it(
    controller: MainController, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = sit_down(monkeypatch, LOOK)
    controller.run("open", file=saved(hooked_game(own=(("quiet", DISGUISED),)), tmp_path))
    (text,) = person.seen
    assert '"FRA⟦U+200B ZERO WIDTH SPACE⟧NCE"' in text
    assert "а⟦U+0430 CYRILLIC SMALL LETTER A⟧llow = " in text
    assert "# ⟦U+2066 LEFT-TO-RIGHT ISOLATE⟧harmless⟦U+2069 POP DIRECTIONAL ISOLATE⟧" in text
    assert "Quiet⟦U+202E RIGHT-TO-LEFT OVERRIDE⟧letters" in person.listed[0]
    assert "Letters⟦U+200B ZERO WIDTH SPACE⟧ are" in person.about[0]
    shown = text + person.listed[0] + person.about[0]
    assert not set(shown) & set("\u200b\u202e\u2066\u2069"), "no mark stands anywhere as it is"


def test_a_hook_that_comes_with_the_program_asks_nothing_and_one_changed_word_of_it_does(
    controller: MainController, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = sit_down(monkeypatch, LOOK)
    game = hooked_game("no_convoys")
    controller.run("open", file=saved(game, tmp_path))
    assert person.seen == []
    assert not controller.session.document.read_only
    controller.run("close")
    hook = game.hooks[0]
    changed = attach_hook(
        put_hook(new_game(standard(), game_id="400c0002"), replace(hook, source=hook.source + "# mine\n")), MAIN, hook.name
    )
    controller.run("open", file=saved(changed, tmp_path, "other.dpn"))
    assert len(person.seen) == 1
    assert person.listed == ["No convoys\nnot Entente's own text, from Spring 1901 on"]


def test_beside_a_new_hook_one_that_comes_with_the_program_is_listed_as_such(
    controller: MainController, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = sit_down(monkeypatch, LOOK)
    controller.run("open", file=saved(hooked_game("no_convoys", own=(("quiet", DISGUISED),)), tmp_path))
    states = [words.split("\n")[1] for words in person.listed]
    assert states == ["comes with the program, from Spring 1901 on", "new to you, from Spring 1901 on"]


@pytest.mark.parametrize("theme", ["parchment", "night"])
def test_what_is_written_out_stands_out_in_comments_and_texts(controller: MainController, theme: str) -> None:
    hook = AskedHook(text_of(Hook("quiet", (), DISGUISED)), "", "", known=False, shipped=False)
    look = read_look(theme)
    dialog = ConsentDialog(look, "game.dpn", (hook,), "", controller.window)
    document = dialog.text.document()
    marks = 0
    for number in range(document.blockCount()):
        block = document.findBlockByNumber(number)
        for found in re.finditer("⟦[^⟧]+⟧", block.text()):
            ranges = block.layout().formats()
            at = next(each for each in ranges if each.start <= found.start() and each.start + each.length >= found.end())
            assert at.format.foreground().color() == look.colour("bad")
            assert at.format.background().color() == look.colour("bad_soft")
            marks += 1
    assert marks == 6


def test_a_hook_of_the_programs_is_told_in_french_without_the_names_of_its_blanks(controller: MainController) -> None:
    hook = AskedHook(shipped_hooks()["year_of_truce"], "", "", known=False, shipped=True)
    with using("fr"):
        dialog = ConsentDialog(controller.look, "game.dpn", (hook,), "", controller.window)
    assert "tirée au sort" in dialog.about.text()
    assert "U+" not in dialog.about.text(), "French has a blank before a colon, which hides nothing"


def test_what_may_run_can_be_said_with_the_command_that_opens_and_then_nobody_is_asked(
    controller: MainController, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = sit_down(monkeypatch, LOOK)
    controller.run("open", file=file, hooks="off")
    assert "not checked" in controller.session.document.read_only
    controller.run("close")
    hook = frozen_game().hooks[0]
    controller.run("open", file=file, hooks=terms_checksum(hook, ("",)))
    assert not controller.session.document.read_only
    assert person.seen == []


@pytest.mark.parametrize("percent", [100, 200])
def test_the_answers_are_in_sight_on_a_small_screen_with_large_words(
    controller: MainController, monkeypatch: pytest.MonkeyPatch, percent: int
) -> None:
    controller.run_line(f"text-size {percent}")
    monkeypatch.setattr(dialogs, "room_for", lambda _dialog: QSize(1350, 720))
    text = text_of(Hook("quiet", (), DISGUISED * 40))
    dialog = ConsentDialog(controller.look, "game.dpn", (AskedHook(text, "", "", known=False, shipped=False),), "", controller.window)
    try:
        dialog.show()
        QApplication.processEvents()
        assert dialog.height() <= 720
        for label, button in dialog.buttons.items():
            assert button.visibleRegion().boundingRect() == button.rect(), label
        assert dialog.text.viewport().height() >= 2 * dialog.text.fontMetrics().height()
    finally:
        dialog.close()
        controller.run_line("text-size 100")


@pytest.mark.parametrize(("asked_for", "safe"), [(AskedFor.GAME, LOOK), (AskedFor.IMPORT, WITHOUT)])
def test_the_safe_choice_is_the_usual_one_and_nothing_is_ticked(controller: MainController, asked_for: AskedFor, safe: str) -> None:
    dialog = ConsentDialog(controller.look, "game.dpn", (), parent=controller.window, asked_for=asked_for)
    dialog.show()
    assert [label for label, button in dialog.buttons.items() if button.property("role") == "primary"] == [safe]
    assert not dialog.remember.isChecked()
    QTest.keyClick(dialog.list, Qt.Key.Key_Return)
    assert dialog.answer == HookAnswer({LOOK: HookChoice.LOOK, WITHOUT: HookChoice.WITHOUT}[safe], remember=False)
