"""Player of a power, as words: ``bot:./my.py``, ``tcp:localhost:9000``, ``listen:9000``, ``strong``, ``person``."""

from __future__ import annotations

import shlex
import shutil
import sys
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from languages import system_words, tr

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.players.programs.link import Listener, ProgramLink

LOOPBACK = "127.0.0.1"
RUNNERS = {".py": (sys.executable, "-u"), ".js": ("node",), ".mjs": ("node",), ".sh": ("sh",)}
"""With what a file is run that is no program by itself."""


class SeatError(ValueError):
    """Words that name no player."""


class ProgramReach(StrEnum):
    """Way to reach a program."""

    START = "start"
    """We start it, and talk over its standard input and output."""
    CONNECT = "connect"
    """We connect to it."""
    LISTEN = "listen"
    """Reach of a program that connects to us."""
    INSIDE = "inside"
    """Reach of a part of this program, such as the seat of a language model."""


@dataclass(frozen=True, slots=True)
class ProgramSeat:
    """A program, and how it is reached. What it may use is in ``Bounds``."""

    reach: ProgramReach
    command: tuple[str, ...] = ()
    """Command of a program that we start: the program and its arguments."""
    folder: Path | None = None
    """Folder in which it is started; that of its file unless given."""
    host: str = LOOPBACK
    port: int = 0
    token: str | None = field(default=None, repr=False)
    """Token that the other side has to know; made up for a program that connects to us unless given."""
    inside: Callable[[Listener], ProgramLink] | None = None
    """Gives the link to a part of this program."""

    @property
    def title(self) -> str:
        """``python my.py``, ``localhost:9000``, ``port 9000``"""
        match self.reach:
            case ProgramReach.START:
                shown = [Path(each).name if number == 0 or Path(each).is_file() else each for number, each in enumerate(self.command)]
                return " ".join(each for each in shown if each != "-u")
            case ProgramReach.CONNECT:
                return f"{self.host}:{self.port}"
            case ProgramReach.INSIDE:
                return tr("language model")
            case ProgramReach.LISTEN:
                return (
                    tr("port {port}", port=self.port)
                    if self.host == LOOPBACK
                    else tr("{host}, port {port}", host=self.host, port=self.port)
                )


@dataclass(frozen=True, slots=True)
class BuiltInSeat:
    """An opponent that comes with the program."""

    name: str


@dataclass(frozen=True, slots=True)
class PersonSeat:
    """A person at this terminal or screen."""


Seat = ProgramSeat | BuiltInSeat | PersonSeat


def read_seat(text: str, built_in: frozenset[str], folder: Path | None = None) -> Seat:
    """Read the player in *text*.

    ``person``; the name of an opponent that comes with the program, with or without ``bot:`` before it; ``bot:COMMAND``, a program that
    is started, of which a file that ends in ``.py``, ``.js`` or ``.sh`` is run with what it needs; ``tcp:HOST:PORT``, to which we connect;
    ``listen:PORT`` or ``listen:HOST:PORT``, for a program that connects to us. ``TOKEN@`` may stand before a host or port.

    Args:
        built_in: names of opponents.
        folder: what file names are relative to; the present folder unless given.

    Raises:
        SeatError: *text* names no player.
    """
    text = text.strip()
    kind, colon, rest = text.partition(":")
    if text.casefold() == "person":
        return PersonSeat()
    if text in built_in or (kind == "bot" and rest in built_in):
        return BuiltInSeat(rest or text)
    if kind not in ("bot", "tcp", "listen") or not colon:
        names = ", ".join(sorted(built_in))
        raise SeatError(
            tr(
                "{text!r} is nobody who could play; there are person, {names}, bot:COMMAND, tcp:HOST:PORT and listen:PORT",
                text=text,
                names=names,
            )
        )
    return read_program(text, folder)


def read_program(text: str, folder: Path | None = None) -> ProgramSeat:
    """The program that *text* names: ``bot:COMMAND``, ``tcp:HOST:PORT``, ``listen:PORT``; see ``read_seat``.

    Raises:
        SeatError: it names none.
    """
    kind, _, rest = text.strip().partition(":")
    match kind:
        case "bot":
            return started(rest, folder)
        case "tcp":
            token, host, port = _address(rest, "tcp:localhost:9000")
            if not host or not port:
                raise SeatError(tr("{text!r}: a host and a port were expected, such as tcp:localhost:9000", text=text))
            return ProgramSeat(ProgramReach.CONNECT, host=host, port=port, token=token)
        case "listen":
            token, host, port = _address(rest, "listen:9000")
            return ProgramSeat(ProgramReach.LISTEN, host=host or LOOPBACK, port=port, token=token)
        case _:
            raise SeatError(tr("{text!r} is no program; there are bot:COMMAND, tcp:HOST:PORT and listen:PORT", text=text))


def command_words(command: str, system: str = sys.platform) -> list[str]:
    """The words of a command line, as the *system* reads it: on Windows a backslash parts folders, and quotes stand round a word.

    Raises:
        ValueError: a quote is not closed.
    """
    words = shlex.split(command, posix=system != "win32")
    if system == "win32":
        return [each[1:-1] if len(each) > 1 and each[0] == each[-1] == '"' else each for each in words]
    return words


def started(command: str, folder: Path | None = None) -> ProgramSeat:
    """The program that is started by *command*, a line as a shell reads it.

    Raises:
        SeatError: the line names no program that is here.
    """
    try:
        words = command_words(command)
    except ValueError as error:
        raise SeatError(f"{command!r}: {system_words(error)}") from error
    if not words:
        raise SeatError(tr("a command was expected, such as bot:./my.py"))
    base = (folder or Path()).resolve()
    file = base / Path(words[0]).expanduser()
    if file.is_file():
        runner = RUNNERS.get(file.suffix.casefold(), ())
        if runner and shutil.which(runner[0]) is None:
            raise SeatError(tr("{file} needs {runner}, which is not here", file=file.name, runner=runner[0]))
        return ProgramSeat(ProgramReach.START, (*runner, str(file), *words[1:]), file.parent)
    found = shutil.which(words[0])
    if found is None:
        raise SeatError(tr("there is no program {words!r} in {base}, and none of that name is installed", words=words[0], base=base))
    return ProgramSeat(ProgramReach.START, (found, *words[1:]), base)


def _address(text: str, example: str) -> tuple[str | None, str, int]:
    token, at, address = text.rpartition("@")
    host, _, port = address.rpartition(":")
    if not port.isascii() or not port.isdigit() or not 0 <= int(port) <= 65535:
        raise SeatError(tr("{text!r}: a port from 0 to 65535 was expected, such as {example}", text=text, example=example))
    return token if at else None, host.strip("[]"), int(port)
