"""The process between us and a program that we started on Linux: it adopts what that one leaves behind, and ends it.

A process can start another, empty its surroundings, leave its session and have its parents end; nothing then tells whose it was. Linux
gives such an orphan to the nearest of its ancestors that asked for it (``PR_SET_CHILD_SUBREAPER``). The keeper asks, and starts the
program. When that one has ended, or the starter of the keeper is gone or closes the *leash*, it ends all that descends from it.

Over the leash, a socket, it says the program's number (``pid 4711``) or why it could not be started (``failed 2``), and at last how
many processes it found beside those of the program's own session (``left 3``). It ends as the program did: with its status, or by the
same signal. It takes nothing but Python's own library, to begin fast: ``sys.argv`` holds the leash's number and the program's command.
"""

from __future__ import annotations

import ctypes
import os
import resource
import select
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

_SET_CHILD_SUBREAPER = 36
"""``PR_SET_CHILD_SUBREAPER`` of ``prctl(2)``."""
_PATIENCE = 10.0
"""Seconds in which processes that were killed are waited for; one that belongs to another person cannot be killed."""
_STEP = 0.1
"""Seconds after which it is looked again for what was started meanwhile."""


def main() -> None:
    """Start the program, stay until it has ended or is no longer wanted, and end all that it started."""
    leash = socket.socket(fileno=os.dup(int(sys.argv[1])))  # a low number: ``select`` takes none above 1,023
    os.close(int(sys.argv[1]))
    wake = _woken_by_children()
    if ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        _say(leash, "no adoption")
    try:
        program = subprocess.Popen(sys.argv[2:], start_new_session=True)  # noqa: S603 - the program that was chosen to play
    except OSError as error:
        _say(leash, f"failed {error.errno or 0}")
        os._exit(1)
    _let_go_of_pipes()
    _say(leash, f"pid {program.pid}")
    status: int | None = None
    while status is None:
        ready, _, _ = select.select([leash.fileno(), wake], [], [])
        _drain(wake)
        status = _reaped(program.pid)
        if leash.fileno() in ready and not _is_held(leash):
            break
    left, last = _end_descendants(program.pid, wake)
    _say(leash, f"left {left}")
    _end_as(status if status is not None else last)


def _woken_by_children() -> int:
    """The end of a pipe that can be read when a child has ended."""
    ours, theirs = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
    signal.set_wakeup_fd(theirs, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    return ours


def _drain(wake: int) -> None:
    with suppress(BlockingIOError):
        while os.read(wake, 512):
            pass


def _let_go_of_pipes() -> None:
    """Leave the program's pipes to it alone, so that their ends are seen."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for each in range(3):
        os.dup2(nothing, each)
    os.close(nothing)


def _say(leash: socket.socket, text: str) -> None:
    with suppress(OSError):
        leash.sendall(f"{text}\n".encode())


def _is_held(leash: socket.socket) -> bool:
    try:
        return bool(leash.recv(64))
    except OSError:
        return False


def _reaped(program: int) -> int | None:
    """Take note of children that have ended; returns the wait status of the program, if it is among them."""
    found = None
    with suppress(ChildProcessError):
        while True:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                break
            if pid == program:
                found = status
    return found


def _end_descendants(program: int, wake: int) -> tuple[int, int | None]:
    """End all that descends from here.

    Returns:
        How many ran outside the session of *program*, and the wait status of that one where it was still there.
    """
    outside: set[int] = set()
    last: int | None = None
    deadline = time.monotonic() + _PATIENCE
    while time.monotonic() < deadline:
        found = _descendants()
        if not found:
            break
        for pid in found:
            with suppress(OSError):
                if os.getsid(pid) != program and not _is_zombie(pid):
                    outside.add(pid)
                os.kill(pid, signal.SIGKILL)
        select.select([wake], [], [], _STEP)
        _drain(wake)
        status = _reaped(program)
        last = status if status is not None else last
    return len(outside), last


def _is_zombie(pid: int) -> bool:
    return Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[0] == b"Z"


def _descendants() -> list[int]:
    """The numbers of all that run below this process."""
    found: list[int] = []
    queue = [os.getpid()]
    while queue:
        for tasks in Path(f"/proc/{queue.pop()}/task").glob("*/children"):
            with suppress(OSError):
                new = [int(each) for each in tasks.read_text(encoding="ascii").split()]
                found += new
                queue += new
    return found


def _end_as(status: int | None) -> None:
    """End with what the program's wait *status* says, without a picture of memory of our own."""
    if status is not None and os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        with suppress(OSError, ValueError):
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    os._exit(1 if status is None else os.waitstatus_to_exitcode(status) & 0xFF)
