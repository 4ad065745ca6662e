"""The exit codes of the command line."""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    """What a run ended with."""

    OK = 0
    FAILED = 1
    """The command was understood and could not be done, or what it checks is not as it should be."""
    USAGE = 2
    """The command line could not be understood."""
    NOT_READY = 3
    """``process`` stopped: orders are missing, or lines will not be carried out; ``--missing`` says what counts then."""
    UNDECIDED = 4
    """It was done, and something that was received waits for a person's decision."""
    HOOK_STOPPED = 5
    """A hook that is needed gave no answer in time; nothing was done. See ``--when-stopped``."""
    INTERRUPTED = 130
    """Stopped from the keyboard."""
    BROKEN_PIPE = 141
    """Whoever read the output went away."""
