"""One save, atomically: at any moment the file is either the old one or the new one, whole; failures on disk, and changes by others.

Linux: ``fsync`` reaches the disk, and a move is atomic. macOS: ``fsync`` leaves what was written in the disk's own memory;
``F_FULLFSYNC`` has it written, where the file system knows it. Windows: a move fails while another program, often one that looks for
viruses or makes an index, has the file open for a moment; it is tried again for about a second.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import stat
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from languages import labelled, mark, system_words, tr


class Failure(StrEnum):
    """Kind of failure."""

    DISK_FULL = "disk full"
    READ_ONLY = "read only"
    PROTECTED = "write-protected"
    NO_PERMISSION = "no permission"
    MISSING = "missing"
    NOT_A_FILE = "not a file"
    TOO_LARGE = "too large"
    NOT_READABLE = "not readable"
    """Content to be written that could not be read again."""
    IN_USE = "in use"
    CHANGED_OUTSIDE = "changed outside"
    DAMAGED = "damaged"
    OTHER = "other"


_REMEDIES = {
    Failure.DISK_FULL: mark("Make room on the disk, or choose another place."),
    Failure.READ_ONLY: mark("Choose another folder."),
    Failure.PROTECTED: mark("Take the protection off, or choose another name."),
    Failure.NO_PERMISSION: mark("Choose a folder of your own."),
    Failure.MISSING: mark("Check the path, or choose another."),
    Failure.NOT_A_FILE: mark("Choose a file, not a folder."),
    Failure.TOO_LARGE: mark("Take embedded files out of it, or choose another file."),
    Failure.NOT_READABLE: mark("Undo what was done last, or take out what the message names."),
    Failure.IN_USE: mark("Close it there, or choose another name."),
    Failure.CHANGED_OUTSIDE: mark("Read it again, keep your version, or save under another name."),
    Failure.DAMAGED: mark("Open a backup."),
    Failure.OTHER: mark("Try again, or choose another place."),
}

_BY_NUMBER = {
    errno.ENOSPC: Failure.DISK_FULL,
    errno.EDQUOT: Failure.DISK_FULL,
    errno.EFBIG: Failure.TOO_LARGE,
    errno.EROFS: Failure.READ_ONLY,
    errno.EACCES: Failure.NO_PERMISSION,
    errno.EPERM: Failure.NO_PERMISSION,
    errno.ENOENT: Failure.MISSING,
    errno.ENOTDIR: Failure.MISSING,
    errno.EISDIR: Failure.NOT_A_FILE,
    errno.ENAMETOOLONG: Failure.MISSING,
    errno.ELOOP: Failure.MISSING,
}


class StorageError(Exception):
    """The game in memory is whole; something on disk is not as it should be. ``str()`` is a sentence or two for people."""

    def __init__(self, failure: Failure, where: Path, what: str, remedy: str | None = None) -> None:
        self.failure = failure
        self.where = where
        """The file or folder."""
        self.what = what
        """Act that was tried and the reason that it failed: ``the disk is full``."""
        self.remedy = tr(_REMEDIES[failure]) if remedy is None else remedy
        """Remedy that a person can try."""
        super().__init__(labelled(where, f"{what}. {self.remedy}").strip())

    @classmethod
    def of(cls, error: BaseException, where: Path, doing: str) -> StorageError:
        """Return *error* as the failure of an act *doing* something: ``saving the game``, in English and marked, or in the language in use.

        The system's own errors say what kind of failure they are; a name that no file can have raises ``ValueError``, a circle of
        links ``RuntimeError``, and whatever else came up is named with its kind.
        """
        if isinstance(error, StorageError):
            return error
        failure, reason = Failure.OTHER, system_words(error) if str(error) else ""
        if isinstance(error, OSError):
            failure = _BY_NUMBER.get(error.errno or 0, Failure.OTHER)
            reason = system_words(error)
        elif isinstance(error, ValueError):
            failure, reason = Failure.MISSING, tr("no file can have this name ({reason})", reason=reason)
        elif isinstance(error, RuntimeError):
            failure = Failure.MISSING
        else:
            reason = ""
        kind = type(error).__name__ + (f": {system_words(error)}" if str(error) else "")
        told = reason[:1].lower() + reason[1:] if reason else kind
        return cls(failure, where, tr("{doing} failed: {reason}", doing=tr(doing), reason=told))


@contextmanager
def storing(where: Path, doing: str) -> Iterator[None]:
    """Raise every failure on disk inside as a ``StorageError``; see ``StorageError.of``."""
    try:
        yield
    except (OSError, ValueError, RuntimeError) as error:
        raise StorageError.of(error, where, doing) from error


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


_PREFIX = ".entente-save-"
_STALE = 24 * 60 * 60
"""Seconds after which a temporary file of ours is swept away."""


_NO_SYNC = frozenset({errno.EINVAL, errno.ENOTSUP, errno.ENOSYS, errno.EBADF, errno.EACCES, errno.EPERM})
"""Errors of a system that cannot sync a folder: one over a network, or one that may be written and not be read."""

_SAVING, _OPENING = mark("saving the game"), mark("opening the game")


def write_atomically(path: Path, data: bytes, doing: str = _SAVING, *, private: bool = False) -> None:
    """Write *data* to *path*: a temporary file in the same folder, synced, read back, then moved over it, then the folder synced.

    A link is followed; owner, group and permissions of a file that was there stay. Where the system does not let the new file have
    its owner or group, the file is written in place instead, and the temporary one is there until that is done.

    Args:
        doing: what the message says was tried.
        private: whether its owner alone may read the file.

    Raises:
        StorageError: it could not be done, or the file is write-protected. What was at *path* is still there.
    """
    temporary: Path | None = None
    with storing(path, doing):
        try:
            target = Path(os.path.realpath(path))
            before = _stat_of(target)
            if before is not None:
                _check_replaceable(path, target, before, doing)
            temporary = target.with_name(f"{_PREFIX}{os.getpid()}-{os.urandom(6).hex()}")
            handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | BINARY, 0o600 if private or before is not None else 0o666)
            try:
                is_alike = before is None or _make_alike(handle, before, private=private)
                _write_all(handle, data)
                sync(handle)
            finally:
                os.close(handle)
            _check_written(temporary, data, path, doing)
            if is_alike:
                move_over(temporary, target)
                temporary = None
            else:
                _write_in_place(target, data)
                _check_written(target, data, path, doing)
            sync_folder(target.parent)
        finally:
            if temporary is not None:
                with contextlib.suppress(OSError):
                    temporary.unlink()


def _stat_of(target: Path) -> os.stat_result | None:
    try:
        return target.stat()
    except FileNotFoundError:
        return None


def _check_replaceable(path: Path, target: Path, found: os.stat_result, doing: str) -> None:
    if not stat.S_ISREG(found.st_mode):
        what = tr("it is a folder") if stat.S_ISDIR(found.st_mode) else tr("it is no ordinary file")
        raise StorageError(Failure.NOT_A_FILE, path, tr("{doing} failed: {reason}", doing=tr(doing), reason=what))
    if not found.st_mode & 0o222 or not os.access(target, os.W_OK):
        raise StorageError(Failure.PROTECTED, path, tr("{doing} failed: the file is write-protected", doing=tr(doing)))


def _make_alike(handle: int, before: os.stat_result, *, private: bool) -> bool:
    """Give the open file owner, group and permissions of the one that was there; whether that could be done."""
    if os.name != "posix":
        return True
    present = os.fstat(handle)
    if (present.st_uid, present.st_gid) != (before.st_uid, before.st_gid):
        try:
            os.fchown(handle, before.st_uid, before.st_gid)
        except OSError:
            return False
    os.fchmod(handle, 0o600 if private else stat.S_IMODE(before.st_mode))
    return True


def _write_in_place(target: Path, data: bytes) -> None:
    handle = os.open(target, os.O_WRONLY | BINARY)
    try:
        _write_all(handle, data)
        os.ftruncate(handle, len(data))
        sync(handle)
    finally:
        os.close(handle)


def _write_all(handle: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(handle, rest) :]


def write_new(path: Path, data: bytes, doing: str = _SAVING, *, private: bool = False) -> None:
    """Write *data* to a file that has no readers yet, such as one of a folder that is moved to its place whole: synced, and read back.

    Args:
        private: whether its owner alone may read the file.

    Raises:
        StorageError: it could not be done.
    """
    with storing(path, doing):
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | BINARY, 0o600 if private else 0o666)
        try:
            _write_all(handle, data)
            sync(handle)
        finally:
            os.close(handle)
        _check_written(path, data, path, doing)


def _check_written(written: Path, data: bytes, path: Path, doing: str) -> None:
    """Check that *written* holds *data*: nothing counts as saved before it was read back."""
    if written.read_bytes() != data:
        raise StorageError(Failure.OTHER, path, tr("{doing} failed: the disk gives back something else than was written", doing=tr(doing)))


def sync_folder(folder: Path) -> None:
    """Make a move or a new file in *folder* survive a power cut, where the system can.

    Raises:
        OSError: the disk did not take it.
    """
    if os.name != "posix":
        return
    handle = None
    try:
        handle = os.open(folder, os.O_RDONLY)
        os.fsync(handle)
    except OSError as error:
        if error.errno not in _NO_SYNC:
            raise
    finally:
        if handle is not None:
            os.close(handle)


def read_bounded(path: Path, largest: int, doing: str = _OPENING) -> bytes:
    """The bytes of *path*, one more than *largest* at most.

    Raises:
        StorageError: it is no ordinary file, or cannot be read.
    """
    with storing(path, doing):
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            raise StorageError(Failure.NOT_A_FILE, path, tr("{doing} failed: it is no file", doing=tr(doing)))
        with path.open("rb") as file:
            return file.read(largest + 1)


def make_folder(folder: Path, doing: str, *, private: bool = False) -> None:
    """Make *folder* and what is above it, where it is not there.

    Args:
        private: whether its owner alone may look into it, be it new or old.

    Raises:
        StorageError: it could not be made.
    """
    with storing(folder, doing):
        missing = [each for each in (folder, *folder.parents) if not is_there(each)]
        folder.mkdir(parents=True, exist_ok=True)
        for each in missing:
            sync_folder(each.parent)
        if private and os.name == "posix" and folder.stat().st_mode & 0o077:
            with contextlib.suppress(PermissionError):  # another user's folder: its files are private all the same
                folder.chmod(0o700)


def is_same_file(one: Path, other: Path) -> bool:
    """Return True if both are one file, as names that differ in case alone are on some systems."""
    try:
        return one.samefile(other)
    except OSError:
        return False


def is_there(path: Path) -> bool:
    """Return True if there is a file or folder at *path*; not where the system cannot tell, as the name is too long or the way barred."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


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


