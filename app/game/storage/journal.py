"""The journal: a line for every accepted edit, so that a crash loses none.

A journal is a text file of lines ``CHECKSUM JSON``. The first tells the game, its file and its whole text when the journal began; each
further line replaces some lines of the text by others. A journal whose lock nobody holds was left by a crash.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from app.game.storage.atomic import make_folder, read_bounded, write_atomically
from app.game.storage.behind import Behind
from app.game.storage.errors import Failure, StorageError
from app.game.storage.lock import FileLock

FORMAT = 1
SUFFIX = ".journal"
LARGEST = 256 * 1024 * 1024
"""Bytes of a journal that are read."""

_KEEPING = "keeping the journal"

Chunks = Sequence[tuple[str, ...]]
"""A text as stretches of lines; stretches that did not change are the same from one version to the next."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What is shown: branch and index of a turn."""

    branch: str
    index: int


class Journal:
    """The journal of one open game. Lines are handed to the system at once, and synced behind.

    Args:
        folder: where journals are kept.
        stem: the beginning of its file's name; a number is added that no other journal has.
        behind: does the syncing.

    Raises:
        StorageError: it cannot be written.
    """

    def __init__(self, folder: Path, stem: str, behind: Behind) -> None:
        make_folder(folder, _KEEPING)
        self._behind = behind
        number = 0
        while True:
            self._path = folder / f"{stem}-{number}{SUFFIX}"
            self._lock = FileLock(lock_path(self._path))
            if not self._path.exists() and self._lock.acquire():
                break
            number += 1
        self._handle: int | None = None
        self._chunks: Chunks = ()
        self._number = 0
        self._is_syncing = False

    @property
    def path(self) -> Path:
        """Its file."""
        return self._path

    def begin(self, game_id: str, name: str, path: Path | None, chunks: Chunks) -> None:
        """Begin anew with this text, which stands in *path* or, without one, nowhere else yet."""
        self._close_file()
        head = {
            "format": FORMAT,
            "game": game_id,
            "name": name,
            "path": None if path is None else os.fspath(path),
            "begun": int(time.time()),
            "text": [line for chunk in chunks for line in chunk],
        }
        write_atomically(self._path, _line(head), _KEEPING)
        self._chunks, self._number = tuple(chunks), 0
        try:
            self._handle = os.open(self._path, os.O_WRONLY | os.O_APPEND)
        except OSError as error:
            raise StorageError.of(error, self._path, _KEEPING) from error

    def note(self, label: str, shown: Moment, chunks: Chunks) -> None:
        """Note that the text is *chunks* now. When this returns, the death of the program loses nothing of it.

        Raises:
            StorageError: it could not be written, or what was written before could not be synced. The next note tells all
                that this one should have told.
        """
        if self._handle is None:
            raise StorageError(Failure.OTHER, self._path, f"{_KEEPING} failed: it could not be begun")
        at, drop, put = splice(self._chunks, chunks)
        entry = {"n": self._number + 1, "label": label, "shown": [shown.branch, shown.index], "at": at, "drop": drop, "put": put}
        data = _line(entry)
        start = os.lseek(self._handle, 0, os.SEEK_END)
        try:
            written = os.write(self._handle, data)
            while written < len(data):
                written += os.write(self._handle, data[written:])
        except OSError as error:
            with contextlib.suppress(OSError):
                os.truncate(self._path, start)
            raise StorageError.of(error, self._path, _KEEPING) from error
        self._chunks, self._number = tuple(chunks), self._number + 1
        if not self._is_syncing:
            self._is_syncing = True
            self._behind.do(self._sync)

    def close(self, *, delete: bool) -> None:
        """Let go of it; *delete* takes it away, for when nothing in it is needed."""
        self._close_file()
        if delete:
            with contextlib.suppress(OSError):
                self._path.unlink()
            with contextlib.suppress(OSError):
                lock_path(self._path).unlink()
        self._lock.release()

    def _sync(self) -> None:
        self._is_syncing = False
        handle = self._handle
        if handle is None:
            return
        try:
            os.fsync(handle)
        except OSError as error:
            raise StorageError.of(error, self._path, _KEEPING) from error

    def _close_file(self) -> None:
        self._behind.finish()
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


