"""Noticing that another program changed a file that we have open: hand editing is a feature here."""

from __future__ import annotations

import hashlib
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from app.game.storage.atomic import read_bounded
from app.game.storage.errors import StorageError, storing
from languages import tr

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
        return cls(found.st_size, found.st_mtime_ns, hashlib.sha256(data).hexdigest())

    def is_of(self, data: bytes) -> bool:
        """Return True if it is the stamp of a file that held *data*."""
        return len(data) == self.size and hashlib.sha256(data).hexdigest() == self.sha256


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
    return OutsideChange.NONE if hashlib.sha256(data).hexdigest() == stamp.sha256 else OutsideChange.EDITED


def put_back(path: Path) -> OutsideChange:
    """Return the change of a file that was gone when its game was recovered: a file at *path* belongs to another program."""
    try:
        path.stat()
    except FileNotFoundError:
        return OutsideChange.NONE
    except (OSError, ValueError):
        return OutsideChange.UNREADABLE
    return OutsideChange.EDITED
