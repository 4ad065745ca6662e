"""The program as it is started from a checkout: it works in other processes, opens no second window and leaves nobody behind."""

from __future__ import annotations

from pathlib import Path

import psutil
import pytest

from tests.gui.real_program import RealProgram, has_window, until

pytestmark = pytest.mark.slow


def test_it_plays_against_strong_and_advises_in_processes_of_its_own_and_no_second_entente_opens(tmp_path: Path) -> None:
    replies = "window.controller.panels.get(module('app.qt.panels.replies_panel').RepliesPanel)"
    is_answered = f"not {replies}.is_searching and len({replies}.widget.buttons) > 0"
    with RealProgram(tmp_path) as program:
        assert has_window(psutil.Process(program.process.pid)), "what this test looks for can be seen"

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
