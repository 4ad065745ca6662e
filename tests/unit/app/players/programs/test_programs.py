"""Programs that are started: good ones play to the end, and for any acts of the others the game ends and the good ones notice nothing."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from app.players.bots import Bot, bots
from app.players.easy import HoldingBot
from app.players.programs.clocks import Bounds, Clocks
from app.players.programs.host import ProgramHost
from app.players.programs.log import Way
from app.players.programs.match import MatchReport, OpenArena, play
from app.players.programs.seats import SeatError, read_program, read_seat
from app.players.programs.supervisor import GameStart, ProgramStatus
from entente import standard
from scripts.player_page import script
from tests.quick import few

STANDARD = standard()
PATIENT = Clocks.even(60.0)
HASTY = Clocks(0.0, 0.15, 0.15, 0.15)

HEAD = "import json, os, subprocess, sys, time\n"
READING = HEAD + "for line in sys.stdin:\n    turn = json.loads(line)\n    if turn['type'] == 'turn':\n        "
BAD = {
    "silent": READING + "pass",
    "never reads": HEAD + "time.sleep(1000)",
    "deaf to the end of its input": HEAD + "import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nwhile True: time.sleep(1000)",
    "crashes at once": HEAD + "raise SystemExit('no licence')",
    "crashes in its turn": READING + "raise ValueError('lost')",
    "lies": READING
    + "print(json.dumps({'type': 'orders', 'orders': ['A MUN - BUR', 'F LON - NTH', 'A PAR - MOS', 'A PAR B']}), flush=True)",
    "garbage": READING + "print('}{' * 50, flush=True)",
    "binary": READING + "sys.stdout.buffer.write(bytes(range(256)) * 40 + b'\\n'); sys.stdout.flush()",
    "ten megabytes": READING + "print('x' * 10_000_000, flush=True)",
    "a flood": READING + "[print(json.dumps({'type': 'info', 'text': 'la'})) for _ in range(100_000)]; sys.stdout.flush()",
    "no line at all": HEAD + "while True: sys.stdout.write('x' * 100_000)",
    "says bye": HEAD + 'print(\'{"type": "bye"}\', flush=True); time.sleep(1000)',
    "has children": HEAD + "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(1000)']); time.sleep(1000)",
}


@pytest.fixture(autouse=True)
def short_farewell(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs that are deaf to their end are not waited for as long as people's are."""
    monkeypatch.setattr("app.players.programs.host.FAREWELL", 0.3)


def open_ends() -> set[str]:
    """The pipes, sockets and pollers of this process, where the system lists them."""
    found = set()
    for each in Path("/proc/self/fd").glob("*"):
        with suppress(OSError):
            found.add(str(each.readlink()))
    return {each for each in found if each.startswith(("pipe:", "socket:"))}


@pytest.fixture(autouse=True)
def nothing_is_left() -> Iterator[None]:
    """No process, thread, pipe or socket outlives a game."""
    me, threads, ends = psutil.Process(), set(threading.enumerate()), open_ends()
    children = {each.pid for each in me.children(recursive=True)}
    yield
    left = [each for each in me.children(recursive=True) if each.pid not in children and each.status() != psutil.STATUS_ZOMBIE]
    assert [each.cmdline() for each in left] == []
    for each in set(threading.enumerate()) - threads:
        each.join(120)  # the event loop's own, which has reported the end of a process, may have to end yet
    assert {each for each in threading.enumerate() if each.is_alive()} - threads == set()
    assert open_ends() - ends == set()


def program(folder: Path, name: str, text: str) -> str:
    file = folder / f"{name.replace(' ', '-')}.py"
    file.write_text(text, encoding="utf-8")
    return f"bot:{file.as_posix()}"


def game(
    folder: Path, text: str, *, clocks: Clocks = HASTY, bounds: Bounds | None = None, years: int = 1
) -> tuple[OpenArena, MatchReport, ProgramHost]:
    """A game of a good program as France and one with *text* as Germany; the others hold."""
    arena = OpenArena(STANDARD.start)
    with ProgramHost(STANDARD.model) as host:
        host.seat("FRANCE", read_program(program(folder, "good", script())), clocks=PATIENT)
        host.seat("GERMANY", read_program(program(folder, "bad", text)), clocks=clocks, bounds=bounds)
        others = {power: HoldingBot() for power in STANDARD.powers if power not in host.powers}
        report = play(arena, others, host, last_year=1900 + years)
    return arena, report, host


@pytest.mark.slow
@pytest.mark.parametrize("kind", few(BAD, "lies"))
def test_whatever_a_program_does_the_game_ends_and_the_others_notice_nothing(kind: str, tmp_path: Path) -> None:
    arena, report, host = game(tmp_path, BAD[kind])
    assert arena.ending is not None
    good = report.counts["FRANCE"]
    assert (good.turns, good.late, good.illegal, good.bad_lines) == (good.answered, 0, 0, 0)
    assert "FRANCE" not in report.forfeits
    assert report.forfeits.get("GERMANY") or report.counts["GERMANY"].late or report.counts["GERMANY"].illegal
    said = [each.words for each in host.dialogue("FRANCE").log if each.way is Way.NOTE]
    assert said == []


