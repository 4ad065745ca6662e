"""Host of a game's hooks: one call in, one outcome out, and the game is never at risk.

Calls block and may come from any thread. A hook that runs out of time or memory, floods its output or kills its process is switched off
for the session. What it answers is checked as data and against the contract of the point before anyone acts on it.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from app.game.entries import Hook
from app.hooks.engine import TIME_LIMIT, CallOutcomeKind, Engine, EngineError, HookCall, MontyEngine, TextFault, find_text_fault
from entente.words.hook_words import failure_words
from variants.hooks.contracts import CONTRACTS, Point
from variants.hooks.hook_text import LARGEST_SOURCE, checksum_of

Plain = None | bool | int | str | list["Plain"] | dict[str, "Plain"]

MOST_NODES = 40_000
"""Values in one answer, each visit counted. A world of 350 provinces in full view has some 8,000."""

DEEPEST = 12
"""Lists and tables inside one another."""

MOST_CHARACTERS = 400_000
"""Limit of all texts and keys together."""

LARGEST_NUMBER = 2**53
"""Whole numbers stay below what any reader of JSON keeps exactly."""


class NotPlainError(ValueError):
    """A value that is not plain data, or too much of it. ``str()`` says what and where."""


@dataclass(slots=True)
class _Budget:
    nodes: int = MOST_NODES
    characters: int = MOST_CHARACTERS

    def spend(self, where: str, characters: int = 0) -> None:
        self.nodes -= 1
        self.characters -= characters
        if self.nodes < 0:
            raise NotPlainError(f"the answer holds more than {MOST_NODES} values")
        if self.characters < 0:
            raise NotPlainError(f"{where}: the answer holds more than {MOST_CHARACTERS} characters")


def plain(value: object) -> Plain:
    """A copy of *value* that is plain: nothing, truth, whole numbers, texts, lists, and tables with texts as keys. Tuples become lists.

    Raises:
        NotPlainError: it holds something else (fractions too), is nested deeper than 12, or is too large.
    """
    return _plain(value, _Budget(), "answer", 0)


def _plain(value: object, budget: _Budget, where: str, depth: int) -> Plain:
    kind = type(value)
    if kind is str:
        assert isinstance(value, str)
        budget.spend(where, len(value))
        return _text(value, where)
    budget.spend(where)
    if value is None or kind is bool:
        assert value is None or isinstance(value, bool)
        return value
    if kind is int:
        assert isinstance(value, int)
        if abs(value) > LARGEST_NUMBER:
            raise NotPlainError(f"{where}: the number is too large")
        return value
    if kind is float:
        raise NotPlainError(f"{where}: a number with a fraction; only whole numbers are the same on every machine")
    if depth >= DEEPEST:
        raise NotPlainError(f"{where[:60]}: nested deeper than {DEEPEST}")
    if isinstance(value, list | tuple) and kind in (list, tuple):
        return [_plain(each, budget, f"{where}[{index}]", depth + 1) for index, each in enumerate(value)]
    if isinstance(value, dict) and kind is dict:
        return dict(_entries(value, budget, where, depth))
    raise NotPlainError(f"{where}: {kind.__name__} is no plain data")


def _entries(table: dict[object, object], budget: _Budget, where: str, depth: int) -> Iterator[tuple[str, Plain]]:
    for key, value in table.items():
        if type(key) is not str or not isinstance(key, str):
            raise NotPlainError(f"{where}: a key is {type(key).__name__}, and only texts are keys")
        budget.spend(where, len(key))
        yield _text(key, where), _plain(value, budget, f"{where}.{key[:30]}", depth + 1)


def _text(text: str, where: str) -> str:
    if any(0xD800 <= ord(mark) <= 0xDFFF for mark in text) if not text.isascii() else False:
        raise NotPlainError(f"{where}: a text that is no Unicode")
    return text


@dataclass(frozen=True, slots=True)
class CallOutcome:
    """Outcome of one call."""

    kind: CallOutcomeKind

    value: Plain = None
    """The answer, where the kind is ok."""

    message: str = ""
    """Fault, in words that follow the hook's name: ``it used the processor for longer than 0.25 seconds``."""

    line: int | None = None
    """The line of the hook's text, counted from 1."""

    source_line: str = ""
    """Text of that line."""

    printed: str = ""
    """Text that it printed."""

    spent: float = 0.0
    """Seconds of processor time that the call used."""

    @property
    def words(self) -> str:
        """Fault, in the language in use."""
        return failure_words(self.message)

    @property
    def ok(self) -> bool:
        """True if there is an answer."""
        return self.kind is CallOutcomeKind.OK

    @property
    def table(self) -> dict[str, Plain]:
        """The answer as a table; empty where the hook had nothing to say."""
        return self.value if isinstance(self.value, dict) else {}


