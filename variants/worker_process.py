"""``python -m variants.worker_process``: drawings to boards in a process of its own, so that no window waits for them.

It stays between two drawings: libraries are loaded once, and what was compiled last is remembered, so that looking through a variant
whose drawing did not change asks no geometry again. :mod:`variants.compiling` has what goes to and fro.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import sys
import threading
from typing import IO

from adjudicator.board import Board
from languages import active_code, using
from variants.catalogue import shipped_source
from variants.compile.board import Compilation, compile_board
from variants.compile.elements import CompilationStoppedError
from variants.compile.memory import Memory
from variants.compiled import CompiledBoard, Stage
from variants.compiled_json import Texts, write_board
from variants.compiling import (
    FAILED,
    FAULTS,
    LONGEST_TASK,
    REVIEW,
    STOP,
    STOPPED,
    CompileTask,
    ReviewTask,
    faults_as_text,
    is_review,
    read_review_task,
    read_task,
    task_key,
    write_frame,
)
from variants.review import review, review_as_text, review_drawing
from variants.source import MANIFEST, MemorySource, Source

_NICENESS = 5
"""Niceness of the process, since names are looked for while people play."""
_REMEMBERED = 2
"""Number of compilations that are remembered: the drawing in work, and that before an edit that is taken back."""


def main(inlet: IO[bytes], outlet: IO[bytes]) -> int:
    """Do the tasks on the pipe until it is closed. Returns the exit code."""
    worker = _Worker(outlet)
    while line := inlet.readline(LONGEST_TASK):
        if line == STOP:
            worker.stop()
        elif is_review(line):
            worker.begin(read_review_task(line, inlet))
        else:
            task = read_task(line)
            worker.begin((task, inlet.read(task.size)))
    worker.wait()
    return 0


class _Worker:
    """Does one task after the other, each on a thread of its own, so that it can be stopped."""

    def __init__(self, outlet: IO[bytes]) -> None:
        self._outlet = outlet
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None
        self._remembered: dict[str, Compilation] = {}
        self._memory = Memory()
        self._texts: Texts = {}

    def begin(self, task: ReviewTask | tuple[CompileTask, bytes]) -> None:
        """Do *task* once what went before has come to its end."""
        self.wait()
        self._stopped.clear()
        self._thread = threading.Thread(target=self._run, args=(task,), name="task")
        self._thread.start()

    def stop(self) -> None:
        """Stop the present task, which is no longer waited for."""
        self._stopped.set()

    def wait(self) -> None:
        """Return when the present task has come to its end."""
        if self._thread is not None:
            self._thread.join()

    def _run(self, task: ReviewTask | tuple[CompileTask, bytes]) -> None:
        with contextlib.suppress(OSError):  # the asking process has gone
            try:
                language = task.language if isinstance(task, ReviewTask) else task[0].language
                with using(language):
                    if isinstance(task, ReviewTask):
                        self._review(task)
                    else:
                        self._make(*task)
            except CompilationStoppedError:
                write_frame(self._outlet, STOPPED, b"")
            except Exception as error:  # noqa: BLE001 - the process goes on, and the asking one gets the error
                write_frame(self._outlet, FAILED, f"{type(error).__name__}: {error}".encode()[:2000])
            finally:
                _give_back_memory()

    def _make(self, task: CompileTask, svg: bytes) -> None:
        def early(stage: Stage, board: CompiledBoard) -> None:
            write_frame(self._outlet, stage.name, write_board(board, None if stage is Stage.SKETCH else self._texts))
            _give_back_memory()
            if stage is Stage.PLAYABLE and sys.platform == "linux":
                with contextlib.suppress(OSError):
                    os.nice(_NICENESS)  # of this thread alone, which is why no other system is asked

        rules = task.board()
        key = _remembered_as(task_key(task.source, svg, rules))
        made = self._remembered.get(key)
        if made is None:
            made = self._keep(key, compile_board(svg, rules, task.source, stop=self._stopped.is_set, early=early, memory=self._memory))
        if made.board is not None:
            write_frame(self._outlet, Stage.WHOLE.name, write_board(made.board, self._texts))
        write_frame(self._outlet, FAULTS, faults_as_text(made.faults))

    def _review(self, task: ReviewTask) -> None:
        def library(variant_id: str) -> Source:
            files = task.extended.get(variant_id)
            return shipped_source(variant_id) if files is None else MemorySource(variant_id, files)

        def sketched(stage: Stage, board: CompiledBoard) -> None:
            if stage is Stage.SKETCH:
                write_frame(self._outlet, stage.name, write_board(board))

        def compiled(svg: bytes, rules: Board | None, source: str) -> Compilation:
            key = "" if rules is None else _remembered_as(task_key(source, svg, rules))
            made = self._remembered.get(key)
            if made is None:
                # Of a drawing without a variant only the faults are wanted, which are none of its names.
                shown = sketched if source == task.label else None
                made = compile_board(svg, rules, source, rules is not None, self._stopped.is_set, shown, self._memory)
            return self._keep(key, made) if key else made

        if MANIFEST in task.files:
            found = review(MemorySource(task.label, task.files), library, compiled=compiled)
        else:
            found = review_drawing(task.files[task.label], task.label, compiled=compiled)
        write_frame(self._outlet, REVIEW, review_as_text(found))

    def _keep(self, key: str, made: Compilation) -> Compilation:
        self._remembered.pop(key, None)
        self._remembered[key] = made
        while len(self._remembered) > _REMEMBERED:
            del self._remembered[next(iter(self._remembered))]
        return made


def _give_back_memory() -> None:
    """Give free memory back to the system. The C library of Linux keeps it: a hundred megabytes after a large board."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):  # another C library
            ctypes.CDLL(None).malloc_trim(0)


def _remembered_as(key: str) -> str:
    """The faults of what was made are in a language."""
    return f"{active_code()} {key}"


if __name__ == "__main__":
    sys.exit(main(sys.stdin.buffer, sys.stdout.buffer))
