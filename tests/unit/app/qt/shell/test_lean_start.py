"""What the start must not wait for: each stage is imported in an interpreter of its own, and asked what came along."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

ROOT = Path(__file__).resolve().parents[5]


@cache
def loaded_after(code: str) -> frozenset[str]:
    """The modules that are there after *code*; each stage is started once for all who ask."""
    script = f"{code}\nimport sys\nprint('\\n'.join(sys.modules))"
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    return frozenset(done.stdout.split())


@pytest.mark.parametrize(
    "module",
    [
        "adjudicator",
        "variants",
        "app.qt.map",
        "app.commands",
        "app.game.record",
        "platformdirs",
        "tomllib",
        "hashlib",
        "dataclasses",
        "unicodedata",
    ],
)
def test_the_first_picture_waits_for_nothing_of_the_game(module: str) -> None:
    assert module not in loaded_after("import app.start, app.qt.shell.application")


def test_the_first_picture_does_not_wait_for_the_constants_of_qt() -> None:
    """PySide makes ``QtCore.Qt`` with its hundred enumerations when somebody first names it: a tenth of the whole first picture."""
    named = """
import os, sys
from app.start import main
from app.qt.shell.main_window import MainWindow
from PySide6 import QtCore
def painted(window):
    print("named" if "Qt" in vars(QtCore) else "not named", flush=True)
    os._exit(0)
MainWindow.painted = painted
main([])
"""
    with TemporaryDirectory() as home:
        environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "ENTENTE_HOME": home, "ENTENTE_LANGUAGE": "en"}
        done = subprocess.run(
            [sys.executable, "-c", named], cwd=ROOT, env=environment, capture_output=True, text=True, check=True, timeout=300
        )
    assert done.stdout == "not named\n"


@pytest.mark.parametrize(
    "module",
    [
        "shapely",
        "svgelements",
        "tinycss2",
        "cssselect2",
        "numpy",
        "PySide6.QtPrintSupport",
        "PySide6.QtSvg",
        "pydantic_monty",
        "app.qt.shell.printing",
        "app.players.steady",
        "app.qt.table.curtain_page",
        "app.qt.table.reveal_page",
        "app.qt.story.story_page",
        "cryptography",
    ],
)
def test_the_controller_and_all_commands_load_without_what_few_need(module: str) -> None:
    assert module not in loaded_after("from app.qt.shell.main_controller import load_commands\nload_commands()")
