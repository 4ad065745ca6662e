"""The programs that this machine knows by name: a game names one and never the command, so that no file starts anything."""

from __future__ import annotations

import json
import re
import shlex
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from app.game.storage.atomic import StorageError, make_folder, read_bounded, write_atomically
from app.players.programs.seats import LOOPBACK, ProgramReach, ProgramSeat, SeatError, command_words, started
from languages import system_words, tr

Value = bool | int | float | str

MOST = 200
"""Programs that are kept."""
_LARGEST = 1_000_000
_NAME = re.compile(r"[\w][\w .-]{0,38}[\w]|[\w]")
LONGEST_CLOCK = 86_400.0


@dataclass(frozen=True, slots=True)
class KnownProgram:
    """A program by name: how it is reached, how long it may think, and what was set of its options."""

    name: str
    reach: ProgramReach
    command: str = ""
    """Command of a program that is started: its file, or the name of what is installed."""
    arguments: str = ""
    """A line as a shell reads it."""
    folder: str = ""
    """Folder in which it is started; that of its file unless given."""
    host: str = LOOPBACK
    port: int = 0
    token: str = field(default="", repr=False)
    seconds: float = 5.0
    """For a turn; half as much, at least 2, for retreats and builds."""
    options: Mapping[str, Value] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """``python boldbot.py --bold``, ``localhost:9000``, ``port 9000``"""
        match self.reach:
            case ProgramReach.START:
                return f"{Path(self.command).name or self.command} {self.arguments}".strip()
            case ProgramReach.CONNECT:
                return f"{self.host}:{self.port}"
            case _:
                return tr("port {port}", port=self.port) if self.port else tr("any free port")

    def seat(self) -> ProgramSeat:
        """Return the seat of the program, looked up now.

        Raises:
            SeatError: its file is gone, or what it needs is not here.
        """
        match self.reach:
            case ProgramReach.START:
                folder = Path(self.folder).expanduser() if self.folder else None
                if folder is not None and not folder.is_dir():
                    raise SeatError(tr("there is no folder {folder}", folder=folder))
                found = started(f"{quoted(self.command)} {self.arguments}", folder)
                return found if folder is None else replace(found, folder=folder.resolve())
            case ProgramReach.CONNECT:
                return ProgramSeat(ProgramReach.CONNECT, host=self.host, port=self.port, token=self.token or None)
            case _:
                return ProgramSeat(ProgramReach.LISTEN, host=self.host, port=self.port, token=self.token or None)


def quoted(command: str) -> str:
    """*command* as one word of a line."""
    return shlex.quote(command) if sys.platform != "win32" else f'"{command}"'


def known_as(name: str, seat: ProgramSeat, *, seconds: float = 5.0, command: str = "", folder: str = "") -> KnownProgram:
    """A program to be remembered, from what ``read_program`` made of words.

    Args:
        command: the line that starts it, as it was typed.
        folder: where it is started.

    Raises:
        SeatError: the name or the time cannot be, or the line is none.
    """
    program = ""
    rest = ""
    if seat.reach is ProgramReach.START:
        try:
            words = command_words(command)
        except ValueError as error:
            raise SeatError(f"{command!r}: {system_words(error)}") from error
        first = words[0]
        beside = (Path(folder) if folder else Path()).expanduser().resolve() / Path(first).expanduser()
        program = str(beside) if beside.is_file() else first
        rest = shlex.join(words[1:])
    return checked(KnownProgram(name, seat.reach, program, rest, folder, seat.host, seat.port, seat.token or "", seconds))


