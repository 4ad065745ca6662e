"""The line to one program: a process with its pipes, or a connection. Says what came, and when it broke."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import uuid
from collections.abc import Iterable
from contextlib import suppress

import psutil

from app.players.programs.lines import LineCutter
from app.players.programs.link import Listener
from app.players.programs.messages import LONGEST_LINE
from app.players.programs.seats import ProgramSeat
from languages import plural, system_words, tr

LONGEST_ERROR = 2_000
"""Bytes of a line of standard error that are kept."""
FAREWELL = 2.0
"""Seconds that a program has to end after ``bye``."""
KILLED = 15.0
"""Seconds that a machine under load may take to say that a process which was killed is gone."""
DRAIN = 0.3
"""Seconds in which what a dead process had still written is read, where a child of it holds the pipe open."""
SWEEPS = 20
"""How often it is looked for processes that a program left behind, since one may start another meanwhile."""


class _Reader:
    """Cuts what comes into lines and counts its bytes."""

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self._cutter = LineCutter(LONGEST_LINE)

    def feed(self, data: bytes) -> None:
        size = len(data)
        for line in self._cutter.feed(data):
            self._listener.heard(line, size)
            size = 0
        if size:
            self._listener.flooded(size)

    def finish(self) -> None:
        rest = self._cutter.finish()
        if rest.strip():
            self._listener.heard(rest, 0)


class ProcessLink(asyncio.SubprocessProtocol):
    """A process that we started, with its pipes; all that it starts ends with it, in whatever session that runs.

    Processes inherit their surroundings, and those of this one have a name of its own among them, the *mark*. So its descendants are known
    where their parents are gone. Those that emptied their surroundings are known while the processes between are there, when we end it.
    """

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self.mark = f"ENTENTE_PROGRAM_{uuid.uuid4().hex}"
        self._known: dict[int, psutil.Process] = {}
        self._reader = _Reader(listener)
        self._errors = LineCutter(LONGEST_ERROR)
        self._transport: asyncio.SubprocessTransport | None = None
        self._ended = asyncio.Event()
        self._is_told = False

    @property
    def pid(self) -> int | None:
        return None if self._transport is None or self._ended.is_set() else self._transport.get_pid()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.SubprocessTransport)
        self._transport = transport

    def pipe_data_received(self, fd: int, data: bytes | str) -> None:
        assert isinstance(data, bytes)
        if fd == 1:
            self._reader.feed(data)
        else:
            for line in self._errors.feed(data):
                self._listener.heard_error(b"(a line that is too long)" if line is None else line)

    def process_exited(self) -> None:
        self._kill_group()  # children of its own must not outlive it
        count = end_all(self._known.values(), self.mark)
        if count:
            text = plural(
                "(one process that it had started was still there and was ended)",
                "({count} processes that it had started were still there and were ended)",
                count,
            )
            self._listener.heard_error(text.encode())
        asyncio.get_running_loop().call_later(DRAIN, self._tell)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - the protocol's words
        self._tell()

    def write(self, line: bytes) -> int:
        pipe = None if self._transport is None else self._transport.get_pipe_transport(0)
        if not isinstance(pipe, asyncio.WriteTransport) or pipe.is_closing():
            return 0
        pipe.write(line)
        return pipe.get_write_buffer_size()

    async def finish(self, patience: float) -> None:
        if self._transport is None:
            return
        self._see_descendants()
        if patience > 0 and not self._ended.is_set():
            pipe = self._transport.get_pipe_transport(0)
            if pipe is not None:
                pipe.close()  # the end of its input, once all is written: the usual way to say that nothing more comes
            with suppress(TimeoutError):
                await asyncio.wait_for(self._ended.wait(), patience)
        self._see_descendants()
        self._kill_group()
        with suppress(ProcessLookupError):
            self._transport.kill()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._ended.wait(), KILLED)
        self._let_go()

    def _let_go(self) -> None:
        """Close the pipes, also one that holds what nobody will read any more."""
        assert self._transport is not None
        pipe = self._transport.get_pipe_transport(0)
        if isinstance(pipe, asyncio.WriteTransport) and pipe.get_write_buffer_size():
            pipe.abort()
        self._transport.close()

    def _tell(self) -> None:
        if self._is_told:
            return
        self._is_told = True
        self._reader.finish()
        code = None if self._transport is None else self._transport.get_returncode()
        self._ended.set()
        self._listener.lost(_cause(code))

    def _see_descendants(self) -> None:
        """Remember those that its present tree holds."""
        if self.pid is not None:
            with suppress(psutil.Error):
                self._known.update((each.pid, each) for each in psutil.Process(self.pid).children(recursive=True))

    def _kill_group(self) -> None:
        """End what runs in its session, at once and before anything else. Windows has no such call; there all are ended one by one."""
        pid = None if self._transport is None else self._transport.get_pid()
        if pid is not None and sys.platform != "win32":
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(pid, signal.SIGKILL)


def end_all(known: Iterable[psutil.Process], mark: str) -> int:
    """End the *known* processes, what they started, and all whose surroundings have the name *mark*; returns how many there were.

    Systems show a person the surroundings of her own processes.
    """
    found = list(known)
    ended: set[int] = set()
    for _ in range(SWEEPS):
        for each in list(found):
            with suppress(psutil.Error):
                found += each.children(recursive=True)
        for each in psutil.process_iter():
            with suppress(psutil.Error, OSError):
                if each.pid != os.getpid() and mark in each.environ():
                    found.append(each)
        alive = [each for each in found if each.pid not in ended and _runs(each)]
        if not alive:
            break
        for each in alive:
            with suppress(psutil.Error):
                each.kill()
                ended.add(each.pid)
    return len(ended)


def _runs(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False


def _cause(code: int | None) -> str:
    if code is None:
        return tr("it closed its output")
    if code >= 0:
        return tr("it ended with status {code}", code=code)
    try:
        return tr("it was ended by {signals}", signals=signal.Signals(-code).name)
    except ValueError:
        return tr("it was ended by signal {text}", text=-code)


class SocketLink(asyncio.Protocol):
    """A connection over the network."""

    pid = None

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self._reader = _Reader(listener)
        self._transport: asyncio.Transport | None = None
        self._ended = asyncio.Event()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._reader.feed(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self._reader.finish()
        self._ended.set()
        self._listener.lost(tr("the connection was closed") if exc is None else tr("the connection broke: {exc}", exc=system_words(exc)))

    def write(self, line: bytes) -> int:
        if self._transport is None or self._transport.is_closing():
            return 0
        self._transport.write(line)
        return self._transport.get_write_buffer_size()

    async def finish(self, patience: float) -> None:
        if self._transport is None:
            return
        if patience > 0 and not self._ended.is_set():
            if self._transport.can_write_eof():
                with suppress(OSError, RuntimeError):
                    self._transport.write_eof()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._ended.wait(), patience)
        self._transport.abort()


async def start(seat: ProgramSeat, listener: Listener) -> ProcessLink:
    """Start the program of *seat*.

    Raises:
        OSError: it cannot be started.
    """
    link = ProcessLink(listener)
    await asyncio.get_running_loop().subprocess_exec(
        lambda: link,
        *seat.command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=seat.folder,
        env={**os.environ, link.mark: "1", "PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8"},
        start_new_session=sys.platform != "win32",
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),  # else Windows opens a console for each
    )
    return link


async def connect(seat: ProgramSeat, listener: Listener, patience: float) -> SocketLink:
    """Connect to the program of *seat*.

    Raises:
        OSError: nobody is there.
        TimeoutError: nobody answered in so many seconds.
    """
    link = SocketLink(listener)
    await asyncio.wait_for(asyncio.get_running_loop().create_connection(lambda: link, seat.host, seat.port), patience)
    return link
