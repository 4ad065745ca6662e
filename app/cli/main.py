"""``python main.py COMMAND [GAME.dpn] WORDS``: one command, one run."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial
from pathlib import Path

from app.cli.delivery import NothingKeptError, deliver, take_waiting
from app.cli.printable import Exit, printable, speak_as_chosen
from app.cli.terminal_services import CommandLineServices
from app.cli.undo import keep_step, redo_last, undo_last
from app.commands.declaring.command import Command, run_command
from app.commands.declaring.completion import GENERAL_OPTIONS
from app.commands.declaring.declare import help_text
from app.commands.declaring.registry import COMMANDS
from app.game.document import Document
from app.game.storage.atomic import StorageError, is_there
from app.game.storage.places import places
from app.gm.taken_mails import is_taken
from app.hooks.asking_hooks import LogEntry, StopChoice
from app.installation import with_program_name
from app.mail_in.letter import HandedIn
from app.session.errors import Abort, CommandError, LineError, NotReadyError, ScriptError
from app.session.game_files import is_same_file, open_file, with_ending
from app.session.hook_service import StoppedByHook
from app.session.parameters import Kind, Words, from_arguments
from app.session.requests import OpeningChoices, OtherVariant, Recovery, Trust, Unread, WebTerms, hooks_named
from app.session.session import Session
from languages import tr, tr_in

_CHOICES: dict[str, type[StrEnum]] = {"--trust": Trust, "--other-variant": OtherVariant, "--unread": Unread, "--recover": Recovery}
_WITH_VALUE = ("--game", "--output", "--hooks", "--when-stopped", *_CHOICES)


@dataclass(slots=True)
class Options:
    """The options that every command takes, and the words that are left for the command."""

    game: Path | None = None
    """``--game FILE``: the game to work on; else the first word of a command that needs one."""

    output: Path | None = None
    """``--output FILE``: where a changed game is written, else where it came from; or what a command with an output of its own writes."""

    choices: OpeningChoices = field(default_factory=OpeningChoices)
    """Choices for a game's file in which something does not fit."""

    when_stopped: StopChoice = StopChoice.WAIT
    """``--when-stopped again|without|wait``: what is done where a hook that is needed gives no answer."""

    replace: bool = False
    """``--replace``: whether ``--output`` may name a file that is there already."""

    help: bool = False
    words: list[str] = field(default_factory=list)


def read_options(arguments: list[str]) -> Options:
    """The options among *arguments*; they may stand before the command, and ``--name=value`` anywhere.

    Raises:
        LineError: an option lacks its value, or has one that there is not.
    """
    options = Options()
    waiting = list(arguments)
    while waiting:
        word = waiting.pop(0)
        if word == "--":
            options.words.extend(waiting)
            break
        if word in {"-h", "--help"}:
            options.help = True
            continue
        if word == "--version":
            options.words.insert(0, "version")
            continue
        name, equals, value = word.partition("=")
        name = "--output" if name == "-o" else name
        if name not in _WITH_VALUE:
            options.words.append(word)
            continue
        if not equals:
            if not waiting:
                raise LineError(tr("{name} needs a value", name=name), word=word)
            value = waiting.pop(0)
        _set(options, name, value)
    if options.output is not None and "--replace" in options.words:
        options.words.remove("--replace")
        options.replace = True
    return options


def _set(options: Options, name: str, value: str) -> None:
    match name:
        case "--game":
            options.game = Path(value)
        case "--output":
            options.output = Path(value)
        case "--hooks":
            options.choices = replace(options.choices, hooks=hooks_named(value))
        case "--when-stopped":
            if value not in [each.value for each in StopChoice]:
                raise LineError(tr("--when-stopped is {choices}, not {value!r}", choices=", ".join(StopChoice), value=value), word=value)
            options.when_stopped = StopChoice(value)
        case _:
            options.choices = _chosen(options.choices, name, value)


