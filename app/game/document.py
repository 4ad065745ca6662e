"""An open game: its versions, the moment in view, and its store on disk."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from app.game.dpn.writer import Writer
from app.game.record import MAIN, Cursor, EditError, Game, Why
from app.game.storage.atomic import StorageError
from app.game.trail import with_reason
from app.game.versions import Change, History, HistoryStep, Listeners, Touched, difference
from languages import tr


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

    def pop_errors(self) -> tuple[StorageError, ...]:
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


class EditGuard(Protocol):
    """Guard of a document beside those who edit it: a table with secret seats. See ``app.session.seating``."""

    def check(self, before: Game, after: Game) -> None:
        """Check that this edit may be made now.

        Raises:
            EditError: it may not.
        """
        ...

    def for_disk(self, label: str, game: Game) -> tuple[str, Game]:
        """The words for an edit and the game, as they may reach a disk."""
        ...

    def as_read(self, before: Game, game: Game) -> Game:
        """*game*, which another program wrote into the file, as it is taken over."""
        ...


Listener = Callable[[Change], None]


class Document:
    """One open game. All edits go through ``perform``; all views listen.

    Args:
        store: what keeps it on disk; without one the document lives in memory.
        read_only: why nothing can be edited; empty where editing is allowed.
        saved: whether *game* is what the file holds, or else is still to be saved.
    """

    def __init__(
        self, game: Game, cursor: Cursor | None = None, *, store: DocumentStore | None = None, read_only: str = "", saved: bool = True
    ) -> None:
        self._cursor = cursor or game.last(game.branches[0].name if game.branches else MAIN)
        game.turn(self._cursor)
        self._history = History(game, self._cursor)
        self._store = store
        self._read_only = read_only
        self._saved: Game | None = game if saved else None
        self._trouble: StorageError | None = None
        self._listeners: Listeners[[Change]] = Listeners()
        self._batches = 0
        self._is_quiet = False
        self._guard: EditGuard | None = None
        self.note_trail: Callable[[Game, Game], Game] | None = None
        """Notes in the later game what was done to the earlier one."""

    # --- what is there ---

    @property
    def game(self) -> Game:
        """The current version."""
        return self._history.current.game

    @property
    def cursor(self) -> Cursor:
        """The moment in view."""
        return self._cursor

    @property
    def path(self) -> Path | None:
        """The file it is saved in; ``None`` before it was saved for the first time."""
        return self._store.path if self._store is not None else None

    @property
    def title(self) -> str:
        """The game's name, and the file's name where there is one."""
        path = self.path
        return self.game.name if path is None else f"{self.game.name} ({path.name})"

    @property
    def checksum_fits(self) -> bool:
        """True if its file is as this program wrote it, as far as the file has a checksum; saving restores it."""
        return self._store is None or self._store.checksum_fits

    @property
    def is_modified(self) -> bool:
        """True if the current version is not the saved one."""
        return self.game is not self._saved

    @property
    def read_only(self) -> str:
        """Reason that nothing can be edited; empty where editing is allowed."""
        return self._read_only

    @property
    def trouble(self) -> StorageError | None:
        """Error on disk that is not mended: the game could not be kept the last time, or the last backup could not be made.

        ``None`` where all is well. The game in memory is whole.
        """
        return self._trouble if self._trouble is not None or self._store is None else self._store.wrong_behind

    @property
    def undo_label(self) -> str | None:
        """Label of the step that undo would take back: ``Order A PAR - BUR``."""
        return self._history.undo_label

    @property
    def redo_label(self) -> str | None:
        """Label of the step that redo would do again."""
        return self._history.redo_label

    @property
    def undo_step(self) -> HistoryStep | None:
        """Step that undo would take back, with the game before and after it."""
        return self._history.undo_step

    @property
    def redo_step(self) -> HistoryStep | None:
        """Step that redo would do again, with the game before and after it."""
        return self._history.redo_step

    @property
    def history(self) -> tuple[str, ...]:
        """The labels of all versions, for a list of what was done."""
        return self._history.labels

    # --- what is done ---

    def perform(self, label: str, game: Game, cursor: Cursor | None = None, reason: str = "") -> None:
        """Make *game* the current version.

        Args:
            label: what was done, as the Edit menu says it after "Undo".
            cursor: the moment to show; the present one unless given. Where it is gone, the last turn of its branch comes into view.
            reason: why it was done, for the trail.

        Raises:
            EditError: the document is read-only.
            StorageError: another copy of the program has the file open, where it was not taken when the game was opened.
        """
        if self._read_only:
            raise EditError(Why.READ_ONLY, tr("This game can only be looked at: {read_only}", read_only=self._read_only))
        if self._store is not None:
            self._store.claim()
        if self.note_trail is not None:
            game = with_reason(self.game, self.note_trail(self.game, game), reason)
        if self._guard is not None:
            self._guard.check(self.game, game)
        self._take_over(label, game, cursor)

    def _take_over(self, label: str, game: Game, cursor: Cursor | None = None) -> None:
        old = self.game
        shown = _nearest(game, cursor or self._cursor)
        if game is old:
            self.show(shown)
            return
        self._history.push(label, game, shown, self._cursor)
        self._moved_on(label, old, shown)

    def undo(self) -> str:
        """Go back one version, and to the moment where the thing undone was done.

        Returns:
            The label of what was undone.

        Raises:
            EditError: there is nothing to undo.
            StorageError: another program has the file, where it was not taken when the game was opened.
        """
        label, old = self._history.undo_label, self.game
        self._claim_for(label)
        shown = self._history.undo()
        self._moved_on(tr("Undo {label}", label=label), old, _nearest(self.game, shown))
        return label or ""

    def redo(self) -> str:
        """Go forward one version.

        Returns:
            The label of what was done again.

        Raises:
            EditError: there is nothing to redo.
            StorageError: another program has the file, where it was not taken when the game was opened.
        """
        label, old = self._history.redo_label, self.game
        self._claim_for(label)
        shown = self._history.redo()
        self._moved_on(tr("Redo {label}", label=label), old, _nearest(self.game, shown))
        return label or ""

    def _claim_for(self, label: str | None) -> None:
        """Take the file before a step that *label* names, where it was not taken yet."""
        if label is not None and self._store is not None:
            self._store.claim()

    def show(self, cursor: Cursor) -> None:
        """Show another moment. This is no version: undo passes over it."""
        self.game.turn(cursor)
        if cursor != self._cursor:
            self._cursor = cursor
            self._tell(Change(frozenset({Touched.CURSOR})))

    @contextmanager
    def batch(self, label: str) -> Iterator[None]:
        """Make one version of all that is performed inside; an exception inside takes all of it back and goes on up."""
        old, position, shown = self.game, self._history.position, self._cursor
        forgotten = self._history.forgotten
        self._batches += 1
        try:
            yield
        except BaseException:
            self._batches -= 1
            between = self.game
            # Acts before a curtain fell inside the batch stay done: no undo reaches behind it, a script's neither.
            self._history.go_back_to(position if forgotten == self._history.forgotten else 0)
            if between is not self.game:
                self._moved_on(tr("Undo {label}", label=label), between, shown)
            raise
        self._batches -= 1
        if self.game is old:
            self._history.go_back_to(position)
        else:
            self._history.squash(position if forgotten == self._history.forgotten else 0, label)
        if self._batches == 0 and self.game is not old:
            self._moved_on(label, old, self._cursor)

    @contextmanager
    def many_steps(self, label: str) -> Iterator[None]:
        """Keep a version for each change inside; listeners and the disk get them once, at the end.

        An exception inside takes all of it back and goes on up. Undo takes the steps back one by one.

        Args:
            label: what all of it is, for the journal.
        """
        old, position, shown = self.game, self._history.position, self._cursor
        self._batches += 1
        self._is_quiet = True
        try:
            yield
        except BaseException:
            self._history.go_back_to(position)
            self._cursor = shown
            raise
        finally:
            self._batches -= 1
            self._is_quiet = False
        if self.game is not old:
            cursor, self._cursor = self._cursor, shown
            self._moved_on(label, old, cursor)

    def perform_beside(self, label: str, change: Callable[[Game], Game]) -> None:
        """Make *change*, by another person, in each version: undo and redo at this place keep it.

        Args:
            label: what was done, for the journal.

        Raises:
            EditError: the document is read-only.
            StorageError: another copy of the program has the file open.
        """
        if self._read_only:
            raise EditError(Why.READ_ONLY, tr("This game is open for looking only: {read_only}", read_only=self._read_only))
        if self._store is not None:
            self._store.claim()
        old = self.game
        if self._guard is not None:
            self._guard.check(old, change(old))
        self._history.follow(change)
        if self.game is not old:
            self._moved_on(label, old, self._cursor)

    def forget_history(self) -> None:
        """Leave nothing to undo or redo, so that the next at this screen cannot see what the last one wrote."""
        self._history.forget()
        self._tell(Change(frozenset({Touched.HISTORY})))

    def save(self, path: Path | None = None, *, over_outside_changes: bool = False) -> None:
        """Write the game to *path*, or to the file it came from.

        Raises:
            StorageError: it could not be written, or the file was changed by another program since it was read (then
                *over_outside_changes* writes it all the same). The game in memory and what was on disk stay whole.
        """
        if self._store is None:
            raise EditError(Why.READ_ONLY, tr("This game is kept in memory only."))
        if self._read_only and path is None:
            raise EditError(Why.READ_ONLY, tr("This game can only be looked at: {read_only}", read_only=self._read_only))
        _, kept = self._for_disk("")
        before = self.trouble
        self._trouble = self._store.save(kept, self._cursor, path, over_outside_changes=over_outside_changes)
        self._saved = self.game
        self._tell(Change(frozenset({Touched.SAVED} if self.trouble is before else {Touched.SAVED, Touched.TROUBLE})))

    def reread(self, writer: Writer, game: Game, data: bytes) -> None:
        """Take over what another program wrote into the file, as a version that can be undone.

        Args:
            writer: writes over the text that the file holds now.
            game: the game that it tells.
            data: its bytes.

        Raises:
            EditError: the document is read-only.
            StorageError: the journal could not be restarted; then nothing was taken over.
        """
        if self._store is None or self._read_only:
            raise EditError(Why.READ_ONLY, tr("Only a game that is open for editing is read again."))
        self._store.reread(writer, game, data)
        if self._guard is None:
            self._saved = game
        else:
            game = self._guard.as_read(self.game, game)
        self._take_over(tr("Read again"), game)

    def look_as(self, viewer: str | None) -> None:
        """Note the power that the game is seen as, so that it comes back as the same power's view after a crash."""
        if self._store is not None:
            try:
                self._store.look_as(viewer)
            except StorageError as error:
                self._trouble = error
                self._tell(Change(frozenset({Touched.TROUBLE})))

    def keep_in_memory(self) -> None:
        """Keep nothing on disk of a game that is in no file, until it is saved."""
        if self._store is not None:
            self._store.keep_in_memory()

    def when_trouble(self, tell: Callable[[], None] | None) -> None:
        """Call *tell*, on any thread, when saving in the background failed; ``hear_trouble`` then passes it to the listeners."""
        if self._store is not None:
            self._store.when_trouble(tell)

    def hear_trouble(self) -> None:
        """Tell listeners that something could not be kept behind, if that is so; ``trouble`` says it as long as it is not mended."""
        if self._store is not None and self._store.pop_errors():
            self._tell(Change(frozenset({Touched.TROUBLE})))

    def settle(self) -> tuple[StorageError, ...]:
        """Wait until journal and backups are on disk, before this game is closed.

        Returns:
            Everything that could not be kept, but what listeners heard of before.
        """
        late = () if self._store is None else self._store.settle()
        return late if self._trouble is None else (*late, self._trouble)

    def close(self, *, discard: bool = False) -> tuple[StorageError, ...]:
        """Release the file. What was not saved is kept in the journal, unless *discard*.

        Returns:
            What could not be kept in the last moment, of which nobody heard yet.
        """
        if self._store is None:
            return ()
        late = self._store.settle()
        self._store.close(discard=discard or not self.is_modified)
        return late

    # --- who listens ---

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call *listener* with each change from now on.

        Returns:
            A function that ends this.
        """
        return self._listeners.add(listener)

    def guard_by(self, guard: EditGuard | None) -> None:
        """Ask *guard* from now on before each edit, and for what reaches the disk."""
        self._guard = guard

    def _for_disk(self, label: str) -> tuple[str, Game]:
        """The words and the game as they may leave memory: the one way from here to file, journal and backups."""
        return (label, self.game) if self._guard is None else self._guard.for_disk(label, self.game)

    def _moved_on(self, label: str, old: Game, shown: Cursor) -> None:
        touched, turns = difference(old, self.game)
        parts = {Touched.HISTORY, Touched.SAVED, *touched}
        if shown != self._cursor:
            parts.add(Touched.CURSOR)
        self._cursor = shown
        if self._batches == 0 and self._store is not None:
            before = self.trouble
            try:
                self._store.accepted(*self._for_disk(label), shown)
                self._trouble = None
            except StorageError as error:
                self._trouble = error
            if self.trouble is not before:
                parts.add(Touched.TROUBLE)
        self._tell(Change(frozenset(parts), label, turns))

    def _tell(self, change: Change) -> None:
        if not self._is_quiet:
            self._listeners.tell(change)


def _nearest(game: Game, cursor: Cursor) -> Cursor:
    """*cursor*, or what is nearest to it in *game*: the last turn of its branch, or of the first branch."""
    names = {branch.name for branch in game.branches}
    last = game.last(cursor.branch if cursor.branch in names else game.branches[0].name)
    if cursor.branch not in names or not 0 <= cursor.index <= last.index:
        return last
    return cursor
