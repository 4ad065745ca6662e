"""Undo between commands: the file of a game as it was before each of the last commands that changed it.

A window keeps its versions in memory; each command of the command line is a run of its own, so what it changed is kept on disk.
"""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from pathlib import Path

from app.game.storage.atomic import make_folder, write_atomically
from app.game.storage.errors import storing
from app.game.storage.lock import lock_game, name_for
from app.game.storage.places import Places
from app.session.errors import Abort
from languages import tr

KEPT = 20
"""Commands that can be undone, of each game."""
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
    make_folder(folder.parent, tr("keeping what undo takes back"), private=True)
    make_folder(folder, tr("keeping what undo takes back"), private=True)
    steps = _steps(folder)
    with storing(path, tr("keeping what undo takes back")):
        head = json.dumps({"after": _mark(path.read_bytes()), "label": label})
    number = int(steps[-1].stem) + 1 if steps else 1
    write_atomically(folder / f"{number:06d}.step", head.encode() + b"\n" + before, tr("keeping what undo takes back"), private=True)
    for old in steps[: max(0, len(steps) + 1 - KEPT)]:
        with suppress(OSError):
            old.unlink()


def undo_last(places: Places, path: Path) -> str:
    """Restore the file at *path* to its state before the last command; return that command's name.

    Raises:
        Abort: no command is known that left the file as it is.
        StorageError: it is open elsewhere, or could not be written.
    """
    lock = lock_game(path, places.locks)
    try:
        with storing(path, tr("reading the game")):
            present = _mark(path.read_bytes())
        for step in reversed(_steps(_folder(places, path))):
            found = _read(step)
            if found is None or found[0] != present:
                continue
            write_atomically(path, found[2], tr("undoing the last command"))
            with suppress(OSError):
                step.unlink()
            return found[1]
    finally:
        lock.release()
    raise Abort(tr("There is nothing to undo: no command is known that left the file as it is."))


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


def _steps(folder: Path) -> list[Path]:
    """The steps that are kept, the oldest first."""
    with suppress(OSError):
        return sorted(each for each in folder.glob("*.step") if each.stem.isdecimal())
    return []


def _mark(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
