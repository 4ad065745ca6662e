"""Boards made from drawings in processes of their own, which are kept for the next work.

Shared by all who want the same one, stopped when it is no longer wanted. No Qt.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import variants
from adjudicator.board import Board
from languages import system_words, tr
from variants.compiled import CompiledBoard, Stage
from variants.compiled_json import read_board
from variants.compiling import FAILED, FAULTS, LAST, REVIEW, STOP, STOPPED, ReviewTask, read_faults, read_frame, review_task_text, task_text
from variants.fault import Fault
from variants.reviewed import Review

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


def started(module: str = "variants.worker_process") -> subprocess.Popen[bytes]:
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


@dataclass(frozen=True, slots=True)
class Made:
    """A board on its way, or at its end; or what was found in a variant."""

    stage: Stage
    board: CompiledBoard | None
    """``None`` where the drawing cannot be used; nothing comes after that."""
    faults: tuple[Fault, ...] = ()
    """Faults of the drawing; reported at the end."""
    review: Review | None = None
    """Review, where a variant was to be reviewed: it has no board with it. At most the sketch of one comes before."""


Listener = Callable[[Made], None]


class BoardMaker:
    """Makes boards; a second request for one that is being made already joins in. May be used from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._makings: dict[str, _Making] = {}
        self._workers = Workers()

    def want(self, key: str, drawing: bytes, rules: Board, source: str, listener: Listener) -> Callable[[], None]:
        """Make *drawing* into a board and call *listener* at each stage, on a thread of ours.

        Args:
            key: the same for the same board only.
            drawing: the bytes of the SVG.
            rules: the board that is played on it.
            source: the drawing's name, for faults.
            listener: called with the best stage so far at once, where there is one already.

        Returns:
            what to call once the board is not wanted any more. When it is no longer wanted the work is given up.
        """
        return self._want(key, lambda: task_text(source, drawing, rules) + drawing, source, listener)

    def review(self, key: str, task: ReviewTask, listener: Listener) -> Callable[[], None]:
        """Review a variant and call *listener* once, on a thread of ours; the rest is as with :meth:`want`."""
        return self._want(f"review {key}", lambda: review_task_text(task), task.label, listener)

    def warm(self) -> None:
        """Start a process in advance, since a board is about to be drawn."""
        self._workers.warm()

    def _want(self, key: str, task: Callable[[], bytes], source: str, listener: Listener) -> Callable[[], None]:
        with self._lock:
            making = self._makings.get(key)
            if making is None:
                making = self._makings[key] = _Making(task, source, self._workers, lambda: self._ended(key))
            making.listeners.append(listener)
            latest, begins = making.latest, len(making.listeners) == 1 and not making.begun
            making.begun = True
        if latest is not None:
            listener(latest)
        if begins:
            threading.Thread(target=making.run, name=f"board {source}", daemon=True).start()
        return lambda: self._leave(key, making, listener)

    @property
    def is_busy(self) -> bool:
        """True if any board is being made."""
        return bool(self._makings)

    def give_up_all(self) -> None:
        """Stop everything at the end of the program, and release all who wait for a board."""
        with self._lock:
            makings = list(self._makings.values())
            self._makings.clear()
        for making in makings:
            making.give_up()
        self._workers.close()

    def _leave(self, key: str, making: _Making, listener: Listener) -> None:
        with self._lock:
            if listener in making.listeners:
                making.listeners.remove(listener)
            given_up = not making.listeners and self._makings.get(key) is making
            if given_up:
                del self._makings[key]
        if given_up:
            making.stop()

    def _ended(self, key: str) -> None:
        with self._lock:
            self._makings.pop(key, None)


class _Making:
    """One task on its way."""

    def __init__(self, task: Callable[[], bytes], source: str, workers: Workers, ended: Callable[[], None]) -> None:
        self.listeners: list[Listener] = []
        self.latest: Made | None = None
        self.begun = False
        self._task = task
        self._source = source
        self._workers = workers
        self._ended = ended
        self._stopped = threading.Event()
        self._worker: Worker | None = None

    def stop(self) -> None:
        """Give it up."""
        self._stopped.set()
        worker = self._worker
        if worker is not None:
            worker.stop()

    def give_up(self) -> None:
        """Stop at once, and report to listeners that there will be no board."""
        self._stopped.set()
        worker = self._worker
        if worker is not None:
            worker.kill()
        for listener in tuple(self.listeners):
            listener(self._failed(tr("the drawing was given up")))

    def run(self) -> None:
        """Make it; returns when it is made or given up."""
        try:
            last = self._made_apart()
        except Exception as error:  # noqa: BLE001 - a thread that dies of it would leave its listeners waiting
            last = self._failed(tr("the drawing cannot be made into a board: {error}", error=system_words(error)))
        if not self._stopped.is_set():
            self._ended()
            self._tell(last)

    def _made_apart(self) -> Made:
        try:
            return self._made_by(self._workers.take())
        except WorkerGoneError:
            if self.latest is not None or self._stopped.is_set():
                raise
        return self._made_by(self._workers.take())  # one that had just come to its end

    def _made_by(self, worker: Worker) -> Made:
        self._worker, is_usable, text = worker, False, b""
        try:
            if self._stopped.is_set():
                is_usable = True
                return self._failed(tr("the drawing was given up"))
            for name, content in worker.run(self._task()):
                is_usable = name in (FAULTS, REVIEW, STOPPED, FAILED)
                if name == Stage.WHOLE.name:
                    text = content
                elif name == FAULTS:
                    board = read_board(text, self._source) if text else None
                    return Made(Stage.WHOLE, board, read_faults(content))
                elif name == REVIEW:
                    from variants.review import read_review  # brings in the geometry library

                    return Made(Stage.WHOLE, None, review=read_review(content))
                elif name == FAILED:
                    return self._failed(
                        tr("the drawing could not be made into a board ({decode})", decode=content.decode("utf-8", "replace"))
                    )
                elif not is_usable:
                    self._tell(Made(Stage[name], read_board(content, self._source)))
            return self._failed(tr("the drawing was given up"))
        finally:
            self._worker = None
            self._workers.give_back(worker, is_usable=is_usable)

    def _failed(self, what: str) -> Made:
        return Made(Stage.WHOLE, None, (Fault(self._source, None, what, tr("a smaller or simpler drawing")),))

    def _tell(self, made: Made) -> None:
        if self._stopped.is_set():
            return
        self.latest = made
        for listener in tuple(self.listeners):
            listener(made)
