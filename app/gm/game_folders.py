"""Folders of games looked into: only files that changed are read again, and none is replayed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from app.game.dpn.build import build
from app.game.dpn.game_reader import read
from app.game.dpn.text_source import LARGEST
from app.game.storage.atomic import read_bounded, write_atomically
from app.game.storage.errors import StorageError
from app.gm.games import GameSummary, summary_of
from app.library.variants import MOST_FILES, VariantShelf
from languages import active_code, tr

_VERSION = 2
_MOST_KEPT = 4 * 1024 * 1024
MOST_FOLDERS = 50
"""Folders that are watched."""


@dataclass(frozen=True, slots=True)
class Found:
    """Games found in the folders."""

    games: tuple[GameSummary, ...]
    files_read: int
    """Number of games that had to be read; the others were known by their stamp."""
    troubles: tuple[str, ...] = ()
    """Folders that could not be looked into."""


def inspect_folders(
    folders: Iterable[Path], shelf: VariantShelf, cache: Path | None = None, go_on: Callable[[int, int], bool] = lambda _done, _of: True
) -> Found:
    """The games of *folders*, four folders deep each.

    Args:
        shelf: where variants are found.
        cache: the file that keeps what was found; none is kept without.
        go_on: called with the number of files looked at, and of all; where it says no, the others are left out.
    """
    known = {} if cache is None else _kept(cache)
    files: dict[Path, tuple[int, int, int]] = {}
    troubles: list[str] = []
    for folder in folders:
        if not folder.is_dir():
            troubles.append(tr("{folder} is no folder.", folder=folder))
            continue
        files.update(_games_in(folder))
    found: list[GameSummary] = []
    fresh: dict[str, tuple[tuple[int, int, int], GameSummary]] = {}
    files_read = 0
    for number, (path, stamp) in enumerate(sorted(files.items())):
        if not go_on(number, len(files)):
            break
        at_hand = known.get(str(path))
        if at_hand is not None and at_hand[0] == stamp:
            summary = at_hand[1]
        else:
            summary = summary_of_file(path, shelf)
            files_read += 1
        fresh[str(path)] = (stamp, summary)
        found.append(summary)
    if cache is not None and (files_read or fresh.keys() != known.keys()):
        _keep(cache, fresh)
    return Found(tuple(found), files_read, tuple(troubles))


def game_files(folders: Iterable[Path]) -> tuple[Path, ...]:
    """The files of all games in *folders*, four folders deep each, by their names."""
    return tuple(sorted({path for folder in folders if folder.is_dir() for path in _games_in(folder)}))


def _games_in(folder: Path) -> dict[Path, tuple[int, int, int]]:
    found: dict[Path, tuple[int, int, int]] = {}
    waiting = [(folder, 0)]
    while waiting and len(found) < MOST_FILES:
        here, depth = waiting.pop()
        try:
            entries = sorted(here.iterdir())
        except OSError:
            continue
        for entry in entries:
            try:
                if entry.name.startswith("."):
                    continue
                if entry.is_dir():
                    if depth < 4 and not entry.is_symlink():
                        waiting.append((entry, depth + 1))
                elif entry.suffix.casefold() == ".dpn":
                    about = entry.stat()
                    found[entry.resolve()] = (about.st_mtime_ns, about.st_size, about.st_ctime_ns)
            except OSError:
                continue
    return found


def summary_of_file(path: Path, shelf: VariantShelf) -> GameSummary:
    """Return the summary of the game at *path*; for a file that cannot be read, the reason."""
    try:
        built = build(read(read_bounded(path, LARGEST), path.name), shelf)
    except StorageError as error:
        return GameSummary(str(path), path.stem, fault=str(error))
    if built.game is None or built.obstacle is not None:
        first = built.faults[0] if built.faults else tr("it cannot be played on ({obstacle})", obstacle=built.obstacle)
        name = path.stem if built.game is None else built.game.name
        return GameSummary(str(path), name, fault=str(first))
    return summary_of(built.game, path)


# --- what is kept ---


def _kept(cache: Path) -> dict[str, tuple[tuple[int, int, int], GameSummary]]:
    """Return the summaries of the last search; none where they cannot be read."""
    try:
        told: object = json.loads(read_bounded(cache, _MOST_KEPT, tr("reading what is known of games")))
        assert isinstance(told, dict)
        if told.get("version") != _VERSION or told.get("language") != active_code():
            return {}
        found: dict[str, tuple[tuple[int, int, int], GameSummary]] = {}
        for path, (stamp, about) in told["games"].items():
            about["missing"] = tuple((power, name) for power, name in about["missing"])
            about["players"], about["tags"] = tuple(about["players"]), tuple(about["tags"])
            found[path] = ((stamp[0], stamp[1], stamp[2]), GameSummary(**about))
    except (StorageError, ValueError, TypeError, LookupError, AttributeError, AssertionError, RecursionError):
        return {}
    return found


def _keep(cache: Path, found: dict[str, tuple[tuple[int, int, int], GameSummary]]) -> None:
    games = {path: [stamp, asdict(summary)] for path, (stamp, summary) in found.items()}
    try:
        cache.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(
            cache,
            json.dumps({"version": _VERSION, "language": active_code(), "games": games}).encode(),
            tr("keeping what is known of games"),
        )
    except (StorageError, OSError):
        return  # it is read again next time


# --- which folders ---


def watched_folders(file: Path) -> tuple[Path, ...]:
    """The folders whose games are listed, as *file* says; none where it cannot be read."""
    try:
        told: object = json.loads(read_bounded(file, 256 * 1024, tr("reading the folders of games")))
    except (StorageError, ValueError, RecursionError):
        return ()
    listed = told.get("folders") if isinstance(told, dict) else None
    return tuple(Path(each) for each in listed if isinstance(each, str))[:MOST_FOLDERS] if isinstance(listed, list) else ()


def watch_folders(file: Path, folders: Sequence[Path]) -> None:
    """List the games of *folders* from now on.

    Raises:
        StorageError: it could not be written down.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    named = list(dict.fromkeys(str(each) for each in folders))[:MOST_FOLDERS]
    write_atomically(file, json.dumps({"folders": named}, indent=1).encode(), tr("keeping the folders of games"))
