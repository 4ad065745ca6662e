"""Locks that the system lets go of when the program ends, however it ends."""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
from pathlib import Path

from app.game.storage.atomic import make_folder
from app.game.storage.errors import Failure, StorageError, storing
from languages import tr


class FileLock:
    """A lock on a file of its own, held as long as the program lives or until it is let go of.

    Args:
        path: the lock's file; it may stay behind, and means nothing without a program that holds it.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._handle: int | None = None

    def acquire(self) -> bool:
        """Whether the lock was free; then it is held.

        Raises:
            StorageError: its file cannot be made.
        """
        if self._handle is not None:
            return True
        make_folder(self._path.parent, tr("locking the game"))
        with storing(self._path, tr("locking the game")):
            handle = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        if not lock_handle(handle):
            os.close(handle)
            return False
        self._handle = handle
        return True

    def release(self) -> None:
        """Let go of it, also where a process that is just being started has the handle still."""
        if self._handle is not None:
            unlock_handle(self._handle)
            os.close(self._handle)
            self._handle = None


def lock_handle(handle: int) -> bool:
    """Whether the open file could be locked: nobody else holds it."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def unlock_handle(handle: int) -> None:
    """Let go of the lock of the open file, for all that have its handle."""
    with contextlib.suppress(OSError):  # closing it does the same where nobody else has it
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_UN)


def lock_game(path: Path, folder: Path) -> FileLock:
    """A lock on the game file at *path*, so that a second copy of the program does not write it as well.

    Args:
        folder: where locks are kept.

    Raises:
        StorageError: another copy of the program has the file open.
    """
    lock = FileLock(folder / f"{name_for(path)}.lock")
    if not lock.acquire():
        raise StorageError(Failure.IN_USE, path, tr("another window or copy of this program has this game open"))
    return lock


def name_for(path: Path) -> str:
    """A name for what belongs to the file at *path*, the same however the path is written.

    Raises:
        StorageError: no file can have that name.
    """
    with storing(path, tr("finding the file")):
        return hashlib.sha256(_as_the_system_tells_apart(os.path.realpath(path))).hexdigest()[:20]


def _as_the_system_tells_apart(path: str) -> bytes:
    """The bytes of *path*; alike for two ways of writing it that Windows and macOS take for one: in capitals, or with accents apart."""
    if sys.platform in ("win32", "darwin"):
        import unicodedata

        path = unicodedata.normalize("NFC", path).casefold()
    return os.fsencode(path)
