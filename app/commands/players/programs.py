"""Programs that play: remember them by name, try them, and run those that have seats at a table."""

from __future__ import annotations

import json
from dataclasses import replace
from enum import StrEnum
from importlib.resources import files
from pathlib import Path

from app.commands.declaring.registry import command
from app.commands.declaring.view_choices import in_panel
from app.game.storage.atomic import is_there, write_atomically
from app.installation import with_program_name
from app.session.errors import Abort, GivenUp
from app.session.parameters import PowerName, RestOfLine
from app.session.roles import Who
from app.session.seating import Seating
from app.session.services import FileKind, FileToSave, chosen
from app.session.session import Session, at_a_table, game_open
from app.tables.table_acts import table_here, table_lines
from app.tables.table_players import (
    begin_programs,
    end_programs,
    known_programs,
    may_open_logs,
    may_read_logs,
    powers_of_programs,
    set_options,
    start_programs,
    wait_until_ready,
)
from entente.words.names import power_name
from languages import labelled, mark, tr


class Run(StrEnum):
    """Act on all programs of a table."""

    START = "start"
    BEGIN = "begin"
    PAUSE = "pause"
    GO_ON = "go on"
    STEP = "step"
    OPEN_LOGS = "open logs"
    CLOSE_LOGS = "close logs"
    END = "end"


class Act(StrEnum):
    """Act on one program."""

    RESTART = "restart"
    KILL = "kill"


@command("seats", "Seats and programs", who=Who.ANYBODY, menu="Game/Table", place=43, available=game_open)
def seats(session: Session) -> None:
    """Show who sits where: people, opponents and programs, how each stands, and what was said with programs."""
    if session.seating is None:
        raise Abort(
            tr(
                "This game is played with all powers at the screen; give seats to people, opponents and programs first: {table}",
                table=session.named("table"),
            )
        )
    if session.services.screen is not None:
        session.services.screen.show_panel("seats")
        return
    session.say("\n".join((*table_lines(session.seating), *_lamps(session.seating))))


@command("program", "Remember a program…", who=Who.ANYBODY, menu="Tools", place=34, asks=in_panel("program"))
def program(
    session: Session,
    name: str = "",
    who: RestOfLine | None = None,
    *,
    folder: Path | None = None,
    seconds: float | None = None,
    called: str = "",
    option: str = "",
    forget: bool = False,
) -> None:
    """Remember a program by a name, so that it can be given seats; show what is remembered, or forget it.

    For example: ``program bold bot:./boldbot.py --bold 0.6``; ``program away tcp:localhost:9000``; ``program guest listen:9000``. It stays
    on this machine: the file of a game has its name alone.

    Args:
        name: what it is called here; all are listed without one.
        who: bot:COMMAND, tcp:HOST:PORT or listen:PORT, as for play.
        folder: where it is started; where its file lies unless given.
        seconds: that it has for a turn; 5 unless given.
        called: another name for it.
        option: something that it lets people set, written NAME=VALUE; it is told at its next start.
        forget: remember it no longer.
    """
    from app.players.programs.known import known_as
    from app.players.programs.seats import SeatError, read_program

    known = known_programs(session)
    if not name:
        lines = [
            tr("{name}: {title}, {seconds:g} s a turn", name=each.name, title=each.title, seconds=each.seconds) for each in known.all()
        ]
        session.say("\n".join(lines) or tr("No program is remembered. For example: program my-bot bot:./my.py"))
        return
    if forget:
        session.say(
            tr("{name} is forgotten.", name=name) if known.forget(name) else tr("No program called {name} is remembered.", name=name)
        )
        return
    found = known.get(name)
    try:
        if who is not None:
            seat = read_program(who, folder)
            command_line = who.strip().partition(":")[2] if who.strip().startswith("bot:") else ""
            found = known_as(name, seat, command=command_line, folder="" if folder is None else str(folder.resolve()))
        if found is None:
            raise Abort(tr("No program called {name} is remembered; say what it is: program {name} bot:./my.py", name=name))
        changed = replace(found, seconds=found.seconds if seconds is None else seconds, name=called or found.name)
        if option:
            changed = replace(changed, options={**changed.options, **_option(option)})
        if who is not None or seconds is not None or called or option:
            known.keep(changed, instead_of=name)
    except SeatError as error:
        raise Abort(f"{error}.") from error
    if option and session.seating is not None:
        set_options(session.seating, changed)
    session.say(
        tr("{changed}: {changed_title}, {seconds:g} s a turn", changed=changed.name, changed_title=changed.title, seconds=changed.seconds)
    )


def _option(text: str) -> dict[str, bool | int | float | str]:
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise Abort(tr("{text!r} sets nothing: an option is written NAME=VALUE", text=text[:60]))
    try:
        read = json.loads(value)
    except ValueError:
        read = value
    if not isinstance(read, bool | int | float | str):
        raise Abort(tr("{text!r} is no value: a number, true, false or a text was expected", text=value[:60]))
    return {name.strip(): read}


