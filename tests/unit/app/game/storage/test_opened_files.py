"""Opened files: never through a stranger's link, with the right permissions, and none left open."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from app.game.storage import lock as locks
from app.game.storage import stand_in as room
from app.game.storage.atomic import make_folder, write_atomically, write_new
from app.game.storage.journal import BackgroundWriter, Head, Journal
from app.game.storage.lock import FileLock, SharedLock
from app.game.storage.places import places
from app.game.storage.settings import Settings
from tests.unit.app.game.storage.test_journal import HERE

pytestmark = pytest.mark.skipif(os.name != "posix", reason="flags and permissions of posix")
CAREFUL = os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


@pytest.fixture
def unmasked() -> Iterator[None]:
    """A person who lets everybody read and write new files."""
    before = os.umask(0)
    yield
    os.umask(before)


class Opened:
    """Record of an opened file, its mode, and whether it was closed again."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.flags: list[int] = []
        self.handles: set[int] = set()
        self.barred = 0
        """A way of opening that the system does not allow."""
        really_open, really_close = os.open, os.close

        def opening(path: Any, flags: int, mode: int = 0o777) -> int:
            self.flags.append(flags)
            if self.barred and flags & self.barred:
                raise PermissionError(13, "Permission denied")
            handle = really_open(path, flags, mode)
            self.handles.add(handle)
            return handle

        def closing(handle: int) -> None:
            self.handles.discard(handle)
            really_close(handle)

        patch.setattr(os, "open", opening)
        patch.setattr(os, "close", closing)


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Opened:
    return Opened(monkeypatch)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.usefixtures("unmasked")
def test_new_files_have_the_permissions_that_files_have(tmp_path: Path) -> None:
    write_atomically(tmp_path / "a", b"x")
    write_new(tmp_path / "b", b"x")
    write_atomically(tmp_path / "c", b"x", private=True)
    assert [mode(tmp_path / name) for name in "abc"] == [0o666, 0o666, 0o600]
    (tmp_path / "b").chmod(0o604)
    write_atomically(tmp_path / "b", b"y")
    write_atomically(tmp_path / "c", b"y")
    write_atomically(tmp_path / "a", b"y", private=True)
    assert [mode(tmp_path / name) for name in "abc"] == [0o600, 0o604, 0o600]
    assert FileLock(tmp_path / "own.lock").acquire()
    shared = SharedLock(tmp_path / "game.dpn")
    assert shared.acquire()
    assert (mode(tmp_path / "own.lock"), mode(tmp_path / ".game.dpn.lock")) == (0o600, 0o666)
    shared.release()
    make_folder(tmp_path / "f" / "g", "making", private=True)
    assert mode(tmp_path / "f" / "g") == 0o700


