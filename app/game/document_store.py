"""Protocol between a document and the place where it is kept: file, journal and backups."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from app.game.dpn.writer import Writer
from app.game.record import Cursor, Game
from app.game.storage.errors import StorageError


class DocumentStore(Protocol):
    """Store that keeps a document safe: its file, its journal, its backups. See ``app.game.file_store.FileStore``."""

    @property
    def path(self) -> Path | None:
        """The file it is saved in; ``None`` before it was saved for the first time."""
        ...

    @property
    def checksum_fits(self) -> bool:
        """True if the file is as this program wrote it, as far as it has a checksum."""
        ...

    def claim(self) -> None:
        """Lock the file against other writers, before the first edit.

        Raises:
            StorageError: another copy of the program has the file open.
        """
        ...

    def look_as(self, viewer: str | None) -> None:
        """Note the power that the game is seen as.

        Raises:
            StorageError: it could not be noted.
        """
        ...

    def keep_in_memory(self) -> None:
        """Keep nothing on disk of a game that is in no file, until it is saved."""
        ...

    def when_trouble(self, tell: Callable[[], None] | None) -> None:
        """Call *tell*, on any thread, when something could not be kept."""
        ...

    @property
    def wrong_behind(self) -> StorageError | None:
        """Error of the work behind that is not mended; ``None`` where all is well."""
        ...

    def take_troubles(self) -> tuple[StorageError, ...]:
        """Return the errors of the work behind since the last call, and clear them."""
        ...

    def settle(self) -> tuple[StorageError, ...]:
        """Wait until all that is kept behind is kept; what could not be, of what was not taken before."""
        ...

    def accepted(self, label: str, game: Game, cursor: Cursor) -> None:
        """Note the version that is current from now on, so that it comes back after a crash.

        Raises:
            StorageError: it could not be noted.
        """
        ...

    def save(self, game: Game, cursor: Cursor, path: Path | None, *, over_outside_changes: bool) -> StorageError | None:
        """Write the game to *path*, or to the file it came from.

        Returns:
            What went wrong after the file was written whole.

        Raises:
            StorageError: it could not be written; what was there before still is.
        """
        ...

    def reread(self, writer: Writer, game: Game, data: bytes) -> None:
        """Take *game* for what the file holds: it was read again from *data*, and *writer* writes over that text.

        Raises:
            StorageError: the journal could not be restarted.
        """
        ...

    def close(self, *, discard: bool) -> None:
        """Release the file. *discard* forgets what was not saved; otherwise the journal keeps it."""
        ...
