"""Locks that the system lets go of when the program ends, however it ends."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import sys
import time
from pathlib import Path

from app.game.storage.atomic import Failure, StorageError, make_folder, storing
from languages import tr

_TRIES = 20
_LOOKS = 5 if sys.platform == "win32" else 1
_MOMENT = 0.02
"""Seconds between two tries; a look at a lock takes much less."""
_HELD = frozenset({errno.EACCES, errno.EAGAIN, errno.EDEADLK})
"""Errors of systems for a lock that another program holds."""


class FileLock:
    """A lock on a file of its own, held as long as the program lives or until it is let go of.

    Args:
        path: the lock's file; it may stay behind, and means nothing without a program that holds it.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._handle: int | None = None

    def acquire(self, tries: int = 1) -> bool:
        """Return True if the lock was free; then it is held.

        Args:
            tries: a lock that others look at (``is_held``) is tried again, since each of them keeps it for a moment.

        Raises:
            StorageError: its file cannot be made.
        """
        if self._handle is not None:
            return True
        make_folder(self._path.parent, tr("locking the game"))
        with storing(self._path, tr("locking the game")):
            handle = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        for left in reversed(range(tries)):
            if lock_handle(handle):
                self._handle = handle
                return True
            if left:
                time.sleep(_MOMENT)
        os.close(handle)
        return False

    def is_held(self) -> bool:
        """Return True if a program holds the lock. Any number may look at once, and none takes another for the holder."""
        try:
            handle = os.open(self._path, os.O_RDWR)
        except OSError:
            return False
        try:
            return not any(_is_free(handle, left) for left in reversed(range(_LOOKS)))
        finally:
            os.close(handle)

    def release(self) -> None:
        """Release the lock, also where a process that is just being started has the handle still."""
        if self._handle is not None:
            unlock_handle(self._handle)
            os.close(self._handle)
            self._handle = None


def lock_handle(handle: int) -> bool:
    """Return True if the open file could be locked: no other program holds it."""
    try:
        return _try_lock(handle)
    except BlockingIOError:
        return False


def _try_lock(handle: int) -> bool:
    """Return True if the open file could be locked; not where its file system knows no locks.

    Raises:
        BlockingIOError: another program holds it.
    """
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise
    except OSError as error:
        if error.errno in _HELD:
            raise BlockingIOError from error
        return False
    return True


def _is_free(handle: int, left: int) -> bool:
    """Return True if the lock of the open file is free; where the system has no shared locks, a look waits for other looks."""
    try:
        if sys.platform == "win32":
            return _try_lock(handle)
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno not in _HELD and not isinstance(error, BlockingIOError):
            return True  # a file system without locks
        if left and sys.platform == "win32":
            time.sleep(_MOMENT)
        return False
    else:
        return True
    finally:
        unlock_handle(handle)


def unlock_handle(handle: int) -> None:
    """Release the lock of the open file, for all that have its handle."""
    with contextlib.suppress(OSError):  # closing it does the same where no other process has it
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_UN)


class SharedLock:
    """A lock beside a game file, seen by programs of other users of this machine as well. Its file goes with the program that releases it.

    Where the folder cannot be written to, or its file system knows no locks, there is none.

    Args:
        path: the game file.
    """

    def __init__(self, path: Path) -> None:
        self._path = path.with_name(f".{path.name}.lock")
        self._handle: int | None = None

    def acquire(self) -> bool:
        """Return True if no other program has it. It is held then, where there can be one."""
        for _ in range(_TRIES):
            handle = self._opened()
            if handle is None:
                return True
            try:
                free = _try_lock(handle)
                is_there = free and os.path.samestat(os.fstat(handle), self._path.stat(follow_symlinks=False))
            except BlockingIOError:
                os.close(handle)
                return False
            except OSError:  # removed meanwhile by the program that released it
                os.close(handle)
                continue
            if not free:
                os.close(handle)
                return True
            if is_there:
                self._handle = handle
                return True
            os.close(handle)
        return False

    def release(self) -> None:
        """Release the lock."""
        if self._handle is None:
            return
        if sys.platform != "win32":  # while it is held: no other program can have taken it meanwhile
            with contextlib.suppress(OSError):
                self._path.unlink()
        unlock_handle(self._handle)
        os.close(self._handle)
        self._handle = None
        if sys.platform == "win32":
            with contextlib.suppress(OSError):
                self._path.unlink()

    def _opened(self) -> int | None:
        careful = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
        with contextlib.suppress(OSError):
            return os.open(self._path, os.O_RDWR | os.O_CREAT | careful, 0o666)
        with contextlib.suppress(OSError):  # another user's: reading suffices for a lock
            return os.open(self._path, os.O_RDONLY | careful)
        return None


class GameLock:
    """Both locks of a game file: that of this user's programs, which is always there, and that beside the file."""

    def __init__(self, own: FileLock, shared: SharedLock) -> None:
        self._own, self._shared = own, shared

    def release(self) -> None:
        """Release the locks."""
        self._shared.release()
        self._own.release()


def lock_game(path: Path, folder: Path) -> GameLock:
    """A lock on the game file at *path*, so that a second copy of the program, another user's too, does not write it as well.

    Args:
        folder: where locks of this user are kept.

    Raises:
        StorageError: another copy of the program has the file open.
    """
    own, shared = FileLock(folder / f"{name_for(path)}.lock"), SharedLock(Path(os.path.realpath(path)))
    if own.acquire():
        if shared.acquire():
            return GameLock(own, shared)
        own.release()
    raise StorageError(Failure.IN_USE, path, tr("another window or copy of this program has this game open"))


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
