"""Writing and folders at their edges: short writes, files that shrink, what is synced, and what is swept."""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace

import pytest

from app.game.storage import atomic
from app.game.storage.atomic import (
    Failure,
    PrivateJson,
    StorageError,
    is_there,
    make_folder,
    read_bounded,
    sweep,
    sync_folder,
    write_atomically,
    write_new,
)

posix = pytest.mark.skipif(os.name != "posix", reason="owners and permissions of posix")


@pytest.mark.parametrize("write", [write_atomically, write_new])
def test_a_system_that_takes_a_byte_at_a_time_gets_all_of_them(
    write: Callable[[Path, bytes], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.write
    monkeypatch.setattr(os, "write", lambda handle, data: real(handle, data[:1]))
    write(tmp_path / "a", b"whole")
    assert (tmp_path / "a").read_bytes() == b"whole"


@pytest.mark.parametrize("data", [b"", b"new", b"longer than it was"])
def test_a_new_file_has_nothing_of_what_was_there(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"what was there")
    write_new(tmp_path / "a", data)
    assert (tmp_path / "a").read_bytes() == data


def test_a_new_file_is_synced_and_read_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    monkeypatch.setattr(atomic, "sync", lambda handle: sizes.append(os.fstat(handle).st_size))
    write_new(tmp_path / "a", b"new")
    assert sizes == [3]
    monkeypatch.setattr(Path, "read_bytes", lambda _: b"nww")
    with pytest.raises(StorageError, match="writing it failed: the disk gives back something else than was written") as caught:
        write_new(tmp_path / "a", b"new", "writing it")
    assert (caught.value.failure, caught.value.where) == (Failure.OTHER, tmp_path / "a")


@posix
@pytest.mark.parametrize("data", [b"", b"new", b"longer than it was"])
def test_a_file_that_is_written_in_place_has_nothing_of_what_was_there(
    data: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"what was there")
    monkeypatch.setattr(atomic, "_make_alike", lambda *_, **__: False)
    sizes: list[int] = []
    monkeypatch.setattr(atomic, "sync", lambda handle: sizes.append(os.fstat(handle).st_size))
    write_atomically(path, data)
    assert path.read_bytes() == data
    assert sizes == [len(data)] * 2, "the copy beside it first, then the file"
    assert [each.name for each in tmp_path.iterdir()] == ["a"]


@posix
def test_what_is_in_the_way_is_said_by_its_kind(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    for name, words in (("folder", "it is a folder"), ("pipe", "it is no ordinary file")):
        with pytest.raises(StorageError, match=f"saving the game failed: {words}") as caught:
            write_atomically(tmp_path / name, b"x")
        assert (caught.value.failure, caught.value.where) == (Failure.NOT_A_FILE, tmp_path / name)
        with pytest.raises(StorageError, match="opening the game failed: it is no file") as caught:
            read_bounded(tmp_path / name, 10)
        assert (caught.value.failure, caught.value.where) == (Failure.NOT_A_FILE, tmp_path / name)


@posix
def test_a_failure_names_the_link_that_was_asked_for(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "folder")
    with pytest.raises(StorageError) as caught:
        write_atomically(tmp_path / "link", b"x")
    assert caught.value.where == tmp_path / "link"


@pytest.mark.parametrize(("size", "read"), [(0, 0), (9, 9), (10, 10), (11, 11), (12, 11)])
def test_one_byte_more_than_asked_for_is_read_so_that_too_large_is_known(size: int, read: int, tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"x" * size)
    assert len(read_bounded(tmp_path / "a", 10)) == read


@posix
def test_a_save_syncs_the_file_then_moves_it_then_syncs_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    real = atomic.move_over

    def move(source: Path, target: Path) -> None:
        done.append("move")
        real(source, target)

    monkeypatch.setattr(atomic, "sync", lambda _: done.append("sync"))
    monkeypatch.setattr(atomic, "move_over", move)
    monkeypatch.setattr(atomic, "sync_folder", lambda folder: done.append(f"sync {folder.name}"))
    write_atomically(tmp_path / "a", b"x")
    assert done == ["sync", "move", f"sync {tmp_path.name}"]


@posix
def test_each_folder_that_is_made_is_synced_into_the_one_above_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[Path] = []
    monkeypatch.setattr(atomic, "sync_folder", synced.append)
    make_folder(tmp_path / "a" / "b", "making")
    assert sorted(synced) == [tmp_path, tmp_path / "a"]
    make_folder(tmp_path / "a" / "b", "making")
    assert len(synced) == 2, "nothing was missing any more"


@posix
@pytest.mark.parametrize(
    ("mode", "after"), [(0o700, 0o700), (0o500, 0o500), (0o701, 0o700), (0o710, 0o700), (0o740, 0o700), (0o777, 0o700)]
)
def test_a_private_folder_is_closed_where_others_could_do_anything_in_it(mode: int, after: int, tmp_path: Path) -> None:
    folder = tmp_path / "a"
    folder.mkdir()
    folder.chmod(mode)
    make_folder(folder, "making", private=True)
    assert stat.S_IMODE(folder.stat().st_mode) == after


@posix
def test_a_folder_of_somebody_else_stays_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    folder = tmp_path / "a"
    folder.mkdir()
    folder.chmod(0o755)
    monkeypatch.setattr(Path, "chmod", refused)
    make_folder(folder, "making", private=True)
    monkeypatch.undo()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o755


def test_a_folder_that_a_file_is_in_the_way_of_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"")
    for folder in (tmp_path / "a", tmp_path / "a" / "b"):
        with pytest.raises(StorageError, match="making it failed") as caught:
            make_folder(folder, "making it")
        assert caught.value.where == folder


@posix
@pytest.mark.parametrize("call", ["open", "fsync"])
@pytest.mark.parametrize(
    ("number", "is_failure"),
    [
        *((getattr(errno, name), False) for name in ("EINVAL", "ENOTSUP", "ENOSYS", "EBADF", "EACCES", "EPERM")),
        (errno.EIO, True),
        (errno.ENOSPC, True),
        (errno.ENOENT, True),
    ],
)
def test_a_folder_that_no_system_could_sync_is_no_failure_and_one_that_the_disk_did_not_take_is(
    call: str, number: int, is_failure: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> int:
        raise OSError(number, os.strerror(number))

    closed: list[int] = []
    real = os.close

    def close(handle: int) -> None:
        closed.append(handle)
        real(handle)

    monkeypatch.setattr(os, call, refused)
    monkeypatch.setattr(os, "close", close)
    with pytest.raises(OSError, match=re.escape(os.strerror(number))) if is_failure else nullcontext():
        sync_folder(tmp_path)
    assert len(closed) == (1 if call == "fsync" else 0), "no handle stays open"


@pytest.mark.parametrize(("age", "goes"), [(0, False), (86_399, False), (86_400, False), (86_401, True)])
def test_a_forgotten_file_is_swept_when_it_is_more_than_a_day_old(
    age: int, goes: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / ".entente-save-1-ab"
    file.write_bytes(b"")
    os.utime(file, (1_000_000, 1_000_000))
    monkeypatch.setattr(atomic, "time", SimpleNamespace(time=lambda: 1_000_000 + age))
    assert (sweep(tmp_path), file.exists()) == (int(goes), not goes)


def test_a_file_that_cannot_be_swept_keeps_no_other_one(tmp_path: Path) -> None:
    for name in (".entente-save-1", ".entente-save-2", ".entente-save-3", "game.dpn"):
        (tmp_path / name).write_bytes(b"")
        os.utime(tmp_path / name, (1, 1))
    (tmp_path / ".entente-save-2").unlink()
    (tmp_path / ".entente-save-2").mkdir()
    os.utime(tmp_path / ".entente-save-2", (1, 1))
    assert sweep(tmp_path) == 2
    assert sorted(each.name for each in tmp_path.iterdir()) == [".entente-save-2", "game.dpn"]
    assert sweep(tmp_path / "gone") == 0


def test_there_is_what_there_is(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"")
    assert [is_there(tmp_path / name) for name in ("a", "b", "a/c", "x" * 5_000, "a\0b", ".")] == [True, False, False, False, False, True]


class InUseError(PermissionError):
    """A file that another program has open, in Windows' words."""

    def __init__(self, number: int) -> None:
        super().__init__(13, "The process cannot access the file")
        self.winerror = number


@pytest.mark.parametrize(
    ("system", "number", "failures", "tried", "waited"),
    [
        ("win32", 32, 0, 1, []),
        ("win32", 5, 2, 3, [0.01, 0.02]),
        ("win32", 33, 7, 8, [0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4]),
        ("win32", 32, 99, None, [0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4]),
        ("win32", 6, 1, None, []),
        ("linux", 32, 1, None, []),
        ("linux", 32, 0, 1, []),
    ],
)
def test_a_move_waits_for_a_program_that_has_the_file_open_on_windows_alone(
    system: str, number: int, failures: int, tried: int | None, waited: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """*tried* is how often until it could be moved; None where it could not be."""
    tries: list[tuple[Path, Path]] = []
    pauses: list[float] = []

    def replace(source: Path, target: Path) -> None:
        tries.append((source, target))
        if len(tries) <= failures:
            raise InUseError(number)

    monkeypatch.setattr(atomic, "sys", SimpleNamespace(platform=system))
    monkeypatch.setattr(atomic, "os", SimpleNamespace(replace=replace))
    monkeypatch.setattr(atomic, "time", SimpleNamespace(sleep=pauses.append))
    if tried is None:
        with pytest.raises(InUseError):
            atomic.move_over(Path("a"), Path("b"))
    else:
        atomic.move_over(Path("a"), Path("b"))
        assert tries == [(Path("a"), Path("b"))] * tried
    assert pauses == waited


@pytest.mark.parametrize(
    ("system", "knows", "called"),
    [("linux", True, ["fsync 7"]), ("win32", True, ["fsync 7"]), ("darwin", True, ["full 7"]), ("darwin", False, ["full 7", "fsync 7"])],
)
def test_what_is_synced_reaches_the_disk_by_each_systems_way(
    system: str, knows: bool, called: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []

    def full(handle: int, command: str) -> None:
        done.append(f"{command} {handle}")
        if not knows:
            raise OSError(25, "Inappropriate ioctl for device")

    monkeypatch.setattr(atomic, "sys", SimpleNamespace(platform=system))
    monkeypatch.setattr(atomic, "os", SimpleNamespace(fsync=lambda handle: done.append(f"fsync {handle}")))
    monkeypatch.setitem(__import__("sys").modules, "fcntl", SimpleNamespace(fcntl=full, F_FULLFSYNC="full"))
    atomic.sync(7)
    assert done == called


@posix
def test_a_file_that_is_written_in_place_is_read_back_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, real = tmp_path / "a", Path.read_bytes
    path.write_bytes(b"old")
    monkeypatch.setattr(atomic, "_make_alike", lambda *_, **__: False)
    monkeypatch.setattr(Path, "read_bytes", lambda read: b"nww" if read == path else real(read))
    with pytest.raises(StorageError, match="saving the game failed: the disk gives back something else than was written"):
        write_atomically(path, b"new")


@posix
@pytest.mark.parametrize(("private", "mode"), [(True, 0o600), (False, 0o666)])
def test_a_new_file_is_its_owners_alone_where_it_is_private(
    private: bool, mode: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = os.umask(0)
    try:
        write_new(tmp_path / "a", b"x", private=private)
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == mode


@pytest.mark.parametrize(("data", "read"), [(b'{"a": 1}', {"a": 1}), (b"[1]", {}), (b"1", {}), (b"{", {}), (b"\xff", {})])
def test_a_small_file_that_holds_something_else_is_read_as_empty(data: bytes, read: dict[str, object], tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(data)
    assert PrivateJson(tmp_path / "a.json", 100, "keeping it").read_once() == read


def test_a_small_file_without_a_place_is_read_as_empty_and_written_nowhere(tmp_path: Path) -> None:
    nowhere = PrivateJson(None, 100, "keeping it")
    assert nowhere.read_once() == {}
    nowhere.write({"a": 1})
    assert list(tmp_path.iterdir()) == []