Consented = Callable[[Hook, str], bool]
"""Function that tells if a hook may run with these parameters, as the game gives them."""


MOST_PATIENCE = 16
"""Greatest factor by which one can extend the usual time. Games are checked with it, so that what was played with it can be replayed."""


def everything_consented(hook: Hook, given: str) -> bool:  # noqa: ARG001
    """For hooks that the person at this screen wrote just now, and for tests."""
    return True


class HookHost:
    """Asks hooks. One for the whole program; close it at the end.

    Args:
        consented: whether a hook may run. Nothing runs without.
        engine: what runs the text; pydantic-monty unless given.
    """

    def __init__(self, consented: Consented = everything_consented, engine: Engine | None = None) -> None:
        self._consented = consented
        self._engine: Engine = engine if engine is not None else MontyEngine()
        self._lock = threading.Lock()
        self._struck: dict[str, CallOutcome] = {}
        self._faults: dict[str, TextFault | None] = {}
        self._unavailable = ""
        self._misses = 0
        """Calls for which there was no engine."""
        self._cancelled = threading.Event()
        self.patience = 1
        """Factor by which calls and phases may exceed the usual processor time: more after a person chose to try again."""

    def be_patient(self) -> None:
        """Give hooks four times the time from now on, up to sixteen times the usual, and ask those again that were switched off."""
        self.patience = min(MOST_PATIENCE, 4 * self.patience)
        with self._lock:
            self._struck.clear()

    def cancel(self) -> None:
        """End what is being asked, from any thread. No hook is asked until calls are allowed again; see ``reset_cancel``."""
        self._cancelled.set()

    def give_up(self, hooks: Iterable[Hook]) -> None:
        """Switch *hooks* off for this session, since they are not to be waited for."""
        with self._lock:
            for hook in hooks:
                self._struck.setdefault(checksum_of(hook.name, hook.source), CallOutcome(CallOutcomeKind.TIME, message=_CANCELLED))

    def reset_cancel(self) -> bool:
        """Allow calls of hooks again after ``cancel``. Returns whether it was called."""
        was = self._cancelled.is_set()
        self._cancelled.clear()
        return was

    @property
    def unavailable(self) -> str:
        """Reason that hooks could not run at the last call, in the engine's words; empty where they could."""
        return self._unavailable

    def is_available(self) -> bool:
        """Return True if hooks can run here now. Starts the worker to find out, and tries again where it could not be started before."""
        why = ""
        try:
            self._engine.run(HookCall("def on_press(ctx):\n    return None\n", "on_press", {}, "", 1901))
        except EngineError as error:
            if error.kind is CallOutcomeKind.UNAVAILABLE:
                why = error.message
        self._unavailable = why
        return not why

    def text_fault(self, hook: Hook) -> TextFault | None:
        """Return the fault that keeps the text of *hook* from being read as a program; ``None`` where it can be, or without an engine.

        Nothing of it is run, and still nothing is done without consent.
        """
        checksum = checksum_of(hook.name, hook.source)
        if checksum not in self._faults and self._refused(hook, checksum) is None:
            try:
                self._faults[checksum] = find_text_fault(self._engine, hook.source)
            except EngineError as error:
                self._unavailable = error.message
        return self._faults.get(checksum)

    def known_fault(self, hook: Hook) -> TextFault | None:
        """The same without asking: what was found when it was asked last."""
        return self._faults.get(checksum_of(hook.name, hook.source))

    def struck(self, hook: Hook) -> CallOutcome | None:
        """Return the reason that *hook* was switched off in this session; ``None`` where it was not."""
        return self._struck.get(checksum_of(hook.name, hook.source))

    def pardon(self, hook: Hook) -> None:
        """Allow *hook* to run again in this session."""
        with self._lock:
            self._struck.pop(checksum_of(hook.name, hook.source), None)

    def call(
        self,
        hook: Hook,
        point: Point,
        context: Mapping[str, object],
        *,
        given: str = "",
        seed: str = "",
        year: int = 1901,
        budget: float | None = None,
        patience: int = 1,
    ) -> CallOutcome:
        """Call *hook* at *point*. Never raises.

        Args:
            context: plain data: the hook's ``ctx``.
            given: its parameters as the game gives them, which have to be agreed to as well.
            seed: where its chance starts; the same seed gives the same draws.
            year: the year in which its clock stands still.
            budget: seconds of processor time that are left to it; what one call may use unless given.
            patience: how many times the usual time it may use, where that is more than the host gives.
        """
        checksum = checksum_of(hook.name, hook.source)
        refused = self._refused(hook, checksum, given)
        if refused is not None:
            return refused
        if self._cancelled.is_set():
            return CallOutcome(CallOutcomeKind.CANCELLED, message=_CANCELLED)
        usual = TIME_LIMIT * max(patience, self.patience)
        seconds = usual if budget is None else min(budget, usual)
        misses = self._misses
        try:
            ran = self._engine.run(HookCall(hook.source, point.function, context, seed, year, seconds, self._cancelled.is_set))
        except EngineError as error:
            return self._failed(hook, point, checksum, error, is_short=seconds < usual)
        if misses == self._misses:  # a call that was under way when the engine went does not bring it back
            self._unavailable = ""
        try:
            value = plain(ran.value)
        except NotPlainError as error:
            return _placed(hook, point, CallOutcome(CallOutcomeKind.NOT_PLAIN, message=str(error), printed=ran.printed, spent=ran.spent))
        fault = CONTRACTS[point].fault(value)
        if fault is not None:
            return _placed(hook, point, CallOutcome(CallOutcomeKind.CONTRACT, message=fault, printed=ran.printed, spent=ran.spent))
        return CallOutcome(CallOutcomeKind.OK, value, printed=ran.printed, spent=ran.spent)

    def close(self) -> None:
        """End the worker."""
        self._engine.close()

    def _refused(self, hook: Hook, checksum: str, given: str = "") -> CallOutcome | None:
        if not self._consented(hook, given):
            return CallOutcome(CallOutcomeKind.NOT_CONSENTED, message="nobody has agreed to run it")
        earlier = self._struck.get(checksum)
        if earlier is not None:
            message = f"it was switched off for this session: {earlier.message}"
            return CallOutcome(CallOutcomeKind.SWITCHED_OFF, message=message, line=earlier.line, source_line=earlier.source_line)
        size = len(hook.source.encode("utf-8", "replace"))
        if size > LARGEST_SOURCE:
            return CallOutcome(CallOutcomeKind.TOO_LARGE, message=f"its text has {size} bytes; at most {LARGEST_SOURCE} are run")
        return None

    def _failed(self, hook: Hook, point: Point, checksum: str, error: EngineError, *, is_short: bool) -> CallOutcome:
        kind = error.kind
        if kind is CallOutcomeKind.CANCELLED:
            return CallOutcome(kind, message=_CANCELLED, spent=error.spent)
        if kind is CallOutcomeKind.TIME and is_short:
            kind = CallOutcomeKind.BUDGET
        if kind is CallOutcomeKind.UNAVAILABLE:
            self._unavailable = error.message
            self._misses += 1
            return CallOutcome(kind, message=f"hooks cannot run here: {error.message}")
        found = CallOutcome(kind, message=error.message, line=error.line, printed=error.printed, spent=error.spent)
        outcome = _placed(hook, point, found, asked=error.asked)
        if kind.is_strike:
            with self._lock:
                self._struck[checksum] = outcome
        return outcome


def _placed(hook: Hook, point: Point, outcome: CallOutcome, *, asked: bool = True) -> CallOutcome:
    """*outcome* with its line; where the engine tells none, that of the function that was asked, or of what stands outside of functions.

    Args:
        asked: whether the function was what failed.
    """
    lines = hook.source.splitlines()
    line = outcome.line
    if line is None:
        function = rf"def\s+{point.function}\b"
        places = (function, r"#+\s*on\s*:") if asked else (_LOOP, _DEED, function)
        line = next((found for words in places if (found := _first(lines, words)) is not None), 1)
    text = lines[line - 1].strip()[:200] if line <= len(lines) else ""
    return CallOutcome(outcome.kind, outcome.value, outcome.message, line, text, outcome.printed, outcome.spent)


_CANCELLED = "nobody waited for its answer"

_LOOP = r"(while|for)\b"
_DEED = r"(?!def\b|class\b|import\b|from\b|[#@\s\])}])."
"""At the start of a line: something that is done as the text is read."""


def _first(lines: Sequence[str], words: str) -> int | None:
    start = re.compile(words)
    return next((number for number, text in enumerate(lines, start=1) if start.match(text)), None)
