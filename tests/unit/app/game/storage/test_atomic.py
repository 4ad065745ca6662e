"""A save is whole or did not happen, and says where and why it did not."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest

from app.game.storage import atomic
from app.game.storage.atomic import Failure, StorageError, is_there, make_folder, read_bounded, sweep, write_atomically


def test_a_file_is_written_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    write_atomically(tmp_path / "a", b"one")
    write_atomically(tmp_path / "a", b"two")
    assert (tmp_path / "a").read_bytes() == b"two"
    assert [each.name for each in tmp_path.iterdir()] == ["a"]


def test_permissions_and_links_stay(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.write_bytes(b"one")
    real.chmod(0o640)
    link.symlink_to(real)
    write_atomically(link, b"two")
    assert link.is_symlink()
    assert real.read_bytes() == b"two"
    assert stat.S_IMODE(real.stat().st_mode) == 0o640


@pytest.mark.parametrize("call", ["fsync", "replace"])
@pytest.mark.parametrize(
    ("number", "failure", "remedy"),
    [
        (errno.ENOSPC, Failure.DISK_FULL, "Make room on the disk"),
        (errno.EROFS, Failure.READ_ONLY, "Choose another folder"),
        (errno.EACCES, Failure.NO_PERMISSION, "a folder of your own"),
        (errno.EIO, Failure.OTHER, "Try again"),
    ],
)
def test_a_save_that_fails_leaves_the_old_file_and_says_why(
    call: str, number: int, failure: Failure, remedy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")

    def fails(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, call, fails)
    with pytest.raises(StorageError) as refused:
        write_atomically(path, b"new")
    monkeypatch.undo()
    assert refused.value.failure is failure
    assert refused.value.where == path
    assert remedy in str(refused.value)
    assert path.read_bytes() == b"old"
    assert [each.name for each in tmp_path.iterdir()] == ["a"]


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="no such file or directory") as refused:
        write_atomically(tmp_path / "no" / "a", b"")
    assert refused.value.failure is Failure.MISSING


def test_no_more_is_read_than_was_asked_for(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"x" * 100)
    assert len(read_bounded(tmp_path / "a", 10)) == 11


def test_what_a_crash_left_is_swept_after_a_day(tmp_path: Path) -> None:
    old, new = tmp_path / ".entente-save-old", tmp_path / ".entente-save-new"
    old.write_bytes(b"")
    new.write_bytes(b"")
    os.utime(old, (1, 1))
    assert sweep(tmp_path) == 1
    assert [each.name for each in tmp_path.iterdir()] == [".entente-save-new"]


@pytest.mark.parametrize("name", ["a" * 300, "nul\0byte", "\ud800"])
def test_a_name_that_no_file_can_have_is_a_failure_of_storage(name: str, tmp_path: Path) -> None:
    for deed in (lambda: write_atomically(tmp_path / name, b""), lambda: read_bounded(tmp_path / name, 10)):
        with pytest.raises(StorageError) as refused:
            deed()
        assert refused.value.failure is Failure.MISSING
    assert not is_there(tmp_path / name)


def test_a_circle_of_links_is_a_failure_of_storage(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    with pytest.raises(StorageError):
        write_atomically(tmp_path / "a", b"")


def test_a_folder_that_may_not_be_searched_is_a_failure_of_storage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def barred(*_: object, **_more: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "stat", barred)
    with pytest.raises(StorageError, match="permission denied") as refused:
        write_atomically(tmp_path / "a", b"")
    assert refused.value.failure is Failure.NO_PERMISSION


def test_a_write_protected_file_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    path.chmod(0o444)
    with pytest.raises(StorageError, match="write-protected") as refused:
        write_atomically(path, b"new")
    assert refused.value.failure is Failure.PROTECTED
    assert path.read_bytes() == b"old"
    assert [each.name for each in tmp_path.iterdir()] == ["a"]


def test_a_file_that_its_disk_lets_nobody_write_is_not_written_over_either(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a").write_bytes(b"old")
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(StorageError, match="write-protected"):
        write_atomically(tmp_path / "a", b"new")
    assert (tmp_path / "a").read_bytes() == b"old"


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root gives files away")
def test_owner_and_group_of_a_file_stay(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    os.chown(path, 1234, 4321)
    path.chmod(0o664)
    write_atomically(path, b"new")
    found = path.stat()
    assert (found.st_uid, found.st_gid, stat.S_IMODE(found.st_mode)) == (1234, 4321, 0o664)


def test_where_the_owner_cannot_be_given_on_the_file_itself_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old and longer than the new one")
    path.chmod(0o660)
    before = path.stat()
    real = os.fstat

    def someone_else(handle: int) -> os.stat_result:
        found = real(handle)
        return os.stat_result((*found[:4], found.st_uid + 1, *found[5:])) if found.st_size == 0 else found

    def refused(*_: object) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "fstat", someone_else)
    monkeypatch.setattr(os, "fchown", refused)
    write_atomically(path, b"new")
    monkeypatch.undo()
    assert path.read_bytes() == b"new"
    assert (path.stat().st_ino, path.stat().st_mode) == (before.st_ino, before.st_mode)
    assert [each.name for each in tmp_path.iterdir()] == ["a"]


def test_private_files_and_folders_are_read_by_their_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "journals"
    folder.mkdir(mode=0o755)
    (folder / "a").write_bytes(b"old")
    (folder / "a").chmod(0o644)
    make_folder(folder, "keeping")
    assert stat.S_IMODE(folder.stat().st_mode) == 0o755
    make_folder(folder, "keeping", private=True)
    write_atomically(folder / "a", b"new", private=True)
    write_atomically(folder / "b", b"new", private=True)
    assert [stat.S_IMODE(each.stat().st_mode) for each in (folder, folder / "a", folder / "b")] == [0o700, 0o600, 0o600]


@pytest.mark.skipif(os.name != "posix", reason="permissions of posix")
@pytest.mark.parametrize(("mode", "protected"), [(0o200, False), (0o020, False), (0o002, False), (0o555, True)])
def test_a_file_is_protected_where_nobody_may_write_it(mode: int, protected: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    path.chmod(mode)
    monkeypatch.setattr(os, "access", lambda *_: True)  # as the system tells its own master
    if protected:
        with pytest.raises(StorageError, match="write-protected"):
            write_atomically(path, b"new")
    else:
        write_atomically(path, b"new")
    path.chmod(0o600)
    assert path.read_bytes() == (b"old" if protected else b"new")


def test_what_somebody_put_where_the_temporary_file_goes_is_not_written_into(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "urandom", lambda size: b"\0" * size)
    victim = tmp_path / "victim"
    victim.write_bytes(b"precious")
    (tmp_path / f".entente-save-{os.getpid()}-{'00' * 6}").symlink_to(victim)
    with pytest.raises(StorageError):
        write_atomically(tmp_path / "game", b"new")
    assert victim.read_bytes() == b"precious"


@pytest.mark.skipif(os.name != "posix", reason="permissions of posix")
def test_a_new_file_may_be_read_by_whom_the_person_lets_read_new_files(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_atomically(tmp_path / "a", b"new")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o640


@pytest.mark.skipif(os.name != "posix", reason="permissions of posix")
def test_nobody_else_can_read_a_file_before_it_has_the_permissions_of_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    path.chmod(0o600)
    modes: list[int] = []
    make_alike = atomic._make_alike

    def seen(handle: int, before: os.stat_result, *, private: bool) -> bool:
        modes.append(stat.S_IMODE(os.fstat(handle).st_mode))
        return make_alike(handle, before, private=private)

    monkeypatch.setattr(atomic, "_make_alike", seen)
    write_atomically(path, b"new")
    assert modes == [0o600]


def test_all_of_it_is_written_before_it_is_synced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    monkeypatch.setattr(atomic, "sync", lambda handle: sizes.append(os.fstat(handle).st_size))
    write_atomically(tmp_path / "a", b"new")
    assert sizes == [3]


def test_what_the_disk_gives_back_otherwise_is_not_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "game.dpn"
    file.write_bytes(b"old")
    read = Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda path: read(path)[:-1] + b"?" if path.name.startswith(".entente") else read(path))
    with pytest.raises(StorageError, match="gives back something else"):
        write_atomically(file, b"new")
    monkeypatch.undo()
    assert file.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [file]