def _chosen(choices: OpeningChoices, name: str, value: str) -> OpeningChoices:
    words = [each.value for each in _CHOICES[name]]
    if value not in words:
        raise LineError(
            tr("{name} is {choices} or {last}, not {value!r}", name=name, choices=", ".join(words[:-1]), last=words[-1], value=value),
            word=value,
        )
    match name:
        case "--trust":
            return replace(choices, trust=Trust(value))
        case "--other-variant":
            return replace(choices, variant=OtherVariant(value))
        case "--unread":
            return replace(choices, unread=Unread(value))
        case _:
            return replace(choices, recovery=Recovery(value))


_MEANINGS = 27
"""The column at which the meanings of options begin."""


def _listed_options() -> str:
    lines: list[str] = []
    for option in GENERAL_OPTIONS:
        meaning = tr(option.meaning).split("\n")
        first = f"{option.usage:{_MEANINGS}}{meaning.pop(0)}" if len(option.usage) < _MEANINGS - 1 else option.usage
        lines += [first, *(" " * _MEANINGS + each for each in meaning)]
    heading = tr("options:")
    return f"{heading} " + f"\n{' ' * (len(heading) + 1)}".join(lines)


def usage() -> str:
    """Return the usage of the program, in the language in use."""
    said = tr(
        "usage: python main.py [GAME.dpn ...]                 open the window\n"
        "       python main.py COMMAND [GAME.dpn] [WORDS ...]  run one command without a display\n"
        "\n"
        "{options}\n"
        "\n"
        "Exit codes stand in docs/reference/exits.md; 3 says that 'process' lacks orders (see --missing).\n"
        "'python main.py commands' lists the commands, 'python main.py help COMMAND' explains one.",
        options=_listed_options(),
    )
    return with_program_name(said)


JudgeRunner = Callable[[Session, str, Path, bool], None]


def main(arguments: Sequence[str], run_judge: JudgeRunner | None = None) -> int:
    """Run one command; returns the exit code (see ``Exit``). Errors go to standard error.

    Args:
        run_judge: carries out what the command ``judge`` asks for.
    """
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, ValueError):
            stream.reconfigure(errors="replace", line_buffering=True)  # type: ignore[union-attr]
    speak_as_chosen()
    try:
        return _run(list(arguments), run_judge)
    except LineError as error:
        return _fail(error, Exit.USAGE)
    except (CommandError, StorageError) as error:
        return _fail(error, _code_of(error))
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    except BrokenPipeError:
        # Whoever read the output went away; nothing more is written, at exit neither.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.BROKEN_PIPE


def _code_of(error: Exception) -> Exit:
    """Return the exit code for a command that was not done, in a script too."""
    while isinstance(error, ScriptError):
        error = error.cause
    match error:
        case NotReadyError():
            return Exit.NOT_READY
        case StoppedByHook():
            return Exit.HOOK_STOPPED
        case _:
            return Exit.FAILED


def _fail(error: Exception, code: Exit) -> int:
    if sys.stdout is not None:
        sys.stdout.flush()
    print(f"entente: {printable(error)}", file=sys.stderr)
    return code


def _run(arguments: list[str], run_judge: JudgeRunner | None = None) -> int:
    options = read_options(arguments)
    game = _game_of_a_delivery(options)
    asked = _asked_of_history(options)
    if asked is not None:
        word, path = asked
        is_undo = word == "undo"
        words = (undo_last if is_undo else redo_last)(places(), path)
        print(printable(tr("Undone: {words}", words=words) if is_undo else tr("Done again: {words}", words=words)))
        return Exit.OK
    if game is not None and options.words[0] == "mail":
        return deliver(game, arguments, _once, always_kept="--delivery" in options.words)
    if game is not None:
        take_waiting(game, _once)
    return _once(arguments, run_judge=run_judge)


