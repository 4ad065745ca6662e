"""Processes that make boards: started when there is work, kept for the next work, ended with the program. No Qt."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
import weakref
from collections.abc import Iterator
from pathlib import Path

import variants
from variants.compiling import LAST, STOP, STOPPED, read_frame

ROOT = Path(variants.__file__).parent.parent

MOST_IDLE = 1
"""Processes that stay while there is nothing to do."""
GRACE = 1.0
"""Seconds that a process has for coming to a stop; one that does not is ended."""
PATIENCE = 0.4
"""Seconds for which new work waits for a process that is about to stop: a warm one is sooner done than one that has to start."""


class WorkerGoneError(Exception):
    """A process ended in the middle of its task. ``str()`` says how."""


class Worker:
    """One process. One task at a time."""

    def __init__(self) -> None:
        self._process = started()
        self._writing = threading.Lock()
        self._state = threading.Lock()
        self._is_running = False
        self._ender: threading.Timer | None = None
        self.is_stopping = False
        """True if it knows that its task is no longer waited for."""

    def reserve(self) -> None:
        """Reserve it for a task on its way: it can be stopped from here on."""
        with self._state:
            self._is_running = True

    def run(self, task: bytes) -> Iterator[tuple[str, bytes]]:
        """Send *task* and hand on each frame that comes back, the last one with a name of :data:`LAST`.

        Raises:
            WorkerGoneError: the process ended before that.
            FrameError: what came back is no frame.
        """
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        with self._writing:
            is_sent = not self.is_stopping
            if is_sent:
                with contextlib.suppress(OSError):
                    process.stdin.write(task)
                    process.stdin.flush()
        if not is_sent:
            self._rest()
            yield STOPPED, b""
            return
        while (frame := read_frame(process.stdout)) is not None:
            if frame[0] in LAST:
                self._rest()
                yield frame
                return
            yield frame
        raise WorkerGoneError(f"exit code {process.wait()}")

    def stop(self) -> None:
        """Make it give its task up, from any thread: at its next convenience, or by force where that takes long."""
        with self._state:
            if not self._is_running or self.is_stopping:
                return
            self.is_stopping = True
            if not self._writing.acquire(blocking=False):  # it does not even listen yet
                self._process.kill()
                return
            try:
                assert self._process.stdin is not None
                with contextlib.suppress(OSError, ValueError):
                    self._process.stdin.write(STOP)
                    self._process.stdin.flush()
            finally:
                self._writing.release()
            self._ender = threading.Timer(GRACE, self._process.kill)
            self._ender.daemon = True
            self._ender.start()

    def _rest(self) -> None:
        with self._state:
            self._is_running = self.is_stopping = False
            ender, self._ender = self._ender, None
        if ender is not None:
            ender.cancel()

    @property
    def is_alive(self) -> bool:
        """True if it can be given a task."""
        return self._process.poll() is None

    def kill(self) -> None:
        """End the process; its reader meets its end."""
        self._process.kill()

    def end(self) -> None:
        """End the process, which has no reader; returns when it has ended."""
        self._rest()
        self._process.kill()
        with contextlib.suppress(OSError), self._process:
            pass


class Workers:
    """Hands processes out and takes them back. May be used from any thread."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._idle: list[Worker] = []
        self._busy: set[Worker] = set()
        self._finalizer = weakref.finalize(self, _end_all, self._idle)

    def take(self) -> Worker:
        """A process for one task: the one that worked last, or a new one.

        Raises:
            OSError: none can be started.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._idle or not any(each.is_stopping for each in self._busy), PATIENCE)
            while self._idle:
                worker = self._idle.pop()
                if worker.is_alive:
                    return self._hand_out(worker)
                worker.end()
        worker = Worker()
        with self._changed:
            return self._hand_out(worker)

    def _hand_out(self, worker: Worker) -> Worker:
        worker.reserve()
        self._busy.add(worker)
        return worker

    def give_back(self, worker: Worker, *, is_usable: bool) -> None:
        """Take a process back after its task; one that is not usable is ended."""
        with self._changed:
            self._busy.discard(worker)
            over: list[Worker] = []
            if is_usable and worker.is_alive:
                self._idle.append(worker)
                over = self._idle[:-MOST_IDLE]
                del self._idle[:-MOST_IDLE]
            else:
                over = [worker]
            self._changed.notify_all()
        for each in over:
            each.end()

    def warm(self) -> None:
        """Start a process for the work to come. Returns at once; where none can be started nothing happens."""
        with self._changed:
            if self._idle or self._busy:
                return
            with contextlib.suppress(OSError):
                self._idle.append(Worker())

    def close(self) -> None:
        """End all that have nothing to do; others come as they are needed."""
        with self._changed:
            idle = list(self._idle)
            self._idle.clear()
        for each in idle:
            each.end()


def _end_all(workers: list[Worker]) -> None:
    for each in workers:
        each.end()


def started(module: str = "variants.apart") -> subprocess.Popen[bytes]:
    """A new process that runs *module*, one of the program's own, and waits for tasks."""
    paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    return subprocess.Popen(  # noqa: S603 - this very Python, and a module of ours
        [sys.executable, "-m", module],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )
