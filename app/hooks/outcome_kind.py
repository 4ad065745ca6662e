"""Kinds of outcome for a call of a hook, or a run of the engine under it."""

from __future__ import annotations

from enum import StrEnum


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
