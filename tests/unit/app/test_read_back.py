"""Data that a disk gives back changed does not count as written, whatever file it is."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from app.board_editor.tournament.result_store import ResultStore
from app.crash import write_report
from app.game.entries import Hook
from app.hooks.hook_consent import ConsentStore
from app.library.board_imports import keep, read_board
from app.library.starter import write_starter
from tests.unit.app.board_editor.tournament.test_tournament import CHANCE, plan_of
from tests.unit.app.commands.test_import import MAP


@pytest.fixture
def disk_that_lies(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Spoil each file of that name as soon as it is written."""

    def spoil(name: str) -> None:
        usual = Path.write_bytes

        def write(self: Path, data: bytes) -> int:
            return usual(self, data[:-1] + b"?" if self.match(name) else data)

        monkeypatch.setattr(Path, "write_bytes", write)

    return spoil


@pytest.fixture
def sync_that_lies(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spoil the last byte of what is synced."""
    usual = os.fsync

    def sync(handle: int) -> None:
        usual(handle)
        size = os.fstat(handle).st_size
        os.pwrite(handle, b"?", size - 1)

    monkeypatch.setattr(os, "fsync", sync)


def test_a_crash_report(tmp_path: Path, disk_that_lies: Callable[[str], None]) -> None:
    disk_that_lies("crash-*.txt")
    with pytest.raises(OSError, match="crash-"):
        write_report(tmp_path, ValueError("wrong"))


def test_the_report_of_an_import(tmp_path: Path, disk_that_lies: Callable[[str], None]) -> None:
    (tmp_path / "two lands.map").write_text(MAP)
    board = read_board(tmp_path / "two lands.map").variants[0]
    disk_that_lies("REPORT.txt")
    with pytest.raises(OSError, match=r"REPORT\.txt"):
        keep(board, tmp_path / "shelf", ())
    assert list((tmp_path / "shelf").iterdir()) == []


@pytest.mark.parametrize("file", ["variant.toml", "board.svg"])
def test_a_variant_to_begin_with(file: str, tmp_path: Path, disk_that_lies: Callable[[str], None]) -> None:
    disk_that_lies(file)
    with pytest.raises(OSError, match=file):
        write_starter("Mine", tmp_path, ())
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("sync_that_lies")
def test_a_line_of_a_tournament(tmp_path: Path) -> None:
    store = ResultStore(tmp_path, plan_of(CHANCE.format(games=2)))
    with pytest.raises(OSError, match=r"games\.jsonl"):
        list(store.open())
    store.close()


@pytest.mark.usefixtures("sync_that_lies")
def test_the_list_of_hooks_that_may_run(tmp_path: Path) -> None:
    store = ConsentStore(tmp_path / "consent.json")
    with pytest.raises(OSError, match=r"consent\.json"):
        store.grant([Hook("one", ("results",), "def on_results(game):\n    return None\n")], for_good=True)
    assert list(tmp_path.iterdir()) == []
