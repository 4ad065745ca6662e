"""The engine that runs hook text: a Protocol with pydantic-monty behind it, the processor time that it used, and where a text is no
program.

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
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum, StrEnum, auto
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Protocol

import psutil

from languages import mark, tr
from languages.kept import KeptSentences
from languages.library_words import without_python

if TYPE_CHECKING:
    import pydantic_monty


class CallOutcomeKind(StrEnum):
    """Kind of outcome of a call."""

    OK = "ok"
    UNAVAILABLE = "unavailable"
    """Hooks cannot run on this machine."""
    NOT_CONSENTED = "not consented"
    """Text without consent."""
    SWITCHED_OFF = "switched off"
    """Hook that was switched off earlier in this session."""
    TOO_LARGE = "too large"
    SYNTAX = "syntax"
    ERROR = "error"
    """Exception that it raised, or an act that is not allowed here."""
    TIME = "time"
    MEMORY = "memory"
    OUTPUT = "output"
    CRASH = "crash"
    STALLED = "stalled"
    """The machine did not let it come to an end."""
    BUDGET = "budget"
    """The hooks of the phase together used up their time."""
    CANCELLED = "cancelled"
    """Answer that is no longer waited for."""
    NOT_PLAIN = "not plain"
    """Its answer is no plain data, or too much."""
    CONTRACT = "contract"
    """Its answer is not what this point may answer."""

    @property
    def is_strike(self) -> bool:
        """True if the hook is switched off for the session after it."""
        return self in (CallOutcomeKind.TIME, CallOutcomeKind.MEMORY, CallOutcomeKind.OUTPUT, CallOutcomeKind.CRASH)

    @property
    def stops(self) -> bool:
        """True if a phase that needs the answer waits for a person to decide: the hook might have answered with more time, or elsewhere.

        An exception or a broken contract is the same on every machine, so that it does not stop a phase.
        """
        return self.is_strike or self in (CallOutcomeKind.SWITCHED_OFF, CallOutcomeKind.STALLED, CallOutcomeKind.BUDGET)


LOOK_EVERY = 0.02
"""Seconds between two looks at a worker that is running. The system's own clock of a process ticks every 10 to 16 ms."""


class Ended(Enum):
    """Reason that a worker was ended while it ran."""

    NOT = auto()
    """Worker that was not ended."""
    SPENT = auto()
    """Worker that had used the processor for as long as it may."""
    CANCELLED = auto()
    """Worker that is no longer waited for."""


class Watch:
    """Watches one call in a worker: ends the worker when its processor time is used up, or when it is no longer waited for.

    Args:
        process: the worker's process id; ``None`` where the engine does not tell it, and then nothing is measured and nothing is ended.
        limit: seconds of processor time that the call may use.
        is_cancelled: whether the call is no longer waited for.
    """

    def __init__(self, process: int | None, limit: float, is_cancelled: Callable[[], bool]) -> None:
        self._worker = _found(process)
        self._limit = limit
        self._is_cancelled = is_cancelled
        self._before = _seconds(self._worker)
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look, name="hook watch", daemon=True)
        self.ended = Ended.NOT
        self.spent = 0.0
        """Seconds of processor time that the call used, known when it is over."""

    def __enter__(self) -> Watch:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._over.set()
        self._thread.join()
        self._measure()

    def _look(self) -> None:
        while not self._over.wait(LOOK_EVERY):
            self._measure()
            if self._is_cancelled():
                self._end(Ended.CANCELLED)
            elif self.spent > self._limit:
                self._end(Ended.SPENT)
            if self.ended is not Ended.NOT:
                return

    def _measure(self) -> None:
        """Measure the worker; of one that has ended the last measurement counts."""
        self.spent = max(self.spent, _seconds(self._worker) - self._before)

    def _end(self, why: Ended) -> None:
        self.ended = why
        if self._worker is not None:
            with suppress(psutil.Error):
                self._worker.kill()


def _found(process: int | None) -> psutil.Process | None:
    try:
        return None if process is None else psutil.Process(process)
    except psutil.Error:
        return None


def _seconds(worker: psutil.Process | None) -> float:
    if worker is None:
        return 0.0
    try:
        times = worker.cpu_times()
    except psutil.Error:
        return 0.0
    return float(times.user + times.system)


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


_STOP = "raise SystemExit\n"

_LACKING = KeptSentences(
    mark("the 'del' statement"),
    mark("type aliases"),
    mark("async for loops"),
    mark("async context managers (async with)"),
    mark("exception groups (try*/except*)"),
    mark("yield expressions"),
    mark("yield from expressions"),
    mark("template strings (t-strings)"),
    mark("starred expressions (*expr)"),
    mark("class inheritance and metaclasses"),
    mark("method decorators (classmethod/staticmethod/property)"),
    mark("class bodies containing anything other than methods and simple class variables"),
)
"""Features that the interpreter lacks, in its own words; its other words are Python's own."""


@dataclass(frozen=True, slots=True)
class TextFault:
    """Place at which the text is no program."""

    line: int
    """Counted from 1."""
    what: str

    def __str__(self) -> str:
        return tr("line {line}: {what}", line=self.line, what=self.what)


def find_text_fault(engine: Engine, source: str) -> TextFault | None:
    """Return the fault that keeps *source* from being read as a program; ``None`` where it can be. Nothing of it is run.

    The worker reads a text whole before it runs its first line, and here the first line stops it.

    Raises:
        EngineError: there is no engine here now.
    """
    try:
        engine.run(HookCall(_STOP + source, "on_press", {}, "", 1901))
    except EngineError as error:
        if error.kind is CallOutcomeKind.UNAVAILABLE:
            raise
        if error.kind not in (CallOutcomeKind.SYNTAX, CallOutcomeKind.ERROR) or (error.line or 0) < 2:
            return None
        lines = max(1, source.rstrip("\n").count("\n") + 1)
        what = error.message.removeprefix("NotImplementedError: The monty syntax parser does not yet support ")
        return TextFault(
            min((error.line or 0) - 1, lines), what if what == error.message else tr("hooks cannot use {what}", what=_LACKING.say(what))
        )
    return None
