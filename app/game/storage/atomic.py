"""One save, atomically: at any moment the file is either the old one or the new one, whole."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
import time
from pathlib import Path

from app.game.storage.errors import Failure, StorageError

_PREFIX = ".entente-save-"
_STALE = 24 * 60 * 60
"""Seconds after which a temporary file of ours is swept away."""


def write_atomically(path: Path, data: bytes, doing: str = "saving the game") -> None:
    """Put *data* into *path*: a temporary file in the same folder, synced, then moved over it, then the folder synced.

    A link is followed; the permissions of a file that was there stay.

    Args:
        doing: what the message says was tried.

    Raises:
        StorageError: it could not be done. What was at *path* is still there.
    """
    target = Path(os.path.realpath(path))
    if target.is_dir():
        raise StorageError(Failure.NOT_A_FILE, path, f"{doing} failed: it is a folder")
    temporary: str | None = None
    try:
        mode = _mode_of(target)
        handle, temporary = tempfile.mkstemp(prefix=_PREFIX, dir=target.parent)
        with open(handle, "wb") as file:  # noqa: PTH123 - the handle is open already
            file.write(data)
            file.flush()
            if mode is not None and os.name == "posix":
                os.fchmod(file.fileno(), mode)
            os.fsync(file.fileno())
        os.replace(temporary, target)  # noqa: PTH105 - a name, not a path
        temporary = None
        sync_folder(target.parent)
    except OSError as error:
        raise StorageError.of(error, path, doing) from error
    finally:
        if temporary is not None:
            with contextlib.suppress(OSError):
                os.unlink(temporary)  # noqa: PTH108 - a name, not a path


def sync_folder(folder: Path) -> None:
    """Make a move or a new file in *folder* survive a power cut, where the system can."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        with contextlib.suppress(OSError):
            os.fsync(handle)
    finally:
        os.close(handle)


def read_bounded(path: Path, largest: int, doing: str = "opening the game") -> bytes:
    """The bytes of *path*, one more than *largest* at most.

    Raises:
        StorageError: it is no ordinary file, or cannot be read.
    """
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            raise StorageError(Failure.NOT_A_FILE, path, f"{doing} failed: it is no file")
        with path.open("rb") as file:
            return file.read(largest + 1)
    except OSError as error:
        raise StorageError.of(error, path, doing) from error


def make_folder(folder: Path, doing: str) -> None:
    """Make *folder* and what is above it, where it is not there.

    Raises:
        StorageError: it could not be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageError.of(error, folder, doing) from error


def sweep(folder: Path) -> int:
    """Delete temporary files of ours that a crash left in *folder* more than a day ago.

    Returns:
        How many there were.
    """
    swept = 0
    with contextlib.suppress(OSError):
        for each in folder.glob(f"{_PREFIX}*"):
            with contextlib.suppress(OSError):
                if time.time() - each.stat().st_mtime > _STALE:
                    each.unlink()
                    swept += 1
    return swept


def _mode_of(target: Path) -> int | None:
    """The permissions that the new file gets: those of the old one, or what the person's settings say."""
    try:
        return stat.S_IMODE(target.stat().st_mode)
    except FileNotFoundError:
        if os.name != "posix":
            return None
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
