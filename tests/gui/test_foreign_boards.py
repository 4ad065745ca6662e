"""Boards of other programs dropped on the window: a folder of theirs goes to the bench as a variant of ours, a file onto the shelf."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.game.storage.places import places
from app.qt.board_editor.bench_part import BenchPart
from app.qt.main_window.main_controller import MainController
from app.qt.new_game import import_dialog, new_game_dialog
from tests.gui.hands import Hands
from tests.unit.variants.importers.test_godip import PACKAGE


@pytest.fixture(autouse=True)
def _nobody_plays_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_dialog.ImportDialog, "exec", lambda _self: import_dialog.ImportDialog.DialogCode.Accepted)
    monkeypatch.setattr(new_game_dialog.NewGameDialog, "exec", lambda _self: 0)


@pytest.fixture
def package(tmp_path: Path) -> Path:
    for name, text in PACKAGE.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path / "tiny"


def test_a_folder_of_godip_is_imported_and_lies_on_the_bench(controller: MainController, package: Path) -> None:
    assert Hands(controller).drop(package)
    made = places().variants / "tiny-lands"
    assert (made / "variant.toml").is_file()
    reader = controller.panels.get(BenchPart).reader
    assert reader is not None
    assert reader.piece.root == made


def test_a_text_of_godip_comes_onto_the_shelf(controller: MainController, package: Path) -> None:
    assert Hands(controller).drop(package / "tiny.go")
    assert (places().variants / "tiny-lands" / "board.svg").is_file()


def test_a_folder_without_any_board_says_what_is_missing(controller: MainController, tmp_path: Path) -> None:
    (tmp_path / "holiday").mkdir()
    (tmp_path / "holiday" / "notes.txt").write_text("sun")
    Hands(controller).drop(tmp_path / "holiday")
    assert "There is no variant.toml" in controller.status.message.text()
