"""Locks that are asked for twice, refused or unknown to a file system; folders by system; lists of recent games; changes from outside."""

from __future__ import annotations

import errno
import fcntl
import json
import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from app.game.storage import atomic, places
from app.game.storage import lock as locks
from app.game.storage.atomic import Failure, OutsideChange, Stamp, StorageError, outside_change, put_back
from app.game.storage.lock import FileLock, SharedLock, lock_game, name_for
from app.game.storage.recent import KEPT, OVER, RecentGame, RecentGames
from app.game.storage.settings import Settings

FDS = Path("/proc/self/fd")
counted = pytest.mark.skipif(not FDS.is_dir(), reason="where open files are counted")


def handles() -> int:
    return len(list(FDS.iterdir()))


@counted
def test_a_lock_that_is_held_is_held_and_one_handle_is_open_for_it(tmp_path: Path) -> None:
    before = handles()
    lock = FileLock(tmp_path / "deep" / "a.lock")
    assert lock.acquire()
    assert lock.acquire()
    assert handles() == before + 1
    assert (tmp_path / "deep" / "a.lock").stat().st_mode & 0o777 == 0o600
    assert not FileLock(tmp_path / "deep" / "a.lock").acquire()
    assert handles() == before + 1
    lock.release()
    lock.release()
    assert handles() == before


@pytest.mark.parametrize(
    ("number", "own", "shared"),
    [
        (errno.EACCES, False, False),
        (errno.EAGAIN, False, False),
        (errno.EDEADLK, False, False),
        (errno.ENOLCK, False, True),
        (errno.ENOTSUP, False, True),
    ],
)
@counted
def test_a_lock_that_somebody_holds_is_told_from_a_disk_that_knows_none(
    number: int, own: bool, shared: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    before = handles()
    monkeypatch.setattr(fcntl, "flock", refused)
    assert FileLock(tmp_path / "a.lock").acquire() is own
    assert FileLock(tmp_path / "a.lock").is_held() is not shared
    lock = SharedLock(tmp_path / "game.dpn")
    assert lock.acquire() is shared
    lock.release()
    assert handles() == before


def test_between_two_tries_of_a_lock_a_moment_passes_and_none_after_the_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []
    held = FileLock(tmp_path / "a.lock")
    assert held.acquire()
    monkeypatch.setattr(locks, "time", SimpleNamespace(sleep=waited.append))
    assert not FileLock(tmp_path / "a.lock").acquire(3)
    assert waited == [0.02, 0.02]


def test_who_takes_a_lock_that_was_just_let_go_of_keeps_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine, other = SharedLock(tmp_path / "game.dpn"), SharedLock(tmp_path / "game.dpn")
    assert mine.acquire()
    real = locks.unlock_handle

    def let_go(handle: int) -> None:
        real(handle)
        monkeypatch.undo()
        assert other.acquire()

    monkeypatch.setattr(locks, "unlock_handle", let_go)
    mine.release()
    assert (tmp_path / ".game.dpn.lock").exists()
    other.release()
    assert not (tmp_path / ".game.dpn.lock").exists()


@counted
def test_a_lock_whose_file_is_taken_away_each_time_is_given_up_after_twenty_tries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[int] = []
    real = locks._try_lock

    def taken_away(handle: int) -> bool:
        tries.append(handle)
        (tmp_path / ".game.dpn.lock").unlink()
        return real(handle)

    before = handles()
    monkeypatch.setattr(locks, "_try_lock", taken_away)
    assert not SharedLock(tmp_path / "game.dpn").acquire()
    assert (len(tries), handles()) == (20, before)


def test_a_lock_whose_file_is_another_one_now_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[int] = []
    real = locks._try_lock

    def exchanged(handle: int) -> bool:
        tries.append(handle)
        if len(tries) == 1:
            (tmp_path / "new").write_bytes(b"")
            (tmp_path / "new").replace(tmp_path / ".game.dpn.lock")
        return real(handle)

    monkeypatch.setattr(locks, "_try_lock", exchanged)
    lock = SharedLock(tmp_path / "game.dpn")
    assert lock.acquire()
    assert len(tries) == 2
    assert not SharedLock(tmp_path / "game.dpn").acquire()
    lock.release()
    assert list(tmp_path.iterdir()) == []


def test_in_a_folder_that_cannot_be_written_there_is_no_lock_beside_the_game(tmp_path: Path) -> None:
    lock = SharedLock(tmp_path / "gone" / "game.dpn")
    assert lock.acquire()
    lock.release()
    assert not (tmp_path / "gone").exists()


def test_who_finds_the_game_taken_beside_it_lets_go_of_its_own_lock(tmp_path: Path) -> None:
    game, other = tmp_path / "game.dpn", SharedLock(tmp_path / "game.dpn")
    assert other.acquire()
    with pytest.raises(StorageError, match="another window or copy of this program has this game open") as caught:
        lock_game(game, tmp_path / "locks")
    assert (caught.value.failure, caught.value.where) == (Failure.IN_USE, game)
    other.release()
    held = lock_game(game, tmp_path / "locks")
    assert [each.name for each in (tmp_path / "locks").iterdir()] == [f"{name_for(game)}.lock"]
    with pytest.raises(StorageError):
        lock_game(game, tmp_path / "locks")
    held.release()
    lock_game(game, tmp_path / "locks").release()


def test_a_file_has_one_name_however_its_path_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "a")
    paths = [tmp_path / "a" / "g", tmp_path / "link" / "g", tmp_path / "a" / ".." / "a" / "g"]
    assert len({name_for(path) for path in paths}) == 1
    assert name_for(tmp_path / "a" / "G") != name_for(paths[0])
    assert len(name_for(paths[0])) == 20
    for system in ("win32", "darwin"):
        monkeypatch.setattr(locks, "sys", SimpleNamespace(platform=system))
        assert name_for(tmp_path / "a" / "G\u00e9") == name_for(tmp_path / "a" / "ge\u0301")
    with pytest.raises(StorageError, match="finding the file failed: no file can have this name"):
        name_for(Path("a\0b"))