def _game_of_a_delivery(options: Options) -> Path | None:
    """The game for which a mail is on standard input, or which is processed: then mails that wait for it are taken in first."""
    words = [*options.words]
    if len(words) > 1 and words[0].casefold().endswith(".dpn") and options.game is None and words[1] in {"mail", "process"}:
        words = [words[1], words[0], *words[2:]]
    if not words or words[0] not in {"mail", "process"} or options.help or options.output is not None:
        return None
    left = words[1:]
    if options.game is None:
        at = _first_place(COMMANDS[words[0]], left)
        if at >= len(left):
            return None
        options.game = Path(left.pop(at))
    is_from_a_file = words[0] == "mail" and _first_place(COMMANDS["mail"], left) < len(left)
    options.words = [words[0], *left]
    return None if is_from_a_file else options.game


def _asked_of_history(options: Options) -> tuple[str, Path] | None:
    """``undo`` or ``redo`` and the file in which the last command is meant; each command is a run of its own."""
    words = [*options.words]
    _put_the_game_behind(options)
    if options.words[:1] not in (["undo"], ["redo"]) or options.help or options.output is not None:
        options.words = words
        return None
    path = options.game or (Path(options.words[1]) if len(options.words) == 2 else None)
    return None if path is None else (options.words[0], path)


def _once(
    arguments: Sequence[str], received: bytes | None = None, handed_in: HandedIn | None = None, run_judge: JudgeRunner | None = None
) -> int:
    """Run the command once; a mail that was handed in is *received*."""
    options = read_options(list(arguments))
    if not options.words:
        print(usage())
        return Exit.OK if options.help else Exit.USAGE
    _put_the_game_behind(options)
    words = from_arguments(options.words)
    command, first = COMMANDS.find(words)
    if options.help:
        print(with_program_name(help_text(command)))
        return Exit.OK
    services = CommandLineServices(options.when_stopped)
    services.received = received
    session = Session(services)
    session.handed_in = handed_in
    session.serve_web = lambda terms: _serve_web(session, terms)
    if run_judge is not None:
        session.run_judge = partial(run_judge, session)
    output = options.output
    if output is not None and any(each.name == "output" for each in command.parameters):
        options.output = None  # what the command writes goes there, not the game
        words = from_arguments([*options.words, f"--output={output}"])
    elif output is not None:
        output = with_ending(output)
    session.chosen = options.choices
    session.hooks.left_off = options.choices.hooks == frozenset()
    session.hooks.store.allow_checksums(options.choices.hooks or ())
    session.hooks.subscribe(_tell)
    with ExitStack() as closing:
        closing.callback(_let_go, session)
        with services.aside():
            words, first = _open_game(session, command, options, words, first)
            if handed_in is not None and session.current is not None and is_taken(session.game, handed_in.mark):
                return Exit.UNDECIDED  # it was saved, and the run ended before the mail's own file was taken away
            _check_output(session, output, replace=options.replace)
        run_command(session, command, command.bind(words, first, session.surroundings))
        _save(session, options)
        if session.handed_in is not None and not is_taken(session.game, session.handed_in.mark):
            raise NothingKeptError
    if session.ends_with is not None:
        return session.ends_with
    return Exit.UNDECIDED if session.needs_decision else Exit.OK


def _serve_web(session: Session, terms: WebTerms) -> None:
    """Serve the table in front to browsers until Ctrl+C."""
    from app.web.serving import serve_table  # the server's libraries are for this command alone

    if isinstance(session.services, CommandLineServices):
        session.services.input_is_taken = True
    serve_table(session, terms)


def _tell(_game_id: str, entries: tuple[LogEntry, ...]) -> None:
    """Say on standard error what hooks did."""
    for entry in entries:
        print(printable(entry), file=sys.stderr)


def _let_go(session: Session) -> None:
    """Close the files, of which nothing is to come back at the next start; what a crash left behind stays where it is until it is saved. A
    failure to keep something beside them, such as a backup, is reported.
    """
    for document in session.documents:
        for trouble in document.settle():
            print(printable(trouble), file=sys.stderr)
        document.close(discard=True)
    session.hooks.close()
    if sys.stdout is not None and not sys.stdout.closed:  # a language model that was served over it has closed it
        sys.stdout.flush()


