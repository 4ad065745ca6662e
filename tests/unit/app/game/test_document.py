"""A document: versions with labels, the moment in view, changes, and saves."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from app.game.branch_edits import fork
from app.game.document import Document
from app.game.dpn.writer import Writer
from app.game.edits import process, rename_game
from app.game.record import MAIN, Cursor, EditError, Game
from app.game.storage.atomic import Failure, StorageError
from app.game.versions import Change, Touched
from tests.unit.app.game.play import fresh_game, ordered, played_game


class Broken:
    """A store on a disk that is full."""

    path = Path("full.dpn")

    checksum_fits = True

    wrong_behind: StorageError | None = None

    def settle(self) -> tuple[StorageError, ...]:
        return ()

    def claim(self) -> None:
        pass

    def look_as(self, viewer: str | None) -> None:
        pass

    def keep_in_memory(self) -> None:
        pass

    def when_trouble(self, tell: Callable[[], None] | None) -> None:
        pass

    def pop_errors(self) -> tuple[StorageError, ...]:
        return ()

    def accepted(self, label: str, game: Game, cursor: Cursor) -> None:
        raise StorageError(Failure.DISK_FULL, self.path, "keeping unsaved changes failed: no space left on device")

    def save(self, game: Game, cursor: Cursor, path: Path | None, *, over_outside_changes: bool) -> StorageError | None:
        raise StorageError(Failure.DISK_FULL, self.path, "saving the game failed: no space left on device")

    def reread(self, writer: Writer, game: Game, data: bytes) -> None:
        pass

    def close(self, *, discard: bool) -> None:
        pass


def labels(document: Document) -> list[str | None]:
    """Return the labels of undo and redo."""
    return [document.undo_label, document.redo_label]


def heard(document: Document) -> list[Change]:
    """The changes that a listener gets from now on."""
    changes: list[Change] = []
    document.subscribe(changes.append)
    return changes


def test_undo_gives_back_the_earlier_game_and_says_what_was_undone() -> None:
    document = Document(fresh_game())
    first = document.game
    document.perform("Order A PAR - BUR", ordered(first, "FRANCE", "A PAR - BUR"))
    assert labels(document) == ["Order A PAR - BUR", None]
    assert document.undo() == "Order A PAR - BUR"
    assert document.game is first
    assert labels(document) == [None, "Order A PAR - BUR"]
    assert document.redo() == "Order A PAR - BUR"
    assert document.game.turn(document.cursor).orders


def test_undo_goes_back_across_adjudication_to_the_phase_where_it_was_done() -> None:
    document = Document(fresh_game())
    document.perform("Order A PAR - BUR", ordered(document.game, "FRANCE", "A PAR - BUR"))
    processed = process(document.game)
    document.perform("Process", processed, processed.last())
    assert document.cursor == Cursor(MAIN, 1)
    document.undo()
    assert document.cursor == Cursor(MAIN, 0)
    assert document.game.turn(document.cursor).orders
    document.redo()
    assert document.cursor == Cursor(MAIN, 1)


def test_undo_shows_the_branch_where_it_happened() -> None:
    document = Document(played_game(4))
    forked = fork(document.game, Cursor(MAIN, 1))
    document.perform("Fork", forked, forked.last("b2"))
    document.show(Cursor(MAIN, 0))
    document.perform("Rename", rename_game(document.game, "Other"))
    document.show(Cursor("b2", 1))
    document.undo()
    assert document.cursor == Cursor(MAIN, 0)
    document.undo()
    assert [branch.name for branch in document.game.branches] == [MAIN]


def test_a_new_edit_after_undo_forgets_what_could_be_redone() -> None:
    document = Document(fresh_game())
    document.perform("Rename", rename_game(document.game, "One"))
    document.undo()
    document.perform("Rename", rename_game(document.game, "Two"))
    assert document.redo_label is None
    with pytest.raises(EditError, match="nothing to redo"):
        document.redo()


def test_modified_means_that_the_current_version_is_not_the_saved_one() -> None:
    document = Document(fresh_game())
    assert not document.is_modified
    document.perform("Rename", rename_game(document.game, "One"))
    states = [document.is_modified]
    document.undo()
    states.append(document.is_modified)
    document.redo()
    states.append(document.is_modified)
    assert states == [True, False, True]


def test_listeners_are_told_what_changed_and_where() -> None:
    document = Document(played_game(3))
    changes = heard(document)
    document.perform("Order", ordered(document.game, "FRANCE", "WAIVE"))
    assert changes[0].touches(Touched.ORDERS)
    assert not changes[0].touches(Touched.POSITIONS, Touched.CURSOR, Touched.BRANCHES)
    assert changes[0].turns == {Cursor(MAIN, 2)}
    processed = process(document.game)
    document.perform("Process", processed, processed.last())
    assert changes[1].touches(Touched.POSITIONS)
    assert changes[1].touches(Touched.CURSOR)
    assert changes[1].turns == {Cursor(MAIN, 2), Cursor(MAIN, 3)}
    document.show(Cursor(MAIN, 0))
    assert changes[2].touched == {Touched.CURSOR}


def test_a_listener_that_leaves_is_told_nothing_more() -> None:
    document = Document(fresh_game())
    changes: list[Change] = []
    leave = document.subscribe(changes.append)
    leave()
    document.perform("Rename", rename_game(document.game, "One"))
    assert changes == []


def test_a_batch_is_one_version() -> None:
    document = Document(fresh_game())
    with document.batch("Order all of France"):
        document.perform("Order A PAR - BUR", ordered(document.game, "FRANCE", "A PAR - BUR"))
        document.perform("Order F BRE H", ordered(document.game, "FRANCE", "F BRE H"))
    assert document.history == ("Order all of France",)
    document.undo()
    assert document.game.turn(document.cursor).orders == {}


def test_a_batch_that_fails_is_taken_back_whole() -> None:
    document = Document(fresh_game())
    document.perform("Rename", rename_game(document.game, "One"))
    before = document.game

    def failing_batch() -> None:
        with document.batch("Order"):
            document.perform("Order A PAR - BUR", ordered(document.game, "FRANCE", "A PAR - BUR"))
            raise KeyError("somewhere")

    with pytest.raises(KeyError):
        failing_batch()
    assert document.game is before
    assert document.history == ("Rename",)


def test_forgetting_the_history_leaves_nothing_to_undo() -> None:
    document = Document(fresh_game())
    document.perform("Order A PAR - BUR", ordered(document.game, "FRANCE", "A PAR - BUR"))
    document.undo()
    document.forget_history()
    assert labels(document) == [None, None]
    assert document.game.turn(document.cursor).orders == {}


def test_a_document_that_is_looked_at_takes_no_edits_and_says_why() -> None:
    document = Document(fresh_game(), read_only="its variant is not here.")
    with pytest.raises(EditError, match="can only be looked at: its variant is not here"):
        document.perform("Rename", rename_game(document.game, "One"))


def test_a_full_disk_leaves_the_game_in_memory_whole_and_says_where_and_what() -> None:
    document = Document(fresh_game(), store=Broken())
    changes = heard(document)
    document.perform("Rename", rename_game(document.game, "One"))
    assert document.game.name == "One"
    assert document.trouble is not None
    assert str(document.trouble).startswith("full.dpn: keeping unsaved changes failed: no space left on device. Make room")
    assert changes[0].touches(Touched.TROUBLE)
    with pytest.raises(StorageError, match="saving the game failed"):
        document.save()
    assert document.is_modified
    document.undo()
    assert document.game.name == "Straits of Iron"


def test_the_title_is_the_name_of_the_game_and_of_its_file() -> None:
    assert Document(fresh_game()).title == "Straits of Iron"
    assert Document(fresh_game(), store=Broken()).title == "Straits of Iron (full.dpn)"
