"""What a program starts ends with it: in its own session or another, with its parents there or gone, with its surroundings or without."""

from __future__ import annotations

import os
import re
import sys
import time
from pathlib import Path

import psutil
import pytest

from app.players.holding import HoldingBot
from app.players.programs.clocks import Clocks
from app.players.programs.host import ProgramHost
from app.players.programs.links import end_all
from app.players.programs.log import Way
from app.players.programs.match import play
from app.players.programs.open_arena import OpenArena
from app.players.programs.seats import read_program
from entente import standard

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="fork is a call of POSIX")

STANDARD = standard()

CHILDREN = """
import json, os, subprocess, sys, time

def begun():
    with open({pids!r}, "a") as file:
        file.write(f"{{os.getpid()}}\\n")

def sleeping(detached):
    if os.fork():
        return
    if detached == "daemon":
        os.setsid()
        if os.fork():
            os._exit(0)
    elif detached:
        os.setsid()
    if detached == "emptied":
        begun()
        os.execve(sys.executable, [sys.executable, "-c", "import time; time.sleep(900)"], {{}})
    begun()
    if detached == "closed":
        for each in range(3):
            os.close(each)
    time.sleep(900)
    os._exit(0)

for each in {kinds!r}:
    sleeping(each)
while open({pids!r}).read().count("\\n") < {many}:
    time.sleep(0.01)
"""

ORDERING = """
for line in sys.stdin:
    turn = json.loads(line)
    if turn["type"] == "turn":
        print(json.dumps({"type": "orders", "orders": [each[0] for each in turn["legal"].values()]}), flush=True)
"""

AS_IT_ENDS = {
    "at the end of its input": ORDERING,
    "deaf to it": ORDERING + "time.sleep(900)\n",
    "of itself, in its turn": ORDERING + "        os._exit(3)\n",
}


def played(folder: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the log of a program with *text* says that is no line of the dialogue, after one year as Germany."""
    monkeypatch.setattr("app.players.programs.host.FAREWELL", 0.5)
    (folder / "bot.py").write_text(text, encoding="utf-8")
    arena = OpenArena(STANDARD.start)
    with ProgramHost(STANDARD.model) as host:
        host.seat("GERMANY", read_program(f"bot:{(folder / 'bot.py').as_posix()}"), clocks=Clocks.even(60.0))
        play(arena, {power: HoldingBot() for power in STANDARD.powers if power != "GERMANY"}, host, last_year=1901)
    return [each.words for each in host.dialogue("GERMANY").log if each.way is Way.ERROR]


def left(pids: Path) -> list[int]:
    """The processes with these numbers that still run; one that was just killed has a moment to go."""
    numbers = [int(each) for each in pids.read_text(encoding="utf-8").split()]
    _, alive = psutil.wait_procs([psutil.Process(each) for each in numbers if psutil.pid_exists(each)], timeout=10)
    return [each.pid for each in alive if each.status() != psutil.STATUS_ZOMBIE]


@pytest.mark.slow
@pytest.mark.parametrize("way", AS_IT_ENDS)
def test_no_child_of_a_program_outlives_the_game_whatever_session_it_runs_in(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pids = tmp_path / "pids"
    pids.touch()
    kinds = ["session", "closed", "daemon", "", "session", "daemon", "closed", "session", "daemon", "session"]
    text = CHILDREN.format(pids=str(pids), kinds=kinds, many=len(kinds)) + AS_IT_ENDS[way]
    said = played(tmp_path, text, monkeypatch)
    assert len(pids.read_text(encoding="utf-8").split()) == len(kinds)
    assert left(pids) == []
    (words,) = said
    assert re.fullmatch(r"\((9|10) processes that it had started were still there and were ended\)", words), "one is ended with its session"


def test_a_child_that_emptied_its_surroundings_is_known_by_its_parent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pids = tmp_path / "pids"
    pids.touch()
    played(tmp_path, CHILDREN.format(pids=str(pids), kinds=["emptied"], many=1) + ORDERING, monkeypatch)
    assert len(pids.read_text(encoding="utf-8").split()) == 1
    assert left(pids) == []


def test_processes_of_others_are_left_alone() -> None:
    with psutil.Popen([sys.executable, "-c", "import time; time.sleep(900)"], env={**os.environ, "ENTENTE_PROGRAM_A": "1"}) as other:
        deadline = time.monotonic() + 20
        while "ENTENTE_PROGRAM_A" not in other.environ() and time.monotonic() < deadline:
            pass
        assert end_all([], "ENTENTE_PROGRAM_B") == 0
        assert other.poll() is None
        assert end_all([], "ENTENTE_PROGRAM_A") == 1
        assert other.wait(20) == -9
