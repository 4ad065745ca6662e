"""The games that were open lately, with a small picture of each."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

from app.game.storage.atomic import StorageError, make_folder, read_bounded, write_atomically
from app.game.storage.lock import name_for
from languages import tr

KEPT = 20
OVER = "over"
"""The phase of a game that has ended."""
_LARGEST = 256 * 1024


@dataclass(frozen=True, slots=True)
class RecentGame:
    """One of them."""

    path: Path
    name: str
    """The game's name."""
    phase: str
    """The phase it stood at: ``F1903M``, or ``OVER``."""
    opened: int
    """Time at which it was open last: seconds since 1970."""
    thumbnail: Path | None = None
    """A PNG of its board; perhaps it is gone."""
    season: str = ""
    """Season of the phase as its variant calls it, in English: ``Fall``."""
    deadline: str = ""
    """Moment at which its orders are due, as its file has it; empty without one."""
    missing: int = 0
    """Number of powers whose orders were missing."""
    people: int = 0
    """Number of people who sit round one table; none where all powers are at the screen."""
    leads: str = ""
    """Power of the one person among opponents, in English."""


class RecentGames:
    """The list, the latest first.

    Args:
        path: its file; one that is missing or damaged is an empty list.
        thumbnails: where the pictures lie.
    """

    def __init__(self, path: Path, thumbnails: Path) -> None:
        self._path = path
        self._thumbnails = thumbnails

    def games(self) -> tuple[RecentGame, ...]:
        """The games, the latest first, those included whose file is gone for now."""
        try:
            data = read_bounded(self._path, _LARGEST, tr("reading the recent games"))
            entries: object = json.loads(data) if len(data) <= _LARGEST else []
        except (StorageError, ValueError, RecursionError):
            return ()
        found = [_game(each) for each in entries] if isinstance(entries, list) else []
        return tuple(each for each in found if each is not None)[:KEPT]

    def thumbnail_for(self, path: Path) -> Path:
        """Return the path of the picture of the game at *path*."""
        return self._thumbnails / f"{name_for(path)}.png"

    def note(self, game: RecentGame) -> None:
        """Note *game* as the first of the list.

        Raises:
            StorageError: the list could not be written.
        """
        others = [each for each in self.games() if name_for(each.path) != name_for(game.path)]
        self._write((game, *others)[:KEPT])

    def forget(self, path: Path) -> None:
        """Take the game at *path* off the list.

        Raises:
            StorageError: the list could not be written.
        """
        self._write(tuple(each for each in self.games() if name_for(each.path) != name_for(path)))

    def _write(self, games: tuple[RecentGame, ...]) -> None:
        make_folder(self._path.parent, tr("keeping the recent games"))
        entries = [
            {**asdict(each), "path": os.fspath(each.path), "thumbnail": each.thumbnail and os.fspath(each.thumbnail)} for each in games
        ]
        write_atomically(self._path, json.dumps(entries, indent=1).encode("ascii"), tr("keeping the recent games"))


def _game(entry: object) -> RecentGame | None:
    match entry:
        case {"path": str(path), "name": str(name), "phase": str(phase), "opened": int(opened), **rest} if path and "\0" not in path:
            thumbnail = rest.get("thumbnail")
            picture = Path(thumbnail) if isinstance(thumbnail, str) else None
            season, deadline, leads = (_text(rest.get(key)) for key in ("season", "deadline", "leads"))
            missing, people = (_number(rest.get(key)) for key in ("missing", "people"))
            return RecentGame(Path(path), name, phase, opened, picture, season, deadline, missing, people, leads)
        case _:
            return None


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _number(value: object) -> int:
    return value if isinstance(value, int) and 0 <= value < 1000 else 0
