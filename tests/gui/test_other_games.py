"""A game of another program comes into the window: dropped, from the command line, and from the dialog."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.qt.main_window.main_controller import MainController
from app.session.services import FileToOpen
from app.start import opens_window
from tests.gui.answering import answering
from tests.gui.hands import Hands

FILE = Path(__file__).parents[1] / "unit" / "app" / "import_export" / "saved-game.json"


@pytest.mark.parametrize("way", ["drop", "dialog", "import"])
def test_a_saved_game_of_the_package_is_shown_at_its_last_phase(
    way: str, controller: MainController, monkeypatch: pytest.MonkeyPatch
) -> None:
    if way == "drop":
        assert Hands(controller).drop(FILE)
    else:
        answering(monkeypatch, FileToOpen, lambda _kind: FILE)
        controller.trigger("open" if way == "dialog" else "import")
    session = controller.session
    assert session.game.name == "straits-of-iron"
    assert str(session.turn.phase) == "F1903M"
    assert session.document.path is None


def test_a_file_that_is_no_game_is_named_for_what_it_seems_to_be(controller: MainController, tmp_path: Path) -> None:
    path = tmp_path / "rules.pdf"
    path.write_bytes(b"%PDF-1.7")
    assert Hands(controller).drop(path)
    assert "a PDF document" in controller.start_page.trouble.text()


@pytest.mark.parametrize("name", ["game.dpn", "game.json", "GAME.JSONL", "old.jdip"])
def test_names_of_games_of_other_programs_open_the_window(name: str) -> None:
    assert opens_window([name])
    assert not opens_window(["import", name])
