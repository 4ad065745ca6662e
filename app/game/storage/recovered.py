"""Recovery after a crash: reading journals that no living program writes."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from app.game.storage.atomic import read_bounded
from app.game.storage.errors import Failure, StorageError, storing
from app.game.storage.journal import FORMAT, SUFFIX, Head, Moment, checksum, lock_path
from app.game.storage.lock import FileLock
from app.game.storage.outside import Stamp
from languages import plural, tr

LARGEST = 256 * 1024 * 1024
"""Bytes of a journal that are read."""


@dataclass(frozen=True, slots=True)
class Recovered:
    """Contents of a journal."""

    journal: Path
    game_id: str
    name: str
    path: Path | None
    """The game's file; ``None`` where it was never saved."""
    text: str
    """The game's text after the last edit that could be read."""
    labels: tuple[str, ...]
    """The edits that were kept, the oldest first."""
    shown: Moment | None
    """Moment in view after the last of them."""
    begun: int
    """Time of the first of them, or of the beginning of the journal: seconds since 1970."""
    damage: str
    """Place and reason of the end of reading, with the amount that was kept; empty where all was read."""
    began_with: str
    """The text with which the journal began, which is what the file held then."""
    stamp: Stamp | None
    """The file as it was then; ``None`` where there was none, or where an older program kept the journal."""
    viewer: str | None
    """The power that the game was seen as; ``None`` for all."""
    carried: int
    """Edits besides ``labels``, which an earlier journal brought back."""
    ended: int
    """Time of the last edit: seconds since 1970."""

    @property
    def edits(self) -> int:
        """Number of edits that no file has."""
        return self.carried + len(self.labels)


def stale_journals(folder: Path, stem: str = "") -> Iterator[Path]:
    """The journals that no living program writes, the latest first.

    Args:
        stem: those only whose names begin so, before the number.
    """
    found: list[tuple[float, Path]] = []
    with contextlib.suppress(OSError):
        for path in folder.glob(f"{stem}-*{SUFFIX}" if stem else f"*{SUFFIX}"):
            with contextlib.suppress(OSError):
                found.append((path.stat().st_mtime, path))
    for _, path in sorted(found, reverse=True):
        lock = FileLock(lock_path(path))
        with contextlib.suppress(StorageError):
            if lock.acquire():
                lock.release()
                yield path


def recover(journal: Path) -> Recovered:
    """Read *journal*, up to the first damaged line.

    Raises:
        StorageError: it cannot be read, or its first line is damaged.
    """
    data = read_bounded(journal, LARGEST, tr("recovering a game"))
    lines = data.split(b"\n")
    read = _read_head(lines[0])
    if read is None:
        raise StorageError(Failure.DAMAGED, journal, tr("the unsaved changes of a game are damaged from the first line on"))
    head, text, begun = read
    began_with = "\n".join((*text, ""))
    labels: list[str] = []
    times = [head.since or begun]
    shown, viewer, damage = None, head.viewer, ""
    for number, line in enumerate(lines[1:], start=2):
        if number == len(lines) and not line:
            break
        entry = _read_entry(line, number - 1, len(text))
        if entry is None:
            kept = plural("{count} edit was kept", "{count} edits were kept", len(labels))
            damage = tr("line {number} of {count} is damaged; {kept}", number=number, count=len(lines) - (0 if lines[-1] else 1), kept=kept)
            break
        if isinstance(entry, _Edit):
            text[entry.at : entry.at + entry.drop] = entry.put
            shown = entry.shown
            labels.append(entry.label)
            times.append(entry.time)
        else:
            viewer = entry.viewer
    begun = head.since or next((each for each in times[1:] if each), begun)
    return Recovered(
        journal=journal,
        game_id=head.game_id,
        name=head.name,
        path=head.path,
        text="\n".join((*text, "")),
        labels=tuple(labels),
        shown=shown,
        begun=begun,
        damage=damage,
        began_with=began_with,
        stamp=head.stamp,
        viewer=viewer,
        carried=head.carried,
        ended=max(times),
    )


def discard(journal: Path) -> None:
    """Take a stale journal away.

    Raises:
        StorageError: it cannot be taken away.
    """
    with storing(journal, tr("throwing unsaved changes away")):
        journal.unlink(missing_ok=True)
        lock_path(journal).unlink(missing_ok=True)


def _checked(line: bytes) -> dict[str, object] | None:
    written, _, text = line.partition(b" ")
    if checksum(text) != written:
        return None
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


class _Edit(NamedTuple):
    label: str
    time: int
    shown: Moment
    at: int
    drop: int
    put: list[str]


class _Look(NamedTuple):
    viewer: str | None


def _read_head(line: bytes) -> tuple[Head, list[str], int] | None:
    """Read the head of a journal, the text it began with, and its time."""
    head = _checked(line)
    if head is None or head.get("format") != FORMAT:
        return None
    match head:
        case {"game": str(game), "name": str(name), "path": str() | None as path, "begun": int(begun), "text": list(text), **rest}:
            place = None if path is None else Path(path)
            carried, since = rest.get("carried", 0), rest.get("since", 0)
            whole = (carried, since) if isinstance(carried, int) and isinstance(since, int) else (0, 0)
            return Head(game, name, place, _stamp(rest.get("stamp")), _viewer(rest), *whole), [str(each) for each in text], begun
        case _:
            return None


def _stamp(value: object) -> Stamp | None:
    match value:
        case [int(size), int(modified), str(sha256)]:
            return Stamp(size, modified, sha256)
        case _:
            return None


def _viewer(entry: Mapping[str, object]) -> str | None:
    viewer = entry.get("viewer")
    return viewer if isinstance(viewer, str) else None


def _read_entry(line: bytes, number: int, length: int) -> _Edit | _Look | None:
    entry = _checked(line) or {}
    match entry:
        case {
            "n": int(found),
            "label": str(label),
            "shown": [str(branch), int(index)],
            "at": int(at),
            "drop": int(drop),
            "put": list(put),
            **rest,
        } if found == number and 0 <= at <= at + drop <= length:
            moment = rest.get("time", 0)
            return _Edit(label, moment if isinstance(moment, int) else 0, Moment(branch, index), at, drop, [str(each) for each in put])
        case {"n": int(found), "viewer": str() | None, **rest} if found == number and not rest:
            return _Look(_viewer(entry))
        case _:
            return None
