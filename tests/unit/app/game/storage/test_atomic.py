"""A save is whole or did not happen, and says where and why it did not."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest

from app.game.storage.atomic import read_bounded, sweep, write_atomically
from app.game.storage.errors import Failure, StorageError


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
