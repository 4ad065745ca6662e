"""Texts on hooks, in the pseudo language: consent, rule changes, forms, the editor, hooks that fail."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QDialog

from app.game.record import Game
from app.game.storage.places import places
from app.hooks.host import HookHost
from app.qt.hooks.consent_dialog import RUN, ConsentDialog
from app.qt.hooks.hook_editor import HookEditor
from app.qt.hooks.hook_forms import HookChangeDialog, HookFormDialog
from app.qt.widgets.dialogs import AskBox
from tests.gui.hook_games import frozen_game, hooked_game, saved
from tests.gui.test_hook_editor import BROKEN, FAILING
from tests.gui.test_hooks_consent import DISGUISED
from tests.gui.test_hooks_in_the_window import ENDLESS, FROZEN
from tests.gui.words.walk import Answer, Walk
from variants.hooks.contracts import CONTRACTS
from variants.hooks.hook_text import shipped_hooks

pytestmark = pytest.mark.thorough

SEEN = {"ConsentDialog", "HookChangeDialog", "HookEditorForm", "HookFormDialog"}
"""The dialogs that are opened here."""

EVERY_KIND = (
    "# title: Strange\n# note: Quiet letters.\n# param x: number = 1 | Quiet\ndef on_orders(ctx):\n    return None\n"
    "def on_press(ctx):\n    return None\ndef on_build(ctx):\n    return None\ndef on_retreat(ctx):\n    return None\n"
    "def after_adjudication(ctx):\n    return None\ndef on_results(ctx):\n    return None\ndef at_start(ctx):\n    return None\n"
    "def before_adjudication(ctx):\n    return None\ndef on_end(ctx):\n    return None\n"
)
"""A hook at every point, so that the dialog says of each what it may do."""


KEYS = {key for contract in CONTRACTS.values() for key in (*contract.given, *contract.answers)}
"""Keys of a hook's arguments and answers, which are the same in every language."""


def own_hook(name: str, text: str) -> None:
    places().hooks.mkdir(parents=True, exist_ok=True)
    (places().hooks / f"{name}.hook").write_text(text, encoding="utf-8")


def pressing(number: int) -> Answer:
    """An answer by the button of that number."""

    def press(dialog: QDialog) -> None:
        assert isinstance(dialog, AskBox)
        list(dialog.buttons.values())[number].click()

    return press


def press_one_after_the_other(walk: Walk) -> None:
    """Each consent dialog is answered by another of its buttons."""
    number = 0

    def take(dialog: QDialog) -> None:
        nonlocal number
        assert isinstance(dialog, ConsentDialog)
        for row in range(dialog.list.count()):
            dialog.list.setCurrentRow(row)
            walk.look(dialog)
        offered = [each for each in dialog.buttons.values() if each.isEnabled() and not each.isHidden()]
        offered[number % len(offered)].click()
        number += 1

    walk.always("ConsentDialog", take)


GAMES: dict[str, Callable[[], Game]] = {
    "frozen": frozen_game,
    "strange": lambda: hooked_game("no_convoys", own=(("strange", EVERY_KIND), ("quiet", DISGUISED))),
    "broken": lambda: hooked_game(own=(("broken", "# title: Broken\ndef on_orders(ctx):\n    return {"),)),
}


@pytest.mark.parametrize("name", GAMES)
def test_where_a_hook_asks_for_consent(name: str, walk: Walk, tmp_path: Path) -> None:
    walk.allow("hooked frozen Frozen spring Nobody moves Hooked strange Strange quiet Quiet letters are")
    walk.allow("Letters they game too cold broken Broken gone")
    press_one_after_the_other(walk)
    path = saved(GAMES[name](), tmp_path, f"{name}.dpn")
    for answer in range(4):
        walk.go(f"open {name}, answer {answer}", lambda: walk.controller.run("open", file=path))
        if walk.controller.session.documents:
            walk.allow_game()
            walk.panels(["hooks"])
            walk.line("hooks", "process --missing process", "undo", "close")
    walk.all_is_well()
    assert "ConsentDialog" in walk.seen