class PrivateJson:
    """A small private file of this machine with JSON. What cannot be kept is lost, and nothing is said of it.

    Args:
        path: where it lies; ``None`` keeps nothing.
        most: bytes up to which it is read.
        doing: what is tried, for an error.
    """

    def __init__(self, path: Path | None, most: int, doing: str) -> None:  # no dataclass, which the first picture would wait for
        self.path = path
        self.most = most
        self.doing = doing
        self.is_read = False
        """True once it is known what the file holds: before, it is not written over."""

    def read_once(self) -> dict[str, object]:
        """Return the contents of the file, the first time that it can be read; empty ever after, and where it holds something else."""
        if self.is_read:
            return {}
        data = b""
        try:
            data = b"" if self.path is None else self.path.read_bytes()[: self.most]
        except FileNotFoundError:
            pass
        except OSError:
            return {}
        self.is_read = True
        with contextlib.suppress(ValueError, RecursionError):
            found = json.loads(data)
            if isinstance(found, dict):
                return {str(key): value for key, value in found.items()}
        return {}

    def write(self, content: Mapping[str, object]) -> None:
        """Write *content*, whole or not at all."""
        if self.path is not None and self.is_read:
            with contextlib.suppress(StorageError, OSError):
                make_folder(self.path.parent, self.doing)
                write_atomically(self.path, json.dumps(content).encode("ascii"), self.doing, private=True)