@pytest.mark.slow
def test_seven_programs_of_ten_lines_finish_a_game(tmp_path: Path) -> None:
    arena, words = OpenArena(STANDARD.start), program(tmp_path, "ten", script())
    with ProgramHost(STANDARD.model) as host:
        for power in STANDARD.powers:
            host.seat(power, read_program(words), clocks=PATIENT)
        report = play(arena, {}, host, last_year=1904)
    assert arena.ending is not None
    assert not report.forfeits
    for counts in report.counts.values():
        assert (counts.answered, counts.late) == (counts.turns, 0)


@pytest.mark.slow
def test_a_program_and_built_in_opponents_play_the_same_game_again_from_the_same_seed(tmp_path: Path) -> None:
    found = []
    for _ in range(2):
        arena = OpenArena(STANDARD.start)
        with ProgramHost(STANDARD.model) as host:
            host.seat("FRANCE", read_program(program(tmp_path, "ten", script())), clocks=PATIENT)
            others = {power: bot for power, bot in bots(Bot.RANDOM, STANDARD.model, 3).items() if power != "FRANCE"}
            play(arena, others, host, last_year=1903)
        found.append(arena.position)
    assert found[0] == found[1]


@pytest.mark.slow
def test_why_a_program_stopped_is_said_with_its_last_words(tmp_path: Path) -> None:
    _, report, host = game(tmp_path, BAD["crashes in its turn"], clocks=PATIENT)
    assert report.forfeits == {"GERMANY": "it ended with status 1"}
    errors = [each.words for each in host.dialogue("GERMANY").log if each.way is Way.ERROR]
    assert "ValueError: lost" in errors


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(psutil.Process, "rlimit"), reason="this system limits no processes")
def test_a_program_that_takes_more_memory_than_it_may_has_none(tmp_path: Path) -> None:
    greedy = READING + "held = bytearray(400_000_000)"
    _, report, host = game(tmp_path, greedy, clocks=PATIENT, bounds=Bounds(memory_mb=200))
    assert report.forfeits == {"GERMANY": "it ended with status 1"}
    assert "MemoryError" in [each.words for each in host.dialogue("GERMANY").log if each.way is Way.ERROR]


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(psutil.Process, "rlimit"), reason="this system limits no processes")
def test_a_program_that_computes_for_ever_is_ended_by_its_processor_time(tmp_path: Path) -> None:
    _, report, _ = game(tmp_path, READING + "while True: pass", clocks=PATIENT, bounds=Bounds(cpu_s=1))
    assert report.forfeits["GERMANY"].startswith("it was ended by SIG")


@pytest.mark.slow
def test_a_program_is_killed_and_started_anew_in_the_middle_of_its_turn(tmp_path: Path) -> None:
    slow_once = HEAD + (
        "first = not os.path.exists('was-here')\nopen('was-here', 'w').close()\n"
        "for line in sys.stdin:\n    turn = json.loads(line)\n    if turn['type'] == 'turn' and not first:\n"
        "        print(json.dumps({'type': 'orders', 'orders': ['A MUN - BUR']}), flush=True)\n"
    )
    with ProgramHost(STANDARD.model) as host:
        host.seat("GERMANY", read_program(program(tmp_path, "slow", slow_once)), clocks=PATIENT)
        host.begin(GameStart("g"))
        host.ask("GERMANY", STANDARD.start.position)
        while not (tmp_path / "was-here").exists():
            host.wait(lambda: False, 0.01)
        assert host.standing("GERMANY").status is ProgramStatus.THINKING
        host.kill("GERMANY")
        assert host.standing("GERMANY").status is ProgramStatus.STOPPED
        assert host.standing("GERMANY").words == "it was killed"
        host.restart("GERMANY")
        assert host.wait(lambda: not host.thinking, 30)
        assert [str(order) for order in host.orders("GERMANY")] == ["A MUN - BUR"]


def test_names_of_programs_that_are_not_there_are_refused(tmp_path: Path) -> None:
    built_in = frozenset(Bot)
    for words in ("bot:", "bot:./nobody.py", "nobody", "tcp:localhost", "tcp:localhost:99999", "listen:x", 'bot:"open'):
        with pytest.raises(SeatError):
            read_seat(words, built_in, tmp_path)


def test_a_program_runs_in_the_folder_of_its_file_with_its_arguments(tmp_path: Path) -> None:
    inner = tmp_path / "a folder"
    inner.mkdir()
    (inner / "bot.py").write_text(HEAD + "print(os.getcwd(), sys.argv[1:], file=sys.stderr, flush=True)\n", encoding="utf-8")
    with ProgramHost(STANDARD.model) as host:
        host.seat("FRANCE", read_program('bot:"./a folder/bot.py" --level 3', tmp_path))
        assert host.wait(lambda: host.standing("FRANCE").status is ProgramStatus.STOPPED, 30)
        errors = [each.words for each in host.dialogue("FRANCE").log if each.way is Way.ERROR]
    assert errors == [f"{os.path.realpath(inner)} ['--level', '3']"]
