"""The line to one program: a process with its pipes, or a connection. Says what came, and when it broke."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import psutil

from app.installation import PACKAGES
from app.players.programs.link import Listener
from app.players.programs.messages import LONGEST_LINE
from app.players.programs.seats import ProgramSeat
from languages import plural, system_words, tr


class LineCutter:
    """Cuts what arrives into lines.

    Args:
        most: bytes of a line.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._kept = bytearray()
        self._is_skipping = False

    def feed(self, data: bytes) -> Iterator[bytes | None]:
        """The lines that *data* completes, without their ends; ``None`` for one that is too long, as soon as that is known."""
        start = 0
        while (end := data.find(b"\n", start)) >= 0:
            part = data[start:end]
            start = end + 1
            if self._is_skipping:
                self._is_skipping = False
                continue
            whole = bytes(self._kept) + part
            self._kept.clear()
            yield whole.removesuffix(b"\r") if len(whole) <= self.most else None
        if self._is_skipping:
            return
        self._kept += data[start:]
        if len(self._kept) > self.most:
            self._kept.clear()
            self._is_skipping = True
            yield None

    def finish(self) -> bytes:
        """Return the bytes after the last line's end."""
        rest, self._kept = bytes(self._kept), bytearray()
        return rest


LONGEST_ERROR = 2_000
"""Bytes of a line of standard error that are kept."""
FAREWELL = 2.0
"""Seconds that a program has to end after ``bye``."""
KILLED = 15.0
"""Seconds that a machine under load may take to say that a process which was killed is gone."""
DRAIN = 0.3
"""Seconds in which what a dead process had still written is read, where a child of it holds the pipe open."""
STARTED = 30.0
"""Seconds that a machine under load may take to start the keeper of a program."""
KEEPER = f"import sys; sys.path.insert(0, {str(PACKAGES)!r}); from app.players.programs.keeper import main; main()"
"""Code that Python runs as the keeper: without modules of others, to begin fast."""
SWEEPS = 20
"""Number of searches for processes that a program left behind, since one may start another meanwhile."""


class _Reader:
    """Cuts what comes into lines and counts its bytes."""

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self._cutter = LineCutter(LONGEST_LINE)

    def feed(self, data: bytes) -> None:
        size = len(data)
        for line in self._cutter.feed(data):
            self._listener.on_line(line, size)
            size = 0
        if size:
            self._listener.flooded(size)

    def finish(self) -> None:
        rest = self._cutter.finish()
        if rest.strip():
            self._listener.on_line(rest, 0)


