"""Sample programs that play, to begin with."""

from __future__ import annotations

from enum import StrEnum
from importlib.resources import files
from pathlib import Path

from app.commands.declaring.registry import command
from app.game.storage.atomic import is_there, write_atomically
from app.session.errors import Abort
from app.session.roles import Who
from app.session.session import Session


class Sample(StrEnum):
    """A program to begin with."""

    RANDOM = "random"
    GREEDY = "greedy"
    MONTE_CARLO = "monte-carlo"
    RANDOM_C = "random-c"
    RANDOM_JS = "random-js"


_FILES = {
    Sample.RANDOM: "random.py",
    Sample.GREEDY: "greedy.py",
    Sample.MONTE_CARLO: "monte_carlo.py",
    Sample.RANDOM_C: "random.c",
    Sample.RANDOM_JS: "random.js",
}


def without_window(session: Session) -> str:
    """For ``available``: there is no window."""
    return "" if session.services.screen is None else "This writes a file at a terminal: python main.py new-bot my.py"


@command("new-bot", "New bot", who=Who.ANYBODY, available=without_window)
def new_bot(session: Session, file: Path, *, like: Sample = Sample.GREEDY) -> None:
    """Write a program that plays at once, to be made better.

    Args:
        file: where to, such as my.py; never over a file that is there.
        like: greedy goes for centres; random plays by lot (in C and JavaScript too); monte-carlo tries orders out.
    """
    text = (files("resources") / "bots" / _FILES[like]).read_bytes()
    ending = Path(_FILES[like]).suffix
    target = file if file.suffix else file.with_suffix(ending)
    if target.suffix != ending:
        raise Abort(f"{like.value} is a {ending} file: name it {target.with_suffix(ending).name}")
    if is_there(target):
        raise Abort(f"{target} is there already.")
    write_atomically(target, text, "writing the bot")
    session.say(f"{target} is written.")
    if like is Sample.RANDOM_C:
        session.say(f"Make it with: cc -O2 -o {target.stem} {target}")
        target = target.with_suffix("")
    shown = target if target.is_absolute() else f"./{target.as_posix()}"
    session.say(f'Have it play with: python main.py play --france "bot:{shown}" --bots steady --years 10')
