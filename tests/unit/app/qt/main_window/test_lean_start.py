"""Modules that the start must not wait for: each stage is imported in an interpreter of its own, which lists them."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.quick import each_nth

ROOT = Path(__file__).resolve().parents[5]


@cache
def loaded_after(code: str) -> frozenset[str]:
    """The modules that are there after *code*; each stage is started once for all who ask."""
    script = f"{code}\nimport sys\nprint('\\n'.join(sys.modules))"
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    return frozenset(done.stdout.split())


@each_nth(
    2,
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
    assert module not in loaded_after("import app.start, app.qt.main_window.application")


@pytest.mark.slow
def test_the_first_picture_does_not_wait_for_the_constants_of_qt() -> None:
    """PySide makes ``QtCore.Qt`` with its hundred enumerations when somebody first names it: a tenth of the whole first picture."""
    named = """
import os, sys
from app.start import main
from app.qt.main_window.main_window import MainWindow
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


@pytest.mark.slow
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
        "app.qt.main_window.printing",
        "app.players.steady",
        "app.qt.hotseat.curtain_page",
        "app.qt.hotseat.reveal_page",
        "app.qt.statistics.story_page",
        "cryptography",
    ],
)
def test_the_controller_and_all_commands_load_without_what_few_need(module: str) -> None:
    assert module not in loaded_after(
        "from app.commands.declaring.registry import COMMANDS\ntuple(COMMANDS)\nimport app.qt.main_window.main_controller"
    )


@pytest.mark.slow
def test_the_start_page_needs_no_command_but_those_with_ticks() -> None:
    """A menu entry is known without the file of its command, which is imported when the command is first run."""
    started = """
import os, sys
from app.start import main
from app.qt.main_window.main_window import MainWindow
made = MainWindow._filled
def filled(window):
    made(window)
    print(*(each for each in sys.modules if each.startswith(("app.commands.", "app.mail_in", "app.web", "jinja2"))), flush=True)
    os._exit(0)
MainWindow._filled = filled
main([])
"""
    with TemporaryDirectory() as home:
        environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "ENTENTE_HOME": home, "ENTENTE_LANGUAGE": "en"}
        done = subprocess.run(
            [sys.executable, "-c", started], cwd=ROOT, env=environment, capture_output=True, text=True, check=True, timeout=300
        )
    loaded = set(done.stdout.split())
    assert "app.commands.view" in loaded
    assert loaded & {"app.commands.files", "app.commands.help", "app.commands.statistics", "app.commands.gm.sending"} == set()
    late = {"app.mail_in.letter_reader", "app.mail_in.envelope.unwrap", "app.mail_in.judge_words", "app.web.page_parts", "jinja2"}
    assert loaded & late == set()


@pytest.mark.slow
def test_no_class_of_qt_comes_while_the_window_answers_events() -> None:
    """A thread reads ahead then, and PySide looks into its tables of classes without a lock: it ended the program beside screen readers."""
    shown = "import app.start, app.qt.main_window.application, app.qt.main_window.main_window, app.qt.main_window.central_pages"
    more = loaded_after(f"{shown}\nfrom app.qt.main_window.main_window import read_ahead\nread_ahead()") - loaded_after(shown)
    assert "app.presentation.order_rows" in more
    assert any(each.startswith("app.commands.") for each in more)
    assert [each for each in more if each.startswith(("app.qt", "PySide6.Qt", "shiboken6"))] == []


@pytest.mark.slow
def test_little_is_left_to_read_when_the_controller_is_made() -> None:
    """The window stands still for that long: what knows nothing of Qt was read ahead."""
    ahead = loaded_after("from app.qt.main_window.main_window import read_ahead\nimport app.qt.main_window.central_pages\nread_ahead()")
    left = loaded_after("import app.qt.main_window.main_controller") - ahead
    others = [each for each in left if not each.startswith(("app.qt", "PySide6")) and each.startswith(("app.", "adjudicator", "variants"))]
    assert len(others) < 20, others
