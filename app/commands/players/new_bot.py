"""Sample programs that play, to begin with."""

from __future__ import annotations

from enum import StrEnum
from importlib.resources import files
from pathlib import Path

from app.called import as_called
from app.commands.declaring.registry import command
from app.game.storage.atomic import is_there, write_atomically
from app.session.errors import Abort, GivenUp
from app.session.file_kinds import FileKind
from app.session.roles import Who
from app.session.services import chosen
from app.session.session import Session
from app.session.table_programs import known_programs
from languages import mark, tr


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


_WORDS = {
    mark("It goes for centres"): Sample.GREEDY,
    mark("It plays by lot"): Sample.RANDOM,
    mark("It tries orders out"): Sample.MONTE_CARLO,
    mark("By lot, in JavaScript"): Sample.RANDOM_JS,
    mark("By lot, in C"): Sample.RANDOM_C,
}


def _ask(session: Session) -> None:
    """Ask for the kind of program and its folder."""
    answer = chosen(session.services, tr("A program that plays at once, to be made better. What is it to begin with?"), tuple(_WORDS))
    if answer is None:
        raise GivenUp(tr("No program was written."))
    like = _WORDS[answer]
    path = session.services.save_path(FileKind.PROGRAM, f"my-bot{Path(_FILES[like]).suffix}")
    if path is None:
        raise GivenUp(tr("No program was written."))
    new_bot(session, path, like=like)


@command("new-bot", "New bot…", who=Who.ANYBODY, menu="Tools", place=33, asks=_ask)
def new_bot(session: Session, file: Path, *, like: Sample = Sample.GREEDY) -> None:
    """Write a program that plays at once, to be made better.

    In the window it is remembered under the name of its file, so that it can be given a seat, and opened.

    Args:
        file: where to, such as my.py; never over a file that is there.
        like: greedy goes for centres; random plays by lot (in C and JavaScript too); monte-carlo tries orders out.
    """
    text = (files("resources") / "bots" / _FILES[like]).read_bytes()
    ending = Path(_FILES[like]).suffix
    target = file if file.suffix else file.with_suffix(ending)
    if target.suffix != ending:
        raise Abort(tr("{like} is a {ending} file: name it {file}", like=like.value, ending=ending, file=target.with_suffix(ending).name))
    if is_there(target):
        raise Abort(tr("{target} is there already.", target=target))
    write_atomically(target, text, tr("writing the bot"))
    session.say(tr("{target} is written.", target=target))
    if like is Sample.RANDOM_C:
        session.say(tr("Make it with: cc -O2 -o {stem} {target}", stem=target.stem, target=target))
        target = target.with_suffix("")
    screen = session.services.screen
    if screen is not None:
        if like is not Sample.RANDOM_C:
            _remember(session, target)
        if not screen.open_file(target.with_suffix(ending)):
            session.say(tr("Open {file} in an editor to change it.", file=target.with_suffix(ending)))
        return
    shown = target if target.is_absolute() else f"./{target.as_posix()}"
    session.say(as_called(tr('Have it play with: python main.py play --france "bot:{shown}" --bots steady --years 10', shown=shown)))


def _remember(session: Session, file: Path) -> None:
    """Remember the program in *file* under a name that is free."""
    from app.players.programs.known import KnownProgram
    from app.players.programs.seats import ProgramReach, SeatError

    known = known_programs(session)
    taken = {each.name.casefold() for each in known.all()}
    stem = "".join(each if each.isalnum() or each in " ._-" else "-" for each in file.stem).strip(" .-")[:34] or "bot"
    name = next(each for each in (stem, *(f"{stem} {number}" for number in range(2, 1000))) if each.casefold() not in taken)
    try:
        known.keep(KnownProgram(name, ProgramReach.START, str(file.resolve())))
    except SeatError as error:
        session.say(tr("It is not remembered: {error}.", error=error))
        return
    session.say(tr("It is remembered as {name} and can be given a seat.", name=name))