def _open_game(session: Session, command: Command, options: Options, words: Words, first: int) -> tuple[Words, int]:
    """Open the game that the command works on; returns the words that are left for the command, and where they start."""
    path = options.game
    left = [each.text for each in words.words[first:]]
    at = _first_place(command, left)
    if path is None and at < len(left) and (command.available(session) or _is_a_game_before(command, left[at:])):
        path = Path(left.pop(at))
        words, first = from_arguments(left), 0
    if path is None:
        return words, first
    open_file(session, path, options.choices)
    return words, first


def _first_place(command: Command, words: list[str]) -> int:
    """The first of *words* that is no option of *command*, nor the value of one; its options may stand before the game."""
    valued = {f"--{each.name}" for each in command.parameters if each.option and each.kind is not Kind.FLAG}
    at = 0
    while at < len(words) and words[at].startswith("--"):
        at += 2 if words[at] in valued else 1
    return at


def _is_a_game_before(command: Command, words: list[str]) -> bool:
    """Return True if the first of *words* is a game for a *command* that could do without one: ``run GAME.dpn script.txt``."""
    places = [each for each in command.parameters if not each.option]
    if len(words) == len(places) == 1 and places[0].kind is Kind.REST:
        return words[0].endswith(".dpn") and is_there(Path(words[0]))  # "position GAME.dpn" tells that game's position
    return words[0].endswith(".dpn") and not any(each.several for each in places) and _places_in(command, words) > len(places) > 0


def _places_in(command: Command, words: list[str]) -> int:
    """Return the number of *words* that are neither options of *command* nor their values."""
    count = at = 0
    while at < len(words):
        found = at + _first_place(command, words[at:])
        count += found < len(words)
        at = found + 1
    return count


def _save(session: Session, options: Options) -> None:
    """Write what the command changed."""
    document = session.current
    if document is None:
        return
    if options.output is not None:
        document.save(with_ending(options.output), over_outside_changes=True)
    elif document.path is None:
        if document.is_modified:
            print(printable(tr("Not kept: the game is in no file; name one with --output FILE.")), file=sys.stderr)
        return
    elif document.is_modified:
        _save_with_step(document)
    else:
        return
    print(printable(tr("Saved in {path}.", path=document.path)), file=sys.stderr)


def _save_with_step(document: Document) -> None:
    """Save the game in its own file, and keep what that held before for ``undo``; at a table nobody reaches behind a curtain."""
    path, label = document.path, document.undo_label
    before = None
    if path is not None and label is not None and document.game.table is None:
        with suppress(OSError):
            before = path.read_bytes()
    document.save()
    if before is not None and path is not None and label is not None:
        try:
            keep_step(places(), path, before, label)
        except StorageError as error:
            print(printable(error), file=sys.stderr)


def _put_the_game_behind(options: Options) -> None:
    """``GAME.dpn COMMAND WORDS`` means ``COMMAND`` with that game: no command has such a name."""
    if len(options.words) > 1 and options.words[0].casefold().endswith(".dpn") and options.game is None:
        options.game = Path(options.words.pop(0))


def _check_output(session: Session, output: Path | None, *, replace: bool) -> None:
    """Check that no file is replaced unasked, before anything is done; a person at a terminal is asked.

    Raises:
        Abort: there is a file, and writing over it was not agreed to.
    """
    current = session.current
    if output is None or replace or not is_there(output):
        return
    if current is not None and current.path is not None and is_same_file(current.path, output):
        return
    if sys.stdin is not None and sys.stdin.isatty():
        print(printable(tr("{path} is there already. Write over it? (y/N) ", path=output)), end="", file=sys.stderr, flush=True)
        # Translators: the first letter of this is what (y/N) asks for.
        yes = tr_in("answer", "yes").casefold()
        if sys.stdin.readline(100).strip().casefold() in {"y", "yes", yes, yes[:1]}:
            return
    raise Abort(tr("{path} is there already; {replace} writes over it.", replace=session.named_option("replace"), path=output))
