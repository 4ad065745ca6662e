"""Rulings of hooks do not depend on the load of the machine: measured beside six programs that take all they can get."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import pytest

from app.game.dpn.writer import write
from app.hooks.host import HookHost
from tests.unit.app.hooks.playing import fresh, ordered, process_with_hooks, with_text

BUSY = 6
PHASES = 3

THINKING = """\
def before_adjudication(ctx):
    total = 0
    for number in range(600000):
        total = (total * 31 + number) % 1000003
    return {"orders": {"FRANCE": ["A PAR - BUR"] if total % 2 else ["A PAR - PIC"]}, "state": {"total": total}}
"""
"""Some eight hundredths of a second of work on a machine of 2026: a third of what it may use; on a busy clock, more."""


@pytest.fixture
def busy_machine() -> Iterator[None]:
    """Six programs that never rest."""
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(BUSY)]
    yield
    for each in busy:
        each.kill()
        each.wait()


def played(host: HookHost) -> str:
    """The text of a game of some phases with a hook that thinks about each."""
    game = with_text(fresh(), "thinking", THINKING)
    for _ in range(PHASES):
        game, _ = process_with_hooks(ordered(game, ITALY="A ROM - APU"), host=host)
    return write(game)


@pytest.mark.slow
def test_a_game_comes_out_the_same_beside_six_busy_programs(host: HookHost, request: pytest.FixtureRequest) -> None:
    quiet = played(host)
    request.getfixturevalue("busy_machine")
    assert played(host) == quiet
