"""The journal: a line for every accepted edit, and the recovery after a crash from journals that no living program writes.

A journal is a text file of lines ``CHECKSUM JSON``. The first has the game, its file with a stamp of its contents, and its whole text when
the journal began; each further line replaces some lines of the text by others, or names the power that the game is seen as. A journal whose
lock is free was left by a crash. It is written in the background, one piece of work after the other, as the backups are.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from pathlib import Path
from typing import NamedTuple

from app.game.storage.atomic import (
    BINARY,
    Failure,
    Stamp,
    StorageError,
    is_there,
    make_folder,
    read_bounded,
    storing,
    sync,
    write_atomically,
)
from app.game.storage.lock import FileLock
from languages import mark, plural, tr

FORMAT = 1
SUFFIX = ".journal"
_KEEPING = mark("keeping unsaved changes")

Chunks = Sequence[tuple[str, ...]]
"""A text as stretches of lines; stretches that did not change are the same from one version to the next."""


@dataclass(frozen=True, slots=True)
class Moment:
    """Moment in view: branch and index of a turn."""

    branch: str
    index: int


@dataclass(frozen=True, slots=True)
class Head:
    """First line of a journal, with the game that it belongs to."""

    game_id: str
    name: str
    path: Path | None
    """The game's file; ``None`` where it is in none yet."""

    stamp: Stamp | None = None
    """State of the file when the journal began, so that a file that was changed since is known."""

    viewer: str | None = None
    """The power that the game is seen as; ``None`` for all."""

    carried: int = 0
    """Edits that an earlier journal brought back: the text with which this one begins has them, and no file does."""

    since: int = 0
    """Time of the first of these: seconds since 1970."""


class Journal:
    """The journal of one open game. Lines are handed to the system at once, and synced behind.

    Args:
        folder: where journals are kept; private to its owner.
        stem: the beginning of its file's name; a number is added that no other journal has.
        behind: does the syncing.

    Raises:
        StorageError: it cannot be written.
    """

    def __init__(self, folder: Path, stem: str, behind: BackgroundWriter) -> None:
        make_folder(folder, _KEEPING, private=True)
        self._behind = behind
        number = 0
        while True:
            self._path = folder / f"{stem}-{number}{SUFFIX}"
            self._lock = FileLock(lock_path(self._path))
            if not is_there(self._path) and self._lock.acquire():
                break
            number += 1
        self._handle: int | None = None
        self._head: Head | None = None
        self._chunks: Chunks = ()
        self._number = 0
        self._is_syncing = False

    @property
    def path(self) -> Path:
        """Its file."""
        return self._path

    def begin(self, head: Head, chunks: Chunks) -> None:
        """Start again with this text, which stands in the game's file or, without one, nowhere else yet.

        Raises:
            StorageError: it could not be written; the next note tries again.
        """
        self._close_file()
        self._head, self._chunks, self._number = head, tuple(chunks), 0
        entry = {
            "format": FORMAT,
            "game": head.game_id,
            "name": head.name,
            "path": None if head.path is None else os.fspath(head.path),
            "stamp": None if head.stamp is None else list(head.stamp),
            "viewer": head.viewer,
            "carried": head.carried,
            "since": head.since,
            "begun": int(time.time()),
            "text": [line for chunk in chunks for line in chunk],
        }
        write_atomically(self._path, _line(entry), _KEEPING, private=True)
        with storing(self._path, _KEEPING):
            self._handle = os.open(self._path, os.O_WRONLY | os.O_APPEND | BINARY)
        self._behind.mended(Work.JOURNAL)

    def note(self, label: str, shown: Moment, chunks: Chunks) -> None:
        """Note that the text is *chunks* now. When this returns, the death of the program loses nothing of it.

        Raises:
            StorageError: it could not be written. The next note tells all that this one should have.
        """
        at, drop, put = splice(self._chunks, chunks)
        entry = {"label": label, "time": int(time.time()), "shown": [shown.branch, shown.index], "at": at, "drop": drop, "put": put}
        self._append(entry)
        self._chunks = tuple(chunks)

    def look_as(self, viewer: str | None) -> None:
        """Note the power that the game is seen as from now on.

        Raises:
            StorageError: it could not be written.
        """
        if self._head is not None and self._head.viewer != viewer:
            self._head = replace(self._head, viewer=viewer)
            self._append({"viewer": viewer})

    def close(self, *, delete: bool) -> None:
        """Release it; *delete* removes it, for when nothing in it is needed."""
        self._close_file()
        if delete:
            with contextlib.suppress(OSError):
                self._path.unlink()
            with contextlib.suppress(OSError):
                lock_path(self._path).unlink()
        self._lock.release()

    def _append(self, entry: dict[str, object]) -> None:
        if self._handle is None and self._head is not None:
            self.begin(self._head, self._chunks)
        if self._handle is None:
            raise StorageError(Failure.OTHER, self._path, tr("{doing} failed: it could not be begun", doing=tr(_KEEPING)))
        data = _line({"n": self._number + 1, **entry})
        with storing(self._path, _KEEPING):
            start = os.lseek(self._handle, 0, os.SEEK_END)
            try:
                written = os.write(self._handle, data)
                while written < len(data):
                    written += os.write(self._handle, data[written:])
            except OSError:
                with contextlib.suppress(OSError):
                    os.ftruncate(self._handle, start)
                raise
        self._number += 1
        if not self._is_syncing:
            self._is_syncing = True
            self._behind.submit(self._sync, Work.JOURNAL)

    def _sync(self) -> None:
        self._is_syncing = False
        handle = self._handle
        if handle is not None:
            with storing(self._path, _KEEPING):
                sync(handle)

    def _close_file(self) -> None:
        if not self._behind.finish():
            self._handle = None  # the disk does not answer: the thread that waits for it still has the handle
        if self._handle is not None:
            handle, self._handle = self._handle, None
            with contextlib.suppress(OSError):
                os.close(handle)


