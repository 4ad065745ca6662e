"""A table at a terminal that is rewritten in place while work goes on."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TextIO

from app.cli.printable import printable

_BETWEEN = 0.2
"""Seconds between two writings."""


class LiveTable:
    """Progress whose text of several lines appears at *terminal* and is written over by the next; a text of one line does not.

    Args:
        terminal: what understands how the cursor is moved.
        clock: tells the time, in seconds.
    """

    def __init__(self, terminal: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self._terminal = terminal
        self._clock = clock
        self._lines = 0
        self._last = -_BETWEEN

    def step(self, done: int, text: str = "") -> None:  # noqa: ARG002 - the protocol's words
        """Show *text* in place of the one before."""
        now = self._clock()
        if "\n" not in text or now - self._last < _BETWEEN:
            return
        self._last = now
        lines = [printable(line) for line in text.splitlines()]
        self._terminal.write(self._back() + "".join(f"{line}\033[K\n" for line in lines))
        self._terminal.flush()
        self._lines = len(lines)

    def clear(self) -> None:
        """Remove the table: later output stands in its place."""
        self._terminal.write(self._back() + ("\033[J" if self._lines else ""))
        self._terminal.flush()
        self._lines = 0

    def _back(self) -> str:
        return f"\033[{self._lines}F" if self._lines else ""

    @property
    def is_cancelled(self) -> bool:
        """Never: Ctrl+C ends the program."""
        return False
