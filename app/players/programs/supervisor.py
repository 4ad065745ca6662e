"""The program of one power: its dialogue, its link, and its restart. Lives on the thread of its host."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

import psutil

from adjudicator import Position, Variant
from app.players.programs.clocks import Bounds, Clocks
from app.players.programs.dialogue import Dialogue
from app.players.programs.door import ProgramDoor
from app.players.programs.link import ProgramLink
from app.players.programs.links import SocketLink, connect, start
from app.players.programs.messages import LONGEST_LINE
from app.players.programs.names import Names
from app.players.programs.seats import ProgramReach, ProgramSeat
from languages import mark, system_words, tr

MEGABYTE = 1 << 20


def limit(pid: int, memory_mb: int | None, cpu_s: int | None) -> str:
    """Hold a process to so much memory and processor time; returns what could not be held, empty where all can.

    Memory is what the program may write to by itself (``RLIMIT_DATA``): interpreters set far more aside than they use.
    """
    wanted = memory_mb is not None or cpu_s is not None
    if not wanted:
        return ""
    if not hasattr(psutil.Process, "rlimit"):
        return tr("this system cannot limit the memory and processor time of a program")
    with suppress(psutil.NoSuchProcess):
        process = psutil.Process(pid)
        try:
            if memory_mb is not None:
                process.rlimit(psutil.RLIMIT_DATA, (memory_mb * MEGABYTE, memory_mb * MEGABYTE))
            if cpu_s is not None:
                process.rlimit(psutil.RLIMIT_CPU, (cpu_s, cpu_s + 1))
        except (psutil.AccessDenied, OSError, ValueError) as error:
            return tr("its memory and processor time could not be limited: {error}", error=system_words(error))
    return ""


def memory_mb(pid: int) -> int | None:
    """Return the memory of a process; ``None`` where it is gone."""
    try:
        return round(psutil.Process(pid).memory_info().rss / MEGABYTE)
    except psutil.Error:
        return None


PATIENCE = 5.0
"""Seconds in which a program that we connect to has to answer."""


class ProgramStatus(StrEnum):
    """Status of a program."""

    OFF = mark("off")
    """Program that was not started yet."""
    STARTING = mark("starting")
    """Program that is being started, or waited for."""
    READY = mark("ready")
    THINKING = mark("thinking")
    DONE = mark("orders in")
    STOPPED = mark("stopped")
    """Program that ended, or lost its seat."""


@dataclass(frozen=True, slots=True)
class ProgramStanding:
    """State of the program of one seat."""

    power: str
    status: ProgramStatus
    words: str
    """Reason that it stopped, or place where it is waited for."""
    since: float | None = None
    """Time at which its turn was sent, by ``time.monotonic``, while it thinks."""
    deadline: float | None = None
    pid: int | None = None
    name: str = ""
    """Name that it gives itself."""


@dataclass(frozen=True, slots=True)
class GameStart:
    """Facts that programs get when a game begins."""

    id: str
    seed: int | None = None
    press: bool = True


class SupervisorHost(Protocol):
    """Host as a supervisor uses it."""

    @property
    def variant(self) -> Variant:
        """Variant that is played."""
        ...

    @property
    def receipts(self) -> bool:
        """True if programs that want them get receipts for their orders and letters at once."""
        ...

    @property
    def lock(self) -> AbstractContextManager[object]:
        """Held while dialogues are looked at or changed."""
        ...

    @property
    def clock(self) -> Callable[[], float]:
        """Tells the time."""
        ...

    def soon(self, what: Callable[..., object], *arguments: object) -> None:
        """Do *what* on the host's thread."""
        ...

    def see_through(self, work: Coroutine[Any, Any, None]) -> None:
        """Begin *work*, on the host's thread; the host is not closed before it is done."""
        ...

    def happened(self) -> None:
        """Report a change."""
        ...

    async def door(self, host: str, port: int, token: str | None) -> tuple[ProgramDoor, int]:
        """The door at that port."""
        ...


