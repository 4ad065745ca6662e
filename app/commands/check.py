"""Faults of game files."""

from __future__ import annotations

from pathlib import Path

from app.commands.base.errors import Abort
from app.commands.base.registry import command
from app.commands.base.session import Session
from app.game.dpn.build import build
from app.game.dpn.faults import Severity
from app.game.dpn.reader import read
from app.game.dpn.replay import replay

LARGEST_FILE = 8_000_001
"""One byte more than is read of a game file, so that a longer one is noticed."""


@command("check", "Check a game file", menu="File")
def check(session: Session, file: Path) -> None:
    """List every fault of a game file with line and column, and every position that its orders do not give.

    Args:
        file: the game.
    """
    with file.open("rb") as opened:
        data = opened.read(LARGEST_FILE)
    built = build(read(data, file.name), session.shelf)
    for fault in built.faults:
        session.say(f"{fault} ({fault.severity})")
    errors = sum(fault.severity is Severity.ERROR for fault in built.faults)
    differences = 0
    if built.game is not None and not built.game.hooks and built.obstacle is None:
        replayed = replay(built.game)
        differences = len(replayed.differences)
        for difference in replayed.differences:
            session.say(f"{file.name}: {difference}")
    session.say(f"{file.name}: {errors} errors, {len(built.faults) - errors} warnings, {differences} differences")
    if built.game is not None and built.game.hooks:
        session.say(f"{file.name}: the game carries hooks, so its positions were not checked")
    if built.obstacle is not None:
        session.say(f"{file.name}: {built.obstacle}, so its positions were not checked")
    if errors or differences or built.game is None:
        raise Abort(f"{file.name} is not as it should be.")
