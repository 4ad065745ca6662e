"""Turn of a program, its decisions since the last look, and the sums over its turns."""

from __future__ import annotations

from dataclasses import dataclass, field, fields

from adjudicator.position import Position
from app.players.programs.answer import Answer


@dataclass(slots=True)
class Counts:
    """Counts of a program's acts over a game."""

    turns: int = 0
    answered: int = 0
    illegal: int = 0
    """Orders that were rejected."""
    late: int = 0
    """Turns whose clock ran out."""
    bad_lines: int = 0
    seconds: float = 0.0
    """From turns to their orders, summed up."""

    @property
    def seconds_a_move(self) -> float | None:
        """From a turn to its orders; ``None`` where it answered none."""
        return self.seconds / self.answered if self.answered else None

    def add(self, other: Counts) -> None:
        """Count in what it did in another game."""
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))


@dataclass(slots=True)
class AskedTurn:
    """A turn that was sent."""

    phase: str
    position: Position
    answer: Answer
    at: float
    deadline: float | None
    answers: int = 0
    is_done: bool = False
    lines: int = 0
    letters: int = 0
    errors: int = 0
    heard: bool = False
    """True if any orders came, be it rejected ones."""


@dataclass(frozen=True, slots=True)
class ProgramLetter:
    """A letter that a program wrote."""

    to: tuple[str, ...]
    text: str


@dataclass(slots=True)
class Heard:
    """Decisions of a program since the last look."""

    letters: list[ProgramLetter] = field(default_factory=list)
    wants_draw: bool | None = None
    reasons: list[str] = field(default_factory=list)
    """Words to people."""
    is_ready: bool = False
    """True once it has sent its hello."""