def lock_path(journal: Path) -> Path:
    """The lock that is held while the program that writes *journal* lives."""
    return journal.with_suffix(".lock")


def splice(old: Chunks, new: Chunks) -> tuple[int, int, list[str]]:
    """Return the change from the lines of *old* to those of *new*: its first line, the number of lines that go, and those that come."""
    head = 0
    while head < min(len(old), len(new)) and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    at = sum(len(chunk) for chunk in old[:head])
    drop = sum(len(chunk) for chunk in old[head : len(old) - tail])
    return at, drop, [line for chunk in new[head : len(new) - tail] for line in chunk]


def _line(value: dict[str, object]) -> bytes:
    text = json.dumps(value, separators=(",", ":")).encode("ascii")
    return checksum(text) + b" " + text + b"\n"


def checksum(text: bytes) -> bytes:
    return hashlib.sha256(text).hexdigest()[:16].encode("ascii")


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


PATIENCE = 20.0
"""Seconds that anybody waits for a disk that does not answer."""


MOST_TROUBLES = 8
"""Different troubles that are kept until they are taken."""


class Work(Enum):
    """Kind of a piece of work: where one of a kind succeeds, what was wrong with that kind is mended."""

    JOURNAL = auto()
    BACKUP = auto()


class BackgroundWriter:
    """Does pieces of work in a thread of its own, which starts with the first of them and ends when there are none.

    Args:
        tell: called, on that thread, when something went wrong; ``pop_errors`` says what.
    """

    def __init__(self, tell: Callable[[], None] | None = None) -> None:
        self._work: deque[tuple[Callable[[], None], Work]] = deque()
        self._changed = threading.Condition()
        self._is_running = False
        self._wrong: dict[Work, StorageError] = {}
        self._troubles: dict[str, StorageError] = {}
        self.tell = tell

    def submit(self, piece: Callable[[], None], work: Work) -> None:
        """Do *piece* after all that was asked for before. Whatever it raises is kept for ``pop_errors``, and the next piece is done."""
        with self._changed:
            self._work.append((piece, work))
            if self._is_running:
                return
            self._is_running = True
        try:
            threading.Thread(target=self._run, name="behind", daemon=True).start()
        except RuntimeError:  # the system has no more threads: then it is done here and now
            self._run()

    def finish(self, patience: float = PATIENCE) -> bool:
        """Wait until all that was asked for is done, *patience* seconds at most; whether it is."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._is_running, timeout=patience)

    @property
    def wrong(self) -> StorageError | None:
        """Error of the last kind of work that failed, and of which no later piece succeeded."""
        with self._changed:
            return next(reversed(self._wrong.values()), None)

    def mended(self, work: Work) -> None:
        """Take note that *work* was done in another way."""
        with self._changed:
            self._wrong.pop(work, None)

    def pop_errors(self) -> tuple[StorageError, ...]:
        """Return the different errors since the last call, mended by now or not, and clear them."""
        with self._changed:
            troubles = tuple(self._troubles.values())
            self._troubles.clear()
            return troubles

    def _run(self) -> None:
        while True:
            with self._changed:
                if not self._work:
                    self._is_running = False
                    self._changed.notify_all()
                    return
                piece, work = self._work.popleft()
            try:
                piece()
            except BaseException as error:  # noqa: BLE001 - a thread that dies of it would keep everybody waiting
                self._note(work, StorageError.of(error, Path(), tr("keeping the game safe")))
            else:
                self.mended(work)

    def _note(self, work: Work, trouble: StorageError) -> None:
        with self._changed:
            self._wrong.pop(work, None)
            self._wrong[work] = trouble
            if len(self._troubles) < MOST_TROUBLES:
                self._troubles[str(trouble)] = trouble
        if self.tell is not None:
            self.tell()


def unanswered(path: Path) -> StorageError:
    """Error of a disk that did not come to an end in ``PATIENCE`` seconds."""
    why = tr("keeping the game safe failed: the disk did not answer for {seconds} seconds", seconds=round(PATIENCE))
    return StorageError(Failure.OTHER, path, why)
