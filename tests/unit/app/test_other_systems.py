"""Differences on Windows and macOS, as far as they can be seen elsewhere."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QCoreApplication, QUrl
from PySide6.QtGui import QAction, QFileOpenEvent
from PySide6.QtWidgets import QApplication

from app.commands.declaring.registry import COMMANDS
from app.game.storage import atomic
from app.game.storage.lock import name_for
from app.players.programs.seats import command_words
from app.presentation.keys import keys_here
from app.qt.main_window import menus
from app.qt.main_window.application import FileEvents
from app.qt.main_window.running_window import socket_name


def busy(number: int) -> PermissionError:
    error = PermissionError(13, "used by another program")
    error.winerror = number  # type: ignore[attr-defined]
    return error


def test_on_windows_a_move_waits_for_a_program_that_looks_for_viruses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[Path] = []

    def replace(source: Path, target: Path) -> None:
        tries.append(target)
        if len(tries) < 4:
            raise busy(32)

    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(os, "replace", replace)
    pauses: list[float] = []
    monkeypatch.setattr("time.sleep", pauses.append)
    atomic.move_over(tmp_path / "new", tmp_path / "game.dpn")
    assert len(tries) == 4
    assert pauses == [0.01, 0.02, 0.05]


@pytest.mark.parametrize(("system", "number", "tries"), [("win32", 32, 8), ("win32", 1, 1), ("linux", 32, 1)])
def test_a_move_that_never_works_ends_with_the_systems_reason(
    system: str, number: int, tries: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[Path] = []

    def replace(source: Path, target: Path) -> None:
        tried.append(target)
        raise busy(number)

    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(os, "replace", replace)
    monkeypatch.setattr("time.sleep", lambda _seconds: None)
    with pytest.raises(PermissionError):
        atomic.move_over(tmp_path / "new", tmp_path / "game.dpn")
    assert len(tried) == tries


@pytest.mark.parametrize("knows_it", [True, False])
def test_on_macos_the_disks_own_memory_is_written_too(knows_it: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def fcntl(_handle: int, _what: int) -> None:
        asked.append("full")
        if not knows_it:
            raise OSError(45, "Operation not supported")

    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setitem(sys.modules, "fcntl", SimpleNamespace(fcntl=fcntl, F_FULLFSYNC=51))
    monkeypatch.setattr(os, "fsync", lambda _handle: asked.append("plain"))
    atomic.sync(3)
    assert asked == (["full"] if knows_it else ["full", "plain"])


@pytest.mark.parametrize(("system", "same"), [("linux", False), ("darwin", True), ("win32", True)])
def test_a_game_is_locked_however_its_name_is_written(system: str, same: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", system)
    assert (name_for(tmp_path / "Spiel-ü.dpn") == name_for(tmp_path / "SPIEL-u\u0308.dpn")) is same


def test_a_command_line_is_read_as_the_system_reads_it() -> None:
    assert command_words(r'"C:\my bots\ten.py" --deep "a b"', "win32") == [r"C:\my bots\ten.py", "--deep", "a b"]
    assert command_words("'/my bots/ten.py' --deep", "linux") == ["/my bots/ten.py", "--deep"]


def test_keys_that_macos_keeps_for_itself_are_others_there() -> None:
    everything = {key for each in COMMANDS for key in each.shortcuts}
    assert {"Ctrl+Space", "Ctrl+H", "Ctrl+M"} <= everything, "there is something to do"
    assert keys_here(["Ctrl+H", "Ctrl+S"], "darwin") == ("Meta+H", "Ctrl+S")
    assert keys_here(["Ctrl+H", "Ctrl+S"], "win32") == ("Ctrl+H", "Ctrl+S")
    on_macos = [key for each in COMMANDS for key in keys_here(each.shortcuts, "darwin")]
    assert len(on_macos) == len(set(on_macos)), "no two commands have one key"


def test_the_menu_of_the_program_on_macos_has_what_belongs_there() -> None:
    roles = menus._ROLES
    assert set(roles) == {"preferences", "quit", "version"}
    assert set(roles) <= {each.id for each in COMMANDS}
    assert roles["quit"] is QAction.MenuRole.QuitRole


def test_a_file_that_macos_hands_over_is_opened(qapp: QApplication, tmp_path: Path) -> None:
    taken: list[list[Path]] = []
    listens = FileEvents(qapp, lambda files: taken.append(list(files)))
    QCoreApplication.sendEvent(qapp, QFileOpenEvent(QUrl.fromLocalFile(str(tmp_path / "evening.dpn"))))
    qapp.removeEventFilter(listens)
    listens.deleteLater()
    assert taken == [[tmp_path / "evening.dpn"]]


def test_the_name_of_the_windows_socket_fits_into_the_shortest_path_that_a_system_allows() -> None:
    assert len("/private/var/folders/zz/zyxvpxvq6csfxvn_n0000000000000/T/" + socket_name(Path("/home"))) < 104
