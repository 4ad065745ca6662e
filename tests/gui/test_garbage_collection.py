"""Reference cycles are collected on the GUI thread: a timer destroyed on another thread would end the program."""

from __future__ import annotations

import gc
import subprocess
import sys
import threading
import weakref
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication

from app.qt.main_window.application import GarbageCollection
from tests.fakes.patient_bot import PatientBot


@pytest.fixture
def collection(qapp: QApplication) -> Iterator[GarbageCollection]:
    """Collecting as in the program; the tests' own way comes back afterwards."""
    gc.collect()
    gc.enable()
    parent = QObject()
    yield GarbageCollection(parent)
    gc.disable()


class Remembered(QTimer):
    """A running timer that refers to itself."""

    threads: list[threading.Thread]

    def __init__(self, threads: list[threading.Thread]) -> None:
        super().__init__()
        self.itself = self
        self.start(10_000)
        weakref.finalize(self, lambda: threads.append(threading.current_thread()))


def fill_memory(kept: list[list[int]]) -> None:
    """As many objects as make Python collect several times over."""
    kept += [[each] for each in range(20_000)]


@pytest.mark.usefixtures("collection")
def test_a_timer_is_not_collected_by_the_thread_that_asks_for_memory(qtbot: PatientBot) -> None:
    threads: list[threading.Thread] = []
    Remembered(threads)
    kept: list[list[int]] = []
    thread = threading.Thread(target=fill_memory, args=(kept,))
    thread.start()
    thread.join()
    assert threads == []
    qtbot.waitUntil(lambda: threads == [threading.main_thread()])


def test_a_whole_collection_waits_for_the_last_one(collection: GarbageCollection, monkeypatch: pytest.MonkeyPatch) -> None:
    collected: list[int] = []
    monkeypatch.setattr(gc, "get_count", lambda: (701, 11, 11))
    monkeypatch.setattr(gc, "collect", lambda generation=2: collected.append(generation))
    moment = 1_000_000.0
    monkeypatch.setattr("app.qt.main_window.application.monotonic", lambda: moment)
    collection.collect_what_is_due()
    collection.collect_what_is_due()
    moment += 31
    collection.collect_what_is_due()
    assert collected == [2, 1, 2]


def test_what_is_there_when_the_window_is_ready_is_looked_at_no_more(collection: GarbageCollection) -> None:
    threads: list[threading.Thread] = []
    Remembered(threads)
    collection.spare_what_is_there()
    try:
        gc.collect()
        assert threads == []
        Remembered(threads)
        gc.collect()
        assert len(threads) == 1
    finally:
        gc.unfreeze()
    gc.collect()
    assert len(threads) == 2


def test_no_source_is_read_of_what_is_imported_once_the_program_runs() -> None:
    code = (
        "import inspect, sys\n"
        "from app.qt.main_window.application import ask_for_no_features\n"
        "ask_for_no_features()\n"
        "read = []\n"
        "getsource = inspect.getsource\n"
        "inspect.getsource = lambda source: (read.append(source), getsource(source))[1]\n"
        "import colorsys\n"
        "from app.qt.main_window.main_controller import MainController\n"
        "known = sys.modules['shibokensupport.feature'].pyside_feature_dict\n"
        "print(len(read), known['colorsys'], known['app.qt.main_window.main_controller'])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["0", "0", "0"], done.stderr