def test_nothing_stays_open_that_was_written(tmp_path: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    write_atomically(tmp_path / "a", b"x")
    write_atomically(tmp_path / "a", b"y")
    write_new(tmp_path / "b", b"x")
    monkeypatch.setattr("app.game.storage.atomic._make_alike", lambda *_, **__: False)
    write_atomically(tmp_path / "a", b"in place")
    assert opened.handles == set()


def test_a_lock_beside_a_game_is_opened_with_care_and_where_it_may_only_be_read_by_reading(tmp_path: Path, opened: Opened) -> None:
    lock = SharedLock(tmp_path / "game.dpn")
    assert lock.acquire()
    assert opened.flags == [os.O_RDWR | os.O_CREAT | CAREFUL]
    opened.barred = os.O_RDWR
    assert not SharedLock(tmp_path / "game.dpn").acquire(), "another user's"
    assert opened.flags[1:] == [os.O_RDWR | os.O_CREAT | CAREFUL, os.O_RDONLY | CAREFUL]
    lock.release()
    assert opened.handles == set()


def test_a_lock_is_opened_without_flags_that_a_system_does_not_have(
    tmp_path: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC"):
        monkeypatch.delattr(os, name)
    lock = SharedLock(tmp_path / "game.dpn")
    assert lock.acquire()
    assert opened.flags == [os.O_RDWR | os.O_CREAT]
    lock.release()


def test_a_journal_is_only_ever_added_to(tmp_path: Path, opened: Opened) -> None:
    journal = Journal(tmp_path, "stem", BackgroundWriter())
    journal.begin(Head("id", "name", None), [("one",)])
    assert opened.flags[-1] == os.O_WRONLY | os.O_APPEND
    journal.note("edit", HERE, [("two",)])
    journal.close(delete=True)
    assert opened.handles == set()


@pytest.mark.parametrize("kind", [FileLock, SharedLock])
def test_on_windows_a_lock_is_taken_on_one_byte_and_its_file_goes_after_it_was_let_go_of(
    kind: type[FileLock] | type[SharedLock], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[tuple[str, int, bool]] = []
    own = tmp_path / (".game.lock" if kind is SharedLock else "game")

    def locking(_: int, what: str, size: int) -> None:
        done.append((what, size, own.exists()))

    monkeypatch.setattr(locks, "sys", SimpleNamespace(platform="win32"))
    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(locking=locking, LK_NBLCK="take", LK_UNLCK="let go"))
    lock = kind(tmp_path / "game")
    assert lock.acquire()
    lock.release()
    assert done == [("take", 1, True), ("let go", 1, True)]
    assert own.exists() is (kind is FileLock)


def test_on_windows_a_lock_that_somebody_holds_is_not_had(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def held(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(locks, "sys", SimpleNamespace(platform="win32"))
    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(locking=held, LK_NBLCK=1, LK_UNLCK=2))
    assert not FileLock(tmp_path / "a.lock").acquire()
    assert not SharedLock(tmp_path / "game.dpn").acquire()


def test_on_windows_a_look_at_a_lock_waits_for_other_looks_and_not_after_the_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []

    def held(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(locks, "sys", SimpleNamespace(platform="win32"))
    monkeypatch.setattr(locks, "_LOOKS", 5)
    monkeypatch.setattr(locks, "time", SimpleNamespace(sleep=waited.append))
    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(locking=held, LK_NBLCK=1, LK_UNLCK=2))
    (tmp_path / "a.lock").touch()
    assert FileLock(tmp_path / "a.lock").is_held()
    assert len(waited) == 4


def test_settings_that_may_not_be_read_say_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "s.json"
    path.write_text("{}")

    def barred(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", barred)
    assert Settings(path).damage == (
        f"{path}: reading the settings failed: permission denied. The settings start anew; the file is kept with .damaged at its end."
    )


@pytest.mark.parametrize("others", [0o701, 0o710, 0o702, 0o704, 0o720, 0o740])
def test_a_folder_that_others_can_do_anything_in_does_not_stand_in(others: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    known = tmp_path / f"entente-{os.getuid()}"
    known.mkdir()
    known.chmod(others)
    assert room._private_folder() != known
    known.chmod(0o700)
    assert room._private_folder() == known


@pytest.mark.usefixtures("unmasked")
def test_a_folder_that_stands_in_is_made_for_its_owner_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert mode(room._private_folder()) == 0o700


def test_all_of_a_persons_own_is_taken_along(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("variants", "units", "hooks", "commands", "results")
    monkeypatch.setenv("ENTENTE_HOME", str(tmp_path / "own"))
    own = places()
    for name in names:
        (own.data / name).mkdir(parents=True)
    for number in range(12):
        (own.data / f"folder {number}").mkdir()
        (own.data / f"file {number}").write_text("x")
    monkeypatch.setenv("ENTENTE_HOME", str(tmp_path / "other"))
    here = places()
    room._take_along(own, here)
    assert {each.name for each in here.data.iterdir()} == {*names, *(f"file {number}" for number in range(12))}
    assert all((here.data / name).readlink() == own.data / name for name in names)
