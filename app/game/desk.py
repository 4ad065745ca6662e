"""Where games are put on: new ones, those from files, and those that a crash left behind."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from pathlib import Path

from app.game.document import Document
from app.game.dpn.source import LARGEST
from app.game.dpn.writer import Writer, encoded
from app.game.keeper import FileKeeper
from app.game.opening import Opened, Ready, Standing, open_text
from app.game.record import Cursor, Game
from app.game.referee import Referee
from app.game.refusal import EditError
from app.game.shelf import Shelf, ShippedShelf
from app.game.storage.atomic import read_bounded
from app.game.storage.errors import Failure, StorageError
from app.game.storage.journal import Recovered, discard, recover, stale_journals
from app.game.storage.places import Places, places


@dataclass(frozen=True, slots=True)
class OpenedFile:
    """A file that was looked into."""

    path: Path
    data: bytes
    opened: Opened


@dataclass(frozen=True, slots=True)
class Recoverable:
    """A game that a crash left behind."""

    recovered: Recovered
    opened: Opened
    """What its text holds."""


class Desk:
    """Makes documents.

    Args:
        where: the folders of journals and backups; those of this person unless given.
        shelf: the variants there are; those that New Game shows unless given.
    """

    def __init__(self, where: Places | None = None, shelf: Shelf | None = None) -> None:
        self._places = where or places()
        self._shelf = shelf or ShippedShelf()

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
        keeper = FileKeeper(self._places, Writer(), game)
        return Document(game, keeper=keeper, saved=not worth_keeping)

    def look_into(self, path: Path, referee: Referee | None = None) -> OpenedFile:
        """Read the file at *path*: its faults, how it stands, and the choices, before anything is put on the desk.

        Args:
            referee: rules over the phases of a game whose hooks were consented to.

        Raises:
            StorageError: the file cannot be read.
        """
        data = read_bounded(path, LARGEST)
        return OpenedFile(path, data, open_text(data, path.name, self._shelf, referee))

    def put_on(self, file: OpenedFile, ready: Ready | None = None) -> Document:
        """A document for a file that was looked into.

        Args:
            ready: the choice, where there was one; the game as it stands unless given.

        Raises:
            StorageError: there is no game in the file, another copy of the program has it open, or its journal cannot be begun.
        """
        if file.opened.standing is Standing.UNREADABLE:
            first = f": {file.opened.faults[0]}" if file.opened.faults else ""
            raise StorageError(Failure.DAMAGED, file.path, f"there is no game in this file{first}")
        chosen = ready or file.opened.ready()
        keeper = FileKeeper(
            self._places,
            chosen.writer,
            chosen.game,
            path=file.path,
            data=file.data,
            older=file.opened.text.version if file.opened.is_older else None,
            read_only=bool(chosen.read_only),
        )
        return Document(chosen.game, keeper=keeper, read_only=chosen.read_only, saved=chosen.saved)

    def open(self, path: Path, referee: Referee | None = None) -> Document:
        """A document for the file at *path* as it stands: to be looked at only, where orders and positions differ.

        Raises:
            StorageError: the file cannot be read or holds no game, another copy of the program has it open, or its journal
                cannot be begun.
        """
        return self.put_on(self.look_into(path, referee))

    def recoverable(self) -> tuple[Recoverable, ...]:
        """The games that a crash left behind with edits that are in no file. Journals without any are taken away."""
        found: list[Recoverable] = []
        for journal in stale_journals(self._places.journals):
            try:
                recovered = recover(journal)
            except StorageError:
                with contextlib.suppress(OSError):
                    journal.replace(journal.with_suffix(".damaged"))
                continue
            if not recovered.damage and (not recovered.labels or _is_saved(recovered)):
                with contextlib.suppress(StorageError):
                    discard(journal)
                continue
            name = recovered.path.name if recovered.path is not None else recovered.name
            data = encoded(recovered.text)
            found.append(Recoverable(recovered, open_text(data, name, self._shelf)))
        return tuple(found)

    def recover(self, found: Recoverable, ready: Ready | None = None) -> Document:
        """A document for a game that a crash left behind, with all that was accepted; its file is as it was.

        Raises:
            StorageError: another copy of the program has its file open, or a journal cannot be begun; then the old one stays.
        """
        recovered = found.recovered
        chosen = ready or found.opened.ready()
        path, data = recovered.path, None
        if path is not None:
            with contextlib.suppress(StorageError):
                data = read_bounded(path, LARGEST)
        older = found.opened.text.version if found.opened.is_older else None
        keeper = FileKeeper(self._places, chosen.writer, chosen.game, path=path, data=data, older=older, read_only=bool(chosen.read_only))
        document = Document(chosen.game, _shown(chosen.game, recovered), keeper=keeper, read_only=chosen.read_only, saved=False)
        if not chosen.read_only:
            keeper.accepted("Recover", chosen.game, document.cursor)
            with contextlib.suppress(StorageError):
                discard(recovered.journal)
        return document

    def discard(self, found: Recoverable) -> None:
        """Take a game away that a crash left behind.

        Raises:
            StorageError: it cannot be taken away.
        """
        discard(found.recovered.journal)


def _is_saved(recovered: Recovered) -> bool:
    """Whether the file says all that the journal says: the crash came after a save."""
    if recovered.path is None:
        return False
    try:
        data = read_bounded(recovered.path, LARGEST)
    except StorageError:
        return False
    return data == encoded(recovered.text)


def _shown(game: Game, recovered: Recovered) -> Cursor | None:
    """The moment that was shown, if it is there."""
    if recovered.shown is None:
        return None
    cursor = Cursor(recovered.shown.branch, recovered.shown.index)
    try:
        game.turn(cursor)
    except EditError:
        return None
    return cursor
