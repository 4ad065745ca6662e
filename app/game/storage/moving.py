"""Syncing a file and moving it over another, by each system's ways.

Linux: ``fsync`` reaches the disk, and a move is atomic. macOS: ``fsync`` leaves what was written in the disk's own memory;
``F_FULLFSYNC`` has it written, where the file system knows it. Windows: a move fails while another program, often one that looks for
viruses or makes an index, has the file open for a moment; it is tried again for about a second.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

BINARY = getattr(os, "O_BINARY", 0)
"""For ``os.open``: without it Windows writes two bytes for each end of a line."""

_IN_USE = frozenset({5, 32, 33})
"""Windows' numbers for: access denied, shared by another program, locked."""
_PAUSES = (0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4)
"""Seconds between one try and the next."""


def sync(handle: int) -> None:
    """Sync the open file to the disk.

    Raises:
        OSError: it does not.
    """
    if sys.platform == "darwin":
        import fcntl

        try:
            fcntl.fcntl(handle, fcntl.F_FULLFSYNC)
        except OSError:  # a file system, such as one over a network, that does not know it
            os.fsync(handle)
        return
    os.fsync(handle)


def move_over(source: Path, target: Path) -> None:
    """Move *source* to the place of *target*, whole; both lie in one file system.

    Raises:
        OSError: it cannot be done.
    """
    for pause in _PAUSES if sys.platform == "win32" else ():
        try:
            os.replace(source, target)  # noqa: PTH105 - tests stand in for it
        except PermissionError as error:
            if getattr(error, "winerror", None) not in _IN_USE:
                raise
            time.sleep(pause)
        else:
            return
    os.replace(source, target)  # noqa: PTH105
