"""A folder that stands in where a person's own cannot be written: the program works, and says where its files are meanwhile.

Journals, locks, backups and settings of the session go into a folder for temporary files that is private to its owner. What can be read of
the own folder stays in reach: a person's variants, unit symbols, hooks and commands are linked, small files such as settings are copied.
"""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path

from app.game.storage.places import HOME, Places, places
from languages import system_words, tr

_LINKED = ("variants", "units", "hooks", "commands", "results")
_LARGEST = 1024 * 1024
"""Bytes of a file that is copied."""


def stand_in() -> str | None:
    """Check that the folders of this person can be written; where not, others stand in for this process and those that it starts.

    Returns:
        A notice of it; ``None`` where all is well.
    """
    own = places()
    barred = next((each for each in (own.data, own.settings) if not can_be_written(each)), None)
    if barred is None:
        return None
    try:
        folder = _private_folder()
        os.environ[HOME] = str(folder)
        _take_along(own, places())
    except OSError as error:
        return tr("{folder} cannot be written, and no other folder either: {reason}.", folder=barred, reason=system_words(error))
    return tr(
        "{folder} cannot be written. Settings, unsaved changes and backups of this session are in {other}, and may be gone after the "
        "machine starts again; games are saved where you say.",
        folder=barred,
        other=folder,
    )


def can_be_written(folder: Path) -> bool:
    """Return True if files can be put into *folder*, existing or not. A full disk is no matter here: it may have room in a moment."""
    for each in (folder, *folder.parents):
        try:
            found = each.stat()
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError:
            return False
        return stat.S_ISDIR(found.st_mode) and os.access(each, os.W_OK | os.X_OK)
    return False


def _private_folder() -> Path:
    """The same one as long as it is there and is this person's alone."""
    import tempfile

    if os.name == "posix":
        folder = Path(tempfile.gettempdir()) / f"entente-{os.getuid()}"
        with contextlib.suppress(FileExistsError):
            folder.mkdir(mode=0o700)
        found = folder.lstat()
        if stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o077:
            return folder
    return Path(tempfile.mkdtemp(prefix="entente-"))


def _take_along(own: Places, here: Places) -> None:
    for folder in (here.data, here.settings):
        folder.mkdir(parents=True, exist_ok=True)
    for name in _LINKED:
        if (own.data / name).is_dir():
            with contextlib.suppress(OSError):  # it may be there already
                (here.data / name).symlink_to(own.data / name, target_is_directory=True)
    for source, target in ((own.settings, here.settings), (own.data, here.data)):
        with contextlib.suppress(OSError):
            for each in source.iterdir():
                if each.is_file() and each.stat().st_size <= _LARGEST and not (target / each.name).exists():
                    (target / each.name).write_bytes(each.read_bytes())
