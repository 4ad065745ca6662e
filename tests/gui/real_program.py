"""The program in a process of its own, started as the README says, and a line to it: expressions in, what they come to out.

Python loads a ``sitecustomize`` from its path before anything else. The one here waits for the main window and evaluates what comes in over
a connection, on the window's own thread. The processes that the program starts find no such line in their surroundings.
"""

from __future__ import annotations

import ast
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Self

import psutil

ROOT = Path(__file__).resolve().parents[2]

PATIENCE = 120.0
"""Seconds that a busy machine may take for one step."""

_LINE = """
import importlib
import os
import socket
import sys
import threading
import time

_address = os.environ.pop("ENTENTE_TEST_LINE", "")


def _listen():
    while "app.qt.main_window.main_window" not in sys.modules:
        time.sleep(0.02)
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication
    while QApplication.instance() is None:
        time.sleep(0.02)
    with socket.create_connection(("127.0.0.1", int(_address))) as line, line.makefile("rw", encoding="utf-8") as words:
        for text in words:
            done = threading.Event()
            QTimer.singleShot(0, QApplication.instance(), lambda: _answer(text, words, done))
            done.wait()


def _answer(text, words, done):
    from PySide6.QtWidgets import QApplication
    from app.qt.main_window.main_window import MainWindow
    window = next((each for each in QApplication.topLevelWidgets() if isinstance(each, MainWindow)), None)
    try:
        said = repr(eval(text, {"window": window, "module": importlib.import_module}))
    except BaseException as error:
        said = f"! {type(error).__name__}: {error}".replace("\\n", " ")
    words.write(said + "\\n")
    words.flush()
    done.set()


if _address:
    threading.Thread(target=_listen, daemon=True).start()
"""


class RealProgram:
    """The program while it runs; ends it at the end of the ``with`` block, however that comes.

    Args:
        folder: where its settings and games lie.
        arguments: of its command line.
        display: the X server that its window is on; none unless given.
    """

    def __init__(self, folder: Path, *arguments: str, display: str = "") -> None:
        (folder / "line").mkdir()
        (folder / "line" / "sitecustomize.py").write_text(_LINE, encoding="utf-8")
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._listener.settimeout(PATIENCE)
        self.environment = environment = {
            **os.environ,
            "ENTENTE_HOME": str(folder / "home"),
            "ENTENTE_TEST_LINE": str(self._listener.getsockname()[1]),
            "PYTHONPATH": str(folder / "line"),
            "QT_QPA_PLATFORM": "xcb" if display else "offscreen",
            "DISPLAY": display,
        }
        self.process = subprocess.Popen([*_started(folder, environment), *arguments], cwd=ROOT, env=environment, stdin=subprocess.DEVNULL)
        self.pid = self.process.pid
        """Of the program itself; ``./run`` may wait for it."""
        self._seen: dict[int, psutil.Process] = {}
        self._held = ExitStack()
        self._held.enter_context(self._listener)

    def __enter__(self) -> Self:
        try:
            line = self._held.enter_context(self._listener.accept()[0])
            line.settimeout(PATIENCE)
            self._words = self._held.enter_context(line.makefile("rw", encoding="utf-8"))
            self.pid = int(str(self.ask("module('os').getpid()")))
            self.wait_for("window is not None and window.is_ready")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._held.close()
        if self.process.poll() is None:
            self.children()
            with suppress(psutil.Error):
                psutil.Process(self.pid).kill()
            self.process.kill()
        self.process.wait(PATIENCE)
        for each in self._seen.values():
            with suppress(psutil.Error):
                each.kill()

    def ask(self, expression: str) -> object:
        """Return the value of *expression* in the program, where ``window`` is its main window and ``module`` finds a module."""
        self._words.write(f"{expression}\n")
        self._words.flush()
        said = self._words.readline()
        assert said, f"the program ended at: {expression}"
        assert not said.startswith("!"), f"{expression}: {said}"
        return ast.literal_eval(said)

    def run(self, line: str) -> None:
        """Carry a command out, as if it was typed into the console."""
        done = self.ask(f"window.controller.run_line({line!r})")
        assert done is True, f"{line}: {self.ask('window.controller.status.message.text()')}"

    def wait_for(self, expression: str) -> None:
        """Wait until *expression* is true in the program; nothing that it starts meanwhile opens a window."""

        def is_true() -> bool:
            assert not [each.cmdline() for each in self.children() if has_window(each)], "a second window opens"
            return self.ask(expression) is True

        until(is_true, expression)

    def children(self) -> list[psutil.Process]:
        """All processes that it started and those started, that still run."""
        with suppress(psutil.NoSuchProcess):
            for each in psutil.Process(self.pid).children(recursive=True):
                self._seen[each.pid] = each
        return self.left()

    def left(self) -> list[psutil.Process]:
        """Processes seen before that still run."""
        return [each for each in self._seen.values() if runs(each)]

    def close(self) -> int:
        """Close the window as a person does who saves nothing; returns the exit code."""
        self._words.write("window.close()\n")
        self._words.flush()
        return self.process.wait(PATIENCE)


def runs(process: psutil.Process) -> bool:
    """Return True if *process* exists and has not ended."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def has_window(process: psutil.Process) -> bool:
    """Return True if *process* has loaded the libraries of windows."""
    try:
        return any("QtWidgets" in each.path for each in process.memory_maps())
    except psutil.Error:
        return False


def until(condition: Callable[[], bool], what: str) -> None:
    """Wait until *condition* holds."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, f"in vain: {what}"
        time.sleep(0.05)


def _started(folder: Path, environment: dict[str, str]) -> list[str]:
    """``./run`` where the system has a shell, ``python main.py`` elsewhere.

    With uv and the checkout's own environment nothing but fetching is left out; else a file called uv takes this Python.
    """
    shell = shutil.which("sh")
    if shell is None or sys.platform == "win32":
        return [sys.executable, "main.py"]
    tools = folder / "bin"
    tools.mkdir()
    environment["PATH"] = f"{tools}{os.pathsep}{environment.get('PATH', '')}"
    has_uv = shutil.which("uv") is not None or (ROOT / ".tools" / "bin" / "uv").is_file()
    if has_uv and (ROOT / ".venv").is_dir() and Path(sys.prefix).samefile(ROOT / ".venv"):
        environment.update(UV_NO_SYNC="1", UV_OFFLINE="1")
    else:
        words = f'#!/bin/sh\nwhile [ "$1" != python ]; do shift; done\nshift\nexec "{sys.executable}" "$@"\n'
        (tools / "uv").write_text(words, encoding="utf-8")
        (tools / "uv").chmod(0o755)
    return [shell, "./run"]
