"""Files that are opened from outside while a window is there come into that window, and nothing else comes in by that way."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtNetwork import QLocalSocket
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from app.game.storage.places import places
from app.game.storage.settings import Settings
from app.qt.main_window import running_window
from app.qt.main_window.application import open_main_window
from app.qt.main_window.main_window import MainWindow
from app.qt.main_window.running_window import MOST_BYTES, RunningWindow, hand_over, paths_in, socket_name
from app.qt.main_window.window_preferences import Preferences

ROOT = Path(__file__).resolve().parents[2]

HAND_OVER = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
application = QCoreApplication([])
from app.qt.main_window.running_window import hand_over
sys.exit(0 if hand_over([Path(each) for each in sys.argv[1:]]) else 3)
"""


@pytest.fixture
def taken(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[list[Path]]]:
    """Return the files that the listening window was given."""
    monkeypatch.setenv("ENTENTE_HOME", str(tmp_path))
    found: list[list[Path]] = []
    parent = QObject()
    running = RunningWindow(parent, lambda files: found.append(list(files)))
    assert running.is_listening
    yield found
    parent.deleteLater()


def start_again(*files: str, folder: Path, before: str = "") -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", before + HAND_OVER, *files], cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT)})


def test_a_second_start_gives_its_files_to_the_window_with_their_whole_paths(qtbot: QtBot, tmp_path: Path, taken: list[list[Path]]) -> None:
    process = start_again("evening.dpn", str(tmp_path / "other.dpn"), folder=tmp_path)
    qtbot.waitUntil(lambda: process.poll() is not None, timeout=20000)
    assert process.returncode == 0
    assert taken == [[tmp_path / "evening.dpn", tmp_path / "other.dpn"]]


def test_two_versions_at_the_same_time_have_windows_of_their_own(
    qtbot: QtBot, tmp_path: Path, taken: list[list[Path]], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = tmp_path / "evening.dpn"
    monkeypatch.setattr(running_window, "socket_name", lambda data: socket_name(data, "99.0"))
    assert not hand_over([game]), "a start of another version opens a window of its own"
    newer: list[list[Path]] = []
    parent = QObject()
    RunningWindow(parent, lambda files: newer.append(list(files)))
    process = start_again(str(game), folder=tmp_path, before="import entente\nentente.__version__ = '99.0'\n")
    qtbot.waitUntil(lambda: process.poll() is not None, timeout=20000)
    assert newer == [[game]]
    assert not taken
    parent.deleteLater()


def test_without_a_window_nobody_takes_the_files(qapp: QObject, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENTENTE_HOME", str(tmp_path))
    assert not hand_over([tmp_path / "evening.dpn"])


@pytest.mark.parametrize(
    "message",
    [
        b"quit\n",
        b'{"run": "new"}\n',
        b'["relative.dpn"]\n',
        b"[]\n",
        b'["/tmp/a\\u0000b"]\n',
        b"[1]\n",
        b"[" * 5000 + b"\n",
        b'["' + b"x" * MOST_BYTES,
    ],
)
def test_what_is_no_list_of_paths_is_dropped(qtbot: QtBot, taken: list[list[Path]], message: bytes) -> None:
    socket = QLocalSocket()
    socket.connectToServer(socket_name(places().data))
    assert socket.waitForConnected(2000)
    socket.write(message)
    qtbot.waitUntil(lambda: socket.state() is QLocalSocket.LocalSocketState.UnconnectedState, timeout=10000)
    assert not socket.readAll().data()
    assert taken == []


def test_only_whole_paths_are_read() -> None:
    assert paths_in(json.dumps(["/tmp/a.dpn"]).encode()) == [Path("/tmp/a.dpn")]
    assert paths_in(json.dumps(["/tmp/a.dpn"] * 201).encode()) is None


def test_a_window_takes_the_place_of_one_that_ended_abruptly(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENTENTE_HOME", str(tmp_path))
    listens = """
import os
from PySide6.QtCore import QCoreApplication, QObject
application = QCoreApplication([])
from app.qt.main_window.running_window import RunningWindow
parent = QObject()
running = RunningWindow(parent, print)
os._exit(0 if running.is_listening else 3)
"""
    first = subprocess.run([sys.executable, "-c", listens], env={**os.environ, "PYTHONPATH": str(ROOT)}, check=False)
    assert first.returncode == 0
    parent = QObject()
    assert RunningWindow(parent, lambda files: None).is_listening


def test_a_second_window_takes_files_once_the_first_is_closed_and_somebody_works_in_it(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ENTENTE_HOME", str(tmp_path))
    first, second = QObject(), QObject()
    listening = RunningWindow(first, lambda files: None)
    waiting = RunningWindow(second, lambda files: None)
    assert listening.is_listening
    assert not waiting.is_listening
    qapp.applicationStateChanged.emit(Qt.ApplicationState.ApplicationActive)
    assert not waiting.is_listening
    first.deleteLater()
    qtbot.waitUntil(lambda: not isValid(listening), timeout=5000)
    qapp.applicationStateChanged.emit(Qt.ApplicationState.ApplicationActive)
    assert waiting.is_listening


def test_the_main_window_opens_what_it_is_handed_and_comes_to_the_front(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ENTENTE_HOME", str(tmp_path))
    window = open_main_window(Preferences(Settings(places().settings_file)))
    qtbot.addWidget(window)
    opened: list[Path] = []
    monkeypatch.setattr(window, "open_file", opened.append)
    window.showMinimized()
    window.take_files([tmp_path / "evening.dpn"])
    assert opened == [tmp_path / "evening.dpn"]
    assert not window.isMinimized()
    window.close()


def test_without_the_library_that_qt_asks_for_each_start_has_its_own_window(
    monkeypatch: pytest.MonkeyPatch, qtbot: QtBot, tmp_path: Path
) -> None:
    from app.qt.main_window import application

    monkeypatch.setitem(sys.modules, "app.qt.main_window.running_window", None)
    window = MainWindow(Preferences(Settings(tmp_path / "settings.json")))
    qtbot.addWidget(window)
    application._take_files_of_later_starts(window)
    assert not application._is_taken_by_running_window([tmp_path / "evening.dpn"])
