"""Processes that a program starts end with it: in any session, with parents there or gone, with its environment or without."""

from __future__ import annotations

import asyncio
import os
import re
import sys
import time
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest

from app.players.easy import HoldingBot
from app.players.programs.clocks import Clocks
from app.players.programs.host import ProgramHost
from app.players.programs.links import end_all, start
from app.players.programs.log import Way
from app.players.programs.match import OpenArena, play
from app.players.programs.seats import read_program
from entente import standard
from tests.quick import each_nth

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
    if detached in ("daemon", "hidden"):
        os.setsid()
        if os.fork():
            os._exit(0)
    elif detached:
        os.setsid()
    if detached in ("emptied", "hidden"):
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


def played(folder: Path, text: str, monkeypatch: pytest.MonkeyPatch, notes: list[str] | None = None) -> list[str]:
    """Return the lines in the log of a program with *text* that are no lines of the dialogue, after one year as Germany."""
    monkeypatch.setattr("app.players.programs.host.FAREWELL", 0.5)
    (folder / "bot.py").write_text(text, encoding="utf-8")
    arena = OpenArena(STANDARD.start)
    with ProgramHost(STANDARD.model) as host:
        host.seat("GERMANY", read_program(f"bot:{(folder / 'bot.py').as_posix()}"), clocks=Clocks.even(60.0))
        play(arena, {power: HoldingBot() for power in STANDARD.powers if power != "GERMANY"}, host, last_year=1901)
    log = list(host.dialogue("GERMANY").log)
    if notes is not None:
        notes += [each.words for each in log if each.way is Way.NOTE]
    return [each.words for each in log if each.way is Way.ERROR]


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


@pytest.mark.slow
def test_a_child_that_emptied_its_surroundings_is_known_by_its_parent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pids = tmp_path / "pids"
    pids.touch()
    played(tmp_path, CHILDREN.format(pids=str(pids), kinds=["emptied"], many=1) + ORDERING, monkeypatch)
    assert len(pids.read_text(encoding="utf-8").split()) == 1
    assert left(pids) == []


def test_where_nothing_adopts_what_hides_the_log_says_so_and_the_rest_is_as_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.players.programs.links.sys", SimpleNamespace(platform="darwin"))
    pids = tmp_path / "pids"
    pids.touch()
    notes: list[str] = []
    said = played(tmp_path, CHILDREN.format(pids=str(pids), kinds=["session", "daemon"], many=2) + ORDERING, monkeypatch, notes)
    assert left(pids) == []
    assert said == ["(2 processes that it had started were still there and were ended)"]
    assert "here a process that it starts and that hides from its parents may go on after the game" in notes


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems have nobody who adopts what hides")
@each_nth(3, "way", AS_IT_ENDS)
def test_a_daemon_without_surroundings_whose_parents_ended_dies_with_the_game(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pids = tmp_path / "pids"
    pids.touch()
    said = played(tmp_path, CHILDREN.format(pids=str(pids), kinds=["hidden", "hidden"], many=2) + AS_IT_ENDS[way], monkeypatch)
    assert len(pids.read_text(encoding="utf-8").split()) == 2
    assert left(pids) == []
    assert said == ["(2 processes that it had started were still there and were ended)"]


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems have nobody who adopts what hides")
def test_a_program_ends_with_the_process_that_plays_though_that_is_killed(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    pids.touch()
    (tmp_path / "bot.py").write_text(CHILDREN.format(pids=str(pids), kinds=["hidden", ""], many=2) + "begun()\ntime.sleep(900)\n")
    playing = f"""
import asyncio
from app.players.programs.links import start
from app.players.programs.seats import read_program
from tests.unit.app.players.programs.test_links import Unheard
async def main():
    await start(read_program("bot:{(tmp_path / "bot.py").as_posix()}"), Unheard())
    await asyncio.sleep(900)
asyncio.run(main())
"""
    with psutil.Popen([sys.executable, "-c", playing]) as player:
        deadline = time.monotonic() + 60
        while pids.read_text(encoding="utf-8").count("\n") < 3 and time.monotonic() < deadline:
            time.sleep(0.02)
        player.kill()
    assert len(pids.read_text(encoding="utf-8").split()) == 3
    assert left(pids) == []


@pytest.mark.parametrize(
    ("code", "words"), [("os._exit(3)", "it ended with status 3"), ("os.kill(os.getpid(), 11)", "it was ended by SIGSEGV")]
)
def test_a_program_ends_as_it_ended_whoever_stands_between(code: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(f"import os; {code}", encoding="utf-8")
    heard = Unheard()

    async def ended() -> None:
        link = await start(read_program(f"bot:{(tmp_path / 'bot.py').as_posix()}"), heard)
        await asyncio.wait_for(heard.is_lost.wait(), 60)
        await link.finish(0)

    asyncio.run(ended())
    assert heard.causes == [words]


@pytest.mark.slow
def test_a_program_that_cannot_be_started_says_why(tmp_path: Path) -> None:
    (tmp_path / "bot").write_text("not a program", encoding="utf-8")
    for command, kind in (((str(tmp_path / "none"),), FileNotFoundError), ((str(tmp_path / "bot"),), PermissionError)):
        seat = replace(read_program("bot:true"), command=command)
        with pytest.raises(kind):
            asyncio.run(start(seat, Unheard()))


class Unheard:
    """A listener that keeps why the line broke."""

    def __init__(self) -> None:
        self.causes: list[str] = []
        self.is_lost = asyncio.Event()

    def on_line(self, line: bytes | None, size: int) -> None:
        pass

    def flooded(self, size: int) -> None:
        pass

    def on_error_line(self, line: bytes) -> None:
        pass

    def lost(self, cause: str) -> None:
        self.causes.append(cause)
        self.is_lost.set()


def test_processes_of_others_are_left_alone() -> None:
    with psutil.Popen([sys.executable, "-c", "import time; time.sleep(900)"], env={**os.environ, "ENTENTE_PROGRAM_A": "1"}) as other:
        deadline = time.monotonic() + 20
        while "ENTENTE_PROGRAM_A" not in other.environ() and time.monotonic() < deadline:
            pass
        assert end_all([], "ENTENTE_PROGRAM_B") == 0
        assert other.poll() is None
        assert end_all([], "ENTENTE_PROGRAM_A") == 1
        assert other.wait(20) == -9
