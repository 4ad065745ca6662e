"""Limits of programs: time to think, and other resources."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.phase import PhaseKind
from app.players.programs.messages import Limits

MARGIN = 0.05
"""Seconds that are taken off a program's limits, for the way there and back."""


@dataclass(frozen=True, slots=True)
class Clocks:
    """Seconds that a program has. ``None`` is as long as it likes."""

    setup: float | None = 5.0
    """On top of its first turn: an interpreter starts, a book is read."""
    movement: float | None = 5.0
    retreat: float | None = 2.0
    adjustment: float | None = 2.0
    margin: float = MARGIN

    def of(self, kind: PhaseKind, *, is_first: bool) -> float | None:
        """The seconds of a turn, the margin still in them."""
        own = {PhaseKind.MOVEMENT: self.movement, PhaseKind.RETREAT: self.retreat, PhaseKind.ADJUSTMENT: self.adjustment}[kind]
        return None if own is None else own + ((self.setup or 0.0) if is_first else 0.0)

    def milliseconds_for_program(self, seconds: float | None) -> int | None:
        """Return the part of *seconds* for a program: milliseconds without the margin."""
        return None if seconds is None else max(0, round((seconds - self.margin) * 1000))

    @classmethod
    def even(cls, seconds: float, setup: float = 5.0, talk: float = 0.0) -> Clocks:
        """The same time for every kind of phase, with *talk* on top where orders are moves."""
        return cls(setup, seconds + talk, seconds, seconds)


@dataclass(frozen=True, slots=True)
class Bounds:
    """Limits other than time."""

    answers: int = 3
    """Number of times that orders of one turn may be sent and be rejected; after that the legal ones count."""
    illegal: int | None = None
    """Illegal orders after which the seat is forfeit; ``None`` is never."""
    bad_lines: int = 3
    """The line that is no JSON, or too long, with which the seat is forfeit."""
    messages: int = 1000
    """Lines that are received in one turn; more forfeit the seat."""
    letters: int = 100
    """Letters that are passed on in one turn."""
    errors: int = 200
    """Lines of its standard error that are kept of one turn."""
    turn_bytes: int = 100_000_000
    """Bytes that are received in one turn; more forfeit the seat."""
    unread_bytes: int = 16_000_000
    """Bytes that wait for a program that does not read; more forfeit the seat."""
    memory_mb: int | None = 1024
    cpu_s: int | None = None
    """Processor seconds of a whole game."""


def limits_part(clocks: Clocks, bounds: Bounds) -> Limits:
    """Both limits in the form of a message."""
    return Limits(
        setup_ms=None if clocks.setup is None else round(clocks.setup * 1000),
        movement_ms=clocks.milliseconds_for_program(clocks.movement),
        retreat_ms=clocks.milliseconds_for_program(clocks.retreat),
        adjustment_ms=clocks.milliseconds_for_program(clocks.adjustment),
        answers=bounds.answers,
        illegal=bounds.illegal,
        messages=bounds.messages,
        memory_mb=bounds.memory_mb,
        cpu_s=bounds.cpu_s,
    )