@pytest.mark.parametrize("system", ["linux", "linux2"])
@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({}, ("home/.config/entente", "home/.local/share/entente", "home/.cache/entente")),
        ({"XDG_CONFIG_HOME": "  ", "XDG_DATA_HOME": "~/d"}, ("home/.config/entente", "home/d/entente", "home/.cache/entente")),
        ({"ENTENTE_HOME": "~/all"}, ("home/all/settings", "home/all/data", "home/all/cache")),
        ({"ENTENTE_HOME": ""}, ("home/.config/entente", "home/.local/share/entente", "home/.cache/entente")),
    ],
)
def test_folders_are_those_of_the_person(
    system: str, variables: dict[str, str], expected: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("ENTENTE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for variable, value in variables.items():
        monkeypatch.setenv(variable, value)
    monkeypatch.setattr(places, "sys", SimpleNamespace(platform=system))
    assert tuple(each.relative_to(tmp_path).as_posix() for each in places.places()) == expected


def test_other_systems_are_asked_for_their_folders(monkeypatch: pytest.MonkeyPatch) -> None:
    import platformdirs

    asked: list[tuple[str, bool]] = []

    def dirs(name: str, *, appauthor: bool) -> object:
        asked.append((name, appauthor))
        return SimpleNamespace(user_config_path=Path("c"), user_data_path=Path("d"), user_cache_path=Path("e"))

    monkeypatch.delenv("ENTENTE_HOME", raising=False)
    monkeypatch.setattr(places, "sys", SimpleNamespace(platform="darwin"))
    monkeypatch.setattr(platformdirs, "PlatformDirs", dirs)
    assert tuple(places.places()) == (Path("c"), Path("d"), Path("e"))
    assert asked == [("entente", False)]


def game(path: str, name: str = "A", opened: int = 1) -> RecentGame:
    return RecentGame(Path(path), name, "S1901M", opened)


def test_a_recent_game_comes_back_whole(tmp_path: Path) -> None:
    kept = RecentGame(tmp_path / "g.dpn", "Größe", OVER, 7, tmp_path / "p.png", "Fall", "2026-11-28 20:00", 3, 5, "France")
    plain = game("/b.dpn", "B")
    recent = RecentGames(tmp_path / "deep" / "recent.json", tmp_path)
    recent.note(plain)
    recent.note(kept)
    assert RecentGames(tmp_path / "deep" / "recent.json", tmp_path).games() == (kept, plain)
    assert (OVER, KEPT) == ("over", 20)


def test_a_game_that_is_opened_again_moves_to_the_front_however_its_path_is_written(tmp_path: Path) -> None:
    recent = RecentGames(tmp_path / "recent.json", tmp_path)
    for path in ("/a.dpn", "/b.dpn", "/c.dpn", "/x/../a.dpn"):
        recent.note(game(path))
    assert [str(each.path) for each in recent.games()] == ["/x/../a.dpn", "/c.dpn", "/b.dpn"]
    recent.forget(Path("/y/../c.dpn"))
    recent.forget(Path("/never.dpn"))
    assert [str(each.path) for each in recent.games()] == ["/x/../a.dpn", "/b.dpn"]


@pytest.mark.parametrize(
    ("changes", "is_game"),
    [
        ({}, True),
        ({"path": ""}, False),
        ({"path": "/a\0b"}, False),
        ({"name": 7}, False),
        ({"phase": None}, False),
        ({"opened": "noon"}, False),
        ({"season": 7, "thumbnail": 7}, True),
        ({"more": "of a later version"}, True),
    ],
)
def test_an_entry_of_the_list_has_what_a_game_has(changes: dict[str, object], is_game: bool, tmp_path: Path) -> None:
    file = tmp_path / "recent.json"
    file.write_text(json.dumps([{"path": "/a.dpn", "name": "A", "phase": "S1901M", "opened": 1, **changes}]))
    assert RecentGames(file, tmp_path).games() == ((game("/a.dpn"),) if is_game else ())


@pytest.mark.parametrize(("told", "number"), [(0, 0), (1, 1), (999, 999), (1000, 0), (-1, 0), ("3", 0), (None, 0)])
def test_numbers_of_a_game_in_the_list_are_those_of_a_table(told: object, number: int, tmp_path: Path) -> None:
    file = tmp_path / "recent.json"
    entry = {"path": "/a.dpn", "name": "A", "phase": "S1901M", "opened": 1, "missing": told, "people": told}
    file.write_text(json.dumps([entry]))
    (found,) = RecentGames(file, tmp_path).games()
    assert (found.missing, found.people) == (number, number)


@pytest.mark.parametrize("length", [20, 21])
def test_a_longer_list_is_read_as_far_as_games_are_kept(length: int, tmp_path: Path) -> None:
    file = tmp_path / "recent.json"
    file.write_text(json.dumps([{"path": f"/{at}", "name": str(at), "phase": "S1901M", "opened": 1} for at in range(length)]))
    assert [each.name for each in RecentGames(file, tmp_path).games()] == [str(at) for at in range(20)]


def test_the_picture_of_a_game_is_called_after_its_file(tmp_path: Path) -> None:
    assert RecentGames(tmp_path / "r", tmp_path / "p").thumbnail_for(Path("/a")) == tmp_path / "p" / f"{name_for(Path('/a'))}.png"


def test_a_file_is_the_same_while_its_bytes_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "g.dpn"
    path.write_bytes(b"one")
    stamp = Stamp.of(path, b"one")
    assert (stamp.size, stamp.modified) == (3, path.stat().st_mtime_ns)
    assert outside_change(path, stamp) is OutsideChange.NONE
    path.touch()
    assert outside_change(path, stamp) is OutsideChange.NONE
    path.write_bytes(b"two")
    os.utime(path, ns=(stamp.modified, stamp.modified))
    assert outside_change(path, stamp) is OutsideChange.EDITED
    assert put_back(path) is OutsideChange.EDITED
    path.unlink()
    assert outside_change(path, stamp) is OutsideChange.REMOVED
    assert put_back(path) is OutsideChange.NONE
    assert put_back(tmp_path / "a\0b") is put_back(tmp_path / ("x" * 5_000)) is OutsideChange.UNREADABLE
    with pytest.raises(StorageError, match="looking at the file failed: no such file"):
        Stamp.of(path, b"one")
    path.write_bytes(b"one")
    assert atomic._LARGEST == 67_108_864
    monkeypatch.setattr(atomic, "_LARGEST", 1)
    assert outside_change(path, stamp) is OutsideChange.EDITED, "larger than any game is"


def test_a_file_that_may_not_be_looked_at_is_unreadable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def barred(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "stat", barred)
    assert outside_change(tmp_path / "g", Stamp(1, 1, "")) is put_back(tmp_path / "g") is OutsideChange.UNREADABLE


@pytest.mark.parametrize(
    ("value", "text", "flag", "whole", "number", "words"),
    [
        ("x", "x", True, 7, 7.5, ("d",)),
        (False, "d", False, 7, 7.5, ("d",)),
        (3, "d", True, 3, 3.0, ("d",)),
        (2.5, "d", True, 7, 2.5, ("d",)),
        (["a", "b"], "d", True, 7, 7.5, ("a", "b")),
        ([], "d", True, 7, 7.5, ()),
        (["a", 1], "d", True, 7, 7.5, ("d",)),
        (None, "d", True, 7, 7.5, ("d",)),
        ({"a": 1}, "d", True, 7, 7.5, ("d",)),
    ],
)
def test_a_setting_is_read_as_what_it_is(
    value: object, text: str, flag: bool, whole: int, number: float, words: tuple[str, ...], tmp_path: Path
) -> None:
    (tmp_path / "s.json").write_text(json.dumps({"a": value}))
    found = Settings(tmp_path / "s.json")
    assert (found.text("a", "d"), found.flag("a", True), found.whole("a", 7), found.number("a", 7.5), found.words("a", ("d",))) == (
        text, flag, whole, number, words,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"[]", "it holds no settings"),
        (b"7", "it holds no settings"),
        (b'{"a": 1}' + b" " * 1_048_576, "it holds no settings"),
        (b"{", "Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"),
    ],
)
def test_damage_is_told_with_its_file_and_its_reason(data: bytes, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "s.json"
    path.write_bytes(data)
    assert Settings(path).damage == f"{path}: {reason}. The settings start anew; the file is kept with .damaged at its end."
    assert not path.exists()
    assert (tmp_path / "s.json.damaged").exists()


def test_settings_of_the_largest_size_are_read(tmp_path: Path) -> None:
    (tmp_path / "s.json").write_bytes(b'{"a": 1}'.ljust(1_048_576))
    assert Settings(tmp_path / "s.json").whole("a") == 1


def test_settings_whose_file_went_away_are_written_whole(tmp_path: Path) -> None:
    path = tmp_path / "s.json"
    path.write_text('{"b": 1, "a": "Größe"}')
    settings = Settings(path)
    path.unlink()
    settings.put("c", ("x", "y"))
    settings.save()
    assert path.read_text(encoding="utf-8") == '{\n  "a": "Größe",\n  "b": 1,\n  "c": [\n    "x",\n    "y"\n  ]\n}\n'
    path.write_text("{")
    settings.save()
    assert Settings(path).names() == ("a", "b", "c"), "a file that was spoilt meanwhile is written anew"
    assert settings.path == path


def test_half_a_letter_in_a_setting_keeps_no_setting_from_being_saved(tmp_path: Path) -> None:
    settings = Settings(tmp_path / "s.json")
    settings.put("a", "\udce9")
    settings.save()
    assert Settings(tmp_path / "s.json").text("a") == "?"