_LARGEST = 64 * 1024 * 1024


class OutsideChange(StrEnum):
    """Change of a file since it was read or written."""

    NONE = "none"
    EDITED = "edited"
    REMOVED = "removed"
    UNREADABLE = "unreadable"


class Stamp(NamedTuple):
    """A file as it was: enough to see that it is another one now."""

    size: int
    modified: int
    """Nanoseconds."""
    sha256: str

    @classmethod
    def of(cls, path: Path, data: bytes) -> Stamp:
        """The stamp of the file at *path*, which holds *data*.

        Raises:
            StorageError: it is not there any more.
        """
        with storing(path, tr("looking at the file")):
            found = path.stat()
        return cls(found.st_size, found.st_mtime_ns, _sha256(data))

    def is_of(self, data: bytes) -> bool:
        """Return True if it is the stamp of a file that held *data*."""
        return len(data) == self.size and _sha256(data) == self.sha256


def outside_change(path: Path, stamp: Stamp) -> OutsideChange:
    """Return the change of the file at *path* since *stamp*. Its content is read: many an editor, ``rsync -t`` and whatever puts a backup
    back can leave it with the same size and time.
    """
    try:
        path.stat()
    except FileNotFoundError:
        return OutsideChange.REMOVED
    except (OSError, ValueError):
        return OutsideChange.UNREADABLE
    try:
        data = read_bounded(path, _LARGEST, tr("looking at the file"))
    except StorageError:
        return OutsideChange.UNREADABLE
    return OutsideChange.NONE if _sha256(data) == stamp.sha256 else OutsideChange.EDITED


def _sha256(data: bytes) -> str:
    import hashlib  # a window that starts has no file to compare yet

    return hashlib.sha256(data).hexdigest()


def put_back(path: Path) -> OutsideChange:
    """Return the change of a file that was gone when its game was recovered: a file at *path* belongs to another program."""
    try:
        path.stat()
    except FileNotFoundError:
        return OutsideChange.NONE
    except (OSError, ValueError):
        return OutsideChange.UNREADABLE
    return OutsideChange.EDITED