def lock_path(journal: Path) -> Path:
    """The lock that is held while the program that writes *journal* lives."""
    return journal.with_suffix(".lock")


def splice(old: Chunks, new: Chunks) -> tuple[int, int, list[str]]:
    """What turns the lines of *old* into those of *new*: from which line on, how many lines go, and which come."""
    head = 0
    while head < min(len(old), len(new)) and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    at = sum(len(chunk) for chunk in old[:head])
    drop = sum(len(chunk) for chunk in old[head : len(old) - tail])
    return at, drop, [line for chunk in new[head : len(new) - tail] for line in chunk]


# --- after a crash ---


@dataclass(frozen=True, slots=True)
class Recovered:
    """What a journal holds."""

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
    """What was shown after the last of them."""
    begun: int
    """When the journal began: seconds since 1970."""
    damage: str
    """Where reading stopped and why, with how much was kept; empty where all was read."""


def stale_journals(folder: Path) -> tuple[Path, ...]:
    """The journals that no living program writes, sorted by name."""
    found: list[Path] = []
    with contextlib.suppress(OSError):
        for path in sorted(folder.glob(f"*{SUFFIX}")):
            lock = FileLock(lock_path(path))
            with contextlib.suppress(StorageError):
                if lock.acquire():
                    lock.release()
                    found.append(path)
    return tuple(found)


def recover(journal: Path) -> Recovered:
    """What *journal* holds, up to the first damaged line.

    Raises:
        StorageError: it cannot be read, or its first line is damaged.
    """
    data = read_bounded(journal, LARGEST, "recovering a game")
    lines = data.split(b"\n")
    head = _read_head(lines[0])
    if head is None:
        raise StorageError(Failure.DAMAGED, journal, "the journal of a game is damaged from its first line on")
    text, game_id, name, path, begun = head
    labels: list[str] = []
    shown: Moment | None = None
    damage = ""
    for number, line in enumerate(lines[1:], start=2):
        if number == len(lines) and not line:
            break
        entry = _read_entry(line, len(labels) + 1, len(text))
        if entry is None:
            kept = "1 edit was kept" if len(labels) == 1 else f"{len(labels)} edits were kept"
            damage = f"line {number} of {len(lines) - (0 if lines[-1] else 1)} is damaged; {kept}"
            break
        label, shown, at, drop, put = entry
        text[at : at + drop] = put
        labels.append(label)
    return Recovered(journal, game_id, name, path, "\n".join((*text, "")), tuple(labels), shown, begun, damage)


def discard(journal: Path) -> None:
    """Take a stale journal away.

    Raises:
        StorageError: it cannot be taken away.
    """
    try:
        journal.unlink(missing_ok=True)
        lock_path(journal).unlink(missing_ok=True)
    except OSError as error:
        raise StorageError.of(error, journal, "discarding a journal") from error


def _line(value: dict[str, object]) -> bytes:
    text = json.dumps(value, separators=(",", ":")).encode("ascii")
    return _checksum(text) + b" " + text + b"\n"


def _checksum(text: bytes) -> bytes:
    return hashlib.sha256(text).hexdigest()[:16].encode("ascii")


def _checked(line: bytes) -> dict[str, object] | None:
    checksum, _, text = line.partition(b" ")
    if _checksum(text) != checksum:
        return None
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _read_head(line: bytes) -> tuple[list[str], str, str, Path | None, int] | None:
    head = _checked(line)
    if head is None or head.get("format") != FORMAT:
        return None
    match head:
        case {"game": str(game), "name": str(name), "path": str() | None as path, "begun": int(begun), "text": list(text)}:
            return [str(each) for each in text], game, name, None if path is None else Path(path), begun
        case _:
            return None


def _read_entry(line: bytes, number: int, length: int) -> tuple[str, Moment, int, int, list[str]] | None:
    entry = _checked(line)
    match entry:
        case {
            "n": int(found),
            "label": str(label),
            "shown": [str(branch), int(index)],
            "at": int(at),
            "drop": int(drop),
            "put": list(put),
        } if found == number and 0 <= at <= at + drop <= length:
            return label, Moment(branch, index), at, drop, [str(each) for each in put]
        case _:
            return None
