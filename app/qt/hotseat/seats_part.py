"""Opens the page of seats and programs by its name."""

from __future__ import annotations

from typing import Protocol

from app.qt.panels.window_part import WindowPart
from app.qt.widgets.host import FrameHost


class SeatsPartHost(FrameHost, Protocol):
    """What this asks of the window."""

    def show_seats(self) -> None:
        """Show the page of seats, or put it away where it is there."""
        ...


class SeatsPart(WindowPart):
    """The table shows the page itself, since nobody may see past it."""

    name = "seats"

    def __init__(self, host: SeatsPartHost) -> None:
        super().__init__(host.window)
        self._host = host

    def show(self, name: str = "") -> None:  # noqa: ARG002 - it has one name
        """Open it."""
        self._host.show_seats()