def test_where_hooks_cannot_run_here(walk: Walk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    walk.allow("frozen Frozen spring Nobody moves Hooked gone")
    path = saved(frozen_game(), tmp_path, "frozen.dpn")
    monkeypatch.setattr(HookHost, "unavailable", property(lambda _: "gone"))
    monkeypatch.setattr(walk.controller.session.hooks, "unavailable", lambda: "gone")
    walk.line(f"open {path}")
    walk.all_is_well()


def fill_in(walk: Walk) -> None:
    def fill(dialog: QDialog) -> None:
        assert isinstance(dialog, HookFormDialog)
        walk.look(dialog)
        dialog.ok_button.click()

    walk.always("HookFormDialog", fill)


def test_in_rule_changes_and_the_forms_of_all_hooks(walk: Walk) -> None:
    fill_in(walk)
    walk.controller.run_line("new standard")
    walk.allow_game()
    walk.allow("sha")

    def tick(dialog: QDialog) -> None:
        assert isinstance(dialog, HookChangeDialog)
        for row in dialog.hooks.rows.values():
            row.tick.setChecked(True)
        walk.look(dialog)

    walk.answer("HookChangeDialog", tick)
    walk.line("variant")
    for name in shipped_hooks():
        walk.line(f"variant {name}", f"variant {name} x=1 quux")
    walk.line("hooks", "variant -gunboat", "variant off nosuch")
    walk.all_is_well()
    assert "HookChangeDialog" in walk.seen


@pytest.mark.parametrize("part", ["texts", "forms"])
def test_in_the_editor(part: str, walk: Walk) -> None:
    fill_in(walk)
    walk.controller.run_line("new standard")
    walk.allow_game()
    walk.allow("my_rule Warm Failing Endless ends never Frozen too cold nothing allow true null")
    walk.allow("number flag word choice power province words nonsense Expected found newline", *KEYS)
    editor = HookEditor(walk.controller, "", walk.controller.window)
    editor.show()
    walk.go("the editor", lambda: None)
    editor.show()
    if part == "texts":
        for text in (
            "",
            "def on_press(ctx):\n    return None\n",
            FAILING,
            BROKEN,
            ENDLESS,
            FROZEN,
            "# param x: nonsense | What\n",
            "x = 1\n",
        ):
            editor.text.setPlainText(text)
            for button in (editor.ask_button, editor.play_button, editor.keep_button, editor.attach_button):
                button.click()
                walk.look(editor)
    else:
        for number in range(editor.point.count()):
            editor.point.setCurrentIndex(number)
            walk.look(editor)
        for name, hook in shipped_hooks().items():
            editor.start.setCurrentIndex(editor.start.findData(name))
            editor.start.activated.emit(editor.start.currentIndex())
            for button in (editor.set_button, editor.ask_button):
                button.click()
                walk.look(editor)
            assert hook.title
    walk.always("AskBox", pressing(-1))
    editor.text.setPlainText("x")
    editor.close()
    editor.deleteLater()
    walk.all_is_well()
    assert "HookEditorForm" in walk.seen


def test_where_a_hook_fails(walk: Walk) -> None:
    walk.allow("endless Endless never ends sha def return ctx KeyError failing Failing nothing frozen Frozen too cold")
    for name, text in (("endless", ENDLESS), ("failing", FAILING.replace("on_press", "before_adjudication")), ("frozen", FROZEN)):
        own_hook(name, text)

    def agree(dialog: QDialog) -> None:
        assert isinstance(dialog, ConsentDialog)
        dialog.buttons[RUN].click()

    walk.always("ConsentDialog", agree)
    for number, name in enumerate(("endless", "failing", "frozen")):
        walk.always("AskBox", pressing(number))
        walk.line(f"new standard --attach {name}")
        walk.allow_game()
        walk.line("A PAR - BUR", "process --missing process", "hooks", "results S1901M", "audit")
        walk.panels(["hooks", "results", "audit"])
        walk.line("close")
    walk.all_is_well()