class Supervisor:
    """The program of one power: its dialogue and its link."""

    def __init__(
        self,
        host: SupervisorHost,
        power: str,
        seat: ProgramSeat,
        clocks: Clocks,
        bounds: Bounds,
        names: Names,
        options: dict[str, bool | int | float | str],
    ) -> None:
        self._host = host
        self.power = power
        self._seat = seat
        self._options = options
        self.dialogue = Dialogue(host.variant, power, self._write, clocks=clocks, bounds=bounds, names=names, receipts=host.receipts)
        self.token = seat.token
        self.port = seat.port
        self.is_waited_for = False
        self._link: ProgramLink | None = None
        self._game: GameStart | None = None
        self._position: Position | None = None
        self._bytes = 0
        self._generation = 0
        self._stops = 0
        """Number of times that it was ended."""
        self._held: list[bytes] = []
        """Lines to be sent once there is a link."""

    async def open(self) -> None:
        """Start the program, connect to it or wait for it."""
        seat, number, stops = self._seat, self._generation, self._stops
        listener = LinkListener(self, number)
        try:
            match seat.reach:
                case ProgramReach.START:
                    link = await start(seat, listener)
                    if stops != self._stops:  # it is no longer wanted
                        await link.finish(0)
                        return
                    warning = limit(link.pid or 0, self.dialogue.bounds.memory_mb, self.dialogue.bounds.cpu_s) if link.pid else ""
                    self._linked(link, warning)
                    if not link.is_kept:
                        self._note_hiding()
                case ProgramReach.CONNECT:
                    called = await connect(seat, listener, PATIENCE)
                    if stops != self._stops:
                        await called.finish(0)
                        return
                    self._linked(called)
                case ProgramReach.INSIDE:
                    assert seat.inside is not None
                    self._linked(seat.inside(listener))
                case ProgramReach.LISTEN:
                    door, self.port = await self._host.door(seat.host, seat.port, self.token)
                    self.token = door.token
                    with self._host.lock:
                        self.is_waited_for = True
        except (OSError, ValueError) as error:
            words = tr("nobody answered") if isinstance(error, TimeoutError) else system_words(error)
            self.lost(
                number,
                tr("it could not be started: {why}", why=words)
                if seat.reach is ProgramReach.START
                else tr("no connection: {why}", why=words),
            )
        self._host.happened()

    def take(self, link: SocketLink) -> LinkListener:
        """A program that connected has the seat; returns who listens to it."""
        self.is_waited_for = False
        self._linked(link)
        return LinkListener(self, self._generation)

    def _linked(self, link: ProgramLink, warning: str = "") -> None:
        with self._host.lock:
            self._link = link
            now = self._host.clock()
            held, self._held = self._held, []
            self.dialogue.greet(now, self.token if self._seat.reach is ProgramReach.CONNECT else None)
            if warning:
                self.dialogue.note("limits", warning, now)
        for line in held:
            self._host.soon(self._send, line)
        self._see_to_forfeit()  # it may have sent too much before it was read

    def _note_hiding(self) -> None:
        with self._host.lock:
            words = tr("here a process that it starts and that hides from its parents may go on after the game")
            self.dialogue.note("limits", words, self._host.clock())

    def set_options(self, options: Mapping[str, bool | int | float | str]) -> None:
        """Set the options as chosen by people, sent with the next game."""
        self._options = dict(options)

    def begin(self, game: GameStart) -> None:
        """A game begins."""
        self._game = game
        self.dialogue.begin(self._host.clock(), game.id, seed=game.seed, options=self._options, press=game.press)

    def ask(self, position: Position) -> None:
        """Ask for orders."""
        self._position, self._bytes = position, 0
        deadline = self.dialogue.ask(self._host.clock(), position)
        if deadline is not None:
            self._host.soon(self._time, self._generation, deadline)
        self._host.happened()

    def _time(self, number: int, deadline: float) -> None:
        """Look at the clock when it runs out."""
        left = deadline - self._host.clock()
        if left > 0:
            asyncio.get_running_loop().call_later(min(left + 0.001, 3600), self._time, number, deadline)
            return
        with self._host.lock:
            if number == self._generation:
                self.dialogue.tick(self._host.clock())
        self._host.happened()

    def standing(self) -> ProgramStanding:
        """Return the state of the program."""
        dialogue, link = self.dialogue, self._link
        name = "" if dialogue.hello is None else f"{dialogue.hello.name} {dialogue.hello.version}".strip()
        pid = None if link is None else link.pid
        if dialogue.forfeit:
            return ProgramStanding(self.power, ProgramStatus.STOPPED, dialogue.forfeit, pid=pid, name=name)
        if dialogue.is_over:
            return ProgramStanding(self.power, ProgramStatus.OFF, tr("the game is over"), name=name)
        if self.is_waited_for:
            return ProgramStanding(self.power, ProgramStatus.STARTING, tr("waited for on port {port}", port=self.port), name=name)
        if link is None:
            return ProgramStanding(self.power, ProgramStatus.STARTING, "", name=name)
        thinking = dialogue.thinking_since()
        if thinking is not None:
            return ProgramStanding(self.power, ProgramStatus.THINKING, "", *thinking, pid=pid, name=name)
        status = ProgramStatus.DONE if dialogue.present is not None else ProgramStatus.READY
        return ProgramStanding(self.power, status, "", pid=pid, name=name)

    async def stop(self, cause: str, patience: float) -> None:
        """End the program, also one that is still being started."""
        self._stops += 1
        self.is_waited_for = False
        if cause:
            self.lost(self._generation, cause)
        link, self._link = self._link, None
        if link is not None:
            await link.finish(patience)

    async def renew(self) -> None:
        """Give the seat to a fresh program, which ``open`` starts then: what is open is asked of it, and nothing more of the old one."""
        await self.stop("", 0)
        with self._host.lock:
            old = self.dialogue
            self._generation += 1
            self._held = []
            self.dialogue = Dialogue(
                self._host.variant,
                self.power,
                self._write,
                clocks=old.clocks,
                bounds=old.bounds,
                names=old.names,
                receipts=old.receipts,
                before=old,
            )
            self.dialogue.note("restart", tr("a fresh program has the seat"), self._host.clock())
            if self._game is not None:
                self.begin(self._game)
                if old.present is not None and self._position is not None:
                    self.ask(self._position)

    # --- what the link says ---

    def on_line(self, number: int, line: bytes | None, size: int) -> None:
        """A line came from the program of that number."""
        with self._host.lock:
            if number != self._generation:
                return
            now = self._host.clock()
            if line is None:
                self.dialogue.overlong(now, LONGEST_LINE)
            else:
                self.dialogue.tick(now)
                self.dialogue.hear(line, now)
        self.flooded(number, size)
        self._see_to_forfeit()
        self._host.happened()

    def flooded(self, number: int, size: int) -> None:
        """Bytes without a line."""
        self._bytes += size
        if self._bytes > self.dialogue.bounds.turn_bytes:
            self.lost(number, tr("more than {turn_bytes} bytes in one turn", turn_bytes=self.dialogue.bounds.turn_bytes))

    def on_error_line(self, number: int, line: bytes) -> None:
        """A line of standard error."""
        with self._host.lock:
            if number == self._generation:
                self.dialogue.stderr(line, self._host.clock())
        self._host.happened()

    def lost(self, number: int, cause: str) -> None:
        """The program is gone."""
        with self._host.lock:
            if number == self._generation:
                self.dialogue.lost(cause, self._host.clock())
        self._see_to_forfeit()
        self._host.happened()

    def _see_to_forfeit(self) -> None:
        """End a program that lost its seat."""
        link = self._link
        if self.dialogue.forfeit and link is not None:
            self._link = None
            self._host.see_through(link.finish(0))

    # --- messages ---

    def _write(self, line: bytes) -> None:
        if self._link is None:
            self._held.append(line)
        else:
            self._host.soon(self._send, line)

    def _send(self, line: bytes) -> None:
        link = self._link
        if link is not None and link.write(line) > self.dialogue.bounds.unread_bytes:
            self.lost(self._generation, tr("it does not read its messages"))


class LinkListener:
    """Passes on what one link says, as long as its program has the seat."""

    def __init__(self, supervisor: Supervisor, number: int) -> None:
        self._supervisor = supervisor
        self._number = number

    def on_line(self, line: bytes | None, size: int) -> None:
        self._supervisor.on_line(self._number, line, size)

    def flooded(self, size: int) -> None:
        self._supervisor.flooded(self._number, size)

    def on_error_line(self, line: bytes) -> None:
        self._supervisor.on_error_line(self._number, line)

    def lost(self, cause: str) -> None:
        self._supervisor.lost(self._number, cause)
