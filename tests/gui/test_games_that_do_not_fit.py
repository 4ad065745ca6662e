"""Games whose variant is missing or another one: what can be done is offered, once, and the file stays as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.qt.board.faults_dialogs import FaultsDialog
from app.qt.main_window.main_controller import MainController
from app.session.game_files import LOOK, PRESENT_VARIANT
from app.session.hook_service import HookAnswer, HookChoice
from app.session.services import ConsentQuestion
from tests.gui.answering import answering
from tests.gui.hook_games import frozen_game
from tests.gui.hook_games import saved as hooked_saved
from tests.gui.test_files import played, saved

ANOTHER = "sha256:" + "0" * 64


def test_a_game_of_a_variant_that_is_not_here_is_not_half_opened(
    controller: MainController, tmp_path: Path, dialogs: list[FaultsDialog]
) -> None:
    path = saved(tmp_path / "nowhere.dpn", played())
    text = path.read_text().replace("variant: standard", "variant: nowhere")
    path.write_text(text)
    controller.run("open", file=path)
    assert list(dialogs[0].buttons) == ["Close"], "nothing is offered that would not be done"
    assert "no variant called nowhere" in dialogs[0].list.item(0).text()
    assert len(dialogs) == 1
    assert controller.page is None
    assert path.read_text() == text


@pytest.mark.parametrize(("choice", "read_only"), [(LOOK, True), (PRESENT_VARIANT, False)])
def test_a_game_of_another_version_of_its_variant_asks_one_question(
    controller: MainController, tmp_path: Path, dialogs: list[FaultsDialog], monkeypatch: pytest.MonkeyPatch, choice: str, read_only: bool
) -> None:
    asked: list[str] = []

    def person(_parent: object, question: str, _choices: object) -> str:
        asked.append(question)
        return choice

    monkeypatch.setattr("app.qt.widgets.dialogs.ask", person)
    path = saved(tmp_path / "other.dpn", played())
    line = next(each for each in path.read_text().splitlines() if each.startswith("variant:"))
    text = path.read_text().replace(line, f"variant: standard 1 {ANOTHER}")
    path.write_text(text)
    controller.run("open", file=path)
    assert len(asked) == 1
    assert "another version of its variant" in asked[0]
    assert dialogs == []
    assert controller.page is not None
    assert bool(controller.page.document.read_only) is read_only
    assert path.read_text() == text


def test_hooks_of_a_game_of_another_version_are_shown_before_it_is_checked(
    controller: MainController, tmp_path: Path, dialogs: list[FaultsDialog], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []

    def consent(name: str, *_: object) -> HookAnswer:
        shown.append(name)
        return HookAnswer(HookChoice.RUN)

    monkeypatch.setattr("app.qt.widgets.dialogs.ask", lambda *_: PRESENT_VARIANT)
    answering(monkeypatch, ConsentQuestion, consent)
    path = hooked_saved(frozen_game(), tmp_path, "frozen.dpn")
    line = next(each for each in path.read_text().splitlines() if each.startswith("variant:"))
    path.write_text(path.read_text().replace(line, f"variant: standard 1 {ANOTHER}"))
    controller.run("open", file=path)
    assert shown == ["frozen.dpn"]
    assert dialogs == [], "with its hooks, its positions follow from its orders"
    assert controller.page is not None
    assert not controller.page.document.read_only
