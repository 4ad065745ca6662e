"""Faults of game files."""

from __future__ import annotations

from pathlib import Path

from app.commands.declaring.registry import command
from app.game.opening import Standing, open_text
from app.session.errors import Abort
from app.session.session import Session
from entente.words.names import counted

LARGEST_FILE = 8_000_001
"""One byte more than is read of a game file, so that a longer one is noticed."""


@command("check", "Check a game file…", menu="Tools", place=22)
def check(session: Session, file: Path) -> None:
    """List every fault of a game file with line and column, and every position that its orders do not give.

    Args:
        file: the game.
    """
    with file.open("rb") as opened_file:
        data = opened_file.read(LARGEST_FILE)
    opened = open_text(data, file.name, session.shelf)
    for fault in opened.faults:
        session.say(f"{fault} ({fault.severity})")
    for difference in opened.differences:
        session.say(f"{file.name}: {difference}")
    errors = len(opened.errors)
    told = (
        counted(number, noun)
        for number, noun in ((errors, "error"), (len(opened.faults) - errors, "warning"), (len(opened.differences), "difference"))
    )
    session.say(f"{file.name}: {', '.join(told)}")
    if opened.standing is Standing.UNCHECKED:
        session.say(f"{file.name}: hooks take part in the game, so its positions were not checked")
    if opened.obstacle is not None:
        session.say(f"{file.name}: {opened.obstacle}, so its positions were not checked")
    if errors or opened.standing not in {Standing.CHECKED, Standing.UNCHECKED}:
        raise Abort(f"{file.name} is not as it should be.")
