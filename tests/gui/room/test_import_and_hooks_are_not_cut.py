"""Dialogs that are full: boards that come in with faults, hooks that ask for consent, the editor of a hook with its mistakes."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.qt.hooks.consent_dialog import ConsentDialog
from app.qt.hooks.hook_editor import HookEditor
from app.qt.new_game.import_dialog import ImportDialog
from tests.gui.hook_games import frozen_game, saved
from tests.gui.room.walk import Walk
from tests.gui.test_hook_editor import BROKEN, FAILING
from tests.gui.test_hooks_in_the_window import FROZEN
from tests.gui.test_import_dialog import MAP

pytestmark = pytest.mark.slow


def test_where_boards_come_in_with_faults(walk: Walk, tmp_path: Path) -> None:
    boards = {
        "narrow.map": MAP,
        "hollow.map": MAP.replace("LAND PAR ABUTS BRE\n", ""),
        "strange.map": MAP.replace("BRE ABUTS PAR ENG", "BRE ABUTS PAR ENG XYZ").replace("par pari", "par lond"),
        "nonsense.map": "nothing of the kind\n",
    }
    for name, text in boards.items():
        (tmp_path / name).write_text(text)
    seen: list[int] = []

    def look(dialog: ImportDialog) -> None:
        for row in range(dialog.variants.count()):
            dialog.variants.setCurrentRow(row)
            walk.look(dialog)
            seen.append(row)
        dialog.reject()

    walk.answers[ImportDialog] = look
    walk.go("a folder of boards", lambda: walk.controller.run("import", file=tmp_path))
    walk.go("no board at all", lambda: walk.controller.run("import", file=tmp_path / "nonsense.map"))
    assert len(seen) > 2
    walk.nothing_is_cut()


def test_where_hooks_ask_for_consent(walk: Walk, tmp_path: Path) -> None:
    seen: list[str] = []

    def look(dialog: ConsentDialog) -> None:
        for row in range(dialog.list.count()):
            dialog.list.setCurrentRow(row)
            walk.look(dialog)
        seen.append(dialog.windowTitle())
        dialog.reject()

    walk.answers[ConsentDialog] = look
    file = saved(frozen_game(), tmp_path)
    walk.go("a game with a hook", lambda: walk.controller.run("open", file=file))
    assert seen
    walk.nothing_is_cut()


@pytest.mark.parametrize("text", [FROZEN, BROKEN, FAILING], ids=["good", "broken", "failing"])
def test_where_a_hook_is_written(walk: Walk, text: str) -> None:
    controller = walk.controller
    controller.run_line("new standard")
    editor = HookEditor(controller, "", controller.window)
    editor.show()
    walk.go("an empty editor", lambda: walk.look(editor))
    editor = HookEditor(controller, "", controller.window)
    editor.show()
    editor.text.setPlainText(text)
    walk.go("a text", lambda: walk.look(editor))
    for button in (editor.ask_button, editor.attach_button):
        editor.show()
        button.click()
        walk.go(button.text(), lambda: walk.look(editor))
    walk.go("closed", editor.close)
    walk.nothing_is_cut()
