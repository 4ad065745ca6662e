"""The program started from a checkout: it works in other processes, opens no second window and leaves no process behind."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from app.game.edits import new_game
from app.game.library import Library
from scripts.check_window import start_display
from tests.gui.real_program import ROOT, RealProgram, has_window, until
from variants.catalogue import standard

pytestmark = pytest.mark.slow


def test_strong_and_advice_run_in_processes_of_their_own(tmp_path: Path) -> None:
    replies = "window.controller.panels.get(module('app.qt.panels.replies_panel').RepliesPanel)"
    is_answered = f"not {replies}.is_searching and len({replies}.widget.buttons) > 0"
    with RealProgram(tmp_path) as program:
        assert has_window(psutil.Process(program.pid)), "what this test looks for can be seen"

        program.run("play-now france --variant duel-france-austria --level strong --seed 1")
        program.run("hint --seconds 0.2")
        program.wait_for(is_answered)

        program.run("seal --anyway")
        program.wait_for("window.controller.session.seating.thinking == ()")
        program.run("show-orders")
        assert program.ask("window.controller.session.seating.round.stage.name") == "RESULTS"
        program.run(f"save-as {tmp_path / 'duel.dpn'}")

        program.run("new standard")
        program.run(f"save-as {tmp_path / 'standard.dpn'}")
        program.run("analysis")
        program.run("best-replies france --seconds 0.2")
        program.wait_for(is_answered)
        children = program.children()
        assert children, "somebody else looks for replies"
        assert len(children) <= 4, "those of the opponent, of the replies and of boards, and Python's own that looks after them"

        program.run(f"save-as {tmp_path / 'analysis.dpn'}")
        assert program.close() == 0
        until(lambda: not program.left(), "all have ended")


@pytest.fixture
def display() -> Iterator[str]:
    """An X server of this test's own."""
    started = start_display()
    if started is None:
        pytest.skip("Xvfb is not installed")
    yield started[1]
    started[0].terminate()
    started[0].wait()


def test_a_second_start_hands_its_files_to_the_first(tmp_path: Path, display: str) -> None:
    document = Library().new(new_game(standard(), "Evening"))
    document.save(tmp_path / "evening.dpn")
    document.close(discard=True)
    with RealProgram(tmp_path, display=display) as program:
        assert program.ask("module('PySide6.QtGui').QGuiApplication.platformName()") == "xcb"

        second = {**program.environment, "ENTENTE_TEST_LINE": ""}
        done = subprocess.run([sys.executable, ROOT / "main.py", "evening.dpn"], cwd=tmp_path, env=second, timeout=240, check=False)
        assert done.returncode == 0, "it gives its file to the window that is there"
        program.wait_for("[each.title for each in window.controller.session.documents] == ['Evening (evening.dpn)']")

        opener = tmp_path / "bin" / "xdg-open"
        opener.write_text(f'#!/bin/sh\nprintf %s "$1" > "{tmp_path}/opened"\n', encoding="utf-8")
        opener.chmod(0o755)
        assert program.ask("module('app.qt.gm.sending_dialogs').open_link('mailto:ada@example.org?subject=S1901M')") is True
        until((tmp_path / "opened").exists, "the link is handed on")
        assert (tmp_path / "opened").read_text(encoding="utf-8") == "mailto:ada@example.org?subject=S1901M"

        assert program.ask("module('app.qt.map.board_view').probe_card() is None or window.isVisible()") is True
        program.run("order A PAR - BUR")
        program.run("copy-orders")
        assert program.ask("'A PAR - BUR' in module('PySide6.QtGui').QGuiApplication.clipboard().text()") is True

        program.run("table FRANCE=Ada ENGLAND=Ben first-talks=0 orders=1")
        program.run("end-talks")
        program.run("open-seat FRANCE")
        program.wait_for("window.controller.session.seating.turn_clock.left < 59")
        program.run("close-seat")
        program.run("save")
        assert program.close() == 0
