"""A folder of one's own is watched: what is saved in it is noticed however it was saved."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.qt.widgets.file_watch import FolderWatch

PATIENCE = 10_000


@pytest.fixture
def notices(tmp_path: Path, qtbot: QtBot) -> Callable[[Callable[[], object]], None]:
    """Checks that a deed in the watched folder is noticed."""
    (tmp_path / "shelf").mkdir()
    watch = FolderWatch(tmp_path / "shelf")

    def check(deed: Callable[[], object]) -> None:
        with qtbot.waitSignal(watch.changed, timeout=PATIENCE):
            deed()

    return check


def test_files_of_a_folder_that_came_later(tmp_path: Path, qtbot: QtBot) -> None:
    new = tmp_path / "shelf" / "mine"
    new.parent.mkdir()
    watch = FolderWatch(new.parent)
    new.mkdir()
    watch.look()
    file = new / "variant.toml"
    for text in ("a", "changed"):
        with qtbot.waitSignal(watch.changed, timeout=PATIENCE):
            file.write_text(text)


def test_a_file_replaced_by_another_twice_over(tmp_path: Path, notices: Callable[[Callable[[], object]], None]) -> None:
    file, fresh = tmp_path / "shelf" / "board.svg", tmp_path / "fresh.svg"
    notices(lambda: file.write_text("a"))
    for text in ("bb", "ccc", "dddd"):
        fresh.write_text(text)
        notices(lambda: fresh.replace(file))


def test_a_file_deleted_and_put_back(tmp_path: Path, notices: Callable[[Callable[[], object]], None]) -> None:
    file = tmp_path / "shelf" / "board.svg"
    notices(lambda: file.write_text("a"))
    notices(file.unlink)
    notices(lambda: file.write_text("a"))
    notices(lambda: file.write_text("ab"))


def test_a_folder_renamed(tmp_path: Path, notices: Callable[[Callable[[], object]], None]) -> None:
    folder = tmp_path / "shelf" / "mine"

    def come() -> None:
        folder.mkdir()
        (folder / "variant.toml").write_text("a")

    notices(come)
    notices(lambda: folder.rename(folder.with_name("yours")))
    notices(lambda: (folder.with_name("yours") / "variant.toml").write_text("changed"))


@pytest.mark.skipif(os.name == "nt", reason="links need a right of their own there")
def test_a_folder_that_is_a_link(tmp_path: Path, notices: Callable[[Callable[[], object]], None]) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "board.svg").write_text("a")
    notices(lambda: (tmp_path / "shelf" / "mine").symlink_to(elsewhere, target_is_directory=True))
    notices(lambda: (elsewhere / "board.svg").write_text("changed"))
    notices(lambda: (elsewhere / "fresh").write_text("b"))
