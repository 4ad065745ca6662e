"""Undo and redo between commands: the file of a game as it was before each of the last commands that changed it.

A window keeps its versions in memory; each command of the command line is a run of its own, so what it changed is kept on disk.
"""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from pathlib import Path

from app.game.storage.atomic import make_folder, storing, write_atomically
from app.game.storage.lock import lock_game, name_for
from app.game.storage.places import Places
from app.session.errors import Abort
from languages import tr

KEPT = 20
"""Commands that can be undone, of each game."""
_UNDO, _REDO = ".step", ".undone"
"""Endings of the files that hold a game as it was before a command, and before it was undone."""
LARGEST = 5_000_000
"""Bytes of a file up to which it is kept."""


def keep_step(places: Places, path: Path, before: bytes, label: str) -> None:
    """Keep what the file at *path* held *before* a command that is called *label*, which has been saved there.

    Raises:
        StorageError: it could not be kept.
    """
    if len(before) > LARGEST:
        return
    folder = _folder(places, path)
    _keep(folder, path, before, label, _UNDO)
    for undone in _steps(folder, _REDO):
        with suppress(OSError):
            undone.unlink()


def _keep(folder: Path, path: Path, data: bytes, label: str, ending: str) -> None:
    """Keep *data* to be brought back over what stands at *path* now."""
    doing = tr("keeping what undo takes back")
    make_folder(folder.parent, doing, private=True)
    make_folder(folder, doing, private=True)
    steps = _steps(folder, ending)
    with storing(path, doing):
        head = json.dumps({"after": _mark(path.read_bytes()), "label": label})
    number = int(steps[-1].stem) + 1 if steps else 1
    write_atomically(folder / f"{number:06d}{ending}", head.encode() + b"\n" + data, doing, private=True)
    for old in steps[: max(0, len(steps) + 1 - KEPT)]:
        with suppress(OSError):
            old.unlink()


def undo_last(places: Places, path: Path) -> str:
    """Restore the file at *path* to its state before the last command; return that command's name.

    Raises:
        Abort: no command is known that left the file as it is.
        StorageError: it is open elsewhere, or could not be written.
    """
    label = _bring_back(places, path, _UNDO, _REDO, tr("undoing the last command"))
    if label is None:
        raise Abort(tr("There is nothing to undo: no command is known that left the file as it is."))
    return label


def redo_last(places: Places, path: Path) -> str:
    """Restore the file at *path* to its state before the last undo; return the name of the command that was undone.

    Raises:
        Abort: nothing was undone since the last command, or the file was changed since.
        StorageError: it is open elsewhere, or could not be written.
    """
    label = _bring_back(places, path, _REDO, _UNDO, tr("doing again what was undone"))
    if label is None:
        raise Abort(tr("There is nothing to redo: nothing was undone that left the file as it is."))
    return label


def _bring_back(places: Places, path: Path, ending: str, other: str, doing: str) -> str | None:
    """Write the last kept state with *ending* that fits the file over it, and keep what stood there with the *other* ending."""
    folder = _folder(places, path)
    lock = lock_game(path, places.locks)
    try:
        with storing(path, tr("reading the game")):
            present = path.read_bytes()
        for step in reversed(_steps(folder, ending)):
            found = _read(step)
            if found is None or found[0] != _mark(present):
                continue
            write_atomically(path, found[2], doing)
            _keep(folder, path, present, found[1], other)
            with suppress(OSError):
                step.unlink()
            return found[1]
    finally:
        lock.release()
    return None


def _read(step: Path) -> tuple[str, str, bytes] | None:
    """The mark of the file after a step, what the step is called, and the file before it; ``None`` where they cannot be read."""
    try:
        head, _, before = step.read_bytes()[: LARGEST + 10_000].partition(b"\n")
        said = json.loads(head)
        return str(said["after"]), str(said["label"])[:200], before
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _folder(places: Places, path: Path) -> Path:
    return places.data / "steps" / name_for(path)


def _steps(folder: Path, ending: str) -> list[Path]:
    """The steps with that ending that are kept, the oldest first."""
    with suppress(OSError):
        return sorted(each for each in folder.glob(f"*{ending}") if each.stem.isdecimal())
    return []


def _mark(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
