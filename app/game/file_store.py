"""Store that keeps an open game safe: its file, a lock on it, its journal, its backups."""

from __future__ import annotations

import contextlib
import os
import re
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from adjudicator.phase import Phase
from app.game.dpn.blocks import Key
from app.game.dpn.build import build
from app.game.dpn.game_reader import read
from app.game.dpn.text_source import LARGEST, MOST_LINES, VERSION, GameFileFault, quoted
from app.game.dpn.writer import Composed, Writer
from app.game.record import Cursor, Game
from app.game.storage.atomic import (
    Failure,
    OutsideChange,
    Stamp,
    StorageError,
    is_there,
    make_folder,
    outside_change,
    put_back,
    storing,
    sweep,
    write_atomically,
)
from app.game.storage.journal import BackgroundWriter, Chunks, Head, Journal, Moment, Recovered, Work, discard, unanswered
from app.game.storage.lock import GameLock, lock_game, name_for
from app.game.storage.places import Places
from app.game.variant_source import Shelved
from languages import tr
from variants.fault import Severity

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


class _OwnVariant:
    """The shelf on which the game's own variant lies, and no other."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def find(self, variant_id: str) -> Shelved | None:
        return Shelved(self._game.variant, self._game.variant_checksum) if variant_id == self._game.variant.id else None


def loss(composed: Composed, game: Game, before: Composed, name: str = "game.dpn") -> GameFileFault | str | None:
    """Return the first part of *game* that would be lost if its file were read again; ``None`` where all of it comes back.

    Args:
        composed: the file as it is to be written.
        before: the file as it was read or written last: what could not be read there is no news.
    """
    text = read(composed.data, name)
    built = build(text, _OwnVariant(game))
    known = set(before.preamble).union(*(segment.lines for segment in before.segments))
    for fault in built.faults:
        line = text.source.lines[fault.span.line - 1] if fault.span.line <= len(text.source.lines) else ""
        if fault.severity is Severity.ERROR and (line not in known or not text.source.complete):
            return fault
    written = Counter(segment.key.kind for segment in composed.segments if segment.key is not None and segment.says is not None)
    taken = Counter(key.kind for key in built.keys.values())
    for kind, count in written.items():
        if taken[kind] < count:
            return tr("{count} of {expected} [{kind}] blocks", count=count - taken[kind], expected=count, kind=kind)
    again = Writer()
    if composed.is_in_git:
        again.lay_out_for_git()
    return None if built.game is None else _changed(composed, again.words_of(built.game), before)


def _changed(composed: Composed, again: Mapping[Key, tuple[str, tuple[str, ...]]], before: Composed) -> str | None:
    """The first line of *composed* that is read again as something else; what stood in the file *before* is no news."""
    stood = {segment.key: segment.lines for segment in before.segments if segment.key is not None}
    for segment in composed.segments:
        if segment.key is None or segment.says is None or stood.get(segment.key) == segment.lines:
            continue
        heading, body = again.get(segment.key, ("", ()))
        if (heading, body) != segment.says:
            wrong = next((line for line in segment.says[1] if line not in body), segment.says[0])
            return tr("{line} would be read as something else", line=quoted(wrong))
    return None


JUDGE = "judge.toml"
"""File with the settings of a judge, in its folder; its games lie in ``games`` beside it."""


def write_game(target: Path, game: Game) -> None:
    """Write a game that is not open as a document to *target*: that of a server or a match of programs.

    Raises:
        StorageError: it could not be written, or not be read again whole. What was there still is.
    """
    write_atomically(target, game_bytes(game, target, states_checksum=not in_checkout(target)))


def game_bytes(game: Game, target: Path, *, states_checksum: bool = True) -> bytes:
    """The file of a game that was never in one.

    Raises:
        StorageError: it could not be read again whole.
    """
    writer = Writer()
    if not states_checksum:
        writer.lay_out_for_git()
    return proven(writer.compose(game), game, writer.composed, target)


def in_checkout(target: Path) -> bool:
    """Return True if *target* lies in a checkout of git, by the folders above it."""
    try:
        return any((folder / ".git").exists() for folder in Path(os.path.realpath(target)).parents)
    except (OSError, ValueError):
        return False


def proven(composed: Composed, game: Game, before: Composed, target: Path) -> bytes:
    """The bytes of *composed*, after they were read again and compared with *game*.

    Args:
        before: the file as it was read or written last: what could not be read there is no news.
        target: where they are to be written, for the message.

    Raises:
        StorageError: they say something else than *game* does, or are too many to be read.
    """
    data = composed.data
    if len(data) > LARGEST or data.count(b"\n") > MOST_LINES:
        raise StorageError(
            Failure.TOO_LARGE,
            target,
            tr("the game has {count} bytes; at most {largest} can be read again", count=len(data), largest=LARGEST),
        )
    lost = loss(composed, game, before, target.name)
    if lost is not None:
        raise StorageError(
            Failure.NOT_READABLE, target, tr("the game was not saved, since it could not be read again whole: {lost}", lost=lost)
        )
    return data


def judge_folder(game: Path | None) -> Path | None:
    """The folder of the judge among whose games the file *game* lies; ``None`` where there is none."""
    if game is None or game.parent.name != "games" or not (game.parent.parent / JUDGE).is_file():
        return None
    return game.parent.parent


class FileStore:
    """Keeps one document.

    Args:
        writer: writes the game over the text it came from.
        game: the game as it is opened.
        path: its file, if it has one; locked until the store is closed.
        data: what the file holds, where it was read from there.
        older: the version of the file, where it is older than the one that is written.
        read_only: whether the game is only looked at: then nothing is locked, and there is no journal.
        on_demand: whether the file is locked, and the journal begun, only when the game is first edited or saved.
        left: the journal of a crash that the game comes from, whose edits no file has.

    Raises:
        StorageError: another copy of the program has the file open, or the journal cannot be begun.
    """

    def __init__(
        self,
        places: Places,
        writer: Writer,
        game: Game,
        *,
        path: Path | None = None,
        data: bytes | None = None,
        older: int | None = None,
        read_only: bool = False,
        on_demand: bool = False,
        left: Recovered | None = None,
    ) -> None:
        self._places = places
        self._backups = places.backups
        self._writer = writer
        self._path = path
        self._close_files(path)
        self._data = data
        self._older = older
        self._left = left
        self._viewer = None if left is None else left.viewer
        self._stamp = Stamp.of(path, data) if path is not None and data is not None else None
        self._behind = BackgroundWriter()
        self._lock: GameLock | None = None
        self._journal: Journal | None = None
        self._turns = _turns(game)
        self._unclaimed: Game | None = None if read_only else game
        self._in_memory = False
        self._is_shared = judge_folder(path) is not None
        """True if a judge writes the file as well: then it is locked only from the first edit until it is saved."""
        if not on_demand and not self._is_shared:
            self.claim()

    def claim(self) -> None:
        """Lock the file and begin the journal, where that was not done yet.

        Raises:
            StorageError: another copy of the program has the file open, or the journal cannot be begun.
        """
        game = self._unclaimed
        if game is None:
            return
        if self._path is not None and self._lock is None:
            self._lock = lock_game(self._path, self._places.locks)
        try:
            stem = game.id if self._path is None else name_for(self._path)
            self._journal = Journal(self._places.journals, _safe(stem), self._behind)
            self._journal.begin(self._head(game), _chunks(self._writer.compose(game)))
        except StorageError:
            self._let_go(delete=True)
            raise
        self._unclaimed = None

    def _head(self, game: Game) -> Head:
        left = self._left
        carried, since = (0, 0) if left is None else (left.edits, left.begun)
        return Head(game.id, game.name, self._path, self._stamp, self._viewer, carried, since)

    @property
    def path(self) -> Path | None:
        """The file it is saved in."""
        return self._path

    @property
    def checksum_fits(self) -> bool:
        """True if the file is as this program wrote it, as far as it has a checksum."""
        return self._writer.checksum_fits

    @property
    def journal(self) -> Path | None:
        """The journal's file."""
        return None if self._journal is None else self._journal.path

    def outside_change(self) -> OutsideChange:
        """Return the change that another program made to the file since it was read or written."""
        if self._path is None:
            return OutsideChange.NONE
        return put_back(self._path) if self._stamp is None else outside_change(self._path, self._stamp)

    def accepted(self, label: str, game: Game, cursor: Cursor) -> None:
        """Note the version that is current from now on, and begin a backup where a phase came to its end.

        Raises:
            StorageError: it could not be noted.
        """
        if self._journal is None:
            return
        composed = self._writer.compose(game)
        self._journal.note(label, Moment(cursor.branch, cursor.index), _chunks(composed))
        turns = _turns(game)
        if turns > self._turns:
            phase = game.turn(game.last(cursor.branch)).phase
            data, folder, game_id = composed.data, self._backups, game.id
            self._behind.submit(lambda: _keep_backup(folder, game_id, phase, data), Work.BACKUP)
        self._turns = turns

    def look_as(self, viewer: str | None) -> None:
        """Note the power that the game is seen as, so that it comes back as the same power's view.

        Raises:
            StorageError: it could not be noted.
        """
        self._viewer = viewer
        if self._journal is not None:
            self._journal.look_as(viewer)

    def keep_in_memory(self) -> None:
        """Remove the journal of a game that is in no file: until it is saved, it is not recovered after a crash."""
        if self._journal is not None:
            self._journal.close(delete=True)
            self._journal = None
        self._unclaimed, self._in_memory = None, True

    def when_trouble(self, tell: Callable[[], None] | None) -> None:
        """Call *tell* when something goes wrong behind; it is called on another thread."""
        self._behind.tell = tell

    @property
    def wrong_behind(self) -> StorageError | None:
        """Error of the work behind that is not mended; ``None`` where all is well."""
        return self._behind.wrong

    def pop_errors(self) -> tuple[StorageError, ...]:
        """Return the errors of the work behind since the last call, and clear them."""
        return self._behind.pop_errors()

    def save(self, game: Game, cursor: Cursor, path: Path | None, *, over_outside_changes: bool) -> StorageError | None:
        """Write the game to *path*, or to the file it came from; then the journal starts again.

        Returns:
            What went wrong after the file was written: it is whole then, and later edits are not kept in the journal for now.

        Raises:
            StorageError: it could not be written, or another program changed the file. What was there still is.
        """
        del cursor
        target = path or self._path
        if target is None:
            raise StorageError(Failure.MISSING, Path(), tr("saving the game failed: it has no file yet"), tr("Choose one."))
        self._close_files(target)
        composed = self._writer.compose(game)
        data = proven(composed, game, self._writer.composed, target)
        is_own = self._path is not None and name_for(target) == name_for(self._path)
        if is_own:
            self.claim()
        lock = None if is_own else lock_game(target, self._places.locks)
        try:
            if is_own and not over_outside_changes and self.outside_change() not in {OutsideChange.NONE, OutsideChange.REMOVED}:
                raise StorageError(Failure.CHANGED_OUTSIDE, target, tr("another program changed the file since it was read"))
            if is_own and self._older is not None and self._older < VERSION and self._data is not None:
                keep_old_version(target, self._data, self._older)
            sweep(target.parent)
            try:
                write_atomically(target, data)
            except StorageError:
                if is_own and _holds(target, data):  # it has its place, yet may not outlive a loss of power: it is no other program's
                    self._stamp = Stamp.of(target, data)
                raise
            stamp = Stamp.of(target, data)
        except BaseException:
            if lock is not None:
                lock.release()
            raise
        if lock is not None:
            if self._lock is not None:
                self._lock.release()
            self._lock = lock
        if self._left is not None:
            with suppress(StorageError):
                discard(self._left.journal)
        self._path, self._data, self._older, self._stamp, self._left = target, None, None, stamp, None
        self._unclaimed = None if self._unclaimed is None and not self._in_memory else game
        self._in_memory = False
        self._writer.wrote(composed)
        self._is_shared = judge_folder(target) is not None
        if self._is_shared:
            self._let_go(delete=True)
            self._unclaimed = game
            return None
        try:
            self._restart_journal(game, _chunks(composed), moved=not is_own)
        except StorageError as error:
            return error
        return None

    def _restart_journal(self, game: Game, chunks: Chunks, *, moved: bool) -> None:
        """*moved* says that the game has another file now: its journal is found by the file's name."""
        if self._journal is None:
            return
        if not moved or self._path is None:
            self._journal.begin(self._head(game), chunks)
            return
        old = self._journal
        fresh = Journal(self._places.journals, _safe(name_for(self._path)), self._behind)
        try:
            fresh.begin(self._head(game), chunks)
        finally:
            self._journal = fresh
            old.close(delete=True)

    def reread(self, writer: Writer, game: Game, data: bytes) -> None:
        """Take *game* for what the file holds: it was read again from *data*, and *writer* writes over that text.

        Raises:
            StorageError: the file is gone, or the journal could not be restarted.
        """
        if self._path is None:
            raise StorageError(Failure.MISSING, Path(), tr("reading the game again failed: it has no file"))
        self._stamp = Stamp.of(self._path, data)
        self._writer, self._data, self._older = writer, None, None
        self._close_files(self._path)
        if self._unclaimed is not None:
            self._unclaimed = game
        if self._journal is not None:
            self._journal.begin(self._head(game), _chunks(writer.compose(game)))

    def _close_files(self, target: Path | None) -> None:
        """Close the file by an end mark; with its checksum, unless git looks after it."""
        self._writer.close_files()
        if target is not None and in_checkout(target):
            self._writer.lay_out_for_git()

    def close(self, *, discard: bool) -> None:
        """Release the file. *discard* takes the journal away; otherwise the next start offers what was not saved."""
        self._let_go(delete=discard)

    def settle(self) -> tuple[StorageError, ...]:
        """Wait until everything is synced and every backup is written; what went wrong behind since that was asked last."""
        ended = self._behind.finish()
        return (*self._behind.pop_errors(), *(() if ended else (unanswered(self._path or Path()),)))

    def _let_go(self, *, delete: bool) -> None:
        self._behind.finish()
        if self._journal is not None:
            self._journal.close(delete=delete)
            self._journal = None
        if self._lock is not None:
            self._lock.release()
            self._lock = None


def _holds(path: Path, data: bytes) -> bool:
    try:
        return path.read_bytes() == data
    except OSError:
        return False


def _keep_backup(folder: Path, game_id: str, phase: Phase, data: bytes) -> None:
    keep_backup(folder, game_id, phase, data)


def _chunks(composed: Composed) -> Chunks:
    return (composed.preamble, *(segment.lines for segment in composed.segments))


def _turns(game: Game) -> int:
    """Return the number of phases that are finished."""
    return sum(1 for branch in game.branches for turn in branch.turns if turn.resolution is not None)


def _safe(stem: str) -> str:
    return "".join(mark if mark.isalnum() and mark.isascii() else "_" for mark in stem)[:40] or "_"
