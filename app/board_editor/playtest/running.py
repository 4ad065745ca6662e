"""A play-test in the background: one process for each core, stopped when it is no longer wanted."""

from __future__ import annotations

import contextlib
import os
import queue
import subprocess
import threading
from collections.abc import Callable, Iterator

from app.board_editor.playtest.tally import GameTally, read_tally
from app.board_editor.playtest.task import PlayTest
from app.library.board_making import started
from languages import tr

_LOOKS = 0.1
"""Seconds between two looks for a wish to stop."""


class PlayTestFailed(Exception):  # noqa: N818 - it failed, the program did not err
    """A process ended before its games did."""


def cores() -> int:
    """Return the number of processes that play: one for each core, and no more than eight."""
    with contextlib.suppress(AttributeError, OSError):
        return max(1, min(8, len(os.sched_getaffinity(0))))
    return max(1, min(8, os.cpu_count() or 1))


def run(test: PlayTest, is_stopped: Callable[[], bool] = lambda: False, processes: int | None = None) -> Iterator[GameTally]:
    """Yield the games of *test* as they end, in any sequence; fewer where it is stopped.

    The sequence does not matter for what is added up, and each game follows from its seed alone.

    Raises:
        PlayTestFailed: a process ended early.
    """
    parts = min(processes or cores(), max(1, test.games))
    lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
    begun: list[subprocess.Popen[bytes]] = []
    try:
        for part in range(parts):
            process = started("app.board_editor.playtest.worker_match")
            begun.append(process)
            threading.Thread(target=_hand_over, args=(process, test.line(part, parts), lines), name="play-test", daemon=True).start()
        running = parts
        while running and not is_stopped():
            try:
                line = lines.get(timeout=_LOOKS)
            except queue.Empty:
                continue
            if line is None:
                running -= 1
            else:
                yield read_tally(line)
        if not running:
            failed = [process.wait() for process in begun]
            if any(failed):
                raise PlayTestFailed(tr("a process that played games ended early (exit code {code})", code=next(filter(None, failed))))
    finally:
        for process in begun:
            process.kill()
            process.wait()


def _hand_over(process: subprocess.Popen[bytes], task: bytes, lines: queue.SimpleQueue[bytes | None]) -> None:
    """Give *process* its task, and pass on what it says; ``None`` at its end."""
    assert process.stdin is not None
    assert process.stdout is not None
    with contextlib.suppress(OSError, ValueError):
        process.stdin.write(task)
    with contextlib.suppress(OSError, ValueError):
        process.stdin.close()
    with contextlib.suppress(OSError, ValueError):
        for line in process.stdout:
            if line.endswith(b"\n"):
                lines.put(line)
    with contextlib.suppress(OSError, ValueError):
        process.stdout.close()
    process.wait()
    lines.put(None)