def checked(program: KnownProgram) -> KnownProgram:
    """*program*, with its name on one line.

    Raises:
        SeatError: something of it cannot be; says what.
    """
    name = " ".join(program.name.split())
    if _NAME.fullmatch(name) is None:
        raise SeatError(tr("a program is called by 1 to 40 letters, digits, spaces, dots and lines, such as my-bot"))
    if program.reach is ProgramReach.INSIDE:
        raise SeatError(tr("a program that is a part of this one needs no name"))
    if program.reach is ProgramReach.START and not program.command.strip():
        raise SeatError(tr("a file or a command was expected"))
    if program.reach is ProgramReach.CONNECT and (not program.host.strip() or not program.port):
        raise SeatError(tr("a host and a port were expected, such as localhost and 9000"))
    if not 0 <= program.port <= 65535:
        raise SeatError(tr("ports go up to 65535"))
    if not 0.1 <= program.seconds <= LONGEST_CLOCK:
        raise SeatError(tr("a program has from 0.1 to 86400 seconds for a turn"))
    return replace(program, name=name)


class KnownPrograms:
    """Programs that are kept in a file of this machine.

    Args:
        path: the file; it need not exist.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def all(self) -> tuple[KnownProgram, ...]:
        """Return the programs by name. What stands in the file and is no program is passed over."""
        if not self._path.exists():
            return ()
        try:
            data = read_bounded(self._path, _LARGEST, tr("reading the programs"))
            plain: object = json.loads(data) if len(data) <= _LARGEST else None
        except (StorageError, ValueError, RecursionError):
            return ()
        lines = plain.get("programs") if isinstance(plain, dict) else None
        read = [found for each in (lines if isinstance(lines, list) else [])[:MOST] if (found := _read(each)) is not None]
        unique = {each.name.casefold(): each for each in read}
        return tuple(unique[name] for name in sorted(unique))

    def get(self, name: str) -> KnownProgram | None:
        """The one of that name, however it is written."""
        return next((each for each in self.all() if each.name.casefold() == name.casefold()), None)

    def keep(self, program: KnownProgram, instead_of: str = "") -> None:
        """Remember *program*, in place of what had its name before.

        Args:
            instead_of: its name until now, where it gets another.

        Raises:
            SeatError: there are too many, or it cannot be kept under that name.
            StorageError: it could not be written.
        """
        program = checked(program)
        gone = {program.name.casefold(), instead_of.casefold()}
        others = [each for each in self.all() if each.name.casefold() not in gone]
        if len(others) >= MOST:
            raise SeatError(tr("no more than {most} programs are remembered; forget one first", most=MOST))
        self._write([*others, program])

    def forget(self, name: str) -> bool:
        """Remember it no longer; whether it was known."""
        known = self.all()
        left = [each for each in known if each.name.casefold() != name.casefold()]
        if len(left) == len(known):
            return False
        self._write(left)
        return True

    def _write(self, programs: list[KnownProgram]) -> None:
        make_folder(self._path.parent, tr("remembering a program"))
        text = json.dumps({"programs": [_plain(each) for each in programs]}, indent=2, ensure_ascii=False)
        write_atomically(self._path, f"{text}\n".encode(), tr("remembering a program"))


_TEXTS = ("name", "command", "arguments", "folder", "host", "token")


def _plain(program: KnownProgram) -> dict[str, Any]:
    texts = {key: getattr(program, key) for key in _TEXTS}
    rest = {"reach": program.reach.value, "port": program.port, "seconds": program.seconds, "options": dict(program.options)}
    return {key: value for key, value in {**texts, **rest}.items() if value not in ("", {})}


def _read(plain: object) -> KnownProgram | None:
    if not isinstance(plain, dict):
        return None
    texts = {key: plain[key] for key in _TEXTS if isinstance(plain.get(key), str)}
    options, port, seconds = plain.get("options"), plain.get("port", 0), plain.get("seconds", 5.0)
    chosen = options.items() if isinstance(options, dict) else ()
    kept = {str(key): value for key, value in chosen if isinstance(value, bool | int | float | str)}
    try:
        return checked(
            KnownProgram(
                **{"name": "", **texts},
                reach=ProgramReach(str(plain.get("reach"))),
                port=port if isinstance(port, int) else 0,
                seconds=float(seconds) if isinstance(seconds, int | float) else 5.0,
                options=MappingProxyType(kept),
            )
        )
    except ValueError:  # SeatError is one
        return None
