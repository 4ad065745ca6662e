"""Running command lines: one, a batch of them, or a script file; orders typed as they are count as well."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from adjudicator.notation import read_order
from app.commands.declaring.command import file_trouble, run_command
from app.commands.declaring.registry import COMMANDS, Registry
from app.session.errors import Abort, CommandError, LineError, ScriptError, UnknownCommandError
from app.session.parameters import Words, split
from app.session.session import Session
from languages import tr

LARGEST_SCRIPT = 1_000_000
"""Bytes of a script file."""

MOST_LINES = 20_000
"""Lines of a script."""

DEEPEST = 8
"""Scripts that may run one another."""


def run_line(session: Session, line: str, registry: Registry = COMMANDS) -> None:
    """Carry out one line: a command with its words, or an order such as ``A PAR - BUR``. Empty lines and ``#`` comments do nothing.

    Raises:
        CommandError: it could not be understood or done.
    """
    if not line.strip() or line.lstrip().startswith("#"):
        return
    run_words(session, split(line), registry)


def run_words(session: Session, words: Words, registry: Registry = COMMANDS) -> None:
    """Carry out a line that is split into words.

    Raises:
        CommandError: it could not be understood or done.
    """
    try:
        command, first = registry.find(words)
    except UnknownCommandError:
        order = registry.get("order")
        if order is None or not reads_as_order(session, words.line):
            raise
        run_command(session, order, {"text": words.line})
        return
    is_bare = first == len(words.words)
    run_command(session, command, None if is_bare and session.can_ask else command.bind(words, first, session.surroundings))


def reads_as_order(session: Session, line: str) -> bool:
    """Return True if *line* is an order, or so nearly one that its fault should be described as that of an order."""
    if session.current is None:
        return False
    reading = read_order(session.variant, session.open_turn.position, line)
    if reading.order is not None:
        return True
    variant = session.variant
    first = line.split(maxsplit=1)[0].strip(":,.").casefold()
    kinds = {word.casefold() for kind in variant.board.kinds.values() for word in (kind.letter, kind.name)}
    powers = {word.casefold() for power in variant.powers.values() for word in (power.id, power.name, power.adjective)}
    return first in kinds | powers


def run_batch(session: Session, lines: Iterable[str], label: str, source: str = "line", registry: Registry = COMMANDS) -> None:
    """Carry out *lines* as one undo step; the first that fails undoes all of them.

    Args:
        source: the file's name, for errors.

    Raises:
        ScriptError: a line failed; it names the line.
    """
    if session.depth >= DEEPEST:
        raise Abort(tr("scripts call one another more than {deepest} deep", deepest=DEEPEST))
    with session.batch(label):
        for number, line in enumerate(lines, start=1):
            try:
                run_line(session, line, registry)
            except ScriptError:
                raise
            except CommandError as error:
                raise ScriptError(source, number, error) from error


def run_script(session: Session, path: Path, registry: Registry = COMMANDS) -> None:
    """Carry out a script file: one command a line, ``#`` starts a comment line.

    Raises:
        CommandError: the file cannot be read, or a line failed (``file:line:`` stands before the reason); then nothing is done.
    """
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_SCRIPT + 1)
    except OSError as error:
        raise Abort(file_trouble(error)) from error
    if len(data) > LARGEST_SCRIPT:
        raise Abort(tr("{path}: larger than {largest_script} bytes, too large for a script", path=path, largest_script=LARGEST_SCRIPT))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise ScriptError(str(path), line, LineError(tr("not UTF-8 text"))) from error
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        raise Abort(
            tr(
                "{path}: {count} lines are too many for a script; at most {most_lines} are run",
                path=path,
                count=len(lines),
                most_lines=MOST_LINES,
            )
        )
    run_batch(session, lines, tr("Run {path}", path=path.name), str(path), registry)
