"""Fault in a hook's text that is no program, found without running any of it."""

from __future__ import annotations

from dataclasses import dataclass

from app.hooks.engine import Engine, EngineError, HookCall
from app.hooks.outcome_kind import CallOutcomeKind
from languages import mark, tr
from languages.kept import KeptSentences

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
