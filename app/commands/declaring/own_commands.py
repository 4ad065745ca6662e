"""Commands of a person's own: files in a folder, listed without being imported, and run only after their text was agreed to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from types import ModuleType

from app.commands.declaring.command import Command, run_command
from app.commands.declaring.registry import COMMANDS
from app.game.entries import Hook
from app.session.errors import Abort, CommandError, DeclarationError
from app.session.parameters import split
from app.session.session import Session
from languages import labelled, mark, tr

LARGEST = 256 * 1024
"""Bytes of one file."""
MOST = 200
"""Files that are listed."""

WANTS_TO_END = mark("it wants to end the program; it may return, or raise Abort with a reason")

_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
_TITLE = re.compile(r"""@command\(\s*["']([^"']+)["']\s*,\s*["']([^"']+)["']""")
_DOCSTRING = re.compile(r'"""\s*([^\n"]+)')

EXAMPLE = '''\
"""Greets a power."""

from app.commands.declaring.registry import command
from app.session.parameters import PowerName
from app.session.session import Session


@command("greet", "Greet a power")
def greet(session: Session, power: PowerName, *, times: int = 1) -> None:
    """Greet a power.

    Args:
        power: who is greeted.
        times: how often.
    """
    for _ in range(times):
        session.say(f"Good day, {power}.")
'''
"""Example of a file."""


@dataclass(frozen=True, slots=True)
class OwnCommand:
    """A file that declares commands. It has been read as text only."""

    name: str
    """Name as people type it: the file's name with - between words."""

    title: str
    summary: str
    path: Path
    source: str

    checksum: str
    """SHA-256 of the file, as ``sha256sum`` prints it: the word of consent at the command line."""

    @property
    def as_text(self) -> Hook:
        """The text as the consent store keeps it: by its name too, apart from hooks, whose names hold no blank."""
        return Hook(f"command {self.name}", (), self.source)


def own_commands(folder: Path) -> tuple[OwnCommand, ...]:
    """The files in *folder*, sorted by name. Nothing of them is run."""
    return tuple(_listed(folder))


def left_out(folder: Path) -> tuple[str, ...]:
    """Files in *folder* that are not listed, each with the reason in words; no more than 20."""
    found: list[str] = []
    try:
        for file in sorted(folder.iterdir()):
            if file.suffix != ".py" or file.name.startswith((".", "_")) or not file.is_file():
                continue
            if _NAME.fullmatch(file.stem) is None:
                found.append(
                    tr("{file} is left out: a file's name has small letters, digits and _, and starts with a letter.", file=file.name)
                )
            elif file.stat().st_size > LARGEST:
                found.append(tr("{file} is left out: it is larger than {largest} kB.", file=file.name, largest=LARGEST // 1024))
    except OSError:
        return tuple(found[:20])
    return tuple(found[:20])


def _listed(folder: Path) -> Iterator[OwnCommand]:
    try:
        files = [each for each in sorted(folder.iterdir()) if each.suffix == ".py" and _NAME.fullmatch(each.stem) and each.is_file()]
    except OSError:
        return
    for file in files[:MOST]:
        try:
            with file.open("rb") as stream:
                content = stream.read(LARGEST + 1)
        except OSError:
            continue
        if len(content) > LARGEST:
            continue
        source = content.decode("utf-8", "replace").replace("\r\n", "\n")
        title, summary = _TITLE.search(source), _DOCSTRING.search(source)
        name = file.stem.replace("_", "-")
        yield OwnCommand(
            name, title[2] if title else name.capitalize(), summary[1].strip() if summary else "", file, source, sha256(content).hexdigest()
        )


def load(own: OwnCommand) -> Command:
    """Run the text of *own*, which must have been agreed to, and return the command that it declares.

    Raises:
        Abort: it fails, or declares no command of its name.
    """
    module = ModuleType(f"own_command_{own.path.stem}")
    module.__file__ = str(own.path)
    with COMMANDS.collecting() as declared:
        try:
            code = compile(own.source, str(own.path), "exec")
            exec(code, module.__dict__)  # noqa: S102 - a person's own program, which that person has read and agreed to
        except DeclarationError as error:
            raise Abort(labelled(own.path, error)) from error
        except SyntaxError as error:
            raise Abort(f"{own.path}:{error.lineno or 1}:{error.offset or 1}: {error.msg}") from error
        except SystemExit as error:
            raise Abort(f"{own.path}:{_line(error, own.path)}: {tr(WANTS_TO_END)}") from error
        except Exception as error:
            raise Abort(f"{own.path}:{_line(error, own.path)}: {type(error).__name__}: {error}") from error
    found = next((each for each in declared if each.id == own.name), None)
    if found is None:
        raise Abort(tr("{path} declares no command called {own}.", path=own.path, own=own.name))
    return found


def run_agreed(session: Session, own: OwnCommand, words: str = "") -> None:
    """Run *own*, whose text was agreed to; a person who is there is asked for settings that are not given.

    Raises:
        CommandError: it cannot be done, or fails in whatever way.
    """
    command = load(own)
    try:
        if words.strip() or not command.parameters or not session.can_ask:
            run_command(session, command, command.bind(split(words), 0, session.surroundings))
        else:
            reason = command.available(session)
            if reason:
                raise Abort(reason)
            run_command(session, command, command.filled_in(session))
    except (CommandError, BrokenPipeError):
        raise
    except SystemExit as error:
        raise Abort(labelled(own.name, f"{tr(WANTS_TO_END)}.")) from error
    except Exception as error:
        raise Abort(tr("{command} failed: {kind}: {error}", command=own.name, kind=type(error).__name__, error=error)) from error


def _line(error: BaseException, path: Path) -> int:
    line, trace = 1, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(path):
            line = trace.tb_lineno
        trace = trace.tb_next
    return line
