"""Text for a terminal, its language, and the exit codes: a terminal obeys control characters, and what a hook or a file
says must not.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from enum import IntEnum
from typing import TextIO

from app.game.storage.places import places
from app.game.storage.settings import Settings
from languages import begin
from languages.choosing import AS_THE_SYSTEM

_STEERING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def printable(text: object) -> str:
    """``str(text)`` with every control character but line ends and tabs written out: ``\\x1b``; marks that turn writing round too."""
    return _STEERING.sub(lambda found: ascii(found[0])[1:-1], str(text).replace("\r\n", "\n"))


def speak_as_chosen() -> None:
    """Speak the language that was chosen in the window, or the one that the system asks for; ``ENTENTE_LANGUAGE`` goes before both."""
    begin(Settings(places().settings_file).text("view.language", AS_THE_SYSTEM))


class Exit(IntEnum):
    """Exit code of a run."""

    OK = 0
    FAILED = 1
    """The command was understood and could not be done, or what it checks is not as it should be."""
    USAGE = 2
    """The command line could not be understood."""
    NOT_READY = 3
    """``process`` stopped: orders are missing, or lines will not be carried out; ``--missing`` says what counts then."""
    UNDECIDED = 4
    """Success, but something that was received waits for a person's decision."""
    HOOK_STOPPED = 5
    """A hook that is needed gave no answer in time; nothing was done. See ``--when-stopped``."""
    WAITING = 6
    """A mail was kept beside its game, which is in use or cannot be read: the window or the next call takes it in."""
    TRY_AGAIN = 75
    """Failure to keep a mail: its sender tries again, as mail servers do at this code (``EX_TEMPFAIL``)."""
    INTERRUPTED = 130
    """Stopped from the keyboard."""
    BROKEN_PIPE = 141
    """End of the reader of the output."""


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
