"""Kill the program at any moment: on the next start the game is there up to the last accepted click."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest

from app.game.opening import open_text
from tests.thorough import rounds
from tests.unit.app.game.storage.evening import digest, resumed

EVENINGS = 12
KILLS = 9
"""In each evening: 108 in all, of which a sixth in every run."""

pytestmark = pytest.mark.skipif(os.name != "posix", reason="kills by signal")


class Server:
    """The process that forks evenings."""

    def __init__(self, log: IO[bytes]) -> None:
        root = Path(__file__).parents[5]
        command = [sys.executable, "-m", "tests.unit.app.game.storage.evening"]
        self._process = subprocess.Popen(command, cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log)

    def killed_evening(self, folder: Path, seed: int, after: int, spins: int) -> list[list[str]]:
        """Return the output of an evening until it was killed, some time after it had written *after* lines."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{seed} {folder}\n".encode())
        self._process.stdin.flush()
        child, said = 0, list[list[str]]()
        while True:
            line = self._line()
            if line[0] == "dead":
                assert line == ["dead"], "the evening failed before it was killed"
                return said
            if line[0] == "pid":
                child = int(line[1])
            else:
                said.append(line)
            if child and len(said) >= after:
                for _ in range(spins):
                    pass
                os.kill(child, signal.SIGKILL)
                child = 0
                after = sys.maxsize

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.communicate()

    def _line(self) -> list[str]:
        assert self._process.stdout is not None
        return self._process.stdout.readline().decode().split()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    log = tmp_path_factory.mktemp("evenings") / "errors"
    with log.open("wb") as errors:
        made = Server(errors)
        yield made
        made.close()
    assert log.read_text() == ""


def allowed_after(said: list[list[str]], before: set[str]) -> set[str]:
    """The versions that may be there on the next start: the last one accepted, and the one that was being accepted."""
    allowed = set(before)
    for word, version in said:
        if word == "try":
            allowed.add(version)
        else:
            allowed = {version}
    return allowed


@pytest.mark.slow
@pytest.mark.parametrize("evening", rounds(EVENINGS // 6, EVENINGS))
def test_nothing_accepted_is_lost_when_the_program_is_killed(evening: int, server: Server, tmp_path: Path) -> None:
    chance = random.Random(evening)
    allowed: set[str] = set()
    accepted = 0
    for kill in range(KILLS):
        said = server.killed_evening(tmp_path, evening * 1000 + kill, chance.randint(1, 60), chance.randrange(60_000))
        if said and allowed:
            word, version = said[0]
            assert word == "start"
            assert version in allowed, f"kill {kill} lost something"
        allowed = allowed_after(said, allowed)
        accepted += sum(word == "ok" for word, _ in said)
        path = tmp_path / "game.dpn"
        if path.exists():
            assert open_text(path.read_bytes()).faults == ()
    document = resumed(tmp_path)
    assert digest(document.game) in allowed
    assert accepted > KILLS
    document.close(discard=True)
