"""The window is killed by the system in mid-round: nothing sealed is lost or revealed, and the evening goes on at the curtain."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from app.qt.main_window.main_controller import MainController
from tests.fakes import killed_evening
from tests.gui.hotseat.test_round_in_the_window import curtain
from tests.gui.test_one_powers_eyes import texts
from tests.thorough import one_in

ROOT = Path(__file__).parents[3]


def kill_at(moment: str, file: Path) -> None:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, killed_evening.__file__, str(file), moment]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, env=environment, cwd=ROOT)
    assert ended.stdout == "reached\n", ended.stderr
    assert ended.returncode == -signal.SIGKILL


def written_anywhere(folder: Path) -> str:
    """The bytes of every file below *folder*, as text."""
    return "\n".join(each.read_bytes().decode("utf-8", "replace") for each in folder.rglob("*") if each.is_file())


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("app.qt.widgets.dialogs.ask", lambda _parent, _question, choices, *_: choices[0])
    return tmp_path / "evening.dpn"


@pytest.mark.parametrize("moment", one_in(3, ["sealed", "curtain", "writing"]))
def test_a_killed_evening_opens_at_the_curtain_with_all_that_was_sealed(controller: MainController, file: Path, moment: str) -> None:
    kill_at(moment, file)
    home = Path(os.environ["ENTENTE_HOME"])
    for order in ("VIE - GAL", "PAR - BUR"):
        assert order not in written_anywhere(home) + written_anywhere(file.parent), "seats with a secret leave nothing to read"
    assert controller.run_line(f"open '{file}'"), controller.status_text
    page = curtain(controller)
    shown = "\n".join(texts(controller))
    assert "VIE - GAL" not in shown
    assert "PAR - BUR" not in shown
    seating = controller.session.seating
    assert seating is not None
    assert "AUSTRIA" in seating.round.sealed
    assert ("FRANCE" in seating.round.sealed) is (moment == "sealed")
    assert page.isVisibleTo(controller.window)
    assert controller.run_line("call FRANCE")
    assert controller.run_line("take-back FRANCE 4711" if moment == "sealed" else "open-seat FRANCE 4711"), controller.status_text
    written = [str(line.order) for line in controller.session.open_turn.orders_of("FRANCE")]
    assert written == ([] if moment == "curtain" else ["A PAR - BUR"])


@pytest.mark.thorough
def test_a_second_window_on_the_same_table_shows_and_writes_nothing(controller: MainController, file: Path) -> None:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, killed_evening.__file__, str(file), "writing", "wait"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment, cwd=ROOT) as first:
        assert first.stdout is not None
        assert first.stdout.readline() == "reached\n"
        before = file.read_bytes()
        controller.run_line(f"open '{file}'")
        shown = "\n".join((*texts(controller), controller.status_text))
        assert "VIE - GAL" not in shown
        assert "PAR - BUR" not in shown
        assert "can only be looked at" in shown
        controller.run_line("open-seat FRANCE 4711")
        assert not controller.run_line("A MAR - SPA")
        assert file.read_bytes() == before
        first.kill()
