"""A clock for commands about deadlines."""

from __future__ import annotations

WEDNESDAY = 1_795_626_000.0
"""25 November 2026, 17:00 UTC."""


class StandingClock:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.now = WEDNESDAY

    def hours(self, hours: float) -> None:
        """Move it."""
        self.now += hours * 3600
