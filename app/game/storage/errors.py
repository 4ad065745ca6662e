"""Failure on disk: its place, its reason, and the remedy."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path

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
