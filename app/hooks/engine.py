"""What runs hook text: a Protocol, and pydantic-monty behind it.

Monty is an interpreter of a Python subset that lives in a process of its own. It is given no files, no host functions, no network and
no clock; see docs/formats/hooks.md for the limits.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import pydantic_monty

TIME_LIMIT = 0.25
"""Seconds that one call may run."""

MEMORY_LIMIT = 32 * 1024 * 1024
"""Bytes that one call may hold."""

DEPTH_LIMIT = 100
"""Calls inside one another."""

OUTPUT_LIMIT = 16 * 1024
"""Bytes that one call may print."""

_KILL_AFTER = 1.0
_GRACE = 0.25
_WORKERS = 2
_CALLS_PER_WORKER = 250
_SOURCE_FEED = "<python-input-0>"


class FailureKind(StrEnum):
    """How a run went wrong."""

    SYNTAX = "syntax"
    """The text is no program."""
    ERROR = "error"
    """The program raised an exception: a mistake in it, or something that is not allowed here."""
    TIME = "time"
    """It ran longer than it may."""
    MEMORY = "memory"
    """It wanted more memory than it may have."""
    OUTPUT = "output"
    """It printed more than it may."""
    CRASH = "crash"
    """Its process died."""
    MISSING = "missing"
    """There is no engine here."""


class EngineError(Exception):
    """A run that gave no answer."""

    def __init__(self, kind: FailureKind, message: str, line: int | None = None, printed: str = "", *, asked: bool = True) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.line = line
        """The line of the source, counted from 1, where it is known."""
        self.printed = printed
        self.asked = asked
        """Whether the text had been run from its first line to its last, so that its function was what failed."""


@dataclass(frozen=True, slots=True)
class Run:
    """One call: which function of which text is given what."""

    source: str
    function: str
    context: Mapping[str, object]
    seed: str
    """Where the chance of this call starts: same seed, same draws."""
    year: int
    """The clock stands still on the first day of this year."""


@dataclass(frozen=True, slots=True)
class Ran:
    """What a call gave back: anything at all, not yet looked at."""

    value: object
    printed: str


class Engine(Protocol):
    """Runs a call in a place of its own, within limits."""

    def run(self, run: Run) -> Ran:
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

    def run(self, run: Run) -> Ran:
        """The answer of one call.

        Raises:
            EngineError: there is no answer, and why.
        """
        pool = self._started()
        import pydantic_monty

        sink = pydantic_monty.CollectString(OUTPUT_LIMIT)
        asked = False
        try:
            with _checked_out(pool, run) as session:
                session.feed_run(run.source, print_callback=sink)
                asked = True
                value: object = session.feed_run(f"{run.function}(ctx)", inputs={"ctx": dict(run.context)}, print_callback=sink)
                return Ran(value, _printed(sink))
        except pydantic_monty.MontySyntaxError as error:
            raise EngineError(FailureKind.SYNTAX, _words(str(error)), _line(error.traceback())) from None
        except pydantic_monty.MontyRuntimeError as error:
            kind, message = _classified(str(error))
            raise EngineError(kind, message, _line(error.traceback()), _printed(sink), asked=asked) from None
        except pydantic_monty.MontyCrashedError as error:
            if error.timed_out:
                raise EngineError(FailureKind.TIME, _TIME_WORDS, asked=asked) from None
            raise EngineError(FailureKind.CRASH, "its process died", asked=asked) from None
        except pydantic_monty.MontyError as error:
            raise EngineError(FailureKind.ERROR, _words(str(error))) from None
        except (TimeoutError, OSError) as error:
            raise EngineError(FailureKind.CRASH, f"no worker answered: {_words(str(error))}") from None
        except (ValueError, TypeError, RuntimeError, RecursionError, MemoryError) as error:
            raise EngineError(FailureKind.ERROR, _words(f"{type(error).__name__}: {error}")) from None

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
                        min_processes=1,
                        max_processes=_WORKERS,
                        checkout_timeout=10.0,
                        request_timeout=_KILL_AFTER,
                        max_checkouts_per_worker=_CALLS_PER_WORKER,
                        feed_duration_limit_grace=_GRACE,
                        turn_duration_limit_grace=_GRACE,
                    )
                    self._pool = self._open.enter_context(pool)
                except Exception as error:  # noqa: BLE001 - whatever keeps the engine from starting, the game goes on without hooks
                    raise EngineError(FailureKind.MISSING, _words(str(error)) or type(error).__name__) from None
            return self._pool


@contextmanager
def _checked_out(pool: pydantic_monty.Monty, run: Run) -> Iterator[pydantic_monty.MontySession]:
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
            raise EngineError(FailureKind.MISSING, _words(str(error)) or type(error).__name__) from None
        yield session


_TIME_WORDS = f"it ran longer than {TIME_LIMIT} seconds"


def _limits() -> pydantic_monty.ResourceLimits:
    return {
        "max_feed_duration_secs": TIME_LIMIT,
        "max_turn_duration_secs": TIME_LIMIT,
        "max_memory": MEMORY_LIMIT,
        "max_recursion_depth": DEPTH_LIMIT,
        "max_suspensions": 1,
        "max_total_sleep_secs": 0.0,
    }


def _policy(run: Run) -> pydantic_monty.OSPolicy:
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


def _classified(text: str) -> tuple[FailureKind, str]:
    if text.startswith("TimeoutError: ") and "time limit" in text:
        return FailureKind.TIME, _TIME_WORDS
    if text.startswith("MemoryError") and f"> {OUTPUT_LIMIT} bytes" in text:
        return FailureKind.OUTPUT, f"it printed more than {OUTPUT_LIMIT // 1024} kB"
    if text.startswith("MemoryError"):
        return FailureKind.MEMORY, f"it wanted more than {MEMORY_LIMIT // 1024 // 1024} MB"
    return FailureKind.ERROR, _words(text)


def _words(text: str) -> str:
    return " ".join(text.split())[:300]


def _line(frames: list[pydantic_monty.Frame]) -> int | None:
    """The innermost line that stands in the hook's own text, not in the call that we put after it."""
    return next((frame.line for frame in reversed(frames) if frame.filename == _SOURCE_FEED), None)
