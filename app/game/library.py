"""Library of games to open: new ones, those from files, and those that a crash left behind."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import islice
from pathlib import Path

from app.game.document import Document
from app.game.dpn.text_source import LARGEST, sealed
from app.game.dpn.writer import Writer, encoded
from app.game.file_store import FileStore
from app.game.opening import FileStanding, Opened, Ready, open_text
from app.game.record import Cursor, EditError, Game
from app.game.rulings import Referee
from app.game.storage.atomic import Failure, StorageError, read_bounded
from app.game.storage.journal import SUFFIX, Recovered, discard, lock_path, recover, stale_journals
from app.game.storage.lock import FileLock, name_for
from app.game.storage.places import Places, places
from app.game.variant_source import Shelf, ShippedShelf
from languages import tr


@dataclass(frozen=True, slots=True)
class OpenedFile:
    """A file that was looked into."""

    path: Path
    data: bytes
    opened: Opened


class FileState(StrEnum):
    """State of the file of a game that a crash left behind, compared with the journal."""

    NEVER_SAVED = "never saved"
    AS_IT_WAS = "as it was"
    """File with which the journal began: the edits go on from there."""
    CHANGED = "changed"
    """File that was changed since; neither side has the other's changes."""
    GONE = "gone"
    """File that is gone, or cannot be read."""
    SAVED = "saved"
    """File with all of the journal: the crash came after a save."""


class Recoverable:
    """A game that a crash left behind.

    Args:
        recovered: what its journal holds.
        data: its file, if that can be read.
        shelf: the variants there are.
    """

    def __init__(self, recovered: Recovered, data: bytes | None, shelf: Shelf) -> None:
        self.recovered = recovered
        self.data = data
        self._shelf = shelf

    @property
    def key(self) -> str:
        """Key that distinguishes it from all others."""
        return str(self.recovered.journal)

    @cached_property
    def opened(self) -> Opened:
        """Opened game in its text; read and replayed when it is first asked for."""
        name = self.recovered.path.name if self.recovered.path is not None else self.recovered.name
        return open_text(encoded(self.recovered.text), name, self._shelf)

    @cached_property
    def file_state(self) -> FileState:
        """State of its file compared with it."""
        if self.recovered.path is None:
            return FileState.NEVER_SAVED
        if self.data is None:
            return FileState.GONE
        if self._holds(self.recovered.text):
            return FileState.SAVED
        stamp = self.recovered.stamp
        is_same = stamp.is_of(self.data) if stamp is not None else self._holds(self.recovered.began_with)
        return FileState.AS_IT_WAS if is_same else FileState.CHANGED

    def _holds(self, text: str) -> bool:
        """Return True if its file holds *text*, with the checksum or without."""
        data = encoded(text)
        return self.data in (data, sealed(data))


