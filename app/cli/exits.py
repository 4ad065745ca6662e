"""The exit codes of the command line."""

from __future__ import annotations

from enum import IntEnum


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
