"""State of a reveal: the step in view, set by the window or the table that shows it, and followed by all pages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from app.game.history import Listeners


class RevealAct(StrEnum):
    """Wish of a person who steers the reveal."""

    NEXT = "next"
    BACK = "back"
    ALL = "all"
    """All that is left at once."""
    ON = "on"
    """On to the next phase, after the last step."""


@dataclass(slots=True)
class Telling:
    """The reveal of the phase whose results lie open.

    Whoever shows it, the laptop's window or a table without one, calls ``show`` at each step and does what ``act`` is called for.
    """

    at: int | None = None
    """The step in view; ``None`` before the first."""
    of: int = 0
    """Number of steps."""
    steering: str | None = None
    """Power whose phone steers the reveal besides the laptop."""
    act: Callable[[RevealAct], None] | None = None
    """Function that carries out the wish of a person at a phone; ``None`` while no reveal is shown."""
    changed: Listeners[[]] = field(default_factory=Listeners)
    """Listeners that are called at every step."""

    @property
    def is_told(self) -> bool:
        """True if the last step is in view."""
        return self.at is not None and self.at >= self.of - 1

    def show(self, at: int, of: int) -> None:
        """Step *at* of *of* is in view from now on."""
        if (at, of) != (self.at, self.of):
            self.at, self.of = at, of
            self.changed.tell()

    def end(self) -> None:
        """Forget the reveal, since the next phase begins."""
        self.at, self.of, self.act = None, 0, None
