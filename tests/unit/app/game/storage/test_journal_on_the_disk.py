"""The journal and the disk: notes are synced, and refusals of the disk are reported."""

from __future__ import annotations

import errno
import os
import threading
from pathlib import Path

import pytest

from app.game.storage.atomic import Failure, StorageError
from app.game.storage.journal import BackgroundWriter, Head, Journal, Work, recover
from tests.unit.app.game.storage.test_journal import HERE, journal_in


def test_a_note_that_fails_is_reported_by_the_next_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = journal_in(tmp_path)
    write, calls = os.write, [0]

    def full(handle: int, data: bytes) -> int:
        calls[0] += 1
        if calls[0] == 1:
            return write(handle, data[:5])
        if calls[0] == 2:
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(handle, data)

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(StorageError, match="no space left"):
        journal.note("lost", HERE, [("1",)])
    journal.note("kept", HERE, [("1", "2")])
    journal.close(delete=False)
    found = recover(journal.path)
    assert (found.text, found.labels, found.damage) == ("1\n2\n", ("kept",), "")


def test_what_is_noted_reaches_the_disk_and_not_only_the_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    behind = BackgroundWriter()
    journal = Journal(tmp_path, "stem", behind)
    journal.begin(Head("id", "name", tmp_path / "g.dpn"), [("one",)])
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", synced.append)
    journal.note("first", HERE, [("two",)])
    assert behind.finish()
    monkeypatch.undo()
    assert synced == [journal._handle]
    journal.close(delete=True)


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(StorageError, match="keeping unsaved changes failed"):
        Journal(tmp_path / "file" / "journals", "stem", BackgroundWriter())


def test_every_note_is_synced_not_the_first_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    behind = BackgroundWriter()
    journal = Journal(tmp_path, "stem", behind)
    journal.begin(Head("id", "name", None), [("one",)])
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", synced.append)
    for number in range(3):
        journal.note("edit", HERE, [(str(number),)])
        assert behind.finish()
    monkeypatch.undo()
    assert len(synced) == 3
    journal.close(delete=True)


def test_a_journal_that_could_not_be_begun_is_begun_by_the_next_note(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise StorageError(Failure.DISK_FULL, tmp_path, "the disk is full")

    journal = Journal(tmp_path, "stem", BackgroundWriter())
    with monkeypatch.context() as patched:
        patched.setattr("app.game.storage.journal.write_atomically", full)
        with pytest.raises(StorageError, match="disk is full"):
            journal.begin(Head("id", "name", None), [("one",)])
    journal.note("edit", HERE, [("two",)])
    journal.close(delete=False)
    found = recover(journal.path)
    assert (found.text, found.labels, found.damage) == ("two\n", ("edit",), "")


def test_a_journal_that_never_began_takes_no_notes(tmp_path: Path) -> None:
    journal = Journal(tmp_path, "stem", BackgroundWriter())
    with pytest.raises(StorageError, match="could not be begun"):
        journal.note("edit", HERE, [("two",)])
    journal.close(delete=True)


def test_notes_that_come_while_one_waits_to_be_synced_are_synced_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    behind, go_on, synced = BackgroundWriter(), threading.Event(), list[int]()
    journal = Journal(tmp_path, "stem", behind)
    journal.begin(Head("id", "name", None), [("one",)])
    monkeypatch.setattr(os, "fsync", synced.append)

    def wait() -> None:
        go_on.wait(30)

    behind.submit(wait, Work.JOURNAL)
    for number in range(3):
        journal.note("edit", HERE, [(str(number),)])
    go_on.set()
    assert behind.finish()
    monkeypatch.undo()
    assert len(synced) == 1
    journal.close(delete=True)


class Stuck(BackgroundWriter):
    """A disk that does not answer."""

    def finish(self, *_: object, **__: object) -> bool:
        return False


@pytest.mark.parametrize("kind", [BackgroundWriter, Stuck])
def test_a_file_is_closed_unless_a_disk_that_does_not_answer_still_has_it(kind: type[BackgroundWriter], tmp_path: Path) -> None:
    journal = Journal(tmp_path, "stem", kind())
    journal.begin(Head("id", "name", None), [("one",)])
    handle = journal._handle
    assert handle is not None
    journal.close(delete=True)
    if kind is Stuck:
        os.close(handle)
    else:
        with pytest.raises(OSError, match="Bad file descriptor"):
            os.fstat(handle)