@command("test-program", "Test a program…", who=Who.ANYBODY, menu="Tools", place=35)
def test_program(session: Session, name: str) -> None:
    """Start or call a program and see what it says: its name, its protocol, and its orders for a first turn.

    Args:
        name: of a program that is remembered, or bot:COMMAND, tcp:HOST:PORT.
    """
    from app.players.programs.probe import probe
    from app.players.programs.seats import SeatError, read_program

    known = known_programs(session).get(name)
    try:
        seat = known.seat() if known is not None else read_program(name)
    except SeatError as error:
        raise Abort(f"{error}.") from error
    found = session.services.wait_for(tr("Testing {name}…", name=name), lambda: probe(seat))
    session.say("\n".join(found.lines))
    if not found.is_good:
        raise Abort(tr("{name} could not play.", name=name))


@command("programs", "Programs of the table…", who=Who.TABLE, menu="Game/Table", place=41, available=at_a_table)
def programs(session: Session, run: Run | None = None) -> None:
    """Start the programs of the table, let them play, pause them, have them play one phase, or end them.

    Programs that are paused are asked for nothing by themselves. Their logs hold orders and letters, so nobody at the table reads them
    unless they were opened for everybody before the game began for the programs.

    Args:
        run: start, begin (all are ready), pause, "go on", step (one phase), "open logs", "close logs", or end; without it, how they stand.
    """
    seating = table_here(session)
    if not powers_of_programs(seating):
        raise Abort(
            tr(
                "No seat of this table is a program's. Give it one: {give}",
                give=session.named("give-seat", "give-seat FRANCE program:NAME"),
            )
        )
    there = seating.programs
    match run:
        case Run.START:
            start_programs(session, seating)
            if session.services.screen is None:
                wait_until_ready(session, seating)
                begin_programs(session, seating)
        case Run.BEGIN:
            begin_programs(session, seating)
        case Run.PAUSE | Run.GO_ON | Run.STEP:
            if there is None:
                raise Abort(tr("The programs are not started: {start}", start=session.named("seats", "programs start")))
            if run is Run.STEP:
                there.is_paused = True
                there.step(powers_of_programs(seating))
            else:
                there.is_paused = run is Run.PAUSE
        case Run.OPEN_LOGS:
            if not may_open_logs(seating):
                raise Abort(
                    tr(
                        "The logs hold orders and letters of the game: they are opened before it begins for the programs, and not after "
                        "the game was opened again."
                    )
                )
            seating.open_logs = True
        case Run.CLOSE_LOGS:
            seating.open_logs = False
        case Run.END:
            end_programs(seating)
        case None:
            pass
    session.table_changed()
    session.say("\n".join(_lamps(seating)))


@command("program-of", "The program of a seat…", who=Who.TABLE, menu="Game/Table", place=42, available=at_a_table)
def program_of(session: Session, power: PowerName, act: Act | None = None, *, log: Path | None = None) -> None:
    """Start the program of a seat anew, end it at once, or read what was said with it.

    Args:
        power: whose.
        act: what is done with it; the log is shown unless given, as far as who looks may read it.
        log: a file that the log is written into.
    """
    seating = table_here(session)
    there = seating.programs
    if there is None or power not in there.powers:
        raise Abort(tr("No program runs for {power}.", power=power_name(session.variant, power)))
    name = power_name(session.variant, power)
    match act:
        case Act.RESTART:
            there.restart(power)
            if power in seating.round.to_order and seating.round.stage.value != "results":
                seating.answers.pop(power, None)
            session.say(tr("{name}: a fresh program has the seat.", name=name))
        case Act.KILL:
            there.kill(power)
            session.say(tr("{name}: its program was ended; its units hold until it is started again.", name=name))
        case None:
            if not may_read_logs(session, seating):
                raise Abort(tr("What programs say holds orders and letters; at this table nobody reads it while the game goes on."))
            text = "\n".join(map(str, there.log(power)))
            if log is not None:
                write_atomically(log, f"{text}\n".encode(), tr("writing the log"))
            session.say((text or tr("Nothing was said yet.")) if log is None else tr("The log is in {log}.", log=log))
    session.table_changed()


def _lamps(seating: Seating) -> list[str]:
    """A line for each program: how it stands."""
    there = seating.programs
    lines = []
    for seat in (each for each in seating.table.seats if each.power in powers_of_programs(seating)):
        standing = None if there is None or seat.power not in there.powers else there.standing(seat.power)
        how = tr("not started") if standing is None else f"{tr(standing.status.value)}{f' ({standing.words})' if standing.words else ''}"
        lines.append(labelled(seat.name or seat.power, f"{seat.program}, {how}"))
    if there is not None and there.is_paused:
        lines.append(tr("Programs are paused."))
    return lines


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
    path = session.services.ask(FileToSave(FileKind.PROGRAM, f"my-bot{Path(_FILES[like]).suffix}"))
    if path is None:
        raise GivenUp(tr("No program was written."))
    new_bot(session, path, like=like)


@command("new-bot", "New bot…", who=Who.ANYBODY, menu="Tools", place=33, asks=_ask)
def new_bot(session: Session, file: Path, *, like: Sample = Sample.GREEDY) -> None:
    """Write a program that plays at once, to be made better.

    In the window it is remembered under the name of its file, so that it can be given a seat, and opened.

    Args:
        file: where to, such as my.py; never over a file that is there.
        like: how it plays, and the language that it is written in.
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
    session.say(
        with_program_name(tr('Have it play with: python main.py play --france "bot:{shown}" --bots steady --years 10', shown=shown))
    )


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