class ProcessLink(asyncio.SubprocessProtocol):
    """A process that we started, with its pipes; all that it starts ends with it, in any session.

    On Linux a keeper stands between, which adopts all that the program leaves behind; we hold its leash
    (:mod:`app.players.programs.keeper`).

    Processes inherit their surroundings, and those of this one have a name of its own among them, the *mark*. So its descendants are known
    where their parents are gone, on other systems and where a program ended its keeper. Those that emptied their surroundings are known
    there as long as the processes between live.
    """

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self._leash: socket.socket | None = None
        self._program: int | None = None
        self.is_kept = False
        """True if all that it starts is ended with it; else a hidden process may go on."""
        self.mark = f"ENTENTE_PROGRAM_{uuid.uuid4().hex}"
        self._known: dict[int, psutil.Process] = {}
        self._reader = _Reader(listener)
        self._errors = LineCutter(LONGEST_ERROR)
        self._transport: asyncio.SubprocessTransport | None = None
        self._ended = asyncio.Event()
        self._is_told = False
        self._is_given_up = False

    @property
    def pid(self) -> int | None:
        if self._transport is None or self._ended.is_set():
            return None
        return self._transport.get_pid() if self._leash is None else self._program

    async def begun(self, leash: socket.socket) -> None:
        """Wait until the keeper at the other end of *leash* has started the program.

        Raises:
            OSError: it cannot be started.
        """
        self._leash = leash
        self.is_kept = True
        received = b""
        while b"pid " not in received or not received.endswith(b"\n"):
            new = await asyncio.wait_for(asyncio.get_running_loop().sock_recv(leash, 256), STARTED)
            received += new
            if not new:
                raise OSError(tr("the process that looks after it ended"))
            if b"failed " in received:
                number = int(received.split(b"failed ")[1].split(b"\n")[0] or 0)
                raise OSError(number, os.strerror(number))
        self.is_kept = b"no adoption" not in received
        self._program = int(received.split(b"pid ")[1].split(b"\n")[0])

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.SubprocessTransport)
        self._transport = transport

    def pipe_data_received(self, fd: int, data: bytes | str) -> None:
        assert isinstance(data, bytes)
        if fd == 1:
            self._reader.feed(data)
        else:
            for line in self._errors.feed(data):
                self._listener.on_error_line(b"(a line that is too long)" if line is None else line)

    def process_exited(self) -> None:
        count = self._left()
        if count is None:
            self._kill_group()  # children of its own must not outlive it
        count = (count or 0) + end_all(self._known.values(), self.mark)
        if count:
            text = plural(
                "(one process that it had started was still there and was ended)",
                "({count} processes that it had started were still there and were ended)",
                count,
            )
            self._listener.on_error_line(text.encode())
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
        if self._leash is not None:
            with suppress(OSError):
                self._leash.shutdown(socket.SHUT_WR)  # the keeper ends everything and says how much that was
            with suppress(TimeoutError):
                await asyncio.wait_for(self._ended.wait(), KILLED)
        if not self._ended.is_set():
            self._kill_group()
            with suppress(ProcessLookupError):
                self._transport.kill()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._ended.wait(), KILLED)
        self._let_go()

    async def give_up(self) -> None:
        """Wait for the end of a keeper that could not start the program, without a report."""
        if self._transport is not None:
            self._is_given_up = True
            await self.finish(0)

    def _let_go(self) -> None:
        """Close the pipes, also one that holds unread bytes."""
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
        if self._leash is not None:
            self._leash.close()
        if not self._is_given_up:
            self._listener.lost(_cause(code))

    def _left(self) -> int | None:
        """Return the number of processes that the keeper ended beside the program's session; ``None`` without a working keeper."""
        if self._leash is None or self._program is None:
            return None
        try:
            received = self._leash.recv(256)
        except OSError:
            return None
        return int(received.split(b"left ")[1]) if b"left " in received else None

    def _see_descendants(self) -> None:
        """Remember those that its present tree holds."""
        if self.pid is not None:
            with suppress(psutil.Error):
                self._known.update((each.pid, each) for each in psutil.Process(self.pid).children(recursive=True))

    def _kill_group(self) -> None:
        """End what runs in its session, at once and before anything else. Windows has no such call; there all are ended one by one."""
        pid = None if self._transport is None else self._transport.get_pid() if self._leash is None else self._program
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
    environment = {**os.environ, link.mark: "1", "PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8"}
    if not sys.platform.startswith("linux"):
        await _started(link, seat.command, seat.folder, environment)
        return link
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    command = [sys.executable, "-I", "-S", "-c", KEEPER, str(theirs.fileno()), *seat.command]
    try:
        with theirs:
            await _started(link, command, seat.folder, environment, theirs.fileno())
        await link.begun(ours)
    except OSError:
        await link.give_up()
        ours.close()
        raise
    return link


async def _started(link: ProcessLink, command: Sequence[str], folder: Path | None, environment: Mapping[str, str], *passed: int) -> None:
    await asyncio.get_running_loop().subprocess_exec(
        lambda: link,
        *command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=folder,
        env=environment,
        start_new_session=sys.platform != "win32",
        pass_fds=passed,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),  # else Windows opens a console for each
    )


async def connect(seat: ProgramSeat, listener: Listener, patience: float) -> SocketLink:
    """Connect to the program of *seat*.

    Raises:
        OSError: no program is there.
        TimeoutError: there was no answer in so many seconds.
    """
    link = SocketLink(listener)
    await asyncio.wait_for(asyncio.get_running_loop().create_connection(lambda: link, seat.host, seat.port), patience)
    return link
