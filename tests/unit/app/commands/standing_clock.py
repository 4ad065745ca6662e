"""A clock for commands about deadlines."""

from __future__ import annotations

WEDNESDAY = 1_795_626_000.0
"""25 November 2026, 17:00 UTC."""


class StandingClock:
    """It stands until somebody moves it."""

    def __init__(self) -> None:
        self.now = WEDNESDAY

    def hours(self, hours: float) -> None:
        """Move it."""
        self.now += hours * 3600
