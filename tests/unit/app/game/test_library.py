"""Games on disk: opened, saved, locked, changed by others, and brought back after a crash."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from app.game.document import Document
from app.game.edits import process, rename_game
from app.game.file_store import backups_of, game_bytes
from app.game.library import Library
from app.game.record import EditError
from app.game.storage.atomic import Failure, OutsideChange, StorageError
from tests.unit.app.game.play import fresh_game
from tests.unit.app.game.saved_games import crash, saved, store_of


def test_a_saved_game_is_opened_again_as_it_was(tmp_path: Path) -> None:
    document = saved(tmp_path / "g.dpn")
    assert not document.is_modified
    document.close()
    again = Library().open(tmp_path / "g.dpn")
    assert again.game == document.game
    assert again.read_only == ""
    assert again.path == tmp_path / "g.dpn"


def test_a_second_copy_of_the_program_gets_a_clear_message(tmp_path: Path) -> None:
    document = saved(tmp_path / "g.dpn")
    with pytest.raises(StorageError, match="another window or copy of this program has this game open") as refused:
        Library().open(tmp_path / "g.dpn")
    assert refused.value.failure is Failure.IN_USE
    document.close()
    Library().open(tmp_path / "g.dpn").close()


def test_a_file_changed_to_one_of_the_same_size_and_time_is_not_written_over_unasked(tmp_path: Path) -> None:
    path = tmp_path / "g.dpn"
    document = saved(path)
    before = path.stat()
    path.write_bytes(path.read_bytes().replace(b"Straits of Iron", b"Straits of Gold"))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert (path.stat().st_size, path.stat().st_mtime_ns) == (before.st_size, before.st_mtime_ns)
    with pytest.raises(StorageError, match="another program changed the file"):
        document.save()
    assert b"Straits of Gold" in path.read_bytes()


def test_a_link_to_an_open_file_is_that_file(tmp_path: Path) -> None:
    saved(tmp_path / "g.dpn")
    (tmp_path / "link.dpn").symlink_to(tmp_path / "g.dpn")
    with pytest.raises(StorageError, match="has this game open"):
        Library().open(tmp_path / "link.dpn")


def test_a_game_that_is_only_looked_at_is_not_saved_over_its_file(tmp_path: Path) -> None:
    document = saved(tmp_path / "g.dpn")
    before = (tmp_path / "g.dpn").read_bytes()
    looked_at = Document(rename_game(document.game, "B"), store=store_of(document), read_only="its hooks were not checked")
    with pytest.raises(EditError, match="can only be looked at: its hooks were not checked"):
        looked_at.save()
    assert (tmp_path / "g.dpn").read_bytes() == before


def test_saving_under_another_name_lets_go_of_the_first(tmp_path: Path) -> None:
    document = saved(tmp_path / "a.dpn")
    document.perform("Rename", rename_game(document.game, "B"))
    document.save(tmp_path / "b.dpn")
    first = Library().open(tmp_path / "a.dpn")
    assert first.game.name == "Straits of Iron"
    with pytest.raises(StorageError, match="has this game open"):
        Library().open(tmp_path / "b.dpn")


def test_a_file_that_another_program_changed_is_not_written_over_unasked(tmp_path: Path) -> None:
    path = tmp_path / "g.dpn"
    document = saved(path)
    assert store_of(document).outside_change() is OutsideChange.NONE
    path.write_text(path.read_text() + "# by hand\n")
    assert store_of(document).outside_change() is OutsideChange.EDITED
    with pytest.raises(StorageError, match="another program changed the file") as refused:
        document.save()
    assert refused.value.failure is Failure.CHANGED_OUTSIDE
    assert path.read_text().endswith("# by hand\n")
    document.save(over_outside_changes=True)
    assert not path.read_text().endswith("# by hand\n")


def test_an_edit_made_outside_is_taken_over_as_a_version_that_can_be_undone(tmp_path: Path) -> None:
    path = tmp_path / "g.dpn"
    document = saved(path)
    mine = document.game
    path.write_text(path.read_text().replace("Straits of Iron", "Straits of Gold") + "# by hand\n")
    file = Library().inspect(path)
    ready = file.opened.ready()
    document.reread(ready.writer, ready.game, file.data)
    assert (document.game.name, document.is_modified) == ("Straits of Gold", False)
    assert store_of(document).outside_change() is OutsideChange.NONE
    document.undo()
    assert (document.game, document.is_modified) == (mine, True)
    document.save()
    assert "name: Straits of Iron" in path.read_text()
    assert path.read_text().endswith("# by hand\n")


def test_a_file_that_was_only_touched_was_not_changed(tmp_path: Path) -> None:
    document = saved(tmp_path / "g.dpn")
    os.utime(tmp_path / "g.dpn", (1, 1))
    assert store_of(document).outside_change() is OutsideChange.NONE


def test_a_file_that_was_removed_is_written_again(tmp_path: Path) -> None:
    document = saved(tmp_path / "g.dpn")
    (tmp_path / "g.dpn").unlink()
    assert store_of(document).outside_change() is OutsideChange.REMOVED
    document.save()
    assert (tmp_path / "g.dpn").exists()


def test_a_file_that_was_gone_and_is_put_back_by_somebody_else_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "g.dpn"
    document = saved(path)
    document.perform("Rename", rename_game(document.game, "Two"))
    kept = path.read_bytes()
    crash(document)
    path.unlink()
    again = Library().recover(Library().recoverable()[0])
    path.write_bytes(kept)
    with pytest.raises(StorageError) as refused:
        again.save()
    assert refused.value.failure is Failure.CHANGED_OUTSIDE
    assert path.read_bytes() == kept
    again.save(over_outside_changes=True)
    again.close()
    assert Library().open(path).game.name == "Two"


def test_a_file_that_was_gone_and_stays_so_is_written_anew(tmp_path: Path) -> None:
    path = tmp_path / "g.dpn"
    document = saved(path)
    document.perform("Rename", rename_game(document.game, "Two"))
    crash(document)
    path.unlink()
    again = Library().recover(Library().recoverable()[0])
    again.save()
    again.close()
    assert Library().open(path).game.name == "Two"


@pytest.mark.slow
def test_each_phase_leaves_a_numbered_backup() -> None:
    desk = Library()
    document = desk.new(fresh_game())
    for _ in range(3):
        document.perform("Process", process(document.game))
    store_of(document).settle()
    kept = backups_of(desk.places.backups, document.game.id)
    assert [each.path.name for each in kept] == ["0001-F1901M.dpn", "0002-S1902M.dpn", "0003-F1902M.dpn"]
    assert kept[-1].path.read_bytes() == game_bytes(document.game, kept[-1].path)


def test_a_file_without_a_game_is_refused_with_its_first_fault(tmp_path: Path) -> None:
    path = tmp_path / "picture.dpn"
    path.write_bytes(b"\x89PNG\r\n\x1a\n")
    with pytest.raises(StorageError, match=r"there is no game in this file: picture\.dpn:1:1: "):
        Library().open(path)


def test_a_missing_file_a_folder_and_a_pipe_are_refused(tmp_path: Path) -> None:
    with pytest.raises(StorageError) as missing:
        Library().open(tmp_path / "no.dpn")
    assert missing.value.failure is Failure.MISSING
    with pytest.raises(StorageError) as folder:
        Library().open(tmp_path)
    assert folder.value.failure is Failure.NOT_A_FILE
    os.mkfifo(tmp_path / "pipe.dpn")
    with pytest.raises(StorageError) as pipe:
        Library().open(tmp_path / "pipe.dpn")
    assert pipe.value.failure is Failure.NOT_A_FILE


def test_a_game_on_demand_has_no_journal_before_its_first_edit_nor_after_it_is_closed(tmp_path: Path) -> None:
    document = Library(on_demand=True).new(fresh_game())
    store = store_of(document)
    found = [store.journal]
    document.perform("Rename", rename_game(document.game, "B"))
    found.append(store.journal)
    assert [each is not None and each.exists() for each in found] == [False, True]
    document.save(tmp_path / "b.dpn")
    document.close()
    assert store.journal is None


def test_a_game_on_demand_is_saved_and_read_again_without_a_journal(tmp_path: Path) -> None:
    document = Library(on_demand=True).new(fresh_game())
    document.save(tmp_path / "g.dpn")
    assert store_of(document).journal is None
    file = Library().inspect(tmp_path / "g.dpn")
    ready = file.opened.ready()
    document.reread(ready.writer, rename_game(ready.game, "C"), file.data)
    assert document.game.name == "C"
    assert store_of(document).journal is None
    document.close()


def test_a_save_elsewhere_that_fails_leaves_that_file_to_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise StorageError(Failure.DISK_FULL, tmp_path, "the disk is full")

    document = saved(tmp_path / "a.dpn")
    with monkeypatch.context() as patched:
        patched.setattr("app.game.file_store.write_atomically", full)
        with pytest.raises(StorageError, match="disk is full"):
            document.save(tmp_path / "b.dpn")
    assert document.path == tmp_path / "a.dpn"
    saved(tmp_path / "b.dpn").close()
    document.close()


def test_the_same_version_is_not_kept_beside_the_file(tmp_path: Path) -> None:
    document = saved(tmp_path / "g.dpn")
    document.close()
    again = Library().open(tmp_path / "g.dpn")
    again.perform("Rename", rename_game(again.game, "B"))
    again.save()
    again.close()
    assert [each.name for each in tmp_path.iterdir()] == ["g.dpn"]


def test_a_file_that_is_read_again_has_its_edits_in_the_journal_from_then_on(tmp_path: Path) -> None:
    document = saved(tmp_path / "g.dpn")
    (tmp_path / "g.dpn").write_text((tmp_path / "g.dpn").read_text() + "# by hand\n")
    file = Library().inspect(tmp_path / "g.dpn")
    ready = file.opened.ready()
    document.reread(ready.writer, ready.game, file.data)
    document.perform("Rename", rename_game(document.game, "B"))
    crash(document)
    (found,) = Library().recoverable()
    assert "# by hand" in found.recovered.began_with
    assert found.recovered.labels[-1] == "Rename"


@pytest.mark.parametrize("bound", ["LARGEST", "MOST_LINES"])
def test_a_game_that_could_not_be_read_again_for_its_size_is_not_saved(bound: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    document = saved(tmp_path / "g.dpn")
    before = (tmp_path / "g.dpn").read_bytes()
    document.perform("Rename", rename_game(document.game, "B"))
    monkeypatch.setattr(f"app.game.file_store.{bound}", 10)
    with pytest.raises(StorageError) as refused:
        document.save()
    assert refused.value.failure is Failure.TOO_LARGE
    assert (tmp_path / "g.dpn").read_bytes() == before


def test_where_files_are_taken_on_demand_a_journal_goes_only_when_its_game_is_saved(tmp_path: Path) -> None:
    document = saved(tmp_path / "g.dpn")
    document.perform("Rename", rename_game(document.game, "B"))
    crash(document)
    library = Library(on_demand=True)
    again = library.recover(library.recoverable()[0])
    assert library.how_many_journals() == 1
    again.save()
    assert library.recoverable() == ()
    again.close()


def test_what_went_wrong_after_a_save_is_reported_and_the_file_is_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise StorageError(Failure.DISK_FULL, tmp_path, "the disk is full")

    document = saved(tmp_path / "g.dpn")
    document.perform("Rename", rename_game(document.game, "B"))
    with monkeypatch.context() as patched:
        patched.setattr("app.game.file_store.Journal.begin", full)
        document.save()
    assert document.trouble is not None
    assert document.trouble.failure is Failure.DISK_FULL
    assert not document.is_modified
    assert "name: B" in (tmp_path / "g.dpn").read_text()


def test_a_game_that_is_saved_again_keeps_its_journal(tmp_path: Path) -> None:
    document = saved(tmp_path / "g.dpn")
    before = store_of(document).journal
    document.perform("Rename", rename_game(document.game, "B"))
    document.save()
    assert store_of(document).journal == before