class Library:
    """Opens games as documents: new ones, files, and what a crash left behind.

    Args:
        where: the folders of journals and backups; those of this person unless given.
        shelf: the variants there are; those that New Game shows unless given.
        on_demand: whether files are locked, and journals begun, only when a game is first edited or saved: for callers that may just read.
    """

    def __init__(self, where: Places | None = None, shelf: Shelf | None = None, *, on_demand: bool = False) -> None:
        self._places = where or places()
        self._shelf = shelf or ShippedShelf()
        self._on_demand = on_demand

    @property
    def places(self) -> Places:
        """The folders that are used."""
        return self._places

    def new(self, game: Game, *, worth_keeping: bool = True) -> Document:
        """A document for a game that is in no file yet.

        Args:
            worth_keeping: whether something is lost if it is closed as it is; False for a board that can be had again at any time.

        Raises:
            StorageError: its journal cannot be begun.
        """
        store = FileStore(self._places, Writer(), game, on_demand=self._on_demand)
        return Document(game, store=store, saved=not worth_keeping)

    def inspect(self, path: Path, referee: Referee | None = None) -> OpenedFile:
        """Read the file at *path*: its faults, how it stands, and the choices, before it is opened for editing.

        Args:
            referee: rules over the phases of a game whose hooks were consented to.

        Raises:
            StorageError: the file cannot be read.
        """
        data = read_bounded(path, LARGEST)
        return OpenedFile(path, data, open_text(data, path.name, self._shelf, referee))

    def add(self, file: OpenedFile, ready: Ready | None = None) -> Document:
        """A document for a file that was looked into.

        Args:
            ready: the choice, where there was one; the unchanged game unless given.

        Raises:
            StorageError: there is no game in the file, another copy of the program has it open, or its journal cannot be begun.
        """
        if file.opened.standing is FileStanding.UNREADABLE:
            first = f": {file.opened.faults[0]}" if file.opened.faults else ""
            raise StorageError(Failure.DAMAGED, file.path, tr("there is no game in this file") + first)
        chosen = ready or file.opened.ready()
        store = FileStore(
            self._places,
            chosen.writer,
            chosen.game,
            path=file.path,
            data=file.data,
            older=file.opened.text.version if file.opened.is_older else None,
            read_only=bool(chosen.read_only),
            on_demand=self._on_demand,
        )
        return Document(chosen.game, store=store, read_only=chosen.read_only, saved=chosen.saved)

    def open(self, path: Path, referee: Referee | None = None) -> Document:
        """A document for the file at *path* unchanged: to be looked at only, where orders and positions differ.

        Raises:
            StorageError: the file cannot be read or holds no game, another copy of the program has it open, or its journal
                cannot be begun.
        """
        return self.add(self.inspect(path, referee))

    def recoverable(self, most: int | None = None) -> tuple[Recoverable, ...]:
        """The games that a crash left behind with edits that are in no file, the latest first. Journals without any are taken away.

        Args:
            most: how many are looked for; all unless given.
        """
        return tuple(islice(self._left(""), most))

    def how_many_journals(self) -> int:
        """Return the number of journals, those of open games and those without edits among them: quick, for any number."""
        with contextlib.suppress(OSError):
            return sum(1 for _ in self._places.journals.glob(f"*{SUFFIX}"))
        return 0

    def left_behind(self, path: Path) -> tuple[Recoverable, ...]:
        """Recoverable games of the file at *path*, the latest first.

        Raises:
            StorageError: no file can have that name.
        """
        return tuple(self._left(name_for(path)))

    def _left(self, stem: str) -> Iterator[Recoverable]:
        for journal in stale_journals(self._places.journals, stem):
            found = self._left_in(journal)
            if found is not None:
                yield found

    def left_in(self, journal: Path) -> Recoverable | None:
        """Recoverable game of one *journal*; ``None`` where all of it is in a file, or a living program writes it."""
        return self._left_in(journal) if journal in stale_journals(self._places.journals) else None

    def _left_in(self, journal: Path) -> Recoverable | None:
        try:
            recovered = recover(journal)
        except StorageError:
            with contextlib.suppress(OSError):
                journal.replace(journal.with_suffix(".damaged"))
            return None
        data = None
        if recovered.path is not None:
            with contextlib.suppress(StorageError):
                data = read_bounded(recovered.path, LARGEST)
        found = Recoverable(recovered, data, self._shelf)
        if not recovered.damage and (not recovered.edits or found.file_state is FileState.SAVED):
            with contextlib.suppress(StorageError):
                discard(journal)
            return None
        return found

    def recover(self, found: Recoverable, ready: Ready | None = None) -> Document:
        """A document for a game that a crash left behind, with all that was accepted; its file is as it was.

        Where its file was changed since, the game comes back as one that is in no file yet, so that neither side is written over. Its
        journal goes when another one has all of it: at once, or, where files are taken on demand, when the game is saved.

        Raises:
            StorageError: another copy of the program has its file open, or brings it back just now, or a journal cannot be begun; then
                the old one stays.
        """
        recovered = found.recovered
        chosen = ready or found.opened.ready()
        is_copy = found.file_state is FileState.CHANGED
        older = found.opened.text.version if found.opened.is_older and not is_copy else None
        held = FileLock(lock_path(recovered.journal))
        if not held.acquire():
            raise StorageError(Failure.IN_USE, recovered.journal, tr("another window or copy of this program brings this game back"))
        try:
            store = FileStore(
                self._places,
                chosen.writer,
                chosen.game,
                path=None if is_copy else recovered.path,
                data=None if is_copy else found.data,
                older=older,
                read_only=bool(chosen.read_only),
                on_demand=self._on_demand,
                left=recovered,
            )
            document = Document(
                chosen.game, _recovered_cursor(chosen.game, recovered), store=store, read_only=chosen.read_only, saved=False
            )
            if not chosen.read_only and not self._on_demand:
                store.accepted("Recover", chosen.game, document.cursor)
                with contextlib.suppress(StorageError):
                    discard(recovered.journal)
        finally:
            held.release()
        return document

    def discard(self, found: Recoverable) -> None:
        """Take a game away that a crash left behind.

        Raises:
            StorageError: it cannot be taken away.
        """
        discard(found.recovered.journal)


def _recovered_cursor(game: Game, recovered: Recovered) -> Cursor | None:
    """The moment in view then, if it is there."""
    if recovered.shown is None:
        return None
    cursor = Cursor(recovered.shown.branch, recovered.shown.index)
    try:
        game.turn(cursor)
    except EditError:
        return None
    return cursor
