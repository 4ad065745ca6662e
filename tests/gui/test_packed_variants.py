"""A variant that a friend packed is dropped on the window or named on the command line, and its hooks are read before it is taken."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.game.storage.places import places
from app.game.storage.settings import Settings
from app.qt.hooks.consent_dialog import CLOSE, LOOK, RUN, WITHOUT, ConsentDialog
from app.qt.main_window.application import open_main_window
from app.qt.main_window.main_controller import MainController
from app.qt.main_window.window_preferences import Preferences
from app.qt.new_game import import_dialog, new_game_dialog
from tests.fakes.own_variants import own_pure
from tests.gui.conftest import shut
from tests.gui.hands import Hands
from variants.packed import belonging, pack

HOOK = '# title: Quiet\n# note: Nobody may write.\n\n\ndef on_press(ctx):\n    return {"refuse": "quiet"}\n'


def packed(tmp_path: Path, *, hook: str = "", ending: str = ".dpv") -> Path:
    """Return the pack of a friend, who called the variant ``mine``; it is not on the shelf here."""
    folder = own_pure()
    if hook:
        (folder / "hooks").mkdir()
        (folder / "hooks" / "quiet.hook").write_text(hook)
    files = {each.relative_to(folder).as_posix(): each.read_bytes() for each in folder.rglob("*") if each.is_file()}
    path = tmp_path / f"mine{ending}"
    path.write_bytes(pack({f"mine/{name}": files[name] for name in belonging(files)}))
    folder.rename(tmp_path / "not on the shelf")
    return path


@pytest.fixture(autouse=True)
def _nobody_plays_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_dialog.ImportDialog, "exec", lambda _self: import_dialog.ImportDialog.DialogCode.Accepted)
    monkeypatch.setattr(new_game_dialog.NewGameDialog, "exec", lambda _self: 0)


@pytest.mark.parametrize(("way", "ending"), [("argument", ".dpv"), ("drop", ".dpv"), ("drop", ".zip")])
def test_it_is_on_the_shelf_afterwards(way: str, ending: str, controller: MainController, tmp_path: Path) -> None:
    path = packed(tmp_path, ending=ending)
    used = controller
    if way == "drop":
        assert Hands(controller).drop(path)
    else:
        window = open_main_window(Preferences(Settings(places().settings_file)), [path])
        window.make_controller()
        used = window.controller
    assert "mine" in used.session.shelf.ids()
    if used is not controller:
        shut(used)


def test_its_hooks_are_shown_first_and_cancel_takes_nothing(
    controller: MainController, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = packed(tmp_path, hook=HOOK)
    seen: list[tuple[str, list[str]]] = []
    answers = [CLOSE, RUN]

    def read(dialog: ConsentDialog) -> int:
        shown = [each.text() for label, each in dialog.buttons.items() if label in (RUN, WITHOUT, LOOK) and not each.isHidden()]
        seen.append((dialog.text.toPlainText(), shown))
        dialog.buttons[answers.pop(0)].click()
        return 0

    monkeypatch.setattr(ConsentDialog, "exec", read)
    Hands(controller).drop(path)
    assert "mine" not in controller.session.shelf.ids()
    assert "refuse" in seen[0][0]
    assert seen[0][1] == ["Import without agreeing", "Agree and import"]
    Hands(controller).drop(path)
    assert "mine" in controller.session.shelf.ids()
