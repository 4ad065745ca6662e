"""Engine that runs hook text: a Protocol, and pydantic-monty behind it.

Monty is an interpreter of a Python subset that lives in a process of its own. It is given no files, no host functions, no network and
no clock; see docs/formats/hooks.md for the limits.
"""

from __future__ import annotations

import atexit
import os
import shlex
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from app.hooks.outcome_kind import CallOutcomeKind
from app.hooks.processor import Ended, Watch
from languages.library_words import without_python

if TYPE_CHECKING:
    import pydantic_monty

TIME_LIMIT = 0.25
"""Seconds of processor time that one call may use. How long it waits for the processor on a busy machine does not count."""

LONGEST_WAIT = 120.0
"""Seconds on the clock after which a worker that got no processor is given up: far beyond what any machine keeps one waiting."""

MEMORY_LIMIT = 32 * 1024 * 1024
"""Bytes that one call may hold."""

DEPTH_LIMIT = 100
"""Calls inside one another."""

OUTPUT_LIMIT = 16 * 1024
"""Bytes that one call may print."""

_WORKERS = 2
_CALLS_PER_WORKER = 250
_SOURCE_FEED = "<python-input-0>"


class EngineError(Exception):
    """A run that gave no answer."""

    def __init__(
        self, kind: CallOutcomeKind, message: str, line: int | None = None, printed: str = "", *, asked: bool = True, spent: float = 0.0
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.line = line
        """The line of the source, counted from 1, where it is known."""
        self.printed = printed
        self.asked = asked
        """True if the text had been run from its first line to its last, so that its function was what failed."""
        self.spent = spent
        """Seconds of processor time that it used."""


@dataclass(frozen=True, slots=True)
class HookCall:
    """One call: which function of which text is given what."""

    source: str
    function: str
    context: Mapping[str, object]
    seed: str
    """Seed of the chance of this call: same seed, same draws."""
    year: int
    """The clock stands still on the first day of this year."""
    seconds: float = TIME_LIMIT
    """Processor time that it may use."""
    is_cancelled: Callable[[], bool] = lambda: False
    """True if the answer is no longer needed; looked at while it runs."""


@dataclass(frozen=True, slots=True)
class Ran:
    """Value returned by a call: anything at all, not yet looked at."""

    value: object
    printed: str
    spent: float = 0.0
    """Seconds of processor time that it used."""


class Engine(Protocol):
    """Runs a call in a place of its own, within limits."""

    def run(self, run: HookCall) -> Ran:
        """The answer of one call, in a fresh session.

        Raises:
            EngineError: there is no answer.
        """

    def close(self) -> None:
        """End the worker."""


class MontyEngine:
    """pydantic-monty in worker processes that start with the first call. Calls from several threads are served side by side."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._open = ExitStack()
        self._pool: pydantic_monty.Monty | None = None

    def run(self, run: HookCall) -> Ran:
        """The answer of one call.

        Raises:
            EngineError: there is no answer, and why.
        """
        pool = self._started()
        import pydantic_monty

        sink = pydantic_monty.CollectString(OUTPUT_LIMIT)
        asked = False
        watch: Watch | None = None
        try:
            with _checked_out(pool, run) as session, Watch(session.worker_pid, run.seconds, run.is_cancelled) as watch:
                session.feed_run(run.source, print_callback=sink)
                asked = True
                value: object = session.feed_run(f"{run.function}(ctx)", inputs={"ctx": dict(run.context)}, print_callback=sink)
            return Ran(value, _printed(sink), watch.spent)
        except pydantic_monty.MontySyntaxError as error:
            kind, message, line = CallOutcomeKind.SYNTAX, _words(str(error)), _line(error.traceback())
        except pydantic_monty.MontyRuntimeError as error:
            kind, message = _classified(str(error))
            line = _line(error.traceback())
        except pydantic_monty.MontyCrashedError as error:
            line = None
            kind, message = _ended(watch, run, timed_out=error.timed_out)
        except pydantic_monty.MontyError as error:
            kind, message, line = CallOutcomeKind.ERROR, _words(str(error)), None
        except (TimeoutError, OSError) as error:
            kind, message, line = CallOutcomeKind.CRASH, f"no worker answered: {_words(str(error))}", None
        except (ValueError, TypeError, RuntimeError, RecursionError, MemoryError) as error:
            kind, message, line = CallOutcomeKind.ERROR, _words(f"{type(error).__name__}: {error}"), None
        raise EngineError(kind, message, line, _printed(sink), asked=asked, spent=0.0 if watch is None else watch.spent)

    def close(self) -> None:
        """End the workers. The next call starts others."""
        with self._lock:
            self._pool = None
            self._open.close()

    def _started(self) -> pydantic_monty.Monty:
        with self._lock:
            if self._pool is None:
                try:
                    import pydantic_monty

                    pool = pydantic_monty.Monty(
                        binary_path=_worker(),
                        min_processes=1,
                        max_processes=_WORKERS,
                        checkout_timeout=LONGEST_WAIT,
                        request_timeout=LONGEST_WAIT,
                        max_checkouts_per_worker=_CALLS_PER_WORKER,
                    )
                    self._pool = self._open.enter_context(pool)
                except Exception as error:  # noqa: BLE001 - whatever keeps the engine from starting, the game goes on without hooks
                    raise EngineError(CallOutcomeKind.UNAVAILABLE, _words(str(error)) or type(error).__name__) from None
            return self._pool


@cache
def _quiet(worker: str) -> str | None:
    """A program that runs the *worker* without a terminal to write to, since it says there what it also answers.

    ``None`` where programs cannot be written, so that the worker is run as it is.
    """
    if os.name != "posix" or not os.access(worker, os.X_OK):
        return None
    try:
        folder = Path(tempfile.mkdtemp(prefix="entente-hooks-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        program = folder / "monty"
        program.write_text(f'#!/bin/sh\nexec {shlex.quote(worker)} "$@" 2>/dev/null\n', encoding="utf-8")
        program.chmod(0o700)
    except OSError:
        return None
    return str(program) if os.access(program, os.X_OK) else None


def _worker() -> str | None:
    """The program of the worker; ``None`` where the library has to look for it, and to say that there is none."""
    from pydantic_monty._binary import find_monty_binary

    try:
        return _quiet(find_monty_binary())
    except FileNotFoundError:
        return None


@contextmanager
def _checked_out(pool: pydantic_monty.Monty, run: HookCall) -> Iterator[pydantic_monty.MontySession]:
    """A fresh session for *run*. That no worker can be had for it is no fault of the text.

    Raises:
        EngineError: no worker could be started.
    """
    with ExitStack() as closing:
        try:
            session = closing.enter_context(
                pool.checkout(script_name="hook.py", limits=_limits(), os_policy=_policy(run), assert_message_annotations=False)
            )
        except Exception as error:  # noqa: BLE001 - whatever keeps a worker from starting, the text was not even read
            raise EngineError(CallOutcomeKind.UNAVAILABLE, _words(str(error)) or type(error).__name__) from None
        yield session


def _ended(watch: Watch | None, run: HookCall, *, timed_out: bool) -> tuple[CallOutcomeKind, str]:
    """Return the reason that the worker is gone."""
    if watch is not None and watch.ended is Ended.CANCELLED:
        return CallOutcomeKind.CANCELLED, "nobody waits for it any longer"
    if watch is not None and watch.ended is Ended.SPENT:
        return CallOutcomeKind.TIME, f"it used the processor for longer than {run.seconds:.2g} seconds"
    if timed_out:
        return CallOutcomeKind.STALLED, f"this machine did not let it come to an end within {LONGEST_WAIT:.0f} seconds"
    return CallOutcomeKind.CRASH, "its process died"


def _limits() -> pydantic_monty.ResourceLimits:
    """The limits that the worker keeps itself. Its own clocks go by the hour and not by the work, so they are not among them."""
    return {
        "max_memory": MEMORY_LIMIT,
        "max_recursion_depth": DEPTH_LIMIT,
        "max_suspensions": 1,
        "max_total_sleep_secs": 0.0,
    }


def _policy(run: HookCall) -> pydantic_monty.OSPolicy:
    year = min(max(run.year, 1), 9999)
    return {
        "datetime": datetime(year, 1, 1, tzinfo=UTC),
        "timezone": "utc",
        "sleep": "zero",
        "process_time": "zero",
        "random_start": {"seed": run.seed},
    }


def _printed(sink: pydantic_monty.CollectString) -> str:
    return sink.output[:OUTPUT_LIMIT]


def _classified(text: str) -> tuple[CallOutcomeKind, str]:
    if text.startswith("MemoryError") and f"> {OUTPUT_LIMIT} bytes" in text:
        return CallOutcomeKind.OUTPUT, f"it printed more than {OUTPUT_LIMIT // 1024} kB"
    if text.startswith("MemoryError"):
        return CallOutcomeKind.MEMORY, f"it wanted more than {MEMORY_LIMIT // 1024 // 1024} MB"
    return CallOutcomeKind.ERROR, _words(text)


def _words(text: str) -> str:
    return without_python(" ".join(text.split()))[:300]


def _line(frames: list[pydantic_monty.Frame]) -> int | None:
    """The innermost line in the hook's own text, not in the call that we add after it."""
    return next((frame.line for frame in reversed(frames) if frame.filename == _SOURCE_FEED), None)
