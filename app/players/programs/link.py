"""Link to one program, however it runs: it passes lines on, and reports its end."""

from __future__ import annotations

from typing import Protocol


class Listener(Protocol):
    """Listener for the lines of a link. Called on the thread of the event loop."""

    def on_line(self, line: bytes | None, size: int) -> None:
        """A line, or ``None`` for one that was too long; and how many bytes came with it."""
        ...

    def flooded(self, size: int) -> None:
        """Bytes came that completed no line."""
        ...

    def on_error_line(self, line: bytes) -> None:
        """A line of standard error."""
        ...

    def lost(self, cause: str) -> None:
        """Note the end of the link."""
        ...


class ProgramLink(Protocol):
    """A line to a program. To be used on the thread of the event loop."""

    @property
    def pid(self) -> int | None:
        """The id of the process, where we started one."""
        ...

    def write(self, line: bytes) -> int:
        """Send *line*; returns how many bytes wait to be read."""
        ...

    async def finish(self, patience: float) -> None:
        """Wait for the program to end by itself for so many seconds, then end it; the link is gone afterwards."""
        ...
