"""Numbered copies of a game, one a phase: the last ten, and the first of each year."""

from __future__ import annotations

import contextlib
import re
from dataclasses import dataclass
from pathlib import Path

from adjudicator.phase import Phase
from app.game.storage.atomic import is_there, make_folder, write_atomically
from app.game.storage.errors import storing
from languages import tr

KEPT = 10

_NAME = re.compile(r"(\d{4,9})-([A-Z]-?\d{4,}[MRA])\.dpn")
_SAFE = re.compile(r"[^A-Za-z0-9_-]")


@dataclass(frozen=True, slots=True)
class Backup:
    """One copy."""

    path: Path
    number: int
    phase: Phase


def keep_backup(folder: Path, game_id: str, phase: Phase, data: bytes) -> Backup:
    """Keep *data* as the next copy of the game, and let go of copies that are not needed.

    Args:
        folder: where backups are kept; each game has a folder in it.

    Raises:
        StorageError: it could not be written, or the earlier ones cannot be listed, of which one could be written over.
    """
    own = game_folder(folder, game_id)
    make_folder(folder, tr("keeping a backup"), private=True)
    make_folder(own, tr("keeping a backup"), private=True)
    with storing(own, tr("keeping a backup")):
        earlier = _listed(own)
    number = earlier[-1].number + 1 if earlier else 1
    path = own / f"{number:04d}-{phase}.dpn"
    write_atomically(path, data, tr("keeping a backup"), private=True)
    made = Backup(path, number, phase)
    for each in superfluous((*earlier, made)):
        with contextlib.suppress(OSError):
            each.path.unlink()
    return made


def backups_of(folder: Path, game_id: str) -> tuple[Backup, ...]:
    """The copies of a game, the oldest first."""
    with contextlib.suppress(OSError):
        return _listed(game_folder(folder, game_id))
    return ()


def _listed(own: Path) -> tuple[Backup, ...]:
    names = ((path, _NAME.fullmatch(path.name)) for path in own.iterdir())
    found = (Backup(path, int(name[1]), Phase.of(name[2])) for path, name in names if name)
    return tuple(sorted(found, key=lambda each: each.number))


def superfluous(backups: tuple[Backup, ...]) -> tuple[Backup, ...]:
    """Backups that are neither among the last ten nor the first of their year."""
    firsts: dict[int, Backup] = {}
    for each in backups:
        firsts.setdefault(each.phase.year, each)
    needed = {each.number for each in (*firsts.values(), *backups[-KEPT:])}
    return tuple(each for each in backups if each.number not in needed)


def game_folder(folder: Path, game_id: str) -> Path:
    """Return the folder of the copies of a game."""
    return folder / (_SAFE.sub("_", game_id)[:60] or "_")


def keep_old_version(path: Path, data: bytes, version: int) -> Path:
    """Keep the file of an older version beside it, before it is rewritten.

    Returns:
        Where: ``straits.v0.dpn``, or with a number where that is taken.

    Raises:
        StorageError: it could not be written.
    """
    number = 0
    while True:
        beside = path.with_name(f"{path.stem}.v{version}{f'-{number}' if number else ''}{path.suffix}")
        if not is_there(beside):
            write_atomically(beside, data, tr("keeping the file of the older version"), private=True)
            return beside
        number += 1
